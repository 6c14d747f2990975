package slice

import (
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
)

// Frames lists the placements of the kings that words are grouped by, with
// the moves that lead from one to another.
type Frames struct {
	list   []Frame
	find   [64][64]located
	orbits []FrameNo
	places []int // of the frames in orbits
}

// A Frame is one placement of the kings. Black's king is [board.NoSquare] if it is the inner man.
type Frame struct {
	Kings [2]board.Square
	Moves [2][]KingMove

	// SelfSymmetric is set if both kings are on the diagonal. Transposing the board then leaves the frame unchanged.
	SelfSymmetric bool
}

// A KingMove takes a king to another square, and so all words of a frame to another frame. Other men may be in the way.
// Moves are mutual: the list of king moves is also the list of takebacks.
type KingMove struct {
	To       board.Square
	Frame    FrameNo        // of the words after the move
	Symmetry board.Symmetry // to apply to the other men

	// Twins is set if the frame is self-symmetric. Each placement in it is kept a second time, transposed.
	Twins bool
}

type located struct {
	frame    int16 // -1: the kings touch
	symmetry board.Symmetry
}

// Len returns the number of frames.
func (f *Frames) Len() FrameNo { return FrameNo(len(f.list)) }

// At returns a frame.
func (f *Frames) At(i FrameNo) *Frame { return &f.list[i] }

// Find returns the frame of two kings that do not touch, and the symmetry that
// takes the board there.
func (f *Frames) Find(white, black board.Square) (frame FrameNo, symmetry board.Symmetry) {
	at := &f.find[white&63][black&63]
	return FrameNo(at.frame), at.symmetry
}

// AreSymmetric reports whether one frame stands for all symmetric placements of the kings.
func (f *Frames) AreSymmetric() bool { return f == pawnlessFrames() }

// Orbits lists all frames, with symmetric placements of the kings side by side. Such placements have the same frame in
// a class without pawns, so reads in this order stay in one place there.
func (f *Frames) Orbits() []FrameNo { return f.orbits }

// OrbitPlace returns the index of a frame in Orbits.
func (f *Frames) OrbitPlace(frame FrameNo) int { return f.places[frame] }

var (
	// pawnlessFrames has one of each set of symmetric placements: 462.
	pawnlessFrames = sync.OnceValue(func() *Frames { return newFrames(board.Symmetries, false, anywhere) })
	// pawnfulFrames has every placement: 3612.
	pawnfulFrames = sync.OnceValue(func() *Frames {
		f := newFrames(1, false, anywhere)
		f.sortOrbits(pawnlessFrames())
		return f
	})
	// loneKingFrames has White's king alone: 64.
	loneKingFrames = sync.OnceValue(func() *Frames { return newFrames(1, true, anywhere) })
	// noKingFrames has one frame without kings.
	noKingFrames = &Frames{list: []Frame{{Kings: [2]board.Square{board.NoSquare, board.NoSquare}}}}
)

// LoneKings returns the frames of White's king alone, numbered by its square. Callers place Black's king themselves.
func LoneKings() *Frames { return loneKingFrames() }

// NoKings returns the one frame without kings. Callers place both themselves.
func NoKings() *Frames { return noKingFrames }

func anywhere(_, _ board.Square) bool { return true }

// newFrames lists the placements that are to be kept, up to the first n symmetries.
func newFrames(n board.Symmetry, loneKing bool, keep func(white, black board.Square) bool) *Frames {
	f := &Frames{}
	canonical := func(white, black board.Square) bool {
		if n == 1 {
			return true
		}
		file, rank := white.File(), white.Rank()
		return file < 4 && (rank < file || rank == file && black.Rank() <= black.File())
	}
	for white := range board.NoSquare {
		if loneKing {
			number := int16(len(f.list))
			if keep(white, board.NoSquare) {
				f.list = append(f.list, Frame{Kings: [2]board.Square{white, board.NoSquare}})
			} else {
				number = -1
			}
			for black := range board.NoSquare {
				f.find[white][black].frame = number
			}
			continue
		}
		for black := range board.NoSquare {
			f.find[white][black].frame = -1
			if !touch(white, black) && canonical(white, black) && keep(white, black) {
				f.find[white][black].frame = int16(len(f.list))
				onDiagonal := white.File() == white.Rank() && black.File() == black.Rank()
				f.list = append(f.list, Frame{Kings: [2]board.Square{white, black}, SelfSymmetric: n > 1 && onDiagonal})
			}
		}
	}
	for white := range board.NoSquare {
		for black := range board.NoSquare {
			at := &f.find[white][black]
			for t := board.Identity; at.frame < 0 && t < n && !touch(white, black); t++ {
				w, b := t.Square(white), t.Square(black)
				if canonical(w, b) && keep(w, b) {
					*at = located{f.find[w][b].frame, t}
				}
			}
		}
	}
	for i := range f.list {
		f.list[i].addMoves(f)
		f.orbits = append(f.orbits, FrameNo(i))
		f.places = append(f.places, i)
	}
	return f
}

// sortOrbits puts symmetric placements side by side, given one of each.
func (f *Frames) sortOrbits(canonical *Frames) {
	orbit := func(frame FrameNo) FrameNo {
		kings := &f.list[frame].Kings
		number, _ := canonical.Find(kings[board.White], kings[board.Black])
		return number
	}
	members := make([][]FrameNo, canonical.Len())
	for i := range f.Len() {
		members[orbit(i)] = append(members[orbit(i)], i)
	}
	f.orbits = slices.Concat(members...)
	for place, frame := range f.orbits {
		f.places[frame] = place
	}
}

func (fr *Frame) addMoves(f *Frames) {
	for _, c := range board.Colors {
		if fr.Kings[c] == board.NoSquare {
			continue
		}
		fr.Moves[c] = make([]KingMove, 0, 8)
		for _, to := range board.Steps.King[fr.Kings[c]] {
			kings := fr.Kings
			kings[c] = to
			if frame, symmetry := f.Find(kings[0], kings[1]); frame >= 0 {
				fr.Moves[c] = append(fr.Moves[c], KingMove{to, frame, symmetry, f.list[frame].SelfSymmetric})
			}
		}
	}
}

// touch reports whether the kings stand on the same square or side by side.
func touch(a, b board.Square) bool {
	return a == b || board.Attacks(board.King, a, 0).Has(b)
}
