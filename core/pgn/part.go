package pgn

import (
	"errors"
	"io"
)

// A Place is a place between two games of a text.
type Place struct {
	Offset int64 `json:"offset"` // bytes before it
	Lines  int   `json:"lines"`  // ends of lines before it: a game may begin in the line in which another one ends
}

// EndOfPart returns the end of the shortest part of a text that has the given number of bytes and ends between two
// games. It is the end of the text if none is shorter. The games of the parts, read by [Reader.After], are those of the
// whole text. EndOfPart plays no moves, so it takes a small share of the time to read the games.
func EndOfPart(text io.Reader, bytes int64) (Place, error) {
	r := NewReader(text)
	for {
		_, _, _, err := r.chunk()
		if err != nil && !errors.Is(err, io.EOF) {
			return Place{}, err
		}
		if at := r.place(); err != nil || at.Offset >= bytes {
			return at, nil
		}
	}
}

// place returns the place after the last chunk.
func (r *Reader) place() Place {
	if r.held {
		return Place{r.begin, r.line}
	}
	return Place{r.split, r.line}
}

// After sets the number of lines before the text, which is a part of another one, and returns the reader. The first
// game has the number 1.
func (r *Reader) After(lines int) *Reader {
	r.line = lines
	return r
}
