package ending

import (
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
)

// A twin solves the same games as the solver, in a plain graph of positions.
type twin struct {
	numbers   map[board.Position]int
	positions []board.Position
	moves     [][]int // nil in an open position
	open      []bool
}

// key returns an equal position for all orders of the men.
func key(p board.Position) board.Position {
	var at [64]board.Man
	for _, m := range p.Men() {
		at[m.Square] = m
	}
	var men []board.Man
	for _, m := range at {
		if m.Type != board.NoPiece {
			men = append(men, m)
		}
	}
	k := board.NewPosition(p.Turn, men...)
	k.EnPassant = p.EnPassant
	return k
}

// newTwin lists the positions that a position can reach. Those with too many pieces are open.
func newTwin(p board.Position, solved func(Slice) bool) *twin {
	t := &twin{numbers: map[board.Position]int{}}
	t.number(p)
	for i := 0; i < len(t.positions); i++ {
		p := t.positions[i]
		s, ok := sliceOf(&p)
		t.open = append(t.open, !ok || !solved(s))
		t.moves = append(t.moves, nil)
		if t.open[i] {
			continue
		}
		for _, m := range p.LegalMoves(nil) {
			t.moves[i] = append(t.moves[i], t.number(p.Play(m)))
		}
	}
	return t
}

func (t *twin) number(p board.Position) int {
	p = key(p)
	n, ok := t.numbers[p]
	if !ok {
		n = len(t.positions)
		t.numbers[p] = n
		t.positions = append(t.positions, p)
	}
	return n
}

// wins returns the positions in which a side wins, if open positions are wins or not.
func (t *twin) wins(side board.Color, open bool) []bool {
	won := make([]bool, len(t.positions))
	for changed := true; changed; {
		changed = false
		for i := range t.positions {
			if !won[i] && t.winsNow(i, side, open, won) {
				won[i], changed = true, true
			}
		}
	}
	return won
}

func (t *twin) winsNow(i int, side board.Color, open bool, won []bool) bool {
	p := &t.positions[i]
	if t.open[i] {
		return open
	}
	if p.Turn == side {
		for _, n := range t.moves[i] {
			if won[n] {
				return true
			}
		}
		return false
	}
	for _, n := range t.moves[i] {
		if !won[n] {
			return false
		}
	}
	return len(t.moves[i]) > 0 || p.InCheck(p.Turn)
}

// bounds returns the bounds of every position, for the side to move.
func (t *twin) bounds() (list [][2]value.Outcome) {
	white, black := t.wins(board.White, false), t.wins(board.Black, false)
	mayWhite, mayBlack := t.wins(board.White, true), t.wins(board.Black, true)
	for i := range t.positions {
		low, high := value.Loss, value.Win
		if white[i] {
			low = value.Win
		} else if !mayBlack[i] {
			low = value.Drawn
		}
		if black[i] {
			high = value.Loss
		} else if !mayWhite[i] {
			high = value.Drawn
		}
		if t.positions[i].Turn == board.Black {
			low, high = -high, -low
		}
		list = append(list, [2]value.Outcome{low, high})
	}
	return list
}

// TestTwin compares the bounds of all positions with those of the twin. Only slices with some pieces are solved, within
// some moves that leave slices: all others are open, and test the bounds. Long because a slice with a piece has 400,000
// positions.
func TestTwin(t *testing.T) {
	for name, test := range map[string]struct {
		fen           string
		pieces, depth int
	}{
		"one pawn":                {"8/8/4k3/8/4P3/4K3/8/8 w - - 0 1", 0, 99},
		"en passant":              {"8/8/4k3/8/3p4/4K3/4P3/8 w - - 0 1", 0, 99},
		"en passant as only move": {"8/8/8/8/k1p5/8/KP6/8 w - - 0 1", 0, 99},
		"pawns take pawns":        {"8/8/2p1k3/3pP3/8/8/8/4K3 w - - 0 1", 0, 6},
		"a rook":                  {"8/8/8/3k4/8/8/2R5/2K5 w - - 0 1", 1, 99},
		"promotion by a capture":  {"1b6/P7/8/8/8/8/1k6/3K4 w - - 0 1", 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := tabletest.Position(t, test.fen)
			compare(t, p, nearby(p, test.pieces, test.depth))
		})
	}
}

func newEnding(t testing.TB, p board.Position) *Ending {
	t.Helper()
	e, err := New(p, Options{Threads: 2, Memory: 256 << 20, Room: new(scratch.Memory)})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func compare(t *testing.T, p board.Position, within func(Slice) bool) {
	e := solved(t, p, within)
	tw := newTwin(p, within)
	wrong, open, decided := 0, 0, 0
	for i, want := range tw.bounds() {
		low, high, err := e.Bounds(&tw.positions[i])
		if err != nil {
			t.Fatal(err)
		}
		if want[0] < want[1] {
			open++
		} else if want[0] != value.Drawn {
			decided++
		}
		if low != want[0] || high != want[1] {
			if wrong++; wrong < 10 {
				t.Errorf("%s: %v to %v, want %v", tw.positions[i].FEN(), low, high, want)
			}
		}
	}
	t.Logf("%d slices, %d positions, %d open, %d won or lost", len(e.kept.nodes), len(tw.positions), open, decided)
}
