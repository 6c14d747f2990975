package board_test

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
)

// The tests check each function of sets of squares against a walk over the board, one square at a time, by file and
// rank.

var (
	straight = [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	diagonal = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	around   = append(straight[:4:4], diagonal...)
	jumps    = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// ways has the directions in which a piece moves, and whether it slides.
var ways = map[board.PieceType]struct {
	directions [][2]int
	slides     bool
}{
	board.King:   {around, false},
	board.Queen:  {around, true},
	board.Rook:   {straight, true},
	board.Bishop: {diagonal, true},
	board.Knight: {jumps, false},
}

// step returns the square next to s, if it is on the board.
func step(s board.Square, direction [2]int) (board.Square, bool) {
	file, rank := s.File()+direction[0], s.Rank()+direction[1]
	return board.NewSquare(file, rank), file >= 0 && file < 8 && rank >= 0 && rank < 8
}

// walk returns the squares that a piece attacks.
func walk(t board.PieceType, from board.Square, occupied board.Bitboard) (attacked board.Bitboard) {
	for _, direction := range ways[t].directions {
		for to, ok := step(from, direction); ok; to, ok = step(to, direction) {
			attacked |= to.Bit()
			if !ways[t].slides || occupied.Has(to) {
				break
			}
		}
	}
	return attacked
}

// pawnWalk returns the squares that a pawn attacks, and those that it can advance to.
func pawnWalk(c board.Color, from board.Square, occupied board.Bitboard) (attacked, pushes board.Bitboard) {
	forward, home := 1, 1
	if c == board.Black {
		forward, home = -1, 6
	}
	for _, side := range []int{-1, 1} {
		if to, ok := step(from, [2]int{side, forward}); ok {
			attacked |= to.Bit()
		}
	}
	to, ok := step(from, [2]int{0, forward})
	if !ok || occupied.Has(to) {
		return attacked, 0
	}
	pushes = to.Bit()
	if to, _ = step(to, [2]int{0, forward}); from.Rank() == home && !occupied.Has(to) {
		pushes |= to.Bit()
	}
	return attacked, pushes
}

// random is the same in every run, so that a failure can be repeated.
func random() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// randomSet returns a set of any density.
func randomSet(r *rand.Rand) (b board.Bitboard) {
	density := r.IntN(65)
	for s := range board.NoSquare {
		if r.IntN(64) < density {
			b |= s.Bit()
		}
	}
	return b
}

func TestReach(t *testing.T) {
	r := random()
	for range 2000 {
		from, empty := randomSet(r), randomSet(r)
		for piece := range ways {
			var want board.Bitboard
			for rest := from; rest != 0; rest = rest.Rest() {
				want |= walk(piece, rest.First(), ^empty)
			}
			if got := board.Reach(piece, from, empty); got != want {
				t.Fatalf("Reach(%c, %#x, %#x) = %#x, want %#x", piece.Letter(), from, empty, got, want)
			}
			if piece == board.Knight {
				continue
			}
			if got, want := piece.Stride().Reach(from), board.Reach(piece, from, 0); got != want {
				t.Fatalf("a step of %c from %#x reaches %#x, want %#x", piece.Letter(), from, got, want)
			}
		}
	}
}

func TestAttacks(t *testing.T) {
	r := random()
	for range 100 {
		occupied := randomSet(r)
		for s := range board.NoSquare {
			for piece := range ways {
				want := walk(piece, s, occupied)
				if got := board.Attacks(piece, s, occupied); got != want {
					t.Fatalf("Attacks(%c, %v, %#x) = %#x, want %#x", piece.Letter(), s, occupied, got, want)
				}
				wantAttacks(t, board.Man{Type: piece, Square: s}, occupied, want)
			}
			for _, c := range board.Colors {
				attacked, pushes := pawnWalk(c, s, occupied)
				if got := board.PawnAttacks(c, s); got != attacked {
					t.Fatalf("PawnAttacks(%v, %v) = %#x, want %#x", c, s, got, attacked)
				}
				wantAttacks(t, board.Man{Color: c, Type: board.Pawn, Square: s}, occupied, attacked)
				if got := board.PawnPushes(c, s, occupied); s.Rank() > 0 && s.Rank() < 7 && got != pushes {
					t.Fatalf("PawnPushes(%v, %v, %#x) = %#x, want %#x", c, s, occupied, got, pushes)
				}
			}
		}
	}
}

func wantAttacks(t *testing.T, m board.Man, occupied, want board.Bitboard) {
	t.Helper()
	for to := range board.NoSquare {
		if m.Attacks(to, occupied) != want.Has(to) {
			t.Fatalf("%+v attacks %v with %#x occupied: %v", m, to, occupied, !want.Has(to))
		}
	}
}

// TestGeometry: Between, Rays and Steps are the walk on an empty board.
func TestGeometry(t *testing.T) {
	for a := range board.NoSquare {
		var between [64]board.Bitboard
		for _, direction := range around {
			var passed board.Bitboard
			for b, ok := step(a, direction); ok; b, ok = step(b, direction) {
				between[b] = passed
				passed |= b.Bit()
			}
		}
		for b := range board.NoSquare {
			if got := board.Between(a, b); got != between[b] {
				t.Errorf("Between(%v, %v) = %#x, want %#x", a, b, got, between[b])
			}
		}
		for _, piece := range []board.PieceType{board.Queen, board.Rook, board.Bishop} {
			lo, hi := piece.Directions()
			var reached board.Bitboard
			for _, ray := range board.Rays[a][lo:hi] {
				for i, s := range ray {
					reached |= s.Bit()
					if board.Between(a, s).Count() != i {
						t.Errorf("a ray from %v is out of order: %v", a, ray)
					}
				}
			}
			if want := walk(piece, a, 0); reached != want {
				t.Errorf("the rays of %c on %v reach %#x, want %#x", piece.Letter(), a, reached, want)
			}
		}
		wantSquares(t, board.Steps.King[a], walk(board.King, a, 0))
		wantSquares(t, board.Steps.Knight[a], walk(board.Knight, a, 0))
	}
	if lo, hi := board.Knight.Directions(); lo != hi {
		t.Error("a knight slides")
	}
}

func wantSquares(t *testing.T, list []board.Square, want board.Bitboard) {
	t.Helper()
	var got board.Bitboard
	for _, s := range list {
		got |= s.Bit()
	}
	if got != want || len(list) != want.Count() {
		t.Errorf("steps %v, want %#x", list, want)
	}
}
