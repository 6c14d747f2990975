//go:build js && wasm

package main

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
)

// extraFiles are the Syzygy files that a prober answers from. Only the larger build of the engine has code for them.
type extraFiles interface {
	// leaveOut stops using the file that an error is about. It returns false for other errors.
	leaveOut(err error) bool

	// news returns the description of the files if one was refused since the last call, and else nil.
	news() *syzygyShape
}

// syzygyShape describes the Syzygy files in use.
type syzygyShape struct {
	Files   int            `json:"files"`
	Men     int            `json:"men"`     // the largest number that a file has, or 0
	Bytes   int64          `json:"bytes"`   // of all files
	Refused []problemShape `json:"refused"` // the faults of files that are not used
}

// again is [answerBySite]. Damaged Syzygy files are left out. Without the files of a position its error
// is that of a position without any files.
func again[T any](e *engine, p *board.Position, ask func() (T, error)) (T, error) {
	answer, err := answerBySite(e, ask)
	for e.extra != nil && e.extra.leaveOut(err) {
		answer, err = answerBySite(e, ask)
	}
	if errors.Is(err, store.ErrMissing) {
		if men := probe.CheckMen(p); men != nil {
			err = men
		}
	}
	return answer, err
}
