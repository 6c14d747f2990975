//go:build js && wasm

package main

import (
	"context"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/value"
)

// smallMen is the largest number of men of small tables. They take almost no time to build.
const smallMen = 4

// rules answers with the data of a position that needs only the rules of chess.
func (e *engine) rules(_ context.Context, request positionRequest) (*rulesShape, error) {
	read, _, err := request.parse()
	if err != nil {
		return nil, err
	}
	rules := &rulesShape{Moves: search.Plies(&read.Position, read.Counters), Small: []string{}}
	class, _ := material.OfPosition(&read.Position)
	for _, small := range material.UpTo(smallMen) {
		if class.LeadsTo(small) {
			rules.Small = append(rules.Small, small.String())
		}
	}
	return rules, nil
}

// probe answers with the verdict of a position, and of all its moves.
func (e *engine) probe(ctx context.Context, request positionRequest) (*probeShape, error) {
	read, by, err := request.parse()
	if err != nil {
		return nil, err
	}
	r, err := e.probeOnce(ctx, by, &read)
	if err != nil {
		return nil, err
	}
	return e.shapeReading(r, &read), nil
}

func (e *engine) probeOnce(ctx context.Context, by *value.Metric, read *board.Reading) (*probe.Result, error) {
	return again(e, &read.Position, func() (*probe.Result, error) {
		return e.prober.ProbeBy(ctx, by, read.Position, read.Counters.Clock)
	})
}

func (e *engine) shapeReading(r *probe.Result, read *board.Reading) *probeShape {
	shape := shapeProbe(r, read.Counters)
	shape.Warnings = shapeWarnings(read.Warnings)
	shape.Site = e.siteShape(r.Class)
	return shape
}

// answer reports the verdict of a position as soon as it is known, and then the best line, if it has a mate. It
// also reports the verdict after a null move, and answers with that with other castling rights. A later request is more
// urgent: it ends the missing parts.
func (e *engine) answer(ctx context.Context, request positionRequest, report func(answerShape)) (*answerShape, error) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	e.supersede(end)
	read, by, err := request.parse()
	if err != nil {
		return nil, err
	}
	r, err := e.probeOnce(context.WithoutCancel(ctx), by, &read)
	if e.extra != nil {
		if refused := e.extra.news(); refused != nil {
			report(answerShape{Syzygy: refused})
		}
	}
	if err != nil {
		if site := e.siteFault(); site != nil {
			report(answerShape{Site: site})
		}
		return nil, err
	}
	report(answerShape{Verdict: e.shapeReading(r, &read)})
	time.Sleep(time.Millisecond) // only during a sleep do messages arrive, such as a later request
	hasMate := r.Category == value.WinCategory || r.Category == value.LossCategory
	if hasMate && !r.Checkmate && !r.Unordered {
		line := func() (*probe.Line, error) { return e.prober.LineFrom(ctx, by, r, read.Counters.Clock) }
		l, err := again(e, &read.Position, line)
		if ctx.Err() != nil {
			return &answerShape{}, nil
		}
		if err != nil {
			l = &probe.Line{Start: r}
		}
		report(answerShape{Line: shapeLine(l, read.Counters)})
	}
	if v, err := e.passOnce(ctx, &read); err == nil {
		report(answerShape{Passed: &passShape{v}})
	}
	return &answerShape{Castling: e.otherCastling(ctx, by, read, r)}, nil
}

// otherCastling judges a position without its castling rights, or with those that the diagram allows. The answer is nil
// if it allows none, if checked tables lack the position, or if other tables answer than for the position itself.
func (e *engine) otherCastling(
	ctx context.Context, by *value.Metric, read board.Reading, itself *probe.Result,
) *castlingAnswer {
	had := read.Position.Rights
	if read.Position.Rights = 0; had == 0 {
		read.Position.Rights = read.Position.PossibleRights()
	}
	if read.Position.Rights == had {
		return nil
	}
	r, err := again(e, &read.Position, func() (*probe.Result, error) {
		return e.prober.ProbeBy(ctx, by, read.Position, read.Counters.Clock)
	})
	if err != nil || len(r.Unproven) > 0 || r.Syzygy != itself.Syzygy || !slices.Equal(r.Answered, itself.Answered) {
		return nil
	}
	return &castlingAnswer{read.FEN(), r.Verdict}
}

// supersede ends the missing parts of an earlier answer, and stores the function that ends those of this one.
func (e *engine) supersede(end func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.endAnswer != nil {
		e.endAnswer()
	}
	e.endAnswer = end
}

// read answers with the FENs at the beginning of texts, as this page writes them, or the reasons of refusals.
func (e *engine) read(_ context.Context, request readRequest) ([]readingShape, error) {
	list := make([]readingShape, len(request.Texts))
	for i, text := range request.Texts {
		r, _, err := board.ReadEPD(text, board.ReadFEN)
		if err != nil {
			list[i].Error = shapeProblem(err)
			continue
		}
		list[i] = readingShape{FEN: r.FEN(), Warnings: shapeWarnings(r.Warnings)}
	}
	return list, nil
}

// line answers with best play to mate.
func (e *engine) line(ctx context.Context, request positionRequest) (*lineShape, error) {
	read, by, err := request.parse()
	if err != nil {
		return nil, err
	}
	l, err := again(e, &read.Position, func() (*probe.Line, error) {
		return e.prober.LineBy(ctx, by, read.Position, read.Counters.Clock)
	})
	if err != nil {
		return nil, err
	}
	shape := shapeLine(l, read.Counters)
	shape.Warnings = shapeWarnings(read.Warnings)
	return shape, nil
}

// pass answers with the verdict of a position after its side to move passed.
func (e *engine) pass(ctx context.Context, request positionRequest) (*passShape, error) {
	read, _, err := request.parse()
	if err != nil {
		return nil, err
	}
	v, err := e.passOnce(ctx, &read)
	return &passShape{v}, err
}

func (e *engine) passOnce(ctx context.Context, read *board.Reading) (*probe.Verdict, error) {
	return again(e, &read.Position, func() (*probe.Verdict, error) {
		return e.prober.ProbeNullMove(ctx, read.Position, read.Counters.Clock)
	})
}
