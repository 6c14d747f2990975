package problem_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
	"github.com/matewright/matewright/core/words"
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

// of returns an error about a table in the form of the other packages.
func of(name string, marker error, more string) error {
	if more != "" {
		marker = fmt.Errorf("%w: %s", marker, more)
	}
	return fmt.Errorf("reading: %w", &store.Error{Table: name, Err: marker})
}

// TestFrom checks the problem of each kind of error. Long because it lists them all.
func TestFrom(t *testing.T) {
	pawn, rook := class(t, "KPvK"), class(t, "KRvK")
	unit := format.UnitName(slice.NewLayout(class(t, "KRPvKR")), 2)
	_, classError := material.Parse("KXvK")
	mismatch := &verify.MismatchError{
		Class:  rook,
		Metric: value.DTM,
		FEN:    "8/8/8/8/8/8/8/8 w",
		Stored: value.Draw,
		Moves:  value.Decided(3),
	}
	refused := func(err error) error { return &exchange.RefusedError{Err: err} }
	several := &probe.MissingError{Class: pawn, Needed: material.Closure(pawn), Missing: []material.Class{rook, pawn}}
	one := &probe.MissingError{Class: rook, Needed: []material.Class{rook}, Missing: []material.Class{rook}}
	tests := []struct {
		err  error
		want problem.Problem
		said string // the code of the message
	}{
		{
			fenError("8/8/8/8/8/8/8/K7 w"),
			problem.Problem{Code: "fen"},
			"core.fen.unusable why=(core.fen.noKing color=Black)",
		},
		{
			fenError("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhx - 0 1"),
			problem.Problem{Code: "men"},
			"core.men.tables count=32 most=6",
		},
		{
			fmt.Errorf("%w: %w", store.ErrCorrupt, &syzygy.FileError{File: "KPvK.rtbw", Err: syzygy.ErrRenamed}),
			problem.Problem{Code: "damaged"},
			"core.syzygy.file file=KPvK.rtbw reason=(core.syzygy.renamed)",
		},
		{
			fmt.Errorf("%w: %w", store.ErrMissing, &syzygy.MissingError{Class: pawn, Kind: syzygy.DTZFile}),
			problem.Problem{Code: "missing"},
			"core.syzygy.missing file=KPvK.rtbz",
		},
		{
			&probe.MenError{Men: 6, Most: 5, Rights: board.WhiteKingside},
			problem.Problem{Code: "men"},
			"core.men.castling count=6 most=5",
		},
		{classError, problem.Problem{Code: "class"}, `core.class.invalid name="KXvK" why=(core.class.letters)`},
		{
			several,
			problem.Problem{Code: "missing", Class: "KPvK", Needed: several.Needed, Absent: several.Missing},
			"core.missing.several class=KPvK count=2 missing=[KRvK KPvK] needed=5",
		},
		{
			one,
			problem.Problem{Code: "missing", Class: "KRvK", Needed: one.Needed, Absent: one.Missing},
			"core.missing.one class=KRvK",
		},
		{
			of("KRvK", store.ErrMissing, ""),
			problem.Problem{Code: "missing", Class: "KRvK"},
			"core.missing.one class=KRvK",
		},
		{
			of("KRvK", store.ErrFull, "quota"),
			problem.Problem{Code: "full", Detail: "quota", Class: "KRvK"},
			"core.problem.full class=KRvK",
		},
		{store.ErrFull, problem.Problem{Code: "full"}, "core.problem.full class=none"},
		{
			of("KRvK", store.ErrCorrupt, "checksum of tile 3"),
			problem.Problem{Code: "damaged", Detail: "checksum of tile 3", Class: "KRvK"},
			"core.problem.damaged class=KRvK",
		},
		{
			of("KRvK", store.ErrVersion, "version 0"),
			problem.Problem{Code: "damaged", Detail: "version 0", Class: "KRvK"},
			"core.problem.version class=KRvK",
		},
		{
			mismatch,
			problem.Problem{Code: "damaged", Class: "KRvK"},
			`core.mismatch class=KRvK fen="8/8/8/8/8/8/8/8 w" moves=win in 3 stored=draw`,
		},
		{store.ErrCorrupt, problem.Problem{Code: "damaged"}, "core.problem.damaged class=none"},
		{of(unit, store.ErrFull, ""), problem.Problem{Code: "full", Class: "KRPvKR"}, "core.problem.full class=KRPvKR"},
		{
			of(unit, store.ErrCorrupt, "x"),
			problem.Problem{Code: "damaged", Detail: "x", Class: "KRPvKR"},
			"core.problem.damaged class=KRPvKR",
		},
		{of("", store.ErrNewer, ""), problem.Problem{Code: "newer"}, "core.problem.newer"},
		{
			of(unit, store.ErrMissing, ""),
			problem.Problem{Code: "missing", Class: "KRPvKR"},
			"core.missing.one class=KRPvKR",
		},
		{refused(store.ErrForeign), problem.Problem{Code: "refused"}, "core.import.foreign"},
		{
			refused(fmt.Errorf("%w: file version 0", store.ErrVersion)),
			problem.Problem{Code: "refused", Detail: "file version 0"},
			"core.import.version",
		},
		{
			refused(of("KRvK", store.ErrCorrupt, "its end is missing")),
			problem.Problem{Code: "refused", Detail: "its end is missing", Class: "KRvK"},
			"core.import.damaged",
		},
		{
			refused(mismatch),
			problem.Problem{Code: "refused"},
			`core.import.mismatch fen="8/8/8/8/8/8/8/8 w" moves=win in 3 stored=draw`,
		},
		{
			refused(of("KRvK", known.ErrOther, "their SHA-256 is 1 instead of 2")),
			problem.Problem{Code: "refused", Class: "KRvK"},
			"core.import.otherBytes",
		},
		{refused(&exchange.LargeError{Class: rook}), problem.Problem{Code: "refused"}, "core.import.large class=KRvK"},
		{
			refused(of("KRvK", exchange.ErrWrong, "bytes")),
			problem.Problem{Code: "refused", Class: "KRvK"},
			"core.import.wrong class=KRvK",
		},
		{
			&exchange.NeedsError{Needed: []material.Class{rook}},
			problem.Problem{Code: "missing", Absent: []material.Class{rook}},
			"core.import.needs needed=[KRvK]",
		},
		{
			refused(&exchange.NeedsError{Needed: []material.Class{rook}}),
			problem.Problem{Code: "refused"},
			"core.import.unknownBytes needed=[KRvK]",
		},
		{
			of(unit, known.ErrOther, "x"),
			problem.Problem{Code: "internal", Detail: "x", Class: "KRPvKR"},
			"core.problem.wrongBuild class=KRPvKR",
		},
		{&ending.PiecesError{Pieces: 3}, problem.Problem{Code: "ending"}, "core.ending.pieces count=3 most=2"},
		{&ending.MemoryError{Least: 1 << 20}, problem.Problem{Code: "ending"}, "core.ending.memory least=1"},
		{ending.ErrCastling, problem.Problem{Code: "ending"}, "core.ending.castling"},
		{errors.Join(shelf.ErrInUse, nil), problem.Problem{Code: "busy"}, "core.ending.inUse"},
		{shelf.ErrCut, problem.Problem{Code: "refused"}, "core.ending.cut"},
		{shelf.ErrBetter, problem.Problem{Code: "refused"}, "core.ending.better"},
		{ending.ErrNone, problem.Problem{Code: "refused"}, "core.ending.none"},
		{
			errors.New("out of ideas"),
			problem.Problem{Code: "internal", Detail: "out of ideas"},
			"core.problem.unexpected",
		},
	}
	for _, test := range tests {
		got := problem.From(test.err)
		if code := got.Message.Code(); code != test.said {
			t.Errorf("%v: the message is %s, want %s", test.err, code, test.said)
		}
		got.Message = words.Message{}
		if diff := cmp.Diff(test.want, *got, cmpopts.EquateComparable(material.Class{})); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.err, diff)
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
	full := problem.From(of("KRvK", store.ErrFull, "quota"))
	if got, want := full.String(), full.Words()+": quota"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := problem.From(errors.New("out of ideas")).String(); got != "out of ideas" {
		t.Error(got)
	}
}
