package syzygy

import (
	"errors"
	"path/filepath"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/words"
)

// Errors of files. A [FileError] wraps them.
var (
	ErrForeign   = words.Error("core.syzygy.foreign")   // not a Syzygy file of this kind
	ErrRenamed   = words.Error("core.syzygy.renamed")   // a file of other men than its name has
	ErrTruncated = words.Error("core.syzygy.truncated") // a file that ends too early
	ErrDamaged   = words.Error("core.syzygy.damaged")   // other faults of a file
)

// ErrCastling is the error of a position with castling rights, which no file has.
var ErrCastling = words.Error("core.syzygy.castling")

// ErrMissing matches any [MissingError].
var ErrMissing = errors.New("missing Syzygy file")

// A MissingError is about a file that a position needs and that no directory has.
type MissingError struct {
	Class material.Class
	Kind  Kind
}

// Message returns the message.
func (e *MissingError) Message() words.Message {
	return words.New("core.syzygy.missing", "file", e.name())
}

func (e *MissingError) name() string { return e.Class.String() + e.Kind.Extension() }

func (e *MissingError) Error() string { return e.Message().String() }

// Is reports whether the target is [ErrMissing].
func (e *MissingError) Is(target error) bool { return target == ErrMissing }

// A FileError is about a file that can't be used.
type FileError struct {
	File string // the name, with the directory
	Err  error
}

// Message returns the message. It has the name of the file without its directory, as servers send it to anybody.
func (e *FileError) Message() words.Message { return e.message(filepath.Base(e.File)) }

func (e *FileError) message(file string) words.Message {
	reason := (*words.Message)(nil)
	if errors.As(e.Err, &reason) {
		return words.New("core.syzygy.file", "file", file, "reason", *reason)
	}
	return words.New("core.syzygy.unreadable", "file", file)
}

func (e *FileError) Error() string {
	message := e.message(e.File)
	if message.Key == "core.syzygy.unreadable" {
		return words.New("core.problem.within", "where", message, "why", e.Err.Error()).String()
	}
	return message.String()
}

func (e *FileError) Unwrap() error { return e.Err }
