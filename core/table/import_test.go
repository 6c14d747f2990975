package table_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/table"
	"github.com/matewright/matewright/core/table/storetest"
)

// file returns the bytes as those of a file.
func (im image) file() []byte {
	before, after := table.FileFrame(int64(len(im.data)), im.header)
	return slices.Concat(before, im.data, after)
}

// fileOf returns a small table as a file.
func fileOf(t testing.TB, name string) []byte {
	t.Helper()
	store := table.NewMemStore()
	encode(t, store, layout(t, name))
	return imageOf(t, store, name).file()
}

// take imports a file, without a look at its values.
func take(t testing.TB, store table.Store, file []byte) error {
	t.Helper()
	n, err := table.Examine(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return err
	}
	var last int64
	return n.Into(t.Context(), store, func(bytes int64) {
		if bytes <= last || bytes > n.Bytes() {
			t.Errorf("progress from %d to %d of %d", last, bytes, n.Bytes())
		}
		last = bytes
	}, func() error { return nil })
}

// TestImport: a file becomes the table that it was made of, in place of another,
// whatever there is of shards.
func TestImport(t *testing.T) {
	for _, name := range []string{"KQvK", "KPvK", "KRvKN"} {
		file := fileOf(t, name)
		store := table.NewMemStore()
		image{[]byte("data"), []byte("header")}.put(t, store, name)
		image{[]byte("data"), []byte("header")}.put(t, store, name+"shard1")
		if err := take(t, store, file); err != nil {
			t.Fatal(err)
		}
		if got := imageOf(t, store, name).file(); !bytes.Equal(got, file) {
			t.Errorf("%s: %d bytes other than the %d of the file", name, len(got), len(file))
		}
		if err := open(t, store, layout(t, name)).Check(t.Context()); err != nil {
			t.Errorf("%s: Check: %v", name, err)
		}
		if got := names(t, store); len(got) != 1 {
			t.Errorf("%s: there are %q", name, got)
		}
	}
}

// present returns a store with a table, and a function that tells whether it is as
// it was.
func present(t testing.TB, name string) (store *storetest.FaultStore, untouched func(what string)) {
	t.Helper()
	store = &storetest.FaultStore{Store: table.NewMemStore()}
	was := image{[]byte("data"), []byte("header")}
	was.put(t, store, name)
	return store, func(what string) {
		t.Helper()
		if got := imageOf(t, store, name); !bytes.Equal(got.file(), was.file()) || len(names(t, store)) != 1 {
			t.Errorf("%s: the store has changed", what)
		}
	}
}

// TestImportDamaged cuts a file everywhere and changes it everywhere: each time it is
// refused, and what was there stays.
func TestImportDamaged(t *testing.T) {
	file := fileOf(t, "KQvK")
	store, untouched := present(t, "KQvK")
	refuse := func(what string, file []byte) {
		if err := take(t, store, file); !errors.Is(err, table.ErrCorrupt) {
			t.Errorf("%s: %v", what, err)
		}
	}
	step := max(1, len(file)/2000)
	for i := range file {
		if 100 < i && i < len(file)-500 && i%step > 0 {
			continue
		}
		refuse("cut", file[:i])
		damaged := bytes.Clone(file)
		damaged[i] ^= 1 << (i % 8)
		refuse("flipped", damaged)
	}
	refuse("extended", append(bytes.Clone(file), 0))
	refuse("doubled", slices.Concat(file, file))
	untouched("damaged files")
}

// TestImportRefusals: the reason is said.
func TestImportRefusals(t *testing.T) {
	file := fileOf(t, "KQvK")
	im := imageOf(t, func() table.Store { s := table.NewMemStore(); encode(t, s, layout(t, "KQvK")); return s }(), "KQvK")
	header := im.header[:len(im.header)-4]
	withHeader := func(header []byte) []byte { return image{im.data, table.Seal(header)}.file() }
	replaced := func(old, new string) []byte {
		return withHeader(bytes.Replace(header, []byte(old), []byte(new), 1))
	}
	huge := bytes.Clone(file)
	binary.LittleEndian.PutUint64(huge[len(huge)-24:], 1<<62)
	longHeader := bytes.Clone(file)
	binary.LittleEndian.PutUint32(longHeader[len(longHeader)-16:], 1<<32-1)
	newer := bytes.Clone(file)
	newer[7]++
	for _, test := range []struct {
		name   string
		file   []byte
		err    error
		reason string
	}{
		{"empty", nil, table.ErrForeign, "not a table"},
		{"another kind", []byte("<!doctype html><title>KQvK</title>"), table.ErrForeign, "not a table"},
		{"a newer file", newer, table.ErrVersion, "file version 2"},
		{"a newer table", replaced("MWTH\x05", "MWTH\x06"), table.ErrVersion, "format version 6, this program reads 5"},
		{"the other half is missing", file[:len(file)/2], table.ErrCorrupt, "its end is missing"},
		{"huge data", huge, table.ErrCorrupt, "don't fill the file"},
		{"a huge header", longHeader, table.ErrCorrupt, "don't fill the file"},
		{"no header", image{im.data, nil}.file(), table.ErrCorrupt, "no header"},
		{"a shard", replaced("MWTH", "MWTS"), table.ErrCorrupt, "no header"},
		{"a class that is none", replaced("\x04KQvK", "\x04KXvK"), table.ErrCorrupt, "the class"},
		{"data missing", image{im.data[1:], im.header}.file(), table.ErrCorrupt, "bytes of data instead of"},
		{"data changed", image{append([]byte{im.data[0] ^ 1}, im.data[1:]...), im.header}.file(), table.ErrCorrupt, "checksum of tile 0"},
		{"directory changed", image{append(bytes.Clone(im.data[:len(im.data)-1]), ^im.data[len(im.data)-1]), im.header}.file(), table.ErrCorrupt, "checksum of a directory"},
	} {
		store, untouched := present(t, "KQvK")
		if err := take(t, store, test.file); !errors.Is(err, test.err) || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: %v, want %q", test.name, err, test.reason)
		}
		untouched(test.name)
	}
}

// TestImportFails: when the store or the file fails, or the table is not accepted,
// what was there stays.
func TestImportFails(t *testing.T) {
	file := fileOf(t, "KQvK")
	fault := errors.New("fault")
	for _, op := range []storetest.Op{storetest.Create, storetest.Write, storetest.Commit} {
		store, untouched := present(t, "KQvK")
		store.Fail(op, 1, fault)
		if err := take(t, store, file); !errors.Is(err, fault) || !strings.Contains(err.Error(), "KQvK") {
			t.Errorf("%v: %v", op, err)
		}
		untouched(op.String())
	}

	store, untouched := present(t, "KQvK")
	n, err := table.Examine(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Into(t.Context(), store, func(int64) {}, func() error { return fault }); !errors.Is(err, fault) {
		t.Errorf("not accepted: %v", err)
	}
	untouched("not accepted")

	if _, err := table.Examine(bytes.NewReader(file[:100]), int64(len(file))); !errors.Is(err, table.ErrCorrupt) {
		t.Errorf("a file that shrinks before it is looked at: %v", err)
	}
	shrinking := bytes.NewReader(file)
	if n, err = table.Examine(shrinking, int64(len(file))); err != nil {
		t.Fatal(err)
	}
	shrinking.Reset(file[:100])
	if err := n.Into(t.Context(), store, func(int64) {}, func() error { return nil }); !errors.Is(err, table.ErrCorrupt) {
		t.Errorf("a file that shrinks: %v", err)
	}
	untouched("a file that shrinks")
}

// TestCheck: damage anywhere in the data is found.
func TestCheck(t *testing.T) {
	store := table.NewMemStore()
	encode(t, store, layout(t, "KQvK"))
	im := imageOf(t, store, "KQvK")
	for _, at := range []int{0, len(im.data) / 2, len(im.data) - 1} {
		im.data[at] ^= 1
		if err := open(t, im.store(t, "KQvK"), layout(t, "KQvK")).Check(t.Context()); !errors.Is(err, table.ErrCorrupt) || !strings.Contains(err.Error(), "KQvK") {
			t.Errorf("byte %d changed: %v", at, err)
		}
		im.data[at] ^= 1
	}
}

// FuzzImport: a file is refused, or it is the very file that the table would be
// written to; also when someone has made the checksums of its header right.
func FuzzImport(f *testing.F) {
	file := fileOf(f, "KQvK")
	f.Add(file, false)
	f.Add(file, true)
	f.Add(file[:len(file)/2], false)
	f.Add(append(bytes.Clone(file), file...), true)
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		damaged := bytes.Clone(file)
		damaged[len(file)-1-r.IntN(400)] ^= byte(1 + r.IntN(255)) // the header, mostly
		f.Add(damaged, true)
	}
	f.Fuzz(func(t *testing.T, file []byte, right bool) {
		if right {
			file = withRightHeader(file)
		}
		store := table.NewMemStore()
		if err := take(t, store, file); err != nil {
			if !errors.Is(err, table.ErrCorrupt) || len(names(t, store)) > 0 {
				t.Fatalf("%v, there is %q", err, names(t, store))
			}
			return
		}
		if got := imageOf(t, store, names(t, store)[0]).file(); !bytes.Equal(got, file) {
			t.Fatalf("a file of %d bytes is taken in as one of %d, or another", len(file), len(got))
		}
	})
}

// withRightHeader makes the frame and the checksums of the header right, if there is
// something like a header.
func withRightHeader(file []byte) []byte {
	at := bytes.LastIndex(file, []byte("MWTH"))
	const begin, trailer, sum = 8, 24, 4
	if at < begin || len(file)-trailer-sum < at {
		return file
	}
	return image{file[begin:at], table.Seal(file[at : len(file)-trailer-sum])}.file()
}
