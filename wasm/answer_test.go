//go:build js && wasm

package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// engineWith returns an engine whose tables are in memory.
func engineWith(t *testing.T, names ...string) *engine {
	t.Helper()
	return engineBy(t, value.DTM, names...)
}

// engineBy returns an engine with tables of a metric.
func engineBy(t *testing.T, metric *value.Metric, names ...string) *engine {
	t.Helper()
	tables := memoryStore{store.NewMemStore()}
	classes, err := material.ParseAll(names)
	if err != nil {
		t.Fatal(err)
	}
	job, err := builder.Plan(t.Context(), tables, classes...)
	if err == nil {
		err = builder.Build(t.Context(), tables, job, builder.Options{Metric: metric, Threads: 1})
	}
	if err != nil {
		t.Fatal(err)
	}
	e := new(engine)
	e.use([]*value.Metric{metric}, []tableStore{tables})
	return e
}

// TestAnswerBesideSite checks that a site does not delay the answer about a position with too many men for tables.
// Memory cannot hold all classes that it leads to.
func TestAnswerBesideSite(t *testing.T) {
	e := engineWith(t, "KRvK")
	e.site = remote.NewSite("https://example.org/", nil, nil)
	request := positionRequest{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}
	_, err := e.answer(t.Context(), request, func(part answerShape) { t.Errorf("reported %+v", part) })
	if code := shapeProblem(err).Code; code != "men" {
		t.Errorf("code %s, want men", code)
	}
}

// TestAnswer checks that an answer has the same parts as the calls for each part, and that the verdict comes first.
func TestAnswer(t *testing.T) {
	e := engineWith(t, "KRvK")
	for fen, hasLine := range map[string]bool{
		"8/8/8/3k4/8/8/8/KR6 w - - 3 9":  true,
		"8/8/8/3k4/8/8/8/KR6 b - - 0 1":  true,
		"8/8/8/8/8/8/1k6/1R5K b - - 0 1": false, // the rook is lost
		"k1R5/8/1K6/8/8/8/8/8 b - - 0 1": false, // mate
	} {
		request := positionRequest{FEN: fen}
		begun := time.Now()
		verdict, err := e.probe(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		passed, err := e.pass(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		var line *lineShape
		if hasLine {
			if line, err = e.line(t.Context(), request); err != nil {
				t.Fatal(err)
			}
		}
		apart := time.Since(begun)
		var parts []answerShape
		begun = time.Now()
		var atVerdict time.Duration
		rest, err := e.answer(t.Context(), request, func(part answerShape) {
			if part.Verdict != nil {
				atVerdict = time.Since(begun)
			}
			parts = append(parts, part)
		})
		if err != nil {
			t.Fatal(err)
		}
		want := []answerShape{{Verdict: verdict}}
		if hasLine {
			want = append(want, answerShape{Line: line})
		}
		classes := cmpopts.EquateComparable(material.Class{}, board.Position{})
		want = append(want, answerShape{Passed: passed}, answerShape{})
		if diff := cmp.Diff(want, append(parts, *rest), classes); diff != "" {
			t.Errorf("%s (-want +got):\n%s", fen, diff)
		}
		t.Logf("%s: apart %v, together %v, of which the verdict %v", fen, apart, time.Since(begun), atVerdict)
	}
}

// TestAnswerCastling checks that an answer has the verdict with the castling rights that a diagram allows, or without
// those that it has. Tables may lack it.
func TestAnswerCastling(t *testing.T) {
	e := engineWith(t, "KRvK-h1")
	const without, with, other = "8/8/8/3k4/8/8/8/4K2R w - - 3 9", "8/8/8/3k4/8/8/8/4K2R w K - 3 9",
		"8/8/8/3k4/8/8/8/R3K3 w - - 3 9"
	for fen, want := range map[string]string{without: with, with: without, other: ""} {
		rest, err := e.answer(t.Context(), positionRequest{FEN: fen}, func(answerShape) {})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			if rest.Castling != nil {
				t.Errorf("%s: %+v", fen, rest.Castling)
			}
			continue
		}
		verdict, err := e.probe(t.Context(), positionRequest{FEN: want})
		if err != nil {
			t.Fatal(err)
		}
		if rest.Castling == nil || rest.Castling.FEN != want || !cmp.Equal(rest.Castling.Verdict, verdict.Verdict) {
			t.Errorf("%s: %+v, want %+v", fen, rest.Castling, verdict)
		}
	}
}

// TestLaterAnswer checks that a later request ends the missing parts of an earlier answer, but not its verdict.
func TestLaterAnswer(t *testing.T) {
	e := engineWith(t, "KRvK")
	request := positionRequest{FEN: "8/8/8/3k4/8/8/8/KR6 w - - 0 1"}
	reports := 0
	rest, err := e.answer(t.Context(), request, func(part answerShape) {
		if reports++; part.Verdict == nil {
			t.Errorf("%+v is reported", part)
		}
		e.supersede(func() {})
	})
	if err != nil || reports != 1 || rest.Passed != nil {
		t.Errorf("%d reports, and %+v (%v)", reports, rest, err)
	}
}

// TestAnswerErrors checks that a position that cannot be judged has no parts.
func TestAnswerErrors(t *testing.T) {
	e := engineWith(t, "KRvK")
	for _, fen := range []string{"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "no position"} {
		parts, err := e.answer(t.Context(), positionRequest{FEN: fen}, func(part answerShape) { t.Errorf("%+v", part) })
		if err == nil {
			t.Errorf("%s: %+v", fen, parts)
		}
	}
}
