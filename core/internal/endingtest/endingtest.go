// Package endingtest keeps endings for tests.
package endingtest

import (
	"errors"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
)

// Locked is the FEN of a draw with ten men. It has a single slice, as no king can reach a pawn.
const Locked = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"

// Keep solves the ending of a position, keeps it in a directory, and returns its name. On systems without locks of
// files it skips the test.
func Keep(t testing.TB, dir shelf.Dir, fen string) (name string) {
	t.Helper()
	return keep(t, dir, fen, func(*ending.Ending) error { return nil })
}

// keep is Keep, and calls a function with the solved ending.
func keep(t testing.TB, dir shelf.Dir, fen string, do func(*ending.Ending) error) (name string) {
	t.Helper()
	reading, err := board.ReadFENStrictly(fen)
	if err != nil {
		t.Fatal(err)
	}
	p := reading.Position
	name = ending.Name(&p)
	file, err := dir.Open(name)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	e, err := ending.New(p, ending.Options{Memory: 64 << 20, Room: file})
	if err == nil {
		err = e.Solve(t.Context(), nil)
	}
	if err == nil {
		err = do(e)
	}
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// Shelf returns a shelf with the endings of some positions.
func Shelf(t testing.TB, fens ...string) *shelf.Shelf {
	t.Helper()
	dir := shelf.Dir(t.TempDir())
	for _, fen := range fens {
		Keep(t, dir, fen)
	}
	s := shelf.New(dir, 64<<20)
	t.Cleanup(func() { s.Close() })
	return s
}

// WithMates returns a shelf with the ending of a position and its plies to mate.
func WithMates(t testing.TB, fen string) *shelf.Shelf {
	t.Helper()
	dir := shelf.Dir(t.TempDir())
	keep(t, dir, fen, func(e *ending.Ending) error { return e.Mates(t.Context(), nil) })
	s := shelf.New(dir, 64<<20)
	t.Cleanup(func() { s.Close() })
	return s
}
