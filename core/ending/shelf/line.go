package shelf

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
)

// first calls a function with the first ending that has the same bounds of a position as an answer. It reports whether
// there is one.
func (s *Shelf) first(
	ctx context.Context, p *board.Position, a *Answer, do func(*ending.Reader, *ending.Answer) error,
) (found bool, err error) {
	end, err := s.use(ctx)
	if err != nil {
		return false, err
	}
	defer end()
	for _, entry := range a.From {
		v, err := s.volume(entry)
		if err != nil {
			continue
		}
		own, err := v.reader.Answer(p)
		if err == nil && own.Low == a.Low && own.High == a.High {
			return true, do(v.reader, own)
		}
	}
	return false, nil
}

// Line returns moves that keep a proven win or loss, see [ending.Reader.Line], given the answer about the position.
// They come from one of the endings. If none proves that alone, the line is empty. Errors are those of the context and
// of reading.
func (s *Shelf) Line(ctx context.Context, p *board.Position, a *Answer) (line []board.Move, err error) {
	_, err = s.first(ctx, p, a, func(r *ending.Reader, _ *ending.Answer) (err error) {
		line, err = r.Line(ctx, *p)
		return err
	})
	return line, err
}

// Measure sets the plies of an answer, and sorts its moves by them, see [ending.Reader.Measure]. They come from one of
// the endings. Errors are those of the context and of reading.
func (s *Shelf) Measure(ctx context.Context, p *board.Position, a *Answer) error {
	found, err := s.first(ctx, p, a, func(r *ending.Reader, own *ending.Answer) error {
		if err := r.Measure(ctx, p, own); err != nil {
			return err
		}
		a.Plies, a.Mate = own.Plies, own.Mate
		for _, m := range own.Moves {
			i := slices.IndexFunc(a.Moves, func(other ending.Move) bool { return other.Move == m.Move })
			a.Moves[i].Plies, a.Moves[i].Mate = m.Plies, m.Mate
		}
		return nil
	})
	if found && err == nil {
		a.sort()
	}
	return err
}
