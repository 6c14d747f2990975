// Package problem tells people what went wrong. An error of any other package
// becomes a code, which programs act on, and words. The command and the page say
// the same; each adds what can be done about it there.
package problem

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/verify"
)

// A Code is a kind of problem.
type Code string

// The codes.
const (
	FEN      Code = "fen"     // not a position, or not one that tables can have
	Men      Code = "men"     // a position with more men than tables, or the search, go up to
	Class    Code = "class"   // not the name of a class
	Missing  Code = "missing" // tables have to be built first
	Damaged  Code = "damaged" // a table has to be built again
	Full     Code = "full"    // there is no room
	Refused  Code = "refused" // a file is not imported
	Newer    Code = "newer"   // a later version of the program has changed the storage
	Places   Code = "places"  // where men are to stand can't be read
	Internal Code = "internal"
)

// A Problem is what there is to say of an error. Words and detail are written as
// Go's errors are, without a capital and a full stop; see [Sentence].
type Problem struct {
	Code   Code
	Words  string           // what happened
	Detail string           // more about it, for those who want to know, or ""
	Class  string           // whose table it is about, or ""
	Needed []material.Class // of a position whose tables are missing: all that it takes
	Absent []material.Class // and those of them that are not there
}

// String returns all that there is to say.
func (p *Problem) String() string {
	if p.Detail == "" {
		return p.Words
	}
	return p.Words + ": " + p.Detail
}

// Sentence writes words with a capital and a full stop; "" remains as it is.
func Sentence(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + strings.TrimSuffix(words[1:], ".") + "."
}

// Of returns the problem that an error, not nil, is for its reader.
func Of(err error) *Problem {
	var (
		fen      *board.FENError
		men      *probe.MenError
		many     *search.MenError
		refused  *exchange.RefusedError
		missing  *probe.MissingError
		needs    *exchange.NeedsError
		mismatch *verify.MismatchError
		places   *find.MenError
	)
	switch {
	case errors.As(err, &fen) && fen.Men > search.MaxMen: // whatever else is wrong with it
		return &Problem{Code: Men, Words: (&probe.MenError{Men: fen.Men, Most: material.MaxMen}).Error()}
	case errors.As(err, &fen):
		return &Problem{Code: FEN, Words: err.Error()}
	case errors.As(err, &men), errors.As(err, &many):
		return &Problem{Code: Men, Words: err.Error()}
	case errors.As(err, &places):
		return &Problem{Code: Places, Words: err.Error()}
	case errors.As(err, &refused):
		return &Problem{Code: Refused, Words: refusal(refused.Err), Class: tableOf(err)}
	case errors.Is(err, material.ErrClass), errors.Is(err, store.ErrName):
		return &Problem{Code: Class, Words: err.Error()}
	case errors.As(err, &missing):
		return &Problem{Code: Missing, Words: missing.Error(), Class: missing.Class.String(), Needed: missing.Needed, Absent: missing.Missing}
	case errors.As(err, &needs):
		return &Problem{Code: Missing, Words: fmt.Sprintf("it can't be checked without the tables of %v", needs.Needed), Absent: needs.Needed}
	case errors.As(err, &mismatch):
		return &Problem{Code: Damaged, Words: mismatch.Error(), Class: mismatch.Class.String()}
	}
	return ofTable(err, tableOf(err))
}

// tableOf returns the name of the table that an error is about. Of its pieces people know nothing.
func tableOf(err error) string {
	named := (*store.Error)(nil)
	if !errors.As(err, &named) {
		return ""
	}
	if class, ok := format.OfPiece(named.Table); ok {
		return class.String()
	}
	return named.Table
}

// ofTable returns what an error says of a table.
func ofTable(err error, name string) *Problem {
	p := &Problem{Code: Internal, Class: name}
	switch {
	case errors.Is(err, store.ErrFull):
		p.Code = Full
		p.Words = fmt.Sprintf("there is no room left on this device to store %s", cmp.Or(name, "the table"))
		p.Detail = after(store.ErrFull, err)
	case errors.Is(err, store.ErrNewer):
		p.Code = Newer
		p.Words = "a later version of Matewright has taken over the tables, and this one can't read them any more"
	case errors.Is(err, store.ErrMissing):
		p.Code = Missing
		p.Words = fmt.Sprintf("the table of %s is missing", name)
	case errors.Is(err, store.ErrVersion):
		p.Code = Damaged
		p.Words = fmt.Sprintf("what is stored of %s was made by another version of Matewright", cmp.Or(name, "a table"))
		p.Detail = after(store.ErrVersion, err)
	case errors.Is(err, store.ErrCorrupt):
		p.Code = Damaged
		p.Words = fmt.Sprintf("what is stored of %s is not what was written", cmp.Or(name, "a table"))
		p.Detail = after(store.ErrCorrupt, err)
	case errors.Is(err, known.ErrOther):
		p.Words = fmt.Sprintf("what was built of %s is not what it must be, and was not stored: this computer's memory made a mistake, or this program", name)
		p.Detail = after(known.ErrOther, err)
	default:
		p.Words = err.Error()
	}
	return p
}

// refusal says what is wrong with a file.
func refusal(err error) string {
	var (
		mismatch *verify.MismatchError
		needs    *exchange.NeedsError
		large    *exchange.LargeError
	)
	switch {
	case errors.Is(err, exchange.ErrWrong):
		return fmt.Sprintf("the values of %s were wrong, and it was removed: packed anew, they do not come to the bytes that %[1]s is known to have", tableOf(err))
	case errors.As(err, &large):
		return large.Error()
	case errors.As(err, &mismatch):
		return fmt.Sprintf("it is intact, but disagrees with the tables here: it says %s for %q, the moves say %s",
			mismatch.Metric.Format(mismatch.Stored), mismatch.FEN, mismatch.Metric.Format(mismatch.Moves))
	case errors.Is(err, known.ErrOther):
		return "it is not the table that its class has: somebody or something has changed it, or another program made it"
	case errors.As(err, &needs):
		return fmt.Sprintf("its bytes are not the known ones, and its positions can't be checked without the tables of %v", needs.Needed)
	case errors.Is(err, store.ErrForeign):
		return "it is not a table of Matewright"
	case errors.Is(err, store.ErrVersion):
		return "it was made by another version of Matewright: " + after(store.ErrVersion, err)
	}
	return "it is damaged: " + after(store.ErrCorrupt, err)
}

// after returns what an error adds to the one that it matches.
func after(marker, err error) string {
	_, more, _ := strings.Cut(err.Error(), marker.Error()+": ")
	return more
}
