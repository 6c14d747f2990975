package paged

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
)

// eachBand calls do with bands of layouts with one or two upper men, of either side.
func eachBand(t *testing.T, do func(t *testing.T, rs *kernel.Rows, winner board.Color, b *kernel.Band, r *rand.Rand)) {
	t.Helper()
	tried := 0
	for _, name := range []string{"KBNvKN", "KQQvKR", "KQRvKQR", "KRRvKRR", "KNNvKBB"} {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		var rs kernel.Rows
		rs.Begin(slice.NewLayout(class), 0)
		r := rand.New(rand.NewPCG(1, 2))
		for _, c := range board.Colors {
			if bands := kernel.NewBands(&rs, c); bands != nil {
				tried++
				for i := range bands.List {
					do(t, &rs, c, &bands.List[i], r)
				}
			}
		}
	}
	if tried != 6 {
		t.Errorf("%d sides have an upper man, not 6", tried)
	}
}

// drawnRow returns a random row of a frame in a band.
func drawnRow(b *kernel.Band, rs *kernel.Rows, frame slice.FrameNo, r *rand.Rand) kernel.RowNo {
	for {
		if number := kernel.RowNo(frame)<<rs.Upper | kernel.RowNo(r.IntN(1<<rs.Upper)); b.Has(number) {
			return number
		}
	}
}

// TestBands checks that a band has an eighth of the rows of each frame, squeezed without gaps. No king move may lead
// out of it.
func TestBands(t *testing.T) {
	eachBand(t, func(t *testing.T, rs *kernel.Rows, _ board.Color, b *kernel.Band, r *rand.Rand) {
		frame := slice.FrameNo(r.IntN(int(rs.Frames.Len())))
		first, end := rs.OfFrame(frame)
		least := kernel.RowNo(frame) << (rs.Upper - 6 + kernel.BandBits)
		found := map[kernel.RowNo]bool{}
		for number := first; number < end; number++ {
			if !b.Has(number) {
				continue
			}
			squeezed := b.Squeeze(number)
			if b.Stretch(squeezed) != number || squeezed < least || squeezed >= least+(end-first)/kernel.BandCount ||
				found[squeezed] {
				t.Fatalf(
					"%v: row %d is squeezed to %d, which is stretched to %d",
					rs.Layout.Class,
					number,
					squeezed,
					b.Stretch(squeezed),
				)
			}
			found[squeezed] = true
			if number%37 == 0 {
				wantMovesInside(t, rs, b, number)
			}
		}
		if len(found) != int(end-first)/kernel.BandCount {
			t.Errorf("%v: a band has %d of %d rows", rs.Layout.Class, len(found), end-first)
		}
	})
}

func wantMovesInside(t *testing.T, rs *kernel.Rows, b *kernel.Band, number kernel.RowNo) {
	t.Helper()
	var at kernel.Row
	rs.Unpack(number, &at)
	for _, c := range board.Colors {
		for i := range at.Frame.Moves[c] {
			move := &at.Frame.Moves[c][i]
			for _, symmetry := range []board.Symmetry{move.Symmetry, move.Symmetry.Then(board.Transpose)} {
				if to, _ := rs.KingMoved(&at, move, symmetry); (symmetry == move.Symmetry || move.Twins) && !b.Has(to) {
					t.Fatalf("%v: a king's move leads from row %d to %d", rs.Layout.Class, number, to)
				}
			}
		}
	}
}

// A bandTrial has a window of whole frames, and a window of a band of them.
type bandTrial struct {
	rs            *kernel.Rows
	b             *kernel.Band
	whole, banded inWindow
	frames        []slice.FrameNo
}

// inWindow are candidates in a window.
type inWindow struct {
	kernel.Candidates
	of window
}

func newBandTrial(rs *kernel.Rows, b *kernel.Band, c board.Color, frame slice.FrameNo) *bandTrial {
	bt := &bandTrial{rs: rs, b: b, frames: []slice.FrameNo{frame}}
	for _, move := range rs.Frames.At(frame).Moves[c] {
		if !slices.Contains(bt.frames, move.Frame) {
			bt.frames = append(bt.frames, move.Frame)
		}
	}
	rs.Band = nil
	bt.whole = bt.open()
	rs.Band = b
	bt.banded = bt.open()
	return bt
}

func (bt *bandTrial) open() (to inWindow) {
	to.of.begin(bt.rs, len(bt.frames))
	count := len(bt.frames) << to.of.upper
	to.Words, to.Rows, to.Open = make([]board.Bitboard, count*kernel.RowWords), make(
		[]board.Bitboard,
		count,
	), make([]board.Bitboard, count)
	to.Active = make([]bool, bt.rs.Frames.Len())
	for _, frame := range bt.frames {
		to.of.open(frame)
	}
	to.Places = &to.of.Places
	return to
}

// eachRow calls do with each row that both windows have, and its places.
func (bt *bandTrial) eachRow(do func(number kernel.RowNo, whole, banded kernel.BitsRow)) {
	for _, frame := range bt.frames {
		first, end := bt.banded.of.slot(frame)
		for at := first; at < end; at++ {
			number := bt.banded.of.number(at)
			do(number, bt.whole.At(frame, number), at)
		}
	}
}

// TestBandMoves checks moves of the loser and of the winner's king in a band against those in whole frames. They must
// be taken back to the same positions, and refute the same ones.
func TestBandMoves(t *testing.T) {
	var king, all, kept int
	eachBand(t, func(t *testing.T, rs *kernel.Rows, winner board.Color, b *kernel.Band, r *rand.Rand) {
		for range 2 {
			frame := slice.FrameNo(r.IntN(int(rs.Frames.Len())))
			king += newBandTrial(rs, b, winner, frame).retract(t, winner, kernel.KingMoves, r)
			all += newBandTrial(rs, b, winner.Other(), frame).retract(t, winner.Other(), kernel.AllMoves, r)
			kept += newBandTrial(rs, b, winner.Other(), frame).refute(t, winner.Other(), r)
		}
		rs.Band = nil
	})
	if min(king, all, kept) < 10_000 {
		t.Errorf("only %d and %d positions were found, and %d not refuted", king, all, kept)
	}
}

// retract takes back moves from a row, and returns the number of positions before them.
func (bt *bandTrial) retract(t *testing.T, c board.Color, group kernel.Moves, r *rand.Rand) (found int) {
	t.Helper()
	bt.eachRow(func(_ kernel.RowNo, whole, banded kernel.BitsRow) {
		bt.whole.Open[whole] = drawnSet(r)
		bt.banded.Open[banded] = bt.whole.Open[whole]
	})
	number, lanes := drawnRow(bt.b, bt.rs, bt.frames[0], r), drawnLanes(r)
	var back kernel.Retraction
	for _, to := range []inWindow{bt.whole, bt.banded} {
		bt.rs.Band = to.Band
		back.Begin(bt.rs, c, to.Candidates, &back)
		back.Moves = group
		back.Retract(number, everywhere, lanes[:])
	}
	bt.eachRow(func(number kernel.RowNo, whole, banded kernel.BitsRow) {
		got, want := bt.rs.In(bt.banded.Words, banded), bt.rs.In(bt.whole.Words, whole)
		if *got != *want || bt.banded.Rows[banded] != bt.whole.Rows[whole] {
			t.Fatalf("%v: row %d has other candidates in a band than in whole frames", bt.rs.Layout.Class, number)
		}
		for _, lanes := range want {
			found += lanes.Count()
		}
		bt.whole.Rows[whole] = 0
	})
	if slices.ContainsFunc(bt.whole.Rows, func(words board.Bitboard) bool { return words != 0 }) {
		t.Fatalf("%v: a move leads out of a band", bt.rs.Layout.Class)
	}
	return found
}

// refute refutes candidates of a row, and returns the number that are left.
func (bt *bandTrial) refute(t *testing.T, c board.Color, r *rand.Rand) (kept int) {
	t.Helper()
	bt.eachRow(func(_ kernel.RowNo, whole, banded kernel.BitsRow) {
		won := bt.rs.In(bt.whole.Words, whole)
		for w := range won {
			won[w] = drawnSet(r) | board.Bitboard(r.Uint64()|r.Uint64()|r.Uint64())
			if ^won[w] != 0 {
				bt.whole.Open[whole] |= board.Square(w).Bit()
			}
		}
		*bt.rs.In(bt.banded.Words, banded), bt.banded.Open[banded] = *won, bt.whole.Open[whole]
	})
	number := drawnRow(bt.b, bt.rs, bt.frames[0], r)
	var left [2][kernel.RowWords]board.Bitboard
	for i, won := range []inWindow{bt.whole, bt.banded} {
		bt.rs.Band = won.Band
		var d kernel.Decision
		d.Begin(bt.rs, c, kernel.WonRows{Words: won.Words, Open: won.Open, Places: won.Places, Loaded: nil})
		d.Words, d.Lanes = everywhere, allLanes
		d.Place(number)
		d.InnerMan()
		d.OuterMen()
		for words := d.Words; words != 0; words = words.Rest() {
			left[i][words.First()] = d.Lanes[words.First()]
			kept += d.Lanes[words.First()].Count()
		}
	}
	if left[0] != left[1] {
		t.Fatalf("%v: in a band other candidates of row %d are left than in whole frames", bt.rs.Layout.Class, number)
	}
	return kept
}

var allLanes = [kernel.RowWords]board.Bitboard(slices.Repeat([]board.Bitboard{everywhere}, kernel.RowWords))

// TestBandMasks checks that the mask of a band is read and written as a part of the mask of the frame.
func TestBandMasks(t *testing.T) {
	eachBand(t, func(t *testing.T, rs *kernel.Rows, winner board.Color, b *kernel.Band, r *rand.Rand) {
		room, err := scratch.FilesIn(t.TempDir())() // masks of six men are at offsets of gigabytes
		if err != nil {
			t.Fatal(err)
		}
		defer room.Close()
		h := &cycles{Pages: Pages{Rows: *rs}}
		h.File.Room, h.File.Rows = room, &h.Rows
		kernel.Reset(&h.mask, 1<<rs.Upper)
		frame := slice.FrameNo(r.IntN(int(rs.Frames.Len())))
		want, got := make([]board.Bitboard, 1<<rs.Upper), make([]board.Bitboard, 1<<rs.Upper)
		for i := range want {
			want[i] = drawnSet(r)
		}
		part := make([]board.Bitboard, len(want)/kernel.BandCount)
		h.Rows.Band = nil
		err = h.writeMask(heldBy(winner), frame, want)
		h.Rows.Band = b
		err = errors.Join(err, h.readMask(heldBy(winner), frame, part))
		for i := range part {
			number := b.Stretch(kernel.RowNo(i))
			if part[i] != want[number] {
				t.Fatalf(
					"%v: the mask of row %d is %#x in a band, not %#x",
					rs.Layout.Class,
					number,
					part[i],
					want[number],
				)
			}
			part[i] = drawnSet(r)
			want[number] = part[i]
		}
		err = errors.Join(err, h.writeMask(heldBy(winner), frame, part))
		h.Rows.Band = nil
		if err := errors.Join(err, h.readMask(heldBy(winner), frame, got)); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v: the mask of a band was not written, or more: %v", rs.Layout.Class, err)
		}
	})
}

const everywhere = ^board.Bitboard(0)

// drawnSet returns a random set of squares. It is often empty, full, or has few or most squares.
func drawnSet(r *rand.Rand) board.Bitboard {
	switch r.IntN(6) {
	case 0:
		return 0
	case 1:
		return everywhere
	case 2:
		return 1 << r.IntN(64)
	case 3:
		return board.Bitboard(r.Uint64() & r.Uint64() & r.Uint64())
	case 4:
		return board.Bitboard(r.Uint64() | r.Uint64() | r.Uint64())
	}
	return board.Bitboard(r.Uint64())
}

func drawnLanes(r *rand.Rand) (lanes [kernel.RowWords]board.Bitboard) {
	for w := range lanes {
		lanes[w] = drawnSet(r)
	}
	return lanes
}
