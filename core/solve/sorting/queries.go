package sorting

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
	"github.com/matewright/matewright/core/solve/kernel"
)

// loseByQueries decides the losses of a side: the candidates that no answer saves.
func (s *sorter) loseByQueries(c board.Color, ply int) error {
	if err := s.eachDue(c, ply, s.release); err != nil {
		return err
	}
	if err := s.retractFrontier(c, ply); err != nil {
		return err
	}
	d := &s.decision
	if err := s.sorted.Each(func(key runs.Key, words board.Bitboard, lanes *runs.Words) error {
		number := kernel.RowNo(key.Row)
		held := s.own.row(number)
		if d.Gather(words, lanes, held, held, &s.notFull[s.own.set][number]); d.Words == 0 {
			return nil
		}
		d.Place(number)
		if s.tryWithin(number); d.Words == 0 {
			return nil
		}
		return errors.Join(s.candidates.Add(key, d.Words, &d.Lanes), s.queryKingMoves())
	}); err != nil {
		return err
	}
	if err := s.answer(s.movedKing); err != nil {
		return err
	}
	if !s.hasUpperMan(c) {
		return s.joinAnswers(func(number kernel.RowNo) error { return s.settle(c, ply, number, s.own.row(number)) })
	}
	if err := s.joinAnswers(func(number kernel.RowNo) error {
		d.Place(number)
		return errors.Join(s.candidates.Add(runs.Key{Row: uint64(number)}, d.Words, &d.Lanes), s.queryUpperMen())
	}); err != nil {
		return err
	}
	if err := s.answer(s.movedUpperMan); err != nil {
		return err
	}
	return s.joinAnswers(func(number kernel.RowNo) error { return s.settle(c, ply, number, s.own.row(number)) })
}

func (s *sorter) hasUpperMan(c board.Color) bool {
	for i := s.Rows.First; i < s.Rows.End; i++ {
		if s.Rows.Men[i].Color == c {
			return true
		}
	}
	return false
}

// tryWithin keeps the candidates that no move within their row saves.
func (s *sorter) tryWithin(number kernel.RowNo) {
	d := &s.decision
	open := d.Lost.Open[number]
	if open == 0 {
		return
	}
	won := s.lost.row(number)
	if s.Rows.Men[s.Rows.Inner].Color == d.Color {
		d.InnerManIn(d.Words&open, won)
	}
	if d.HasRowMan() {
		d.RowManIn(open&^d.Row.Fixed, won)
	}
}

// The key of a query has the row after a move, and as its tag the row before it and the number of the move.
const moveBits = 8

func (s *sorter) query(to kernel.RowNo, move int, words board.Bitboard) error {
	if words == 0 {
		return nil
	}
	d := &s.decision
	return s.queries.Add(runs.Key{Row: uint64(to), Tag: uint64(d.Row.Number)<<moveBits | uint64(move)}, words, &d.Lanes)
}

// queryKingMoves adds queries for the king's moves.
func (s *sorter) queryKingMoves() (err error) {
	d := &s.decision
	moves := d.Row.Frame.Moves[d.Color]
	for i := range moves {
		move := &moves[i]
		if d.Row.Fixed.Has(move.To) {
			continue
		}
		number, symmetry := s.Rows.KingMoved(&d.Row, move, move.Symmetry)
		open := d.Lost.Open[number]
		if move.Symmetry != board.Identity {
			open = symmetry.Inverse().Bitboard(open)
		}
		err = errors.Join(err, s.query(number, i, s.Rows.Without(d.Words, move.To.Bit())&open))
	}
	return err
}

// movedKing is the [mover] of king moves. It maps the won positions to the row before the move.
func (s *sorter) movedKing(
	move int, won *[kernel.RowWords]board.Bitboard, words board.Bitboard,
) (*[kernel.RowWords]board.Bitboard, board.Bitboard) {
	d := &s.decision
	king := &d.Row.Frame.Moves[d.Color][move]
	if king.Symmetry == board.Identity {
		return won, king.To.Bit()
	}
	_, symmetry := s.Rows.KingMoved(&d.Row, king, king.Symmetry)
	kernel.ImageLanes(&d.Image, won, words, symmetry.Squares(), king.Symmetry.Inverse())
	return &d.Image, king.To.Bit()
}

// queryUpperMen adds queries for moves of the upper men.
func (s *sorter) queryUpperMen() (err error) {
	d := &s.decision
	for i := s.Rows.First; i < s.Rows.End; i++ {
		m := &s.Rows.Men[i]
		if m.Color != d.Color {
			continue
		}
		from := d.Row.At[i]
		for targets := board.Attacks(m.Type, from, d.Row.Fixed) &^ d.Row.Fixed; targets != 0; targets = targets.Rest() {
			to := targets.First()
			number := d.Row.Number + kernel.RowNo(s.Rows.Distance(&d.Row, i, to))
			way := board.Between(from, to) | to.Bit()
			err = errors.Join(err, s.query(number, (i-s.Rows.First)<<6|int(to), d.Words&^way&d.Lost.Open[number]))
		}
	}
	return err
}

// movedUpperMan is the [mover] of moves of the upper men.
func (s *sorter) movedUpperMan(
	move int, won *[kernel.RowWords]board.Bitboard, _ board.Bitboard,
) (*[kernel.RowWords]board.Bitboard, board.Bitboard) {
	from, to := s.decision.Row.At[s.Rows.First+move>>6], board.Square(move&63)
	return won, board.Between(from, to) | to.Bit()
}

// A mover returns the positions that the other side has won after a move, and the squares on the man's way.
type mover func(
	move int,
	won *[kernel.RowWords]board.Bitboard,
	words board.Bitboard,
) (*[kernel.RowWords]board.Bitboard, board.Bitboard)

// answer answers all queries: for the row before each move it adds the lanes that the move saves.
func (s *sorter) answer(moved mover) error {
	d := &s.decision
	d.Row.Number = -1
	return s.queries.Each(func(key runs.Key, words board.Bitboard, lanes *runs.Words) error {
		s.Rows.Unpack(kernel.RowNo(key.Tag>>moveBits), &d.Row)
		won, way := moved(int(key.Tag&(1<<moveBits-1)), s.lost.row(kernel.RowNo(key.Row)), words)
		for rest := words; rest != 0; rest = rest.Rest() {
			w := rest.First() & 63
			lanes[w] &^= won[w] | way
		}
		return s.sorted.Add(runs.Key{Row: uint64(d.Row.Number)}, words, lanes)
	})
}

// joinAnswers joins answers with the candidates, and passes on the rows that have candidates left.
func (s *sorter) joinAnswers(do func(number kernel.RowNo) error) error {
	run, err := s.candidates.End()
	if err != nil {
		return err
	}
	d, c := &s.decision, &s.candidate
	c.Begin(&s.pile, run)
	more := c.Next()
	left := func() error {
		if d.Words == 0 {
			return nil
		}
		return do(kernel.RowNo(c.Key.Row))
	}
	take := func() { d.Words = c.AddTo(0, &d.Lanes) }
	if err := s.sorted.Each(func(key runs.Key, words board.Bitboard, saved *runs.Words) error {
		for ; more && c.Key.Row < key.Row; more = c.Next() { // rows without an answer
			take()
			if err := left(); err != nil {
				return err
			}
		}
		if !more {
			return c.Err()
		}
		take()
		for ; words != 0; words = words.Rest() {
			w := words.First() & 63
			if d.Lanes[w] &^= saved[w]; d.Lanes[w] == 0 {
				d.Words &^= w.Bit()
			}
		}
		err := left()
		more = c.Next()
		return err
	}); err != nil {
		return err
	}
	for ; more; more = c.Next() {
		take()
		if err := left(); err != nil {
			return err
		}
	}
	return c.Err()
}
