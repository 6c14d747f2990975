package solve

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
)

// eachBand calls a function for bands of layouts with one upper man and with two, of either side.
func eachBand(t *testing.T, do func(t *testing.T, rs *rows, winner board.Color, b *band, r *rand.Rand)) {
	t.Helper()
	tried := 0
	for _, name := range []string{"KBNvKN", "KQQvKR", "KQRvKQR", "KRRvKRR", "KNNvKBB"} {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		var rs rows
		rs.begin(slice.NewLayout(class), 0)
		r := rand.New(rand.NewPCG(1, 2))
		for _, c := range board.Colors {
			if bands := newBands(&rs, c); bands != nil {
				tried++
				for i := range bands.list {
					do(t, &rs, c, &bands.list[i], r)
				}
			}
		}
	}
	if tried != 6 {
		t.Errorf("%d sides have an upper man, not 6", tried)
	}
}

// drawnRow draws a row of a frame that a band has.
func drawnRow(b *band, rs *rows, frame slice.FrameNo, r *rand.Rand) rowNo {
	for {
		if number := rowNo(frame)<<rs.upper | rowNo(r.IntN(1<<rs.upper)); b.has(number) {
			return number
		}
	}
}

// TestBands: a band has an eighth of the rows of each frame, squeezed without gaps, and no moves of kings lead out of it.
func TestBands(t *testing.T) {
	eachBand(t, func(t *testing.T, rs *rows, _ board.Color, b *band, r *rand.Rand) {
		frame := slice.FrameNo(r.IntN(int(rs.frames.Len())))
		first, end := rs.ofFrame(frame)
		least := rowNo(frame) << (rs.upper - 6 + bandBits)
		found := map[rowNo]bool{}
		for number := first; number < end; number++ {
			if !b.has(number) {
				continue
			}
			squeezed := b.squeeze(number)
			if b.stretch(squeezed) != number || squeezed < least || squeezed >= least+(end-first)/bandCount || found[squeezed] {
				t.Fatalf("%v: row %d is squeezed to %d, which is stretched to %d", rs.layout.Class, number, squeezed, b.stretch(squeezed))
			}
			found[squeezed] = true
			if number%37 == 0 {
				wantMovesInside(t, rs, b, number)
			}
		}
		if len(found) != int(end-first)/bandCount {
			t.Errorf("%v: a band has %d of %d rows", rs.layout.Class, len(found), end-first)
		}
	})
}

func wantMovesInside(t *testing.T, rs *rows, b *band, number rowNo) {
	t.Helper()
	var at row
	rs.unpack(number, &at)
	for _, c := range board.Colors {
		for i := range at.frame.Moves[c] {
			move := &at.frame.Moves[c][i]
			for _, symmetry := range []board.Symmetry{move.Symmetry, move.Symmetry.Then(board.Transpose)} {
				if to, _ := rs.kingMoved(&at, move, symmetry); (symmetry == move.Symmetry || move.Twins) && !b.has(to) {
					t.Fatalf("%v: a king's move leads from row %d to %d", rs.layout.Class, number, to)
				}
			}
		}
	}
}

// A bandTrial has windows of whole frames, and of bands of them, over the same rows.
type bandTrial struct {
	rs            *rows
	b             *band
	whole, banded inWindow
	frames        []slice.FrameNo
}

// inWindow are candidates in a window.
type inWindow struct {
	candidates
	of window
}

func newBandTrial(rs *rows, b *band, c board.Color, frame slice.FrameNo) *bandTrial {
	bt := &bandTrial{rs: rs, b: b, frames: []slice.FrameNo{frame}}
	for _, move := range rs.frames.At(frame).Moves[c] {
		if !slices.Contains(bt.frames, move.Frame) {
			bt.frames = append(bt.frames, move.Frame)
		}
	}
	rs.band = nil
	bt.whole = bt.open()
	rs.band = b
	bt.banded = bt.open()
	return bt
}

func (bt *bandTrial) open() (to inWindow) {
	to.of.begin(bt.rs, len(bt.frames))
	count := len(bt.frames) << to.of.upper
	to.words, to.rows, to.open = make([]board.Bitboard, count*rowWords), make([]board.Bitboard, count), make([]board.Bitboard, count)
	to.active = make([]bool, bt.rs.frames.Len())
	for _, frame := range bt.frames {
		to.of.open(frame)
	}
	to.places = &to.of.places
	return to
}

// eachRow calls a function with the places of each row that both windows have.
func (bt *bandTrial) eachRow(do func(number rowNo, whole, banded bitsRow)) {
	for _, frame := range bt.frames {
		first, end := bt.banded.of.slot(frame)
		for at := first; at < end; at++ {
			number := bt.banded.of.number(at)
			do(number, bt.whole.at(frame, number), at)
		}
	}
}

// TestBandMoves: moves of the loser, and of the winner's king, are taken back in a band to what they are taken back to in whole
// frames, and refute the same there.
func TestBandMoves(t *testing.T) {
	var king, all, kept int
	eachBand(t, func(t *testing.T, rs *rows, winner board.Color, b *band, r *rand.Rand) {
		for range 2 {
			frame := slice.FrameNo(r.IntN(int(rs.frames.Len())))
			king += newBandTrial(rs, b, winner, frame).takeBack(t, winner, kingMoves, r)
			all += newBandTrial(rs, b, winner.Other(), frame).takeBack(t, winner.Other(), allMoves, r)
			kept += newBandTrial(rs, b, winner.Other(), frame).refute(t, winner.Other(), r)
		}
		rs.band = nil
	})
	if min(king, all, kept) < 10_000 {
		t.Errorf("only %d and %d positions were found, and %d not refuted", king, all, kept)
	}
}

// takeBack takes back moves from a row, and returns to how many positions.
func (bt *bandTrial) takeBack(t *testing.T, c board.Color, group moves, r *rand.Rand) (found int) {
	t.Helper()
	bt.eachRow(func(_ rowNo, whole, banded bitsRow) {
		bt.whole.open[whole] = drawnSet(r)
		bt.banded.open[banded] = bt.whole.open[whole]
	})
	number, lanes := drawnRow(bt.b, bt.rs, bt.frames[0], r), drawnLanes(r)
	var back takeback
	for _, to := range []inWindow{bt.whole, bt.banded} {
		bt.rs.band = to.band
		back.begin(bt.rs, c, to.candidates, &back)
		back.moves = group
		back.takeBack(number, everywhere, lanes[:])
	}
	bt.eachRow(func(number rowNo, whole, banded bitsRow) {
		got, want := bt.rs.in(bt.banded.words, banded), bt.rs.in(bt.whole.words, whole)
		if *got != *want || bt.banded.rows[banded] != bt.whole.rows[whole] {
			t.Fatalf("%v: row %d has other candidates in a band than in whole frames", bt.rs.layout.Class, number)
		}
		for _, lanes := range want {
			found += lanes.Count()
		}
		bt.whole.rows[whole] = 0
	})
	if slices.ContainsFunc(bt.whole.rows, func(words board.Bitboard) bool { return words != 0 }) {
		t.Fatalf("%v: a move leads out of a band", bt.rs.layout.Class)
	}
	return found
}

// refute refutes candidates of a row, and returns how many are left.
func (bt *bandTrial) refute(t *testing.T, c board.Color, r *rand.Rand) (kept int) {
	t.Helper()
	bt.eachRow(func(_ rowNo, whole, banded bitsRow) {
		won := bt.rs.in(bt.whole.words, whole)
		for w := range won {
			won[w] = drawnSet(r) | board.Bitboard(r.Uint64()|r.Uint64()|r.Uint64())
			if ^won[w] != 0 {
				bt.whole.open[whole] |= board.Square(w).Bit()
			}
		}
		*bt.rs.in(bt.banded.words, banded), bt.banded.open[banded] = *won, bt.whole.open[whole]
	})
	number := drawnRow(bt.b, bt.rs, bt.frames[0], r)
	var left [2][rowWords]board.Bitboard
	for i, won := range []inWindow{bt.whole, bt.banded} {
		bt.rs.band = won.band
		var d decision
		d.begin(bt.rs, c, wonRows{won.words, won.open, won.places, nil})
		d.words, d.lanes = everywhere, allLanes
		d.place(number)
		d.innerMan()
		d.outerMen()
		for words := d.words; words != 0; words = words.Rest() {
			left[i][words.First()] = d.lanes[words.First()]
			kept += d.lanes[words.First()].Count()
		}
	}
	if left[0] != left[1] {
		t.Fatalf("%v: in a band other candidates of row %d are left than in whole frames", bt.rs.layout.Class, number)
	}
	return kept
}

var allLanes = [rowWords]board.Bitboard(slices.Repeat([]board.Bitboard{everywhere}, rowWords))

// TestBandMasks: the mask of a band is read and written as a part of that of the frame.
func TestBandMasks(t *testing.T) {
	eachBand(t, func(t *testing.T, rs *rows, winner board.Color, b *band, r *rand.Rand) {
		room, err := scratch.FilesIn(t.TempDir())() // six men are beyond the first gigabytes
		if err != nil {
			t.Fatal(err)
		}
		defer room.Close()
		h := &cycles{paged: paged{rows: *rs}}
		h.file.room, h.file.rows = room, &h.rows
		reset(&h.mask, 1<<rs.upper)
		frame := slice.FrameNo(r.IntN(int(rs.frames.Len())))
		want, got := make([]board.Bitboard, 1<<rs.upper), make([]board.Bitboard, 1<<rs.upper)
		for i := range want {
			want[i] = drawnSet(r)
		}
		part := make([]board.Bitboard, len(want)/bandCount)
		h.rows.band = nil
		err = h.writeMask(heldBy(winner), frame, want)
		h.rows.band = b
		err = errors.Join(err, h.readMask(heldBy(winner), frame, part))
		for i := range part {
			number := b.stretch(rowNo(i))
			if part[i] != want[number] {
				t.Fatalf("%v: the mask of row %d is %#x in a band, not %#x", rs.layout.Class, number, part[i], want[number])
			}
			part[i] = drawnSet(r)
			want[number] = part[i]
		}
		err = errors.Join(err, h.writeMask(heldBy(winner), frame, part))
		h.rows.band = nil
		if err := errors.Join(err, h.readMask(heldBy(winner), frame, got)); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v: the mask of a band was not written, or more: %v", rs.layout.Class, err)
		}
	})
}

const everywhere = ^board.Bitboard(0)

// drawnSet draws a set of squares: often empty, full, or with few or most of them.
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

func drawnLanes(r *rand.Rand) (lanes [rowWords]board.Bitboard) {
	for w := range lanes {
		lanes[w] = drawnSet(r)
	}
	return lanes
}
