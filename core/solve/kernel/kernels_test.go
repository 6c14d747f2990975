package kernel

import (
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// The tests check the kernels of the platform, native or browser, against twins that visit every word and every lane
// one at a time.

const allSquares = ^board.Bitboard(0)

// A kernelSource makes rows and sets for tests of kernels.
type kernelSource struct{ *rand.Rand }

// set returns a set of squares. It is often empty, full or a single square, including the first and the last.
func (r kernelSource) set() board.Bitboard {
	switch r.IntN(8) {
	case 0:
		return 0
	case 1:
		return allSquares
	case 2:
		return 1
	case 3:
		return 1 << 63
	case 4:
		return 1 << r.IntN(64)
	case 5:
		return board.Bitboard(r.Uint64() & r.Uint64() & r.Uint64())
	case 6:
		return board.Bitboard(r.Uint64() | r.Uint64() | r.Uint64())
	}
	return board.Bitboard(r.Uint64())
}

func (r kernelSource) row() (row [RowWords]board.Bitboard) {
	for w := range row {
		row[w] = r.set()
	}
	return row
}

func (r kernelSource) ranks() (ranks [64]value.Rank) {
	most := 1 + r.IntN(256) // to test few different ranks, too
	for lane := range ranks {
		ranks[lane] = value.Rank(r.IntN(most))
	}
	return ranks
}

// moves returns the ranks of moves by the byte that they lead to.
func (r kernelSource) moves() (moves [256]value.Rank) {
	for b := range moves {
		moves[b] = value.Rank(r.IntN(256))
	}
	return moves
}

// squares returns the squares of a set in order.
func squares(set board.Bitboard) (list []board.Square) {
	for s := range board.Square(64) {
		if set.Has(s) {
			list = append(list, s)
		}
	}
	return list
}

// reached returns the empty squares that men of a kind attack from the squares of a set.
func reached(kind board.PieceType, from, empty board.Bitboard) (to board.Bitboard) {
	for _, s := range squares(from) {
		to |= board.Attacks(kind, s, ^empty)
	}
	return to & empty
}

// Each of kernelTests runs a kernel and its twin once, and compares their output.
var kernelTests = []struct {
	name string
	same func(r kernelSource) bool
}{
	{"addLanes", func(r kernelSource) bool {
		to, lanes, words, free := r.row(), r.row(), r.set(), r.set()
		want := to
		for _, w := range squares(words) {
			want[w] |= lanes[w] & free
		}
		AddLanes(&to, &lanes, words, free)
		return to == want
	}},
	{"addLanes to itself", func(r kernelSource) bool {
		row, words, free := r.row(), r.set(), r.set()
		want := row
		AddLanes(&row, &row, words, free)
		return row == want
	}},
	{"imageLanes", func(r kernelSource) bool {
		to, lanes, words := r.row(), r.row(), r.set()
		from, symmetry := board.Symmetry(r.IntN(8)).Squares(), board.Symmetry(r.IntN(8))
		want := to
		for _, w := range squares(words) {
			want[w] = 0
			for _, lane := range squares(lanes[from[w]]) {
				want[w] |= symmetry.Square(lane).Bit()
			}
		}
		ImageLanes(&to, &lanes, words, from, symmetry)
		return to == want
	}},
	{"keepLanes", func(r kernelSource) bool {
		lanes, won, words, way := r.row(), r.row(), r.set(), r.set()
		want, wantNone := lanes, board.Bitboard(0)
		for _, w := range squares(words) {
			if want[w] &= won[w] | way; want[w] == 0 {
				wantNone |= w.Bit()
			}
		}
		none := keepLanes(&lanes, &won, words, way)
		return lanes == want && none == wantNone
	}},
	{"gatherLanes", func(r kernelSource) bool {
		lanes, next, won, held, words := r.row(), r.row(), r.row(), r.row(), r.set()
		closed := &held
		if r.IntN(2) == 0 {
			closed = &won // as at odd plies
		}
		want, wantNext, wantFound, wantFull := lanes, next, board.Bitboard(0), board.Bitboard(0)
		for _, w := range squares(words) {
			want[w], wantNext[w] = next[w]&^won[w]&^closed[w], 0
			if want[w] != 0 {
				wantFound |= w.Bit()
			}
			if len(squares(won[w]|closed[w])) == 64 {
				wantFull |= w.Bit()
			}
		}
		found, full := gatherLanes(&lanes, &next, &won, closed, words)
		return lanes == want && next == wantNext && found == wantFound && full == wantFull
	}},
	{"settleLanes", func(r kernelSource) bool {
		closed, lanes, into, words := r.row(), r.row(), r.row(), r.set()
		want, wantInto, wantFull, wantCount := closed, into, board.Bitboard(0), 0
		for n, w := range squares(words) {
			want[w] |= lanes[w]
			wantInto[n] = lanes[w]
			wantCount += len(squares(lanes[w]))
			if len(squares(want[w])) == 64 {
				wantFull |= w.Bit()
			}
		}
		full, count := SettleLanes(&closed, &lanes, &into, words)
		return closed == want && into == wantInto && full == wantFull && count == wantCount
	}},
	{"writeLanes", func(r kernelSource) bool {
		const most = 300 // words, so that numbers do not fit into a byte
		var values, want [most * 64]value.Byte
		lanes, words, v := r.row(), r.set(), value.Byte(r.IntN(256))
		var numbers [RowWords]int16
		for w, number := range r.Perm(most)[:RowWords] {
			numbers[w] = int16(number)
		}
		for _, w := range squares(words) {
			for _, lane := range squares(lanes[w]) {
				want[int(numbers[w])*64+int(lane)] = v
			}
		}
		WriteLanes(values[:], &numbers, &lanes, words, v)
		return values == want
	}},
	{"slideLanes", func(r kernelSource) bool {
		to, targets, lanes, from := r.row(), r.set(), r.set(), board.Square(r.IntN(64))
		want := to
		for _, w := range squares(targets) {
			want[w] |= lanes &^ board.Between(from, w) &^ w.Bit()
		}
		slideLanes(&to, targets, lanes, board.BetweenAll(from))
		return to == want
	}},
	{"slideInto", func(r kernelSource) bool {
		won, targets, lanes, from := r.row(), r.set(), r.set(), board.Square(r.IntN(64))
		want := lanes
		for _, w := range squares(targets) {
			want &= won[w] | board.Between(from, w) | w.Bit()
		}
		return slideInto(&won, targets, lanes, board.BetweenAll(from)) == want
	}},
	{"addReached", func(r kernelSource) bool {
		to, lanes, words, fixed, man := r.row(), r.row(), r.set(), r.set(), r.manSquares()
		kind := board.King + board.PieceType(r.IntN(5))
		want := to
		for _, w := range squares(words) {
			want[w] |= reached(kind, lanes[w], ^(fixed | man&w.Bit()))
		}
		addReached(&to, &lanes, words, fixed, man, kind)
		return to == want
	}},
	{"keepStuck", func(r kernelSource) bool {
		won, words, fixed, man := r.row(), r.set(), r.set(), r.manSquares()
		kind := board.King + board.PieceType(r.IntN(5))
		lanes := r.row()
		for w := range board.Square(64) {
			lanes[w] &^= fixed | man&w.Bit() // the man stands on an empty square
		}
		want, wantNone := lanes, board.Bitboard(0)
		for _, w := range squares(words) {
			if want[w] &^= reached(kind, ^won[w], ^(fixed | man&w.Bit())); want[w] == 0 {
				wantNone |= w.Bit()
			}
		}
		none := keepStuck(&lanes, &won, words, fixed, man, kind)
		return lanes == want && none == wantNone
	}},
	{"rankLanes", func(r kernelSource) bool {
		var of, want [256]board.Bitboard
		ranks, lanes := r.ranks(), r.set()
		for _, lane := range squares(lanes) {
			want[ranks[lane]] |= lane.Bit()
		}
		RankLanes(&of, &ranks, lanes)
		return of == want
	}},
	{"countLanes", func(r kernelSource) bool {
		var counts LaneCounts
		var want [256]uint64
		for range 3 {
			values, lanes := [64]value.Byte{}, r.set()
			for lane, rank := range r.ranks() {
				values[lane] = value.Byte(rank)
			}
			for _, lane := range squares(lanes) {
				want[values[lane]]++
			}
			CountLanes(&counts, &values, lanes)
		}
		for v, n := range want {
			if counts.With(value.Byte(v)) != n {
				return false
			}
		}
		return true
	}},
	{"raiseLanes", func(r kernelSource) bool {
		ranks, lanes := r.ranks(), r.set()
		image, stride := board.Symmetry(r.IntN(8)).Squares(), 1<<(3*r.IntN(3))
		values := make([]value.Byte, 63*stride+1)
		for i := range values {
			values[i] = value.Byte(r.IntN(256))
		}
		moves := r.moves()
		want := ranks
		for _, lane := range squares(lanes) {
			want[lane] = max(want[lane], moves[values[int(image[lane])*stride]])
		}
		RaiseLanes(&ranks, lanes, values, image, stride, &moves)
		return ranks == want
	}},
}

// manSquares returns one of the results of [Rows.manSquares].
func (r kernelSource) manSquares() board.Bitboard {
	if r.IntN(4) == 0 {
		return 0
	}
	return allSquares
}

// TestKernels checks that every kernel agrees with its twin.
func TestKernels(t *testing.T) {
	for _, test := range kernelTests {
		t.Run(test.name, func(t *testing.T) {
			for seed := range uint64(1000) {
				if !test.same(kernelSource{rand.New(rand.NewPCG(seed, 0))}) {
					t.Fatalf("differs from its twin with seed %d", seed)
				}
			}
		})
	}
}
