package solve

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
)

// loseByAsking decides what a side loses: those of whom no move is answered.
func (s *sorter) loseByAsking(c board.Color, ply int) error {
	if err := s.eachDue(c, ply, s.release); err != nil {
		return err
	}
	if err := s.takeBackFrontier(c, ply); err != nil {
		return err
	}
	d := &s.decision
	if err := s.sorted.Each(func(key runs.Key, words board.Bitboard, lanes *runs.Words) error {
		number := rowNo(key.Row)
		held := s.own.row(number)
		if d.gather(words, lanes, held, held, &s.notFull[s.own.set][number]); d.words == 0 {
			return nil
		}
		d.place(number)
		if s.tryWithin(number); d.words == 0 {
			return nil
		}
		return errors.Join(s.candidates.Add(key, d.words, &d.lanes), s.askByKing())
	}); err != nil {
		return err
	}
	if err := s.answer(s.movedKing); err != nil {
		return err
	}
	if !s.hasUpperMan(c) {
		return s.joinAnswers(func(number rowNo) error { return s.settle(c, ply, number, s.own.row(number)) })
	}
	if err := s.joinAnswers(func(number rowNo) error {
		d.place(number)
		return errors.Join(s.candidates.Add(runs.Key{Row: uint64(number)}, d.words, &d.lanes), s.askByUpperMen())
	}); err != nil {
		return err
	}
	if err := s.answer(s.movedUpperMan); err != nil {
		return err
	}
	return s.joinAnswers(func(number rowNo) error { return s.settle(c, ply, number, s.own.row(number)) })
}

func (s *sorter) hasUpperMan(c board.Color) bool {
	for i := s.rows.first; i < s.rows.end; i++ {
		if s.rows.men[i].Color == c {
			return true
		}
	}
	return false
}

// tryWithin keeps the candidates that no move within their row saves.
func (s *sorter) tryWithin(number rowNo) {
	d := &s.decision
	open := d.lost.open[number]
	if open == 0 {
		return
	}
	won := s.lost.row(number)
	if s.rows.men[s.rows.inner].Color == d.color {
		d.innerManIn(d.words&open, won)
	}
	if d.hasRowMan() {
		d.rowManIn(open&^d.row.fixed, won)
	}
}

// A question has as its row that where a move leads to, and as its tag the row that asks, and which move it is.
const moveBits = 8

func (s *sorter) question(to rowNo, move int, words board.Bitboard) error {
	if words == 0 {
		return nil
	}
	d := &s.decision
	return s.asked.Add(runs.Key{Row: uint64(to), Tag: uint64(d.row.number)<<moveBits | uint64(move)}, words, &d.lanes)
}

// askByKing asks for what the king's moves lead to.
func (s *sorter) askByKing() (err error) {
	d := &s.decision
	moves := d.row.frame.Moves[d.color]
	for i := range moves {
		move := &moves[i]
		if d.row.fixed.Has(move.To) {
			continue
		}
		number, symmetry := s.rows.kingMoved(&d.row, move, move.Symmetry)
		open := d.lost.open[number]
		if move.Symmetry != board.Identity {
			open = symmetry.Inverse().Bitboard(open)
		}
		err = errors.Join(err, s.question(number, i, s.rows.without(d.words, move.To.Bit())&open))
	}
	return err
}

// movedKing returns what the other side has won after such a move, in the place from which it was made, and the squares on its way.
func (s *sorter) movedKing(move int, won *[rowWords]board.Bitboard, words board.Bitboard) (*[rowWords]board.Bitboard, board.Bitboard) {
	d := &s.decision
	king := &d.row.frame.Moves[d.color][move]
	if king.Symmetry == board.Identity {
		return won, king.To.Bit()
	}
	_, symmetry := s.rows.kingMoved(&d.row, king, king.Symmetry)
	imageLanes(&d.image, won, words, symmetry.Squares(), king.Symmetry.Inverse())
	return &d.image, king.To.Bit()
}

// askByUpperMen asks for what moves of the upper men lead to.
func (s *sorter) askByUpperMen() (err error) {
	d := &s.decision
	for i := s.rows.first; i < s.rows.end; i++ {
		m := &s.rows.men[i]
		if m.Color != d.color {
			continue
		}
		from := d.row.at[i]
		for targets := board.Attacks(m.Type, from, d.row.fixed) &^ d.row.fixed; targets != 0; targets = targets.Rest() {
			to := targets.First()
			number := d.row.number + rowNo(s.rows.distance(&d.row, i, to))
			way := board.Between(from, to) | to.Bit()
			err = errors.Join(err, s.question(number, (i-s.rows.first)<<6|int(to), d.words&^way&d.lost.open[number]))
		}
	}
	return err
}

// movedUpperMan is what movedKing is, for such a move.
func (s *sorter) movedUpperMan(move int, won *[rowWords]board.Bitboard, _ board.Bitboard) (*[rowWords]board.Bitboard, board.Bitboard) {
	from, to := s.decision.row.at[s.rows.first+move>>6], board.Square(move&63)
	return won, board.Between(from, to) | to.Bit()
}

// answer answers all questions: it tells the rows that have asked which of their lanes a move saves.
func (s *sorter) answer(moved func(move int, won *[rowWords]board.Bitboard, words board.Bitboard) (*[rowWords]board.Bitboard, board.Bitboard)) error {
	d := &s.decision
	d.row.number = -1
	return s.asked.Each(func(key runs.Key, words board.Bitboard, lanes *runs.Words) error {
		s.rows.unpack(rowNo(key.Tag>>moveBits), &d.row)
		won, way := moved(int(key.Tag&(1<<moveBits-1)), s.lost.row(rowNo(key.Row)), words)
		for rest := words; rest != 0; rest = rest.Rest() {
			w := rest.First() & 63
			lanes[w] &^= won[w] | way
		}
		return s.sorted.Add(runs.Key{Row: uint64(d.row.number)}, words, lanes)
	})
}

// joinAnswers puts answers beside the candidates, and hands over the rows of which some are left.
func (s *sorter) joinAnswers(do func(number rowNo) error) error {
	run, err := s.candidates.End()
	if err != nil {
		return err
	}
	d, c := &s.decision, &s.candidate
	c.Begin(&s.pile, run)
	more := c.Next()
	left := func() error {
		if d.words == 0 {
			return nil
		}
		return do(rowNo(c.Key.Row))
	}
	take := func() { d.words = c.AddTo(0, &d.lanes) }
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
			if d.lanes[w] &^= saved[w]; d.lanes[w] == 0 {
				d.words &^= w.Bit()
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
