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

// EndingPath returns the path of the journal of the ending of a position.
func (h Home) EndingPath(p *board.Position) string {
	return filepath.Join(string(h), "endings", ending.Name(p)+endingSuffix)
}

// OpenEnding opens the journal of the ending of a position, and creates it if it does not exist. The file is locked
// until it is closed. If another process has it open, the error matches [ErrEndingInUse]. It matches
// [errors.ErrUnsupported] on systems without such locks.
func (h Home) OpenEnding(p *board.Position) (*os.File, error) {
	path := h.EndingPath(p)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	switch err := filelock.Try(file); {
	case errors.Is(err, filelock.ErrLocked):
		file.Close()
		return nil, ErrEndingInUse
	case err != nil:
		file.Close()
		return nil, fmt.Errorf("%s can't be locked (%v): %w", path, err, errors.ErrUnsupported)
	}
	return file, nil
}
