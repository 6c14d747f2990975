package lookahead

import (
	"slices"

	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
)

// rankFrames caches the frames that were last used as ranks of moves.
type rankFrames struct {
	words int // in a frame
	limit int // the largest number of held frames
	held  []*rankFrame
	spare []*rankFrame
	find  []*rankFrame // by number
	clock int
}

type rankFrame struct {
	number slice.FrameNo
	used   int // the clock at the last use
	ranks  []kernel.Octets
}

const (
	rankBytes     = 32 << 20 // for held frames
	minRankFrames = 1 + 8    // a frame and those that king moves lead to
)

func newRankFrames(frames slice.FrameNo, words int) rankFrames {
	rf := rankFrames{words: words, find: make([]*rankFrame, frames)}
	rf.limit = rf.limitFor(rankBytes)
	return rf
}

// limitFor returns the number of frames that the given bytes can hold.
func (rf *rankFrames) limitFor(bytes int64) int {
	return max(minRankFrames, int(bytes)/(rf.words*kernel.RowWords))
}

// bound changes the limit, and drops the least recently used frames. Their memory is not used again, so callers may
// still read them.
func (rf *rankFrames) bound(limit int) {
	rf.limit = limit
	rf.spare = nil
	for len(rf.held) > limit {
		i := rf.oldest()
		rf.find[rf.held[i].number] = nil
		rf.held = slices.Delete(rf.held, i, i+1)
	}
}

// oldest returns the index of the least recently used frame in held.
func (rf *rankFrames) oldest() int {
	oldest := 0
	for i, f := range rf.held {
		if f.used < rf.held[oldest].used {
			oldest = i
		}
	}
	return oldest
}

// forget drops all frames, but keeps their memory.
func (rf *rankFrames) forget() {
	rf.spare = append(rf.spare, rf.held...)
	rf.held = rf.held[:0]
	clear(rf.find)
}

// get returns the memory of a frame, and reports whether it already has the frame's ranks. It keeps the most recently
// used frames, so the cache has all nine that a frame needs.
func (rf *rankFrames) get(frame slice.FrameNo) (ranks []kernel.Octets, found bool) {
	rf.clock++
	f := rf.find[frame]
	if found = f != nil; !found {
		f = rf.take()
		f.number = frame
		rf.find[frame] = f
	}
	f.used = rf.clock
	return f.ranks, found
}

// take returns a free frame, or the least recently used one.
func (rf *rankFrames) take() *rankFrame {
	if len(rf.held) == rf.limit {
		oldest := rf.held[rf.oldest()]
		rf.find[oldest.number] = nil
		return oldest
	}
	f := &rankFrame{}
	if n := len(rf.spare); n > 0 {
		f, rf.spare = rf.spare[n-1], rf.spare[:n-1]
	} else {
		f.ranks = make([]kernel.Octets, rf.words)
	}
	rf.held = append(rf.held, f)
	return f
}
