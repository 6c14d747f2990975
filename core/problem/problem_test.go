package problem_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
)

func class(t *testing.T, name string) material.Class {
	t.Helper()
	c, err := material.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func fenError(fen string) error {
	_, err := board.ParseFEN(fen)
	return err
}

// of returns an error about a table as the packages below make it.
func of(name string, marker error, more string) error {
	if more != "" {
		marker = fmt.Errorf("%w: %s", marker, more)
	}
	return fmt.Errorf("reading: %w", &store.Error{Table: name, Err: marker})
}

func TestOf(t *testing.T) {
	pawn, rook := class(t, "KPvK"), class(t, "KRvK")
	unit := format.UnitName(slice.NewLayout(class(t, "KRPvKR")), 2)
	_, classError := material.Parse("KXvK")
	mismatch := &verify.MismatchError{Class: rook, Metric: value.DTM, FEN: "8/8/8/8/8/8/8/8 w", Stored: value.Draw, Moves: value.Decided(3)}
	refused := func(err error) error { return &exchange.RefusedError{Err: err} }
	several := &probe.MissingError{Class: pawn, Needed: material.Closure(pawn), Missing: []material.Class{rook, pawn}}
	one := &probe.MissingError{Class: rook, Needed: []material.Class{rook}, Missing: []material.Class{rook}}
	tests := []struct {
		err  error
		want problem.Problem
	}{
		{fenError("8/8/8/8/8/8/8/K7 w"), problem.Problem{Code: "fen", Words: "this FEN is not usable: Black has no king"}},
		{fenError("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhx - 0 1"), problem.Problem{Code: "men", Words: "this position has 32 men, and tables go up to 6"}},
		{&probe.MenError{Men: 6, Most: 5, Rights: board.WhiteKingside}, problem.Problem{Code: "men", Words: "this position has 6 men, and tables with castling rights go up to 5"}},
		{classError, problem.Problem{Code: "class", Words: classError.Error()}},
		{several, problem.Problem{Code: "missing", Words: "KPvK needs 5 tables, and 2 of them are missing: KRvK, KPvK", Class: "KPvK", Needed: several.Needed, Absent: several.Missing}},
		{one, problem.Problem{Code: "missing", Words: "the table of KRvK is missing", Class: "KRvK", Needed: one.Needed, Absent: one.Missing}},
		{of("KRvK", store.ErrMissing, ""), problem.Problem{Code: "missing", Words: "the table of KRvK is missing", Class: "KRvK"}},
		{of("KRvK", store.ErrFull, "quota"), problem.Problem{Code: "full", Words: "there is no room left on this device to store KRvK", Detail: "quota", Class: "KRvK"}},
		{store.ErrFull, problem.Problem{Code: "full", Words: "there is no room left on this device to store the table"}},
		{of("KRvK", store.ErrCorrupt, "checksum of tile 3"), problem.Problem{Code: "damaged", Words: "what is stored of KRvK is not what was written", Detail: "checksum of tile 3", Class: "KRvK"}},
		{of("KRvK", store.ErrVersion, "version 0"), problem.Problem{Code: "damaged", Words: "what is stored of KRvK was made by another version of Matewright", Detail: "version 0", Class: "KRvK"}},
		{mismatch, problem.Problem{Code: "damaged", Words: `KRvK: the table says draw for "8/8/8/8/8/8/8/8 w", the moves say win in 3`, Class: "KRvK"}},
		{store.ErrCorrupt, problem.Problem{Code: "damaged", Words: "what is stored of a table is not what was written"}},
		{of(unit, store.ErrFull, ""), problem.Problem{Code: "full", Words: "there is no room left on this device to store KRPvKR", Class: "KRPvKR"}},
		{of(unit, store.ErrCorrupt, "x"), problem.Problem{Code: "damaged", Words: "what is stored of KRPvKR is not what was written", Detail: "x", Class: "KRPvKR"}},
		{of("", store.ErrNewer, ""), problem.Problem{Code: "newer", Words: "a later version of Matewright has taken over the tables, and this one can't read them any more"}},
		{of(unit, store.ErrMissing, ""), problem.Problem{Code: "missing", Words: "the table of KRPvKR is missing", Class: "KRPvKR"}},
		{refused(store.ErrForeign), problem.Problem{Code: "refused", Words: "it is not a table of Matewright"}},
		{refused(fmt.Errorf("%w: file version 0", store.ErrVersion)), problem.Problem{Code: "refused", Words: "it was made by another version of Matewright: file version 0"}},
		{refused(of("KRvK", store.ErrCorrupt, "its end is missing")), problem.Problem{Code: "refused", Words: "it is damaged: its end is missing", Class: "KRvK"}},
		{refused(mismatch), problem.Problem{Code: "refused", Words: `it is intact, but disagrees with the tables here: it says draw for "8/8/8/8/8/8/8/8 w", the moves say win in 3`}},
		{refused(of("KRvK", known.ErrOther, "their SHA-256 is 1 instead of 2")), problem.Problem{Code: "refused", Words: "it is not the table that its class has: somebody or something has changed it, or another program made it", Class: "KRvK"}},
		{refused(&exchange.LargeError{Class: rook}), problem.Problem{Code: "refused", Words: "it can't be proven: nobody knows yet what bytes KRvK has, and it is too large for all of its positions to be held to their moves; but it can be built here"}},
		{refused(of("KRvK", exchange.ErrWrong, "bytes")), problem.Problem{Code: "refused", Words: "the values of KRvK were wrong, and it was removed: packed anew, they do not come to the bytes that KRvK is known to have", Class: "KRvK"}},
		{&exchange.NeedsError{Needed: []material.Class{rook}}, problem.Problem{Code: "missing", Words: "it can't be checked without the tables of [KRvK]", Absent: []material.Class{rook}}},
		{refused(&exchange.NeedsError{Needed: []material.Class{rook}}), problem.Problem{Code: "refused", Words: "its bytes are not the known ones, and its positions can't be checked without the tables of [KRvK]"}},
		{of(unit, known.ErrOther, "x"), problem.Problem{Code: "internal", Words: "what was built of KRPvKR is not what it must be, and was not stored: this computer's memory made a mistake, or this program", Detail: "x", Class: "KRPvKR"}},
		{errors.New("out of ideas"), problem.Problem{Code: "internal", Words: "out of ideas"}},
	}
	for _, test := range tests {
		if got := problem.Of(test.err); !reflect.DeepEqual(*got, test.want) {
			t.Errorf("%v: %+v, want %+v", test.err, *got, test.want)
		}
	}
}

func TestSentence(t *testing.T) {
	for words, want := range map[string]string{
		"": "", "x": "X.", "it is so": "It is so.", "KRvK is here. All is well.": "KRvK is here. All is well.",
	} {
		if got := problem.Sentence(words); got != want {
			t.Errorf("%q becomes %q, want %q", words, got, want)
		}
	}
	p := problem.Problem{Words: "it is so", Detail: "very much"}
	if got := p.String(); got != "it is so: very much" {
		t.Error(got)
	}
}
