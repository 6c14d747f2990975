package slice_test

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

func TestFrames(t *testing.T) {
	tests := []struct {
		class  string
		frames slice.FrameNo
	}{
		{"KQvK", 462},   // two kings up to the eight symmetries
		{"KQPvK", 3612}, // every pair of kings that do not touch
		{"KPvKP", 64},   // White's king alone: Black's is the inner man
	}
	for _, test := range tests {
		frames := layout(t, test.class).Frames()
		if frames.Len() != test.frames {
			t.Errorf("%s: %d frames, want %d", test.class, frames.Len(), test.frames)
		}
		for i := range frames.Len() {
			frame := frames.At(i)
			if found, symmetry := frames.Find(frame.Kings[0], frame.Kings[1]); found != i ||
				symmetry != board.Identity {
				t.Errorf("%s: frame %d is found as %d under symmetry %d", test.class, i, found, symmetry)
			}
			checkMoves(t, frames, i)
		}
	}
}

// checkMoves checks that a frame has all moves of its kings, that they lead to the right frames, and that each has a
// way back.
func checkMoves(t *testing.T, frames *slice.Frames, from slice.FrameNo) {
	t.Helper()
	kings := frames.At(from).Kings
	for _, c := range board.Colors {
		moves := frames.At(from).Moves[c]
		if kings[c] == board.NoSquare {
			continue
		}
		steps := 0
		for _, to := range board.Steps.King[kings[c]] {
			other := kings[c.Other()]
			if other == board.NoSquare || to != other && !board.Attacks(board.King, to, 0).Has(other) {
				steps++
			}
		}
		if len(moves) != steps {
			t.Errorf("frame %d: %v's king has %d moves, want %d", from, c, len(moves), steps)
		}
		for _, move := range moves {
			there := frames.At(move.Frame)
			if there.Kings[c] != move.Symmetry.Square(move.To) {
				t.Errorf("frame %d: a move to %v leads to %v", from, move.To, there.Kings)
			}
			back := move.Symmetry.Square(kings[c])
			returns := false
			for _, m := range there.Moves[c] {
				// After the way there and back the kings are on their squares. The other men are, too, or they are
				// mirrored along the kings' diagonal.
				round := move.Symmetry.Then(m.Symmetry)
				same := round == board.Identity || round == board.Transpose && frames.At(from).SelfSymmetric
				returns = returns || m.To == back && m.Frame == from && same
			}
			if !returns {
				t.Errorf("frame %d: there is no way back from %v's move to %v", from, c, move.To)
			}
		}
	}
}

// TestFind checks that all symmetric placements of two kings share a frame, and are taken to it.
func TestFind(t *testing.T) {
	for class, symmetries := range map[string]board.Symmetry{"KQvK": board.Symmetries, "KQPvK": 1} {
		frames := layout(t, class).Frames()
		for white := range board.NoSquare {
			for black := range board.NoSquare {
				frame, symmetry := frames.Find(white, black)
				touching := white == black || board.Attacks(board.King, white, 0).Has(black)
				if touching != (frame < 0) {
					t.Fatalf("%s: kings on %v and %v have frame %d", class, white, black, frame)
				} else if touching {
					continue
				}
				want := [2]board.Square{symmetry.Square(white), symmetry.Square(black)}
				if got := frames.At(frame).Kings; got != want {
					t.Fatalf("%s: kings on %v and %v are found on %v, want %v", class, white, black, got, want)
				}
				for s := range symmetries {
					if image, _ := frames.Find(s.Square(white), s.Square(black)); image != frame {
						t.Fatalf(
							"%s: kings on %v and %v have frame %d, their image %d",
							class,
							white,
							black,
							frame,
							image,
						)
					}
				}
			}
		}
	}
}

// TestOrbits checks that every frame is listed once, with symmetric ones side by side.
func TestOrbits(t *testing.T) {
	for _, class := range []string{"KQvK", "KQPvK", "KPvK"} {
		frames := layout(t, class).Frames()
		seen := map[slice.FrameNo]bool{}
		done := map[[2]board.Square]bool{} // orbits, by their least image
		var last [2]board.Square
		for _, i := range frames.Orbits() {
			seen[i] = true
			kings := frames.At(i).Kings
			if kings[board.Black] == board.NoSquare {
				continue
			}
			orbit := kings
			for u := range board.Symmetry(board.Symmetries) {
				image := [2]board.Square{u.Square(kings[0]), u.Square(kings[1])}
				if slices.Compare(image[:], orbit[:]) < 0 {
					orbit = image
				}
			}
			if orbit != last && done[orbit] {
				t.Errorf("%s: frame %d is far from its symmetric ones", class, i)
			}
			last, done[orbit] = orbit, true
		}
		if len(seen) != int(frames.Len()) || len(frames.Orbits()) != len(seen) {
			t.Errorf("%s: %d of %d frames are in %d orbits", class, len(seen), frames.Len(), len(done))
		}
	}
}
