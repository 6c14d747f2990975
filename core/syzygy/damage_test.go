package syzygy

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/syzygy/layout"
	"github.com/matewright/matewright/core/syzygy/pairs"
)

// smallFiles returns the files in testdata by name.
func smallFiles(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.rtb?")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	files := map[string][]byte{}
	for _, path := range paths {
		if files[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// tablesOf returns tables of files in memory. If inParts is true, they are read as in a browser.
func tablesOf(files map[string][]byte, inParts bool) *Tables {
	tables := New()
	for name, data := range files {
		source := pairs.InMemory(data)
		if inParts {
			source = pairs.FromReader(bytes.NewReader(data), int64(len(data)))
		}
		tables.Add(name, source)
	}
	return tables
}

// somePositions returns legal positions of a class.
func somePositions(class material.Class, n int) (list []board.Position) {
	random := rand.New(rand.NewPCG(7, 8))
	pieces := layout.Usual(class)
	l, err := layout.New(pieces, layout.Orders(pieces)[0], 0)
	for err == nil && len(list) < n {
		men := l.Men(random.Uint64N(l.Size()))
		p := board.NewPosition(board.Color(random.IntN(2)), men.List()...)
		if p.Check() == nil {
			list = append(list, p)
		}
	}
	return list
}

// TestTruncated cuts and extends files, at any of the last lengths and some others.
func TestTruncated(t *testing.T) {
	for name, data := range smallFiles(t) {
		class, kind, _ := ParseName(name)
		for n := range len(data) {
			if n > 200 && n < len(data)-200 && n%97 != 0 {
				continue
			}
			if _, err := read(pairs.InMemory(data[:n:n]), class, kind); !errors.Is(err, ErrTruncated) {
				t.Fatalf("%s with %d bytes: %v", name, n, err)
			}
		}
		longer := append(data[:len(data):len(data)], make([]byte, 64)...)
		if _, err := read(pairs.InMemory(longer), class, kind); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s with more bytes: %v", name, err)
		}
	}
}

// TestRenamed opens each file under the name of each other one.
func TestRenamed(t *testing.T) {
	files := smallFiles(t)
	for name, data := range files {
		for other := range files {
			class, kind, ok := ParseName(other)
			if !ok {
				t.Fatal(other)
			}
			_, err := read(pairs.InMemory(data), class, kind)
			if (err == nil) != (name == other) || err != nil && !errors.Is(err, ErrRenamed) {
				t.Errorf("%s as %s: %v", name, other, err)
			}
		}
		foreign := bytes.Repeat([]byte("1. e4 e5 "), len(data)/9+1)[:len(data)]
		class, kind, _ := ParseName(name)
		if _, err := read(pairs.InMemory(foreign), class, kind); !errors.Is(err, ErrForeign) {
			t.Errorf("text as %s: %v", name, err)
		}
	}
}

// TestNames goes through names of other files.
func TestNames(t *testing.T) {
	for _, name := range []string{
		"", ".rtbw", "KvK.rtbw", "KQvK", "KQvK.rtb", "KQvK.RTBW", "kqvk.rtbw", "KvKQ.rtbw", "KBQvK.rtbw", "KQK.rtbw",
		"QvK.rtbw", "KQvKv.rtbw", "KKvK.rtbw", "KQXvK.rtbw", "KQQQQQQvK.rtbw", "KQvK.rtbw.gz", "vKQ.rtbw",
	} {
		if class, kind, ok := ParseName(name); ok {
			t.Errorf("%q: %v %v", name, class, kind)
		}
	}
	class, kind, ok := ParseName("KRBNvKQR.rtbz")
	if !ok || kind != DTZFile || class.String() != "KRBNvKQR" {
		t.Errorf("%v %v %v", class, kind, ok)
	}
}

// TestMissing probes without the necessary files.
func TestMissing(t *testing.T) {
	files := smallFiles(t)
	delete(files, "KQvK.rtbz")
	tables := tablesOf(files, false)
	p := somePositions(mustParse(t, "KQvK"), 1)[0]
	missing := (*MissingError)(nil)
	if _, err := tables.Probe(&p); !errors.As(err, &missing) || missing.name() != "KQvK.rtbz" {
		t.Error(err)
	}
	p = somePositions(mustParse(t, "KQvKR"), 1)[0]
	if _, err := tables.Outcome(&p); !errors.Is(err, ErrMissing) {
		t.Error(err)
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func mustParse(t testing.TB, name string) material.Class {
	t.Helper()
	class, err := material.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return class
}

// FuzzDamaged changes bytes of files, cuts them, and probes.
func FuzzDamaged(f *testing.F) {
	files := smallFiles(f)
	names := []string{"KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KQvK.rtbz", "KNvKN.rtbw"}
	positions := map[string][]board.Position{}
	for _, name := range names {
		class, _, _ := ParseName(name)
		positions[name] = somePositions(class, 12)
	}
	random := rand.New(rand.NewPCG(9, 10))
	for i := range 60 {
		name := names[i%len(names)]
		f.Add(uint8(i), uint16(random.IntN(len(files[name]))), uint16(random.IntN(120)), byte(random.IntN(256)), true)
		f.Add(uint8(i), uint16(0), uint16(random.IntN(120)), byte(255), false)
	}
	f.Fuzz(func(t *testing.T, which uint8, first, second uint16, bits byte, cut bool) {
		name := names[int(which)%len(names)]
		data := bytes.Clone(files[name])
		data[int(first)%len(data)] ^= bits
		data[int(second)%len(data)] += bits
		if cut {
			data = data[:len(data)/64*64+16-64*int(second%2)]
		}
		changed := map[string][]byte{}
		for other, file := range files {
			changed[other] = file
		}
		changed[name] = data
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		tables := tablesOf(changed, which >= 128)
		for _, p := range positions[name] {
			if r, err := tables.Probe(&p); err == nil && (r.WDL < Loss || r.WDL > Win) {
				t.Errorf("%s: %v", p.FEN(), r)
			} else if file := (*FileError)(nil); err != nil && !errors.As(err, &file) {
				t.Errorf("%s: %v", p.FEN(), err)
			}
		}
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 8<<20 {
			t.Errorf("%d bytes taken for a file of %d", taken, len(data))
		}
	})
}

// TestInParts compares files that are read with those in memory.
func TestInParts(t *testing.T) {
	files := smallFiles(t)
	memory, parts := tablesOf(files, false), tablesOf(files, true)
	for _, name := range []string{"KPvK", "KQvK", "KNvKN"} {
		for _, p := range somePositions(mustParse(t, name), 300) {
			want, err := memory.Probe(&p)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := parts.Probe(&p); err != nil || got != want {
				t.Errorf("%s: %v, want %v (%v)", p.FEN(), got, want, err)
			}
		}
	}
}

// TestTogether probes from several goroutines at once, which open the files.
func TestTogether(t *testing.T) {
	tables := openAll(t, "testdata")
	positions := somePositions(mustParse(t, "KPvK"), 50)
	answers := make(chan []Result)
	for range 4 {
		go func() {
			var list []Result
			for _, p := range positions {
				r, err := tables.Probe(&p)
				if err != nil {
					t.Error(err)
				}
				list = append(list, r)
			}
			answers <- list
		}()
	}
	first := <-answers
	for range 3 {
		for i, r := range <-answers {
			if r != first[i] {
				t.Errorf("%s: %v and %v", positions[i].FEN(), r, first[i])
			}
		}
	}
}

// TestAllocations probes files in memory, which allocates nothing.
func TestAllocations(t *testing.T) {
	tables := openAll(t, "testdata")
	for _, name := range []string{"KPvK", "KQvK", "KNvKN"} {
		positions := somePositions(mustParse(t, name), 100)
		allocated := testing.AllocsPerRun(5, func() {
			for i := range positions {
				if _, err := tables.Probe(&positions[i]); err != nil {
					t.Fatal(err)
				}
			}
		})
		if allocated > 0 {
			t.Errorf("%s: %v allocations in %d probes", name, allocated, len(positions))
		}
	}
}
