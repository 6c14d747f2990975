package table

import "errors"

// Errors of a [Store]. They are matched with [errors.Is]; the error itself
// names the table.
var (
	// ErrMissing: no such table is stored.
	ErrMissing = errors.New("table is missing")

	// ErrFull: the disk, or the browser's quota, is exhausted.
	ErrFull = errors.New("storage is full")

	// ErrName: the name of a table is not 1 to 64 ASCII letters and digits.
	ErrName = errors.New("not a table name")
)

// ErrCorrupt marks every error that means "these stored bytes are not what
// was written": a checksum that fails, a truncated file, a header that
// contradicts itself. The cure is to build the table again.
var ErrCorrupt = errors.New("table is damaged")
