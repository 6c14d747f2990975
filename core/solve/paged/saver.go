package paged

import (
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
)

// savedFormat is the number of the form in which work is kept. Who changes that, or the order of rows, takes the next
// one.
const savedFormat = 3

// A saver says when to save, and where. What is saved is the lists up to a ply; the bits follow from them, and from
// what they were before ply 0.
type saver struct {
	record scratch.Room
	every  time.Duration
	work   checkpoint.Work
	last   time.Time
	saved  bool // there is a record of the work
}

// begin turns to other work, and returns the record of that, or nil.
func (s *saver) begin(work checkpoint.Work) (*checkpoint.Record, error) {
	if s == nil {
		return nil, nil
	}
	r, err := checkpoint.Read(s.record)
	s.work, s.last, s.saved = work, time.Now(), r != nil && r.Of == work
	if !s.saved {
		return nil, err
	}
	return r, nil
}

// restart erases the record of what is written over now.
func (s *saver) restart() error {
	if s == nil {
		return nil
	}
	s.saved = false
	if r, err := checkpoint.Read(s.record); r == nil || err != nil {
		return err
	}
	return checkpoint.Erase(s.record)
}
