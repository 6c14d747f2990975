package library_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/store/storetest"
	"github.com/matewright/matewright/core/value"
)

// fileOf returns a small table as a file.
func fileOf(t testing.TB, name string) []byte {
	t.Helper()
	tables := store.NewMemStore()
	tabletest.Encode(t, tables, tabletest.Layout(t, name))
	return tabletest.ImageOf(t, tables, name).File()
}

// take imports a file without verifying its values.
func take(t testing.TB, tables store.Store, file []byte) error {
	t.Helper()
	n, err := library.Examine(format.Params{}, bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return err
	}
	var last int64
	return n.Into(t.Context(), tables, func(bytes int64) {
		if bytes <= last || bytes > n.Bytes() {
			t.Errorf("progress from %d to %d of %d", last, bytes, n.Bytes())
		}
		last = bytes
	}, func([sha256.Size]byte) error { return nil })
}

// TestInOnePiece checks that a table of several units can be imported in one piece, in place of its units.
func TestInOnePiece(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 3)
	tables := tabletest.BuiltWith(t, tabletest.ParamsOf(l), value.DTM, "KPvK")
	file, units := tabletest.TableOf(t, tables, l.Class).File(), len(tabletest.Names(t, tables))
	n, err := library.Examine(tabletest.ParamsOf(l), bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	several := n.Units()
	if n.InOnePiece(); several < 3 || n.Units() != 1 {
		t.Errorf("%d units instead of %d", n.Units(), several)
	}
	accept := func([sha256.Size]byte) error { return nil }
	if err := n.Into(t.Context(), tables, func(int64) {}, accept); err != nil {
		t.Fatal(err)
	}
	names := tabletest.Names(t, tables)
	if !slices.Contains(names, "KPvK") || len(names) != units-several+1 {
		t.Errorf("there are %q", names)
	}
	if got := tabletest.TableOf(t, tables, l.Class).File(); !bytes.Equal(got, file) {
		t.Errorf("%d bytes other than the %d of the file", len(got), len(file))
	}
	if err := tabletest.Open(t, tables, l).Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestImport checks that a file becomes the table that it was made of, in place of another table.
func TestImport(t *testing.T) {
	for _, name := range []string{"KQvK", "KPvK", "KRvKN"} {
		file := fileOf(t, name)
		tables := store.NewMemStore()
		tabletest.Image{Data: []byte("data"), Header: []byte("header")}.Put(t, tables, name)
		if err := take(t, tables, file); err != nil {
			t.Fatal(err)
		}
		if got := tabletest.ImageOf(t, tables, name).File(); !bytes.Equal(got, file) {
			t.Errorf("%s: %d bytes other than the %d of the file", name, len(got), len(file))
		}
		if err := tabletest.Open(t, tables, tabletest.Layout(t, name)).Check(t.Context()); err != nil {
			t.Errorf("%s: Check: %v", name, err)
		}
		if got := tabletest.Names(t, tables); len(got) != 1 {
			t.Errorf("%s: there are %q", name, got)
		}
	}
}

// present returns a store with a table, and a function that checks that the store has not changed.
func present(t testing.TB, name string) (tables *storetest.FaultStore, untouched func(what string)) {
	t.Helper()
	tables = &storetest.FaultStore{Store: store.NewMemStore()}
	was := tabletest.Image{Data: []byte("data"), Header: []byte("header")}
	was.Put(t, tables, name)
	return tables, func(what string) {
		t.Helper()
		if got := tabletest.ImageOf(t, tables, name); !bytes.Equal(got.File(), was.File()) ||
			len(tabletest.Names(t, tables)) != 1 {
			t.Errorf("%s: the store has changed", what)
		}
	}
}

// TestImportDamaged cuts and changes a file at many places. Each import must refuse it and leave the store unchanged.
func TestImportDamaged(t *testing.T) {
	file := fileOf(t, "KQvK")
	tables, untouched := present(t, "KQvK")
	refuse := func(what string, file []byte) {
		if err := take(t, tables, file); !errors.Is(err, store.ErrCorrupt) {
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

// TestImportRefusals checks the reasons in the errors.
func TestImportRefusals(t *testing.T) {
	file := fileOf(t, "KQvK")
	im := tabletest.ImageOf(t, func() store.Store {
		s := store.NewMemStore()
		tabletest.Encode(t, s, tabletest.Layout(t, "KQvK"))
		return s
	}(), "KQvK")
	header := im.Header[:len(im.Header)-4]
	withHeader := func(header []byte) []byte {
		return tabletest.Image{Data: im.Data, Header: tabletest.Seal(header)}.File()
	}
	replaced := func(old, new string) []byte {
		return withHeader(bytes.Replace(header, []byte(old), []byte(new), 1))
	}
	withData := func(data []byte) []byte { return tabletest.Image{Data: data, Header: im.Header}.File() }
	first, last := im.Data[0], im.Data[len(im.Data)-1]
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
		{"empty", nil, store.ErrForeign, "not a table"},
		{"another kind", []byte("<!doctype html><title>KQvK</title>"), store.ErrForeign, "not a table"},
		{"a newer file", newer, store.ErrVersion, "file version 2"},
		{"a newer table", replaced("MWTH\x05", "MWTH\x06"), store.ErrVersion, "format version 6, this program reads 5"},
		{"the other half is missing", file[:len(file)/2], store.ErrCorrupt, "its end is missing"},
		{"huge data", huge, store.ErrCorrupt, "don't fill the file"},
		{"a huge header", longHeader, store.ErrCorrupt, "don't fill the file"},
		{"no header", tabletest.Image{Data: im.Data, Header: nil}.File(), store.ErrCorrupt, "no header"},
		{"a unit", replaced("MWTH", "MWTS"), store.ErrCorrupt, "no header"},
		{"a class that is none", replaced("\x04KQvK", "\x04KXvK"), store.ErrCorrupt, "the class"},
		{"data missing", withData(im.Data[1:]), store.ErrCorrupt, "bytes of data instead of"},
		{
			"data changed", withData(slices.Concat([]byte{first ^ 1}, im.Data[1:])), store.ErrCorrupt,
			"checksum of tile 0",
		},
		{
			"directory changed", withData(slices.Concat(im.Data[:len(im.Data)-1], []byte{^last})), store.ErrCorrupt,
			"checksum of a directory",
		},
	} {
		tables, untouched := present(t, "KQvK")
		if err := take(t, tables, test.file); !errors.Is(err, test.err) || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: %v, want %q", test.name, err, test.reason)
		}
		untouched(test.name)
	}
}

// TestImportFails checks that the store stays unchanged if the store or the file fails, or if accept refuses the table.
func TestImportFails(t *testing.T) {
	file := fileOf(t, "KQvK")
	fault := errors.New("fault")
	for _, op := range []storetest.Op{storetest.Create, storetest.Write, storetest.Commit} {
		tables, untouched := present(t, "KQvK")
		tables.Fail(op, 1, fault)
		if err := take(t, tables, file); !errors.Is(err, fault) || !strings.Contains(err.Error(), "KQvK") {
			t.Errorf("%v: %v", op, err)
		}
		untouched(op.String())
	}

	tables, untouched := present(t, "KQvK")
	n, err := library.Examine(format.Params{}, bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Into(t.Context(), tables, func(int64) {}, func([sha256.Size]byte) error { return fault }); !errors.Is(
		err,
		fault,
	) {
		t.Errorf("not accepted: %v", err)
	}
	untouched("not accepted")

	if _, err := library.Examine(format.Params{}, bytes.NewReader(file[:100]), int64(len(file))); !errors.Is(
		err,
		store.ErrCorrupt,
	) {
		t.Errorf("a file that shrinks before it is examined: %v", err)
	}
	shrinking := bytes.NewReader(file)
	if n, err = library.Examine(format.Params{}, shrinking, int64(len(file))); err != nil {
		t.Fatal(err)
	}
	shrinking.Reset(file[:100])
	if err := n.Into(t.Context(), tables, func(int64) {}, func([sha256.Size]byte) error { return nil }); !errors.Is(
		err,
		store.ErrCorrupt,
	) {
		t.Errorf("a file that shrinks: %v", err)
	}
	untouched("a file that shrinks")
}

// TestCheck checks that Check finds damage at any place of the data.
func TestCheck(t *testing.T) {
	tables := store.NewMemStore()
	tabletest.Encode(t, tables, tabletest.Layout(t, "KQvK"))
	im := tabletest.ImageOf(t, tables, "KQvK")
	for _, at := range []int{0, len(im.Data) / 2, len(im.Data) - 1} {
		im.Data[at] ^= 1
		if err := tabletest.Open(t, im.Store(t, "KQvK"), tabletest.Layout(t, "KQvK")).Check(t.Context()); !errors.Is(
			err,
			store.ErrCorrupt,
		) ||
			!strings.Contains(err.Error(), "KQvK") {
			t.Errorf("byte %d changed: %v", at, err)
		}
		im.Data[at] ^= 1
	}
}

// FuzzImport changes a stretch of a file, and perhaps its end. An import must refuse the file, or an export of the
// table must give the same file. This also holds if the checksums of the header are right. The inputs are changes
// instead of files, so that nearly all of them pass the first checks.
func FuzzImport(f *testing.F) {
	file := fileOf(f, "KNvK") // small
	header := bytes.LastIndex(file, []byte("MWTH"))
	f.Add(uint16(0), []byte{}, int16(0), false)
	f.Add(uint16(0), []byte{}, int16(-len(file)/2), false)
	f.Add(uint16(0), []byte{}, int16(len(file)), true)
	for at := 0; at < len(file); at += 1 + len(file)/100 {
		f.Add(uint16(at), []byte{^file[at]}, int16(0), at >= header)
	}
	f.Fuzz(func(t *testing.T, at uint16, change []byte, more int16, right bool) {
		changed := bytes.Clone(file)
		copy(changed[int(at)%len(file):], change)
		if more <= 0 {
			changed = changed[:max(0, len(file)+int(more))]
		} else {
			changed = append(changed, file[:min(len(file), int(more))]...)
		}
		if right {
			changed = withRightHeader(changed)
		}
		tables := store.NewMemStore()
		if err := take(t, tables, changed); err != nil {
			if !errors.Is(err, store.ErrCorrupt) || len(tabletest.Names(t, tables)) > 0 {
				t.Fatalf("%v, there is %q", err, tabletest.Names(t, tables))
			}
			return
		}
		if got := tabletest.ImageOf(t, tables, tabletest.Names(t, tables)[0]).File(); !bytes.Equal(got, changed) {
			t.Fatalf("a file of %d bytes is imported as a file of %d, or as another one", len(changed), len(got))
		}
	})
}

// withRightHeader makes the frame and the checksums of the header right, if the file has something like a header.
func withRightHeader(file []byte) []byte {
	at := bytes.LastIndex(file, []byte("MWTH"))
	const begin, trailer, sum = 8, 24, 4
	if at < begin || len(file)-trailer-sum < at {
		return file
	}
	return tabletest.Image{Data: file[begin:at], Header: tabletest.Seal(file[at : len(file)-trailer-sum])}.File()
}
