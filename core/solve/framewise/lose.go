package framewise

import (
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
)

// Try finds the candidates for losses of a side in a frame at a ply. Due has the rows whose exits lose now, which are
// no longer held. Lost has the positions that the other side has won in the frame.
//
// Try returns the rows from which all moves except those of the king lead to lost positions, and the frames that king
// moves lead to. The caller passes the candidates to [Steps.Answer] for each of these frames.
func (s *Steps) Try(
	c board.Color, frame slice.FrameNo, given [][]byte, due []byte, held, lost []board.Bitboard,
) (candidates []byte, targets []slice.FrameNo, err error) {
	if err := s.unite(frame, given, nil); err != nil {
		return nil, nil, err
	}
	if err := s.unite(frame, [][]byte{due}, func(rows *spill.FrameReader, at int) {
		kernel.DropListed(kernel.RowOf(held, at<<6), rows.Words, rows.Lanes)
	}); err != nil {
		return nil, nil, err
	}
	for at := range s.notWon {
		s.notWon[at] = 0
		for w, lanes := range kernel.RowOf(lost, at<<6) {
			if ^lanes != 0 {
				s.notWon[at] |= board.Square(w).Bit()
			}
		}
	}
	d := &s.decision
	d.Begin(&s.rows, c, kernel.WonRows{Words: lost, Open: s.notWon})
	s.eachOwn(frame, held, func(number kernel.RowNo, at int) {
		d.Place(number)
		if s.tryWithin(at); d.Words != 0 {
			d.List(s.writer.AddRow(number, d.Words))
		}
	})
	if candidates = s.writer.Take(); len(candidates) == 0 {
		return nil, nil, nil
	}
	for _, move := range s.rows.Frames.At(frame).Moves[c] {
		targets = append(targets, move.Frame)
	}
	slices.Sort(targets)
	return candidates, slices.Compact(targets), nil
}

// tryWithin keeps the positions of the decision's row that no move within the frame saves. The row is at the given
// place of the frame.
func (s *Steps) tryWithin(at int) {
	d := &s.decision
	d.At = kernel.BitsRow(at)
	d.InnerMan()
	d.RowMan()
	d.UpperMen()
}

// Answer returns the candidates that a king move into the given frame saves. Lost has the positions that the other side
// has won in that frame.
func (s *Steps) Answer(
	c board.Color, candidates []byte, frame slice.FrameNo, lost []board.Bitboard,
) (saved []byte, err error) {
	d := &s.decision
	d.Begin(&s.rows, c, kernel.WonRows{})
	first, _ := s.rows.OfFrame(frame)
	for rows := s.read(candidates); rows.Number >= 0; rows.Next() {
		if int(rows.Number) >= s.rows.Count {
			return nil, errRows
		}
		s.rows.Unpack(rows.Number, &d.Row)
		clear(s.saved[:])
		n := 0
		for words := rows.Words; words != 0; words = words.Rest() {
			d.Lanes[words.First()&63] = rows.Lanes[n]
			n++
		}
		var found board.Bitboard
		moves := d.Row.Frame.Moves[c]
		for i := range moves {
			if move := &moves[i]; move.Frame == frame && !d.Row.Fixed.Has(move.To) {
				found |= s.answerMove(move, rows.Words, first, lost)
			}
		}
		for ; found != 0; found = found.Rest() {
			w := found.First() & 63
			s.writer.AddWord(rows.Number, w, s.saved[w])
		}
	}
	return s.writer.Take(), nil
}

// answerMove adds the lanes that a king move saves, and returns their words.
func (s *Steps) answerMove(
	move *slice.KingMove, words board.Bitboard, first kernel.RowNo, lost []board.Bitboard,
) (found board.Bitboard) {
	d := &s.decision
	number, symmetry := s.rows.KingMoved(&d.Row, move, move.Symmetry)
	won := kernel.RowOf(lost, int(number-first)<<6)
	words = s.rows.Without(words, move.To.Bit())
	if move.Symmetry != board.Identity {
		kernel.ImageLanes(&d.Image, won, words, symmetry.Squares(), move.Symmetry.Inverse())
		won = &d.Image
	}
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		if saved := d.Lanes[w] &^ (won[w] | move.To.Bit()); saved != 0 {
			s.saved[w] |= saved
			found |= w.Bit()
		}
	}
	return found
}

// Lose decides the losses of a side in a frame, given the candidates of [Steps.Try] and all answers. It adds the losses
// to the held positions. It returns them as rows, with the number of positions.
func (s *Steps) Lose(
	c board.Color, frame slice.FrameNo, candidates []byte, saved [][]byte, held []board.Bitboard,
) (decided []byte, n int, err error) {
	if err := s.unite(frame, saved, nil); err != nil {
		return nil, 0, err
	}
	first, end := s.rows.OfFrame(frame)
	d := &s.decision
	d.Begin(&s.rows, c, kernel.WonRows{})
	for rows := s.read(candidates); rows.Number >= 0; rows.Next() {
		if rows.Number < first || rows.Number >= end {
			return nil, 0, errRows
		}
		at := int(rows.Number - first)
		in := kernel.RowOf(s.own.words, at<<6)
		d.Words = 0
		i := 0
		for words := rows.Words; words != 0; words = words.Rest() {
			w := words.First() & 63
			if d.Lanes[w] = rows.Lanes[i] &^ in[w]; d.Lanes[w] != 0 {
				d.Words |= w.Bit()
			}
			in[w] = 0
			i++
		}
		s.own.rows[at] = 0
		if d.Words != 0 {
			n += s.settle(rows.Number, kernel.RowOf(held, at<<6))
		}
	}
	return s.writer.Take(), n, nil
}
