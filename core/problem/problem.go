// Package problem describes errors to people. It turns an error of any other package into a code, for programs, and a
// message of core/words. The command and the page show the same messages. Each adds hints for its user.
package problem

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/verify"
	"github.com/matewright/matewright/core/words"
)

// A Code is a kind of problem.
type Code string

// The codes.
const (
	FEN      Code = "fen"     // not a position, or not a possible one in tables
	Men      Code = "men"     // a position with too many men for tables or the search
	Class    Code = "class"   // not the name of a class
	Missing  Code = "missing" // tables have to be built first
	Damaged  Code = "damaged" // a table has to be built again
	Full     Code = "full"    // the storage is full
	Refused  Code = "refused" // a file is not imported
	Newer    Code = "newer"   // a later version of the program has changed the storage
	Places   Code = "places"  // the squares of men in a query cannot be parsed
	Ending   Code = "ending"  // a position that no ending begins with
	Busy     Code = "busy"    // somebody else solves the ending
	Remote   Code = "remote"  // a web server does not send its tables, or sends wrong bytes
	Internal Code = "internal"
)

// A Problem describes an error. Its message and detail have the style of Go errors: no capital and no full stop. See
// [Sentence].
type Problem struct {
	Code    Code
	Message words.Message    // the message
	Detail  string           // technical details in English, or ""
	Class   string           // the class of the table that it is about, or ""
	Needed  []material.Class // the tables that a position needs, if some are missing
	Absent  []material.Class // the missing ones of these
}

// Words returns the message in English.
func (p *Problem) Words() string { return p.Message.String() }

// String returns the message and the detail. It returns only the detail for an unexpected error, which has no message.
func (p *Problem) String() string {
	switch {
	case p.Detail == "":
		return p.Words()
	case p.Message.Key == unexpected:
		return p.Detail
	}
	return p.Words() + ": " + p.Detail
}

// Sentence adds a capital and a full stop to words. An empty text stays empty.
func Sentence(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + strings.TrimSuffix(words[1:], ".") + "."
}

// From returns the problem for an error, which is not nil.
func From(err error) *Problem {
	var (
		fen      *board.FENError
		men      *probe.MenError
		many     *search.MenError
		class    *material.ClassError
		refused  *exchange.RefusedError
		missing  *probe.MissingError
		needs    *exchange.NeedsError
		mismatch *verify.MismatchError
		places   *find.MenError
		pieces   *ending.PiecesError
		memory   *ending.MemoryError
		wrong    *ending.WrongError
		site     *remote.Error
		file     *syzygy.FileError
		absent   *syzygy.MissingError
	)
	switch {
	case errors.As(err, &site):
		return &Problem{Code: Remote, Message: site.Message(), Detail: site.Detail()}
	case errors.As(err, &file):
		return &Problem{Code: Damaged, Message: file.Message()}
	case errors.As(err, &absent):
		return &Problem{Code: Missing, Message: absent.Message()}
	case errors.As(err, &fen) && fen.Men > search.MaxMen: // regardless of other faults
		return &Problem{Code: Men, Message: (&probe.MenError{Men: fen.Men, Most: material.MaxMen}).Message()}
	case errors.As(err, &fen):
		return &Problem{Code: FEN, Message: fen.Message()}
	case errors.As(err, &men):
		return &Problem{Code: Men, Message: men.Message()}
	case errors.As(err, &many):
		return &Problem{Code: Men, Message: many.Message()}
	case errors.As(err, &places):
		return &Problem{Code: Places, Message: places.Message()}
	case errors.As(err, &refused):
		message, detail := refusal(refused.Err)
		return &Problem{Code: Refused, Message: message, Detail: detail, Class: tableOf(err)}
	case errors.As(err, &class):
		return &Problem{Code: Class, Message: class.Message()}
	case errors.Is(err, material.ErrClass), errors.Is(err, store.ErrName):
		message, detail := messageOf(err)
		return &Problem{Code: Class, Message: message, Detail: detail}
	case errors.As(err, &missing):
		return &Problem{
			Code:    Missing,
			Message: missing.Message(),
			Class:   missing.Class.String(),
			Needed:  missing.Needed,
			Absent:  missing.Missing,
		}
	case errors.As(err, &needs):
		return &Problem{Code: Missing, Message: needs.Message(), Absent: needs.Needed}
	case errors.As(err, &mismatch):
		return &Problem{Code: Damaged, Message: mismatch.Message(), Class: mismatch.Class.String()}
	case errors.As(err, &pieces), errors.As(err, &memory), errors.Is(err, ending.ErrCastling):
		message, _ := messageOf(err)
		return &Problem{Code: Ending, Message: message}
	case errors.Is(err, shelf.ErrInUse):
		message, _ := messageOf(err)
		return &Problem{Code: Busy, Message: message}
	case errors.Is(err, shelf.ErrCut), errors.Is(err, shelf.ErrBetter), errors.Is(err, ending.ErrNone),
		errors.As(err, &wrong):
		message, detail := messageOf(err)
		return &Problem{Code: Refused, Message: message, Detail: detail}
	}
	return ofTable(err, tableOf(err))
}

// tableOf returns the name of the table that an error is about. For a piece of a table it is the class.
func tableOf(err error) string {
	named := (*store.Error)(nil)
	if !errors.As(err, &named) {
		return ""
	}
	if class, ok := format.PieceClass(named.Table); ok {
		return class.String()
	}
	return named.Table
}

// ofTable returns the problem for an error about a table.
func ofTable(err error, name string) *Problem {
	p := &Problem{Code: Internal, Class: name}
	switch {
	case errors.Is(err, store.ErrFull):
		p.Code = Full
		p.Message = words.New("core.problem.full", "class", cmp.Or(name, noName))
		p.Detail = after(store.ErrFull, err)
	case errors.Is(err, store.ErrNewer):
		p.Code = Newer
		p.Message = words.New("core.problem.newer")
	case errors.Is(err, store.ErrMissing):
		p.Code = Missing
		p.Message = words.New("core.missing.one", "class", name)
	case errors.Is(err, store.ErrVersion):
		p.Code = Damaged
		p.Message = words.New("core.problem.version", "class", cmp.Or(name, noName))
		p.Detail = after(store.ErrVersion, err)
	case errors.Is(err, store.ErrCorrupt):
		p.Code = Damaged
		p.Message = words.New("core.problem.damaged", "class", cmp.Or(name, noName))
		p.Detail = after(store.ErrCorrupt, err)
	case errors.Is(err, known.ErrOther):
		p.Message = words.New("core.problem.wrongBuild", "class", name)
		p.Detail = after(known.ErrOther, err)
	default:
		p.Message, p.Detail = messageOf(err)
	}
	return p
}

// noName stands for a class in messages about a table without a name.
const noName = "none"

// unexpected is the key of the message for errors without a message.
const unexpected = "core.problem.unexpected"

// messageOf returns the message of an error. If the error has no message, its text is the detail.
func messageOf(err error) (message words.Message, detail string) {
	var inside interface {
		error
		Message() words.Message
	}
	if !errors.As(err, &inside) {
		return words.New(unexpected), err.Error()
	}
	around, ends := strings.CutSuffix(err.Error(), inside.Error())
	if !ends || around == "" { // errors that follow it are left out
		return inside.Message(), ""
	}
	return words.New("core.problem.within", "where", strings.TrimSuffix(around, ": "), "why", inside.Message()), ""
}

// refusal returns the message for a refused file, and the detail.
func refusal(err error) (message words.Message, detail string) {
	var (
		mismatch *verify.MismatchError
		needs    *exchange.NeedsError
		large    *exchange.LargeError
	)
	switch {
	case errors.Is(err, exchange.ErrWrong):
		return words.New("core.import.wrong", "class", tableOf(err)), ""
	case errors.As(err, &large):
		return large.Message(), ""
	case errors.As(err, &mismatch):
		return words.New("core.import.mismatch", "stored", mismatch.Metric.Format(mismatch.Stored),
			"fen", strconv.Quote(mismatch.FEN), "moves", mismatch.Metric.Format(mismatch.Moves)), ""
	case errors.Is(err, known.ErrOther):
		return words.New("core.import.otherBytes"), ""
	case errors.As(err, &needs):
		return words.New("core.import.unknownBytes", "needed", words.List(needs.Needed)), ""
	case errors.Is(err, store.ErrForeign):
		return words.New("core.import.foreign"), ""
	case errors.Is(err, store.ErrVersion):
		return words.New("core.import.version"), after(store.ErrVersion, err)
	}
	if !errors.Is(err, store.ErrCorrupt) {
		return messageOf(err)
	}
	return words.New("core.import.damaged"), after(store.ErrCorrupt, err)
}

// after returns the text of an error after that of the error that it matches.
func after(marker, err error) string {
	_, more, _ := strings.Cut(err.Error(), marker.Error()+": ")
	return more
}
