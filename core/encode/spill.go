package encode

import "github.com/matewright/matewright/core/scratch"

// A spill writes packed values to scratch, one frame after the other, and reads
// them back. Its user sees to it that only one goroutine writes.
type spill struct {
	pile   scratch.Pile // without a room all stays in memory
	closed bool         // nothing more is written: it was full, or failed
}

// hasRoom reports whether there is scratch at all.
func (s *spill) hasRoom() bool { return s.pile.Room != nil }

// add writes a frame, and returns where it is. It returns false if the frame has to
// stay in memory.
func (s *spill) add(frame []byte) (scratch.Piece, bool) {
	if s.closed || !s.hasRoom() {
		return scratch.Piece{}, false
	}
	piece, err := s.pile.Add(frame)
	s.closed = err != nil
	return piece, err == nil
}

// read returns a frame that was added.
func (s *spill) read(at scratch.Piece) ([]byte, error) {
	frame := make([]byte, at.Size)
	return frame, s.pile.Read(at, frame)
}
