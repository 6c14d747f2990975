package ending

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
)

// A twin solves the same games as the solver, in a plain graph of positions.
type twin struct {
	numbers   map[key]int32
	positions []board.Position
	slices    []Slice
	moves     [][]int32 // by legal move; nil in an open position
	open      []bool
}

// A key is equal for all orders of the men of a position.
type key struct {
	men       [32]uint8 // two squares in each
	turn      board.Color
	enPassant board.Square
}

func keyOf(p *board.Position) key {
	k := key{turn: p.Turn, enPassant: p.EnPassant}
	for _, m := range p.Men() {
		k.men[m.Square/2] |= (1 + uint8(m.Color)<<3 + uint8(m.Type)) << (m.Square % 2 * 4)
	}
	return k
}

// newTwin lists the positions that a position can reach. Those with too many pieces are open.
func newTwin(p board.Position, solved func(Slice) bool) *twin {
	t := &twin{numbers: map[key]int32{}}
	t.number(p)
	for i := 0; i < len(t.positions); i++ {
		p := t.positions[i]
		s, ok := sliceOf(&p)
		t.slices = append(t.slices, s)
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

func (t *twin) number(p board.Position) int32 {
	k := keyOf(&p)
	n, ok := t.numbers[k]
	if !ok {
		n = int32(len(t.positions))
		t.numbers[k] = n
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
	mayWhite, mayBlack := white, black // the same games if no position is open
	if slices.Contains(t.open, true) {
		mayWhite, mayBlack = t.wins(board.White, true), t.wins(board.Black, true)
	}
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

// leaves reports whether a move of a position leaves its slice.
func (t *twin) leaves(from int, to int32) bool {
	return t.slices[from] != t.slices[to]
}

// distances returns the plies of all decided positions to the next move out of their slices or to mate, or -1.
func (t *twin) distances(bounds [][2]value.Outcome) []int {
	plies := make([]int, len(bounds))
	var left []int
	for i, b := range bounds {
		plies[i] = -1
		if b[0] == b[1] && b[0] != value.Drawn && !t.open[i] {
			left = append(left, i)
		}
	}
	for n, found := 0, true; found || n < 3; n++ {
		var next, later []int
		for _, i := range left {
			if t.distanceIs(i, n, bounds, plies) {
				next = append(next, i)
			} else {
				later = append(later, i)
			}
		}
		for _, i := range next {
			plies[i] = n
		}
		left, found = later, len(next) > 0
	}
	return plies
}

// distanceIs reports whether a decided position has a distance, given all positions with smaller ones.
func (t *twin) distanceIs(i, n int, bounds [][2]value.Outcome, plies []int) bool {
	if bounds[i][0] == value.Win {
		for _, to := range t.moves[i] {
			wins := bounds[to] == [2]value.Outcome{value.Loss, value.Loss}
			if wins && n > 0 && (n == 1 && t.leaves(i, to) || plies[to] == n-1 && !t.leaves(i, to)) {
				return true
			}
		}
		return false
	}
	longest := 0
	for _, to := range t.moves[i] {
		switch {
		case t.leaves(i, to):
			longest = max(longest, 1)
		case plies[to] < 0:
			return false
		default:
			longest = max(longest, 1+plies[to])
		}
	}
	return longest == n
}

// TestTwin compares the bounds, distances and mates of all positions with those of the twin. Only slices with some
// pieces are solved, within some moves that leave slices: all others are open, and test the bounds. A slice with a
// piece has 400,000 positions.
func TestTwin(t *testing.T) {
	for name, test := range map[string]struct {
		fen           string
		pieces, depth int
		long          bool
	}{
		"one pawn":                {"8/8/4k3/8/4P3/4K3/8/8 w - - 0 1", 0, 99, false},
		"en passant":              {"8/8/4k3/8/3p4/4K3/4P3/8 w - - 0 1", 0, 99, false},
		"en passant as only move": {"8/8/8/8/k1p5/8/KP6/8 w - - 0 1", 0, 99, false},
		"pawns take pawns":        {"8/8/2p1k3/3pP3/8/8/8/4K3 w - - 0 1", 0, 6, false},
		"a rook":                  {"8/8/8/3k4/8/8/2R5/2K5 w - - 0 1", 1, 99, false},
		"promotion by a capture":  {"1b6/P7/8/8/8/8/1k6/3K4 w - - 0 1", 1, 0, false},

		"7 men, a free pawn":            {"8/8/2k5/p1p5/P1P5/2K5/6P1/8 w - - 0 1", 0, 4, false},
		"8 men, en passant":             {"8/8/1k6/p1p5/P1Pp4/1K6/4P3/8 w - - 0 1", 0, 4, false},
		"8 men, a pawn promotes":        {"k7/p1K5/P1P5/8/8/6p1/4p1P1/8 w - - 0 1", 0, 2, false},
		"9 men, kings take pawns":       {"8/8/1k1p4/p2P1p2/P1KP1P2/8/8/8 w - - 0 1", 0, 8, false},
		"9 men, three pairs":            {"8/5k2/1p1p1p2/1P1P1P2/8/8/6P1/6K1 w - - 0 1", 0, 4, false},
		"9 men, a cage":                 {"8/8/8/6k1/7p/p1p5/P1P1p1P1/1K6 w - - 0 1", 0, 12, false},
		"10 men, en passant":            {"8/8/1k6/p1p2p2/P1Pp1P2/1K6/4P3/8 w - - 0 1", 0, 4, false},
		"10 men, a king among pawns":    {"8/8/p1p1p1p1/P1PkP1P1/8/3K4/8/8 w - - 0 1", 0, 8, false},
		"10 men, a wall":                {"8/8/8/6k1/8/p1p1p1p1/P1P1P1P1/1K6 w - - 0 1", 0, 8, false},
		"7 men, a pawn leaves a cage":   {"8/8/8/6k1/8/p1p5/P1P1p3/1K6 w - - 0 1", 1, 3, true},
		"7 men, a rook, no stalemate":   {"8/k1P5/2K5/4p1p1/4P1P1/8/8/8 w - - 0 1", 1, 5, true},
		"7 men, a king in the corner":   {"k7/2P5/p1K5/P7/6p1/6P1/8/8 w - - 0 1", 1, 1, true},
		"7 men, a pawn and two pairs":   {"8/1k1K2P1/8/p1p5/P1P5/8/8/8 w - - 0 1", 1, 1, true},
		"9 men, a rook, no stalemate":   {"8/k1P5/p1K5/P3p1p1/4P1P1/8/8/8 w - - 0 1", 1, 1, true},
		"10 men, a jump or a promotion": {"8/2p5/3k4/p2P4/P3p1p1/4P1P1/4p3/2K5 b - - 0 1", 1, 4, true},
	} {
		t.Run(name, func(t *testing.T) {
			if test.long && !long() {
				t.Skip()
			}
			if !test.long {
				t.Parallel()
			}
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
	var n struct{ slices, positions, open, half, decided, enPassant, under, longest, wrong int }
	n.slices, n.positions = len(e.kept.nodes), len(tw.positions)
	bounds := tw.bounds()
	distances := tw.distances(bounds)
	for i, want := range bounds {
		p := &tw.positions[i]
		low, high, err := e.Bounds(p)
		if err != nil {
			t.Fatal(err)
		}
		plies, ok, err := e.Distance(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			plies = -1
		}
		if low != want[0] || high != want[1] || plies != distances[i] {
			if n.wrong++; n.wrong < 10 {
				t.Errorf("%s: %v to %v in %d plies, want %v in %d", p.FEN(), low, high, plies, want, distances[i])
			}
		}
		switch {
		case want == [2]value.Outcome{value.Loss, value.Win}:
			n.open++
		case want[0] < want[1]:
			n.half++
		case want[0] != value.Drawn:
			n.decided++
		}
		n.longest = max(n.longest, plies)
		if p.EnPassant != board.NoSquare && !tw.open[i] {
			n.enPassant++
		}
		if tw.needsUnderpromotion(i, bounds) {
			n.under++
		}
	}
	t.Logf("%+v", n)
	if n.decided > 0 {
		compareMates(t, e, tw, bounds)
	}
}

// needsUnderpromotion reports whether only an underpromotion has the lower bound of a position.
func (t *twin) needsUnderpromotion(i int, bounds [][2]value.Outcome) bool {
	if t.open[i] || bounds[i][0] == value.Loss {
		return false
	}
	moves := t.positions[i].LegalMoves(nil)
	for j, m := range moves {
		if (m.Promotion == board.NoPiece || m.Promotion == board.Queen) && -bounds[t.moves[i][j]][1] == bounds[i][0] {
			return false
		}
	}
	return len(moves) > 0
}
