package paged

import (
	"slices"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// A scan is an order in which to go over the frames for the moves of a side's king, so that those that they connect
// are close together: columns, in each of which the other king stays where it is, or where symmetry takes it.
type scan []scanStep

// A scanStep is a frame of a scan, from which moves are taken back.
type scanStep struct {
	frame    slice.FrameNo
	first    bool         // of a column
	complete []completion // frames to which nothing is taken back afterwards
}

// A completion is a frame in which all candidates are known.
type completion struct {
	frame  slice.FrameNo
	passed []slice.FrameNo // it, or frames around it, which are around no later one
}

// scans are those of both sides, and the frames that are in memory at once.
type scans struct {
	of     [2]scan
	taking int // to which moves are taken back: until they are complete
	asking int // to which moves lead from complete frames: from the first of these to the last
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
		taking, asking := map[slice.FrameNo]bool{}, map[slice.FrameNo]bool{}
		for _, step := range s.of[c] {
			addAround(taking, frames, c, step.frame)
			s.taking = max(s.taking, len(taking))
			for _, done := range step.complete {
				delete(taking, done.frame)
				addAround(asking, frames, c, done.frame)
				s.asking = max(s.asking, len(asking))
				for _, frame := range done.passed {
					delete(asking, frame)
				}
			}
		}
	}
	return s
}

// addAround adds a frame, and those that moves of a king lead to.
func addAround(to map[slice.FrameNo]bool, frames *slice.Frames, c board.Color, frame slice.FrameNo) {
	to[frame] = true
	for _, move := range frames.At(frame).Moves[c] {
		to[move.Frame] = true
	}
}

func newScan(frames *slice.Frames, c board.Color) (s scan) {
	at := make([]int, frames.Len()) // in the scan; 0 for those that are not there yet
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

// columns returns the columns, each as a scan by itself.
func (s scan) columns() (list []scan) {
	for i := range slices.Backward(s) {
		if s[i].first {
			list = append(list, s[i:])
			s = s[:i]
		}
	}
	return list
}

// column returns the frames that moves of a king lead to from one, in zigzag over its squares, as they are where the
// other king stands on the same square in all of them.
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
