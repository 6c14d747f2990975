package matewright

import (
	"context"
	"errors"

	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/store"
)

// Ending solves a position with any number of pawns and up to two other pieces, and all positions that matter for its
// result. It needs no tables, and uses no search. In the result, Nodes counts the positions of all solved slices, and
// there is no Line.
//
// Ending solves until the results of the position and of all moves are proven. It ends earlier if nothing more can be
// solved within [Options.Memory], or with the context. With [Options.KeepEndings] another call for the position
// resumes, and Probe, Prove, Check and the command matewright answer all positions of the ending.
//
// With [Options.Mates] it then finds the plies to mate of all positions that are proven wins or losses. They are exact
// if a faster mate can't be in unsolved positions.
//
// After a deadline it returns the bounds proven by then and no error. After a cancellation, it returns the error of the
// context. Errors match [ErrFEN], [ErrMen] for too many pieces, [ErrUsage] for castling rights or too little memory, or
// [ErrFull]. Two calls, also of several processes, can't keep the same ending at the same time: the second one fails.
func (t *Tables) Ending(ctx context.Context, fen string) (p *Proof, err error) {
	reading, err := parse(ctx, fen)
	if err != nil {
		return nil, err
	}
	name := ending.Name(&reading.Position)
	if err := ending.Check(&reading.Position); err != nil {
		return nil, codedEnding(err)
	}
	room, err := t.room(name, t.options.KeepEndings)
	if err != nil {
		return nil, codedEnding(err)
	}
	defer func() { err = errors.Join(err, room.Close()) }()
	e, err := ending.New(reading.Position, ending.Options{Threads: t.threads(), Memory: t.memory(), Room: room})
	if err != nil {
		return nil, codedEnding(err)
	}
	err = e.Solve(ctx, func(p ending.Progress) { t.observe(name, int64(p.Solved), int64(p.Solved+p.Todo)) })
	if err == nil && t.options.Mates {
		err = e.Mates(ctx, func(done, of int) { t.observe(name, int64(done), int64(of)) })
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		err = ctx.Err()
	}
	if err != nil {
		return nil, codedEnding(err)
	}
	r, err := e.Result()
	if err == nil && t.options.Mates {
		measuring, stop := beyondDeadline(ctx)
		defer stop()
		err = e.Measure(measuring, &reading.Position, &r.Answer)
	}
	if err != nil {
		return nil, codedEnding(err)
	}
	a := shelf.Answer{Answer: r.Answer}
	proof := a.Proof(&reading)
	proof.Nodes = r.Positions
	p = newProof(proof, &reading)
	p.addMates(&r.Answer)
	if t.options.KeepEndings {
		p.Endings = []string{name}
	}
	return p, nil
}

// room opens the journal of an ending: the one that is kept, or a temporary one.
func (t *Tables) room(name string, keep bool) (scratch.File, error) {
	if keep {
		return t.home.Endings().Open(name)
	}
	return scratch.FilesIn("")()
}

// codedEnding is coded for errors of endings.
func codedEnding(err error) error {
	err = store.MarkFull(err)
	p := problem.From(err)
	switch {
	case errors.Is(err, shelf.ErrInUse):
		return err
	case errors.As(err, new(*ending.PiecesError)):
		return &Error{Code: ErrMen, Words: p.String(), err: err}
	case errors.Is(err, ending.ErrCastling), errors.As(err, new(*ending.MemoryError)):
		return &Error{Code: ErrUsage, Words: p.String(), err: err}
	}
	return coded(err)
}
