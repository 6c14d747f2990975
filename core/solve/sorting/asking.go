package sorting

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
	"github.com/matewright/matewright/core/solve/kernel"
)

// loseByAsking decides what a side loses: those of whom no move is answered.
func (s *sorter) loseByAsking(c board.Color, ply int) error {
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
		return errors.Join(s.candidates.Add(key, d.Words, &d.Lanes), s.askByKing())
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
		return errors.Join(s.candidates.Add(runs.Key{Row: uint64(number)}, d.Words, &d.Lanes), s.askByUpperMen())
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

// A question has as its row that where a move leads to, and as its tag the row that asks, and which move it is.
const moveBits = 8

func (s *sorter) question(to kernel.RowNo, move int, words board.Bitboard) error {
	if words == 0 {
		return nil
	}
	d := &s.decision
	return s.asked.Add(runs.Key{Row: uint64(to), Tag: uint64(d.Row.Number)<<moveBits | uint64(move)}, words, &d.Lanes)
}

// askByKing asks for what the king's moves lead to.
func (s *sorter) askByKing() (err error) {
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
		err = errors.Join(err, s.question(number, i, s.Rows.Without(d.Words, move.To.Bit())&open))
	}
	return err
}

// movedKing returns what the other side has won after such a move, in the place from which it was made, and the squares
// on its way.
func (s *sorter) movedKing(
	move int,
	won *[kernel.RowWords]board.Bitboard,
	words board.Bitboard,
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

// askByUpperMen asks for what moves of the upper men lead to.
func (s *sorter) askByUpperMen() (err error) {
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
			err = errors.Join(err, s.question(number, (i-s.Rows.First)<<6|int(to), d.Words&^way&d.Lost.Open[number]))
		}
	}
	return err
}

// movedUpperMan is what movedKing is, for such a move.
func (s *sorter) movedUpperMan(
	move int,
	won *[kernel.RowWords]board.Bitboard,
	_ board.Bitboard,
) (*[kernel.RowWords]board.Bitboard, board.Bitboard) {
	from, to := s.decision.Row.At[s.Rows.First+move>>6], board.Square(move&63)
	return won, board.Between(from, to) | to.Bit()
}

// answer answers all questions: it tells the rows that have asked which of their lanes a move saves.
func (s *sorter) answer(
	moved func(move int, won *[kernel.RowWords]board.Bitboard, words board.Bitboard) (*[kernel.RowWords]board.Bitboard, board.Bitboard),
) error {
	d := &s.decision
	d.Row.Number = -1
	return s.asked.Each(func(key runs.Key, words board.Bitboard, lanes *runs.Words) error {
		s.Rows.Unpack(kernel.RowNo(key.Tag>>moveBits), &d.Row)
		won, way := moved(int(key.Tag&(1<<moveBits-1)), s.lost.row(kernel.RowNo(key.Row)), words)
		for rest := words; rest != 0; rest = rest.Rest() {
			w := rest.First() & 63
			lanes[w] &^= won[w] | way
		}
		return s.sorted.Add(runs.Key{Row: uint64(d.Row.Number)}, words, lanes)
	})
}

// joinAnswers puts answers beside the candidates, and hands over the rows of which some are left.
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
		for ; more && c.Key.Row < key.Row; more = c.Next() { // of these no move was answered
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
