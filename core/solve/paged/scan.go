package paged

import (
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// A scan is an order of frames in which frames that are connected by moves of a side's king are close together. It
// consists of columns. In a column the other king stays on its square, or on its images.
type scan []scanStep

// A scanStep is a frame of a scan. The scan takes back moves from this frame.
type scanStep struct {
	frame    slice.FrameNo
	first    bool         // the first frame of a column
	complete []completion // frames to which no later step takes back moves
}

// A completion is a frame with all of its candidates.
type completion struct {
	frame  slice.FrameNo
	passed []slice.FrameNo // of this frame and those around it: those that no later completion needs
}

// scans has the scans of both sides, and the largest numbers of frames in memory at once.
type scans struct {
	of      [2]scan
	targets int // frames to which moves are taken back, until they are complete
	lookups int // frames to which moves lead from complete frames, until they are passed
}

var (
	scansMu     sync.Mutex
	scansByList = map[*slice.Frames]*scans{}
)

// scansOf returns the scans over a list of frames.
func scansOf(frames *slice.Frames) *scans {
	scansMu.Lock()
	defer scansMu.Unlock()
	s := scansByList[frames]
	if s == nil {
		s = newScans(frames)
		scansByList[frames] = s
	}
	return s
}

func newScans(frames *slice.Frames) *scans {
	s := &scans{}
	for _, c := range board.Colors {
		s.of[c] = newScan(frames, c)
		targets, lookups := map[slice.FrameNo]bool{}, map[slice.FrameNo]bool{}
		for _, step := range s.of[c] {
			addAround(targets, frames, c, step.frame)
			s.targets = max(s.targets, len(targets))
			for _, done := range step.complete {
				delete(targets, done.frame)
				addAround(lookups, frames, c, done.frame)
				s.lookups = max(s.lookups, len(lookups))
				for _, frame := range done.passed {
					delete(lookups, frame)
				}
			}
		}
	}
	return s
}

// addAround adds a frame, and the frames that moves of a king lead to.
func addAround(to map[slice.FrameNo]bool, frames *slice.Frames, c board.Color, frame slice.FrameNo) {
	to[frame] = true
	for _, move := range frames.At(frame).Moves[c] {
		to[move.Frame] = true
	}
}

func newScan(frames *slice.Frames, c board.Color) (s scan) {
	at := make([]int, frames.Len()) // place in the scan from 1; 0 for frames that it does not have yet
	for first := range frames.Len() {
		if at[first] > 0 {
			continue
		}
		list := column(frames, c, first)
		for _, frame := range list {
			s = append(s, scanStep{frame: frame, first: frame == list[0]})
			at[frame] = len(s)
		}
	}
	for frame := range frames.Len() {
		last := at[frame]
		for _, move := range frames.At(frame).Moves[c] {
			last = max(last, at[move.Frame])
		}
		s[last-1].complete = append(s[last-1].complete, completion{frame: frame})
	}
	passed := map[slice.FrameNo]bool{}
	for i := range slices.Backward(s) {
		for j := range slices.Backward(s[i].complete) {
			done := &s[i].complete[j]
			around := map[slice.FrameNo]bool{}
			addAround(around, frames, c, done.frame)
			for frame := range around {
				if !passed[frame] {
					passed[frame] = true
					done.passed = append(done.passed, frame)
				}
			}
		}
	}
	return s
}

// columns returns the columns, each as a scan.
func (s scan) columns() (list []scan) {
	for i := range slices.Backward(s) {
		if s[i].first {
			list = append(list, s[i:])
			s = s[:i]
		}
	}
	return list
}

// column returns the frames that moves of a king connect with the first one. They are in zigzag order of the king's
// squares, after the symmetry that maps the other king to its square in the first frame.
func column(frames *slice.Frames, c board.Color, first slice.FrameNo) []slice.FrameNo {
	found := map[slice.FrameNo]bool{first: true}
	list := []slice.FrameNo{first}
	for i := 0; i < len(list); i++ {
		for _, move := range frames.At(list[i]).Moves[c] {
			if !found[move.Frame] {
				found[move.Frame] = true
				list = append(list, move.Frame)
			}
		}
	}
	other := frames.At(first).Kings[c.Other()]
	symmetries := board.Symmetry(1)
	if slices.ContainsFunc(list, func(frame slice.FrameNo) bool { return frames.At(frame).Kings[c.Other()] != other }) {
		symmetries = board.Symmetries
	}
	along := func(frame slice.FrameNo) int {
		kings := &frames.At(frame).Kings
		least := int(board.NoSquare)
		for t := range symmetries {
			if symmetries == 1 || t.Square(kings[c.Other()]) == other {
				least = min(least, zigzag(t.Square(kings[c])))
			}
		}
		return least
	}
	slices.SortStableFunc(list, func(a, b slice.FrameNo) int { return along(a) - along(b) })
	return list
}

// zigzag numbers squares from a1 to h1, from h2 to a2, and so on.
func zigzag(s board.Square) int {
	if s.Rank()%2 == 0 {
		return int(s)
	}
	return s.Rank()*8 + 7 - s.File()
}
