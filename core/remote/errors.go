package remote

import (
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/words"
)

// A Code is a kind of fault of a site: the key of its message.
type Code string

// The codes.
const (
	Gone       Code = "core.remote.gone"       // the server does not answer, or not with the file
	NoRanges   Code = "core.remote.ranges"     // the server sends whole files only, and the file is large
	Compressed Code = "core.remote.compressed" // something on the way compresses ranges
	Changed    Code = "core.remote.changed"    // the files are other ones than those of the manifest
	Damaged    Code = "core.remote.manifest"   // the manifest is damaged
	Newer      Code = "core.remote.newer"      // the manifest is of a later version
)

// An Error is a fault of a site.
type Error struct {
	Site string // the name
	Code Code
	Err  error // technical details, or nil
}

// Error returns the message with the details.
func (e *Error) Error() string {
	if detail := e.Detail(); detail != "" {
		return e.Message().String() + ": " + detail
	}
	return e.Message().String()
}

// Unwrap returns the details.
func (e *Error) Unwrap() error { return e.Err }

// Message returns the message for people.
func (e *Error) Message() words.Message { return words.New(string(e.Code), "site", e.Site) }

// Detail returns the technical details, or "".
func (e *Error) Detail() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

// errOther returns an error of files that differ from the manifest.
func errOther(format string, values ...any) *Error {
	return &Error{Code: Changed, Err: fmt.Errorf(format, values...)}
}

// codeOf returns the code of a fault, or "".
func codeOf(err error) Code {
	if fault := (*Error)(nil); errors.As(err, &fault) {
		return fault.Code
	}
	return ""
}
