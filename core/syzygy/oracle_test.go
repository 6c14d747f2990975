package syzygy

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/syzygy/layout"
	"github.com/matewright/matewright/core/value"
)

// filesEnv names the directory of Syzygy files of all classes with three and four men, for the long test.
const filesEnv = "MATEWRIGHT_SYZYGY"

// TestSmallFiles compares files in testdata with our tables.
func TestSmallFiles(t *testing.T) {
	for _, name := range strings.Fields("KQvK KPvK KNvKN") {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		tables := openAll(t, "testdata")
		step := 1
		switch {
		case class.Men() == 4:
			step = 101
		case class.Pawns() > 0:
			step = 3
		}
		c := &comparison{tables: tables, exact: tabletest.ByFiftyMoves(t, class), class: class}
		c.run(t, step)
		t.Log(c)
	}
}

// TestAllFiles compares all positions of all files with our tables. It takes an hour.
func TestAllFiles(t *testing.T) {
	dir := os.Getenv(filesEnv)
	if os.Getenv("MATEWRIGHT_LONG") == "" || dir == "" {
		t.Skipf("needs MATEWRIGHT_LONG, and the directory of files in %s", filesEnv)
	}
	step := 1
	fmt.Sscan(os.Getenv("MATEWRIGHT_SYZYGY_STEP"), &step)
	exact := tabletest.ByFiftyMoves(t, material.UpTo(4)...)
	for _, class := range material.UpTo(4) {
		t.Run(class.String(), func(t *testing.T) {
			t.Parallel()
			c := &comparison{tables: openAll(t, dir), exact: exact, class: class}
			c.run(t, step)
			t.Log(c)
		})
	}
}

func openAll(t testing.TB, dir string) *Tables {
	t.Helper()
	tables, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	})
	return tables
}

// A comparison compares a file with our tables.
type comparison struct {
	tables *Tables
	exact  *library.Library
	class  material.Class

	positions, rounded, shorter, enPassant int
	pending                                []board.Position
}

// String returns the numbers of positions: all, those with a DTZ that may be rounded, and those with a rounded one.
func (c *comparison) String() string {
	return fmt.Sprintf("%v: %d positions, %d of them with en passant; DTZ rounded in %d, and shorter by a ply in %d",
		c.class, c.positions, c.enPassant, c.rounded, c.shorter)
}

// run goes through every step-th position of the class, up to symmetry, and those with an en-passant square.
func (c *comparison) run(t *testing.T, step int) {
	pieces := layout.Usual(c.class)
	for file := range 4 {
		l, err := layout.New(pieces, layout.Orders(pieces)[0], file)
		if err != nil {
			t.Fatal(err)
		}
		for index := uint64(0); index < l.Size(); index += uint64(step) {
			men := l.Men(index)
			for _, turn := range board.Colors {
				c.add(t, board.NewPosition(turn, men.List()...))
			}
		}
		if !l.HasPawns() {
			break
		}
	}
	c.compare(t)
	if c.positions == 0 {
		t.Errorf("%v: no positions", c.class)
	}
}

// add adds a position if it is legal, and the same one with each en-passant square.
func (c *comparison) add(t *testing.T, p board.Position) {
	if p.InCheck(p.Turn.Other()) {
		return
	}
	c.pending = append(c.pending, p)
	if c.class.HasEnPassant() {
		for _, s := range p.EnPassantSquares() {
			jumped := p
			jumped.EnPassant = s
			c.pending = append(c.pending, jumped)
			c.enPassant++
		}
	}
	if len(c.pending) >= 1<<12 {
		c.compare(t)
	}
}

// compare compares the added positions.
func (c *comparison) compare(t *testing.T) {
	values, _, err := c.exact.Values(t.Context(), c.pending)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.pending {
		c.one(t, &c.pending[i], values[i])
	}
	c.positions += len(c.pending)
	c.pending = c.pending[:0]
}

// one compares a position. Outcomes are equal. A file that stores moves instead of plies rounds the plies down to an
// odd number. So even numbers of plies are one ply shorter. The plies of the side that the file lacks follow from
// those, so they are exact or one ply less. All other plies are exact.
func (c *comparison) one(t *testing.T, p *board.Position, want value.Value) {
	t.Helper()
	got, err := c.tables.Probe(p)
	if err != nil {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	plies := value.DTZ50.Plies(want)
	if want == value.Decided(0) {
		plies = 1 // mate
	}
	if outcome, err := c.tables.Outcome(p); err != nil || outcome != got.WDL {
		t.Fatalf("%s: %v and %v, %v", p.FEN(), outcome, got.WDL, err)
	}
	if got.WDL.Category() != value.DTZ50.Category(want) {
		t.Fatalf("%s: %v, want %v", p.FEN(), got.WDL.Category(), value.DTZ50.Category(want))
	}
	low, high := got.bounds()
	if plies < low || plies > high || (got.DTZ > 0) != (got.WDL > Draw) || (got.DTZ < 0) != (got.WDL < Draw) {
		t.Fatalf("%s: %+v, want %d", p.FEN(), got, plies)
	}
	if got.Exact {
		return
	}
	c.rounded++
	if low < plies {
		c.shorter++
	}
	if c.stores(p) && low != plies-(plies-1)%2 {
		t.Fatalf("%s: %+v, want %d rounded to an odd number", p.FEN(), got, plies)
	}
}

// stores reports whether the DTZ file has the side to move of a position.
func (c *comparison) stores(p *board.Position) bool {
	f, swapped, err := c.tables.find(p, DTZFile)
	if err != nil {
		return false
	}
	table, err := f.table()
	if err != nil {
		return false
	}
	_, file, side := table.see(p, swapped)
	return table.stores(&table.parts[file][0], side)
}

// TestChecksums compares the files' own checksums with those of their bytes.
func TestChecksums(t *testing.T) {
	tables := openAll(t, "testdata")
	for _, path := range tables.Names() {
		if err := Verify(path); err != nil {
			t.Error(err)
		}
	}
	data, err := os.ReadFile(filepath.Join("testdata", "KPvK.rtbw"))
	if err != nil {
		t.Fatal(err)
	}
	data[1000] ^= 1
	damaged := filepath.Join(t.TempDir(), "KPvK.rtbw")
	if err := os.WriteFile(damaged, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Verify(damaged); err == nil {
		t.Error("a damaged file passed")
	}
}
