//go:build js && wasm

package main

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
