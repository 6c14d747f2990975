package matewright

import (
	"context"
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/solve"
)

// A Code is a kind of error. It is an error itself, for [errors.Is].
type Code string

// The codes.
const (
	ErrFEN     Code = "fen"     // the FEN cannot be read, or its position is impossible
	ErrMen     Code = "men"     // the position has more men than tables, or than a search, can have
	ErrClass   Code = "class"   // the name of a class cannot be read, or the class has no table
	ErrMissing Code = "missing" // tables have to be built first
	ErrDamaged Code = "damaged" // a table has to be built again, see [Tables.Rebuild]
	ErrFull    Code = "full"    // the disk is full; finished tables and parts are kept
	ErrRefused Code = "refused" // a file is not imported; the directory does not change
	ErrUsage   Code = "usage"   // an option or a query is not valid, or Options.Memory is too small
)

// Error returns the code in words, such as "matewright: missing".
func (c Code) Error() string { return "matewright: " + string(c) }

// An Error is an error with a code. It matches its code.
type Error struct {
	Code    Code
	Class   string   // of the table that it is about; "" for none
	Missing []string // classes of missing tables, if they are known, in the order in which they can be built
	Words   string   // for people, in English, without a capital and a full stop

	err error
}

// Error returns the words.
func (e *Error) Error() string { return e.Words }

// Is reports whether a target is the error's code.
func (e *Error) Is(target error) bool { return target == e.Code }

// Unwrap returns the error that caused it, or nil.
func (e *Error) Unwrap() error { return e.err }

// usage returns an error that matches [ErrUsage].
func usage(format string, args ...any) error {
	return &Error{Code: ErrUsage, Words: fmt.Sprintf(format, args...)}
}

// coded gives an error of the core its code. Those of contexts, and those without a code, remain as they are.
func coded(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	p := problem.From(err)
	code := Code(p.Code)
	switch {
	case errors.As(err, new(*solve.TooSmallError)), errors.As(err, new(*builder.MemoryError)), p.Code == problem.Places:
		code = ErrUsage
	case p.Code == problem.Internal:
		return err
	}
	return &Error{Code: code, Class: p.Class, Missing: names(p.Absent), Words: p.String(), err: err}
}

// names returns the names of classes.
func names(classes []material.Class) (list []string) {
	for _, class := range classes {
		list = append(list, class.String())
	}
	return list
}
