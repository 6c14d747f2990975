package home

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/internal/filelock"
	"github.com/matewright/matewright/core/words"
)

// ErrEndingInUse means that another process solves the ending.
var ErrEndingInUse = words.Error("core.ending.inUse")

// endingSuffix ends the names of journals.
const endingSuffix = ".mwending"

// OpenEnding opens the journal of the ending of a position, and creates it if it does not exist. The file is locked
// until it is closed. If another process has it open, the error matches [ErrEndingInUse]. It matches
// [errors.ErrUnsupported] on systems without such locks.
func (h Home) OpenEnding(p *board.Position) (*os.File, error) {
	dir := filepath.Join(string(h), "endings")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(dir, ending.Name(p)+endingSuffix), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	switch err := filelock.Try(file); {
	case errors.Is(err, filelock.ErrLocked):
		file.Close()
		return nil, ErrEndingInUse
	case err != nil:
		file.Close()
		return nil, fmt.Errorf("%s can't be locked (%v): %w", file.Name(), err, errors.ErrUnsupported)
	}
	return file, nil
}
