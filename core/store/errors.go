package store

import (
	"errors"
	"fmt"
)

// Errors of a [Store]. They are matched with [errors.Is]; the error itself
// names the table.
var (
	// ErrMissing: no such table is stored.
	ErrMissing = errors.New("table is missing")

	// ErrFull: the disk, or the browser's quota, is exhausted.
	ErrFull = errors.New("storage is full")

	// ErrNewer: a later version of the program has changed the store. The tables are safe, but this version cannot use
	// them any more.
	ErrNewer = errors.New("a later version has changed the storage")

	// ErrName: the name of a table is not 1 to 64 ASCII letters and digits, with hyphens between them.
	ErrName = errors.New("not a table name")
)

// ErrCorrupt marks all errors of damaged data: a wrong checksum, a truncated file, a contradictory header. To repair
// it, build the table again.
var ErrCorrupt = errors.New("table is damaged")

// ErrVersion: the table is intact, but written by another version of the
// format. The cure is the same.
var ErrVersion = fmt.Errorf("%w: another version", ErrCorrupt)

// ErrForeign: this is a file of another kind, and no table at all.
var ErrForeign = fmt.Errorf("%w: not a table of Matewright", ErrCorrupt)

// An Error is an error of a table.
type Error struct {
	Table string
	Err   error
}

// Error names the table.
func (e *Error) Error() string { return e.Table + ": " + e.Err.Error() }

// Unwrap returns the error without the name.
func (e *Error) Unwrap() error { return e.Err }

// Named adds the name of the table to an error that has none.
func Named(table string, err error) error {
	if has := (*Error)(nil); errors.As(err, &has) {
		return err
	}
	return &Error{table, err}
}
