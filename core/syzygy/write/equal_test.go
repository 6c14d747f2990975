package write_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/syzygy/layout"
	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/core/syzygy/write"
	"github.com/matewright/matewright/core/value"
)

// exact returns a library of our tables of classes and all that they depend on.
func exact(t *testing.T, classes ...material.Class) *library.Library {
	t.Helper()
	return tabletest.ByFiftyMoves(t, classes...).Faces(store.NewFileStore(t.TempDir()).Derived())
}

// written writes the files of classes, and of all that captures lead to.
func written(
	t *testing.T, lib *library.Library, rounded bool, classes ...material.Class,
) *syzygy.Tables {
	t.Helper()
	tables := syzygy.New()
	for _, class := range material.Closure(classes...) {
		if class.BareKings() || class.Rights() != 0 {
			continue
		}
		files, err := write.Class(context.Background(), lib, class, write.Options{Threads: 2, Rounded: rounded})
		if err != nil {
			t.Fatal(class, err)
		}
		paths := write.Paths("", class)
		for i, data := range [][]byte{files.Outcomes, files.Distances} {
			if !tables.Add(filepath.Base(paths[i]), pairs.InMemory(data)) {
				t.Fatal(paths[i])
			}
		}
	}
	return tables
}

// wantEqual compares every step-th position of a class, up to symmetry, with our tables. It returns the number of
// positions.
func wantEqual(
	t *testing.T, lib *library.Library, tables *syzygy.Tables, rounded bool, class material.Class, step uint64,
) (n int) {
	t.Helper()
	pieces := layout.Usual(class)
	for file := range 4 {
		l, err := layout.New(pieces, layout.Orders(pieces)[0], file)
		if err != nil {
			t.Fatal(err)
		}
		var positions []board.Position
		for index := uint64(0); index < l.Size(); index += step {
			men := l.Men(index)
			for _, turn := range board.Colors {
				if p := board.NewPosition(turn, men.List()...); p.Check() == nil {
					positions = append(positions, p)
				}
			}
			if len(positions) >= 1000 || index+step >= l.Size() {
				n += len(positions)
				compare(t, lib, tables, rounded, positions)
				positions = positions[:0]
			}
		}
		if !l.HasPawns() {
			break
		}
	}
	return n
}

// compare compares positions with our tables: wins and losses exactly, if the tables have plies. Others may differ by a
// ply, as those that the fifty-move rule makes draws.
func compare(
	t *testing.T, lib *library.Library, tables *syzygy.Tables, rounded bool, positions []board.Position,
) {
	t.Helper()
	values, _, err := lib.Values(t.Context(), positions)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		p := &positions[i]
		got, err := tables.Probe(p)
		if err != nil {
			t.Fatal(p.FEN(), err)
		}
		plies := max(1, value.DTZ50.Plies(v)) // a mated side has -1
		switch v.Outcome() {
		case value.Loss:
			plies = -plies
		case value.Drawn:
			plies = 0
		}
		category := value.DTZ50.Category(v)
		exact := category != value.CursedWinCategory && category != value.BlessedLossCategory
		off := max(got.DTZ-plies, plies-got.DTZ)
		if got.WDL.Category() != category || got.Exact && off != 0 || off > 1 || exact && !rounded && !got.Exact {
			t.Errorf("%s: %v %v, want %v %d", p.FEN(), got, got.WDL.Category(), category, plies)
			if t.Failed() {
				t.FailNow()
			}
		}
	}
}

// TestEqual writes files of a few classes and reads their positions back.
func TestEqual(t *testing.T) {
	classes := tabletest.Classes(t, "KQvK", "KPvK", "KNvKN")
	lib := exact(t, classes...)
	tables := written(t, lib, false, classes...)
	for _, class := range classes {
		step := uint64(7)
		if class.Men() == 4 {
			step = 307
		}
		n := wantEqual(t, lib, tables, false, class, step)
		if t.Logf("%v: %d positions", class, n); n < 1000 {
			t.Errorf("%v: only %d positions", class, n)
		}
	}
}

// TestRounded is [TestEqual] for files with rounded distances.
func TestRounded(t *testing.T) {
	class := tabletest.Classes(t, "KPvK")[0]
	lib := exact(t, class)
	if n := wantEqual(t, lib, written(t, lib, true, class), true, class, 11); n < 1000 {
		t.Errorf("only %d positions", n)
	}
}

// TestEqualLong does this for all positions of all classes with three and four men, or for every N-th one with
// MATEWRIGHT_SYZYGY_STEP=N. MATEWRIGHT_SYZYGY_CLASS has other classes. Then MATEWRIGHT_SYZYGY can have directories with
// files that are already written.
func TestEqualLong(t *testing.T) {
	if os.Getenv("MATEWRIGHT_LONG") == "" {
		t.Skip("needs MATEWRIGHT_LONG")
	}
	classes, step := material.UpTo(4), uint64(1)
	if own := os.Getenv("MATEWRIGHT_SYZYGY_CLASS"); own != "" {
		classes = tabletest.Classes(t, strings.Fields(own)...)
	}
	fmt.Sscan(os.Getenv("MATEWRIGHT_SYZYGY_STEP"), &step)
	lib, rounded := exact(t, classes...), os.Getenv("MATEWRIGHT_SYZYGY_ROUNDED") != ""
	var tables *syzygy.Tables
	if dir := os.Getenv("MATEWRIGHT_SYZYGY"); dir != "" {
		var err error
		if tables, err = syzygy.Open(dir); err != nil {
			t.Fatal(err)
		}
	} else {
		tables = written(t, lib, rounded, classes...)
	}
	t.Cleanup(func() { tables.Close() })
	for _, class := range classes {
		if !class.BareKings() {
			t.Logf("%v: %d positions", class, wantEqual(t, lib, tables, rounded, class, step))
		}
	}
}
