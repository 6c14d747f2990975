package encode

import "github.com/matewright/matewright/core/scratch"

// A spill writes packed values to scratch, one frame after the other, and reads them back. Only one goroutine at a time
// may write.
type spill struct {
	pile   scratch.Pile // without a room all stays in memory
	closed bool         // a write has failed, so nothing more is written
}

// hasRoom reports whether the spill has scratch.
func (s *spill) hasRoom() bool { return s.pile.Room != nil }

// add writes a frame, and returns its place. It returns false if the frame has to stay in memory.
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
