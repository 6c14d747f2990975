package solve

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
)

// savedFormat is the number of the form in which work is kept. Who changes that, or the order of rows, takes the next one.
const savedFormat = 3

// A saver says when to save, and where. What is saved is the lists up to a ply; the bits follow from them, and from what they were
// before ply 0.
type saver struct {
	record scratch.Room
	every  time.Duration
	work   checkpoint.Work
	last   time.Time
	saved  bool // there is a record of the work
}

// begin turns to other work, and returns the record of that, or nil.
func (s *saver) begin(work checkpoint.Work) (*checkpoint.Record, error) {
	if s == nil {
		return nil, nil
	}
	r, err := checkpoint.Read(s.record)
	s.work, s.last, s.saved = work, time.Now(), r != nil && r.Of == work
	if !s.saved {
		return nil, err
	}
	return r, nil
}

// beginAnew erases the record of what is written over now.
func (s *saver) beginAnew() error {
	if s == nil {
		return nil
	}
	s.saved = false
	if r, err := checkpoint.Read(s.record); r == nil || err != nil {
		return err
	}
	return checkpoint.Erase(s.record)
}

// save saves what has been found out before a ply: from time to time, and at the end if something was saved before.
func (g *paged) save(ply int) error {
	s := g.saver
	if s == nil || ply == g.from || time.Since(s.last) < s.every && (!s.saved || g.undecided(ply)) {
		return nil
	}
	index, err := g.addIndex()
	if err != nil {
		return err
	}
	s.last, s.saved = time.Now(), true
	return checkpoint.Write(s.record, &checkpoint.Record{Of: s.work, Ply: ply, Decided: g.found, Index: index, Saved: s.last.UnixMilli()})
}

// eachList hands over all lists, always in the same order.
func (g *paged) eachList(do func(*frameList) error) error {
	for c := range g.due {
		for ply := range g.due[c] {
			if err := do(&g.due[c][ply]); err != nil {
				return err
			}
		}
		for ply := range g.decided[c] {
			if err := do(&g.decided[c][ply]); err != nil {
				return err
			}
		}
	}
	return nil
}

// addIndex adds to the pile of lists where all of their pieces are, and returns the piece that says so. For each side it has how
// many plies have a list of what was decided, and from which on exits are still to decide; then a piece for each list.
func (g *paged) addIndex() (scratch.Piece, error) {
	var index, packed []byte
	for c := range g.decided {
		index = binary.LittleEndian.AppendUint32(index, uint32(len(g.decided[c])))
		index = binary.LittleEndian.AppendUint32(index, uint32(g.heldFrom[c]))
	}
	err := g.eachList(func(list *frameList) error {
		packed = packed[:0]
		for _, piece := range list.pieces {
			packed = binary.LittleEndian.AppendUint32(packed, uint32(piece.frame))
			packed = piece.Append(append(packed, piece.without))
		}
		at, err := g.sink.pile.Add(packed)
		index = at.Append(index)
		return err
	})
	if err != nil {
		return scratch.Piece{}, err
	}
	return g.sink.pile.Add(index)
}

// Resume implements [Worker].
func (g *paged) Resume(observe func() error) (ok bool, err error) {
	err = g.restore(g.record, observe)
	g.record = nil
	if !errors.Is(err, scratch.ErrDamaged) && !errors.Is(err, io.EOF) {
		return err == nil, err
	}
	return false, g.beginAnew()
}

// restore goes back to what a record says.
func (g *paged) restore(r *checkpoint.Record, observe func() error) error {
	if err := g.readIndex(r, observe); err != nil {
		return err
	}
	g.sink.pile.EndWith(r.Index)
	g.found, g.from = r.Decided, r.Ply
	g.writer.clear()
	g.adding.beginBits(1 << g.rows.upper)
	defer func() { g.adding = adding{frame: noFrame} }()
	for frame := range g.rows.frames.Len() {
		if err := observe(); err != nil {
			return err
		}
		for _, c := range board.Colors {
			if err := g.restoreWon(c, frame); err != nil {
				return err
			}
			if err := g.restoreHeld(c, frame); err != nil {
				return err
			}
		}
	}
	return nil
}

// indexHeader is the length of what an index says before its pieces.
const indexHeader = 2 * (4 + 4)

// readIndex reads where the lists are, and sees to it that they are whole.
func (g *paged) readIndex(r *checkpoint.Record, observe func() error) error {
	index, err := g.readPiece(nil, r.Index)
	if err != nil {
		return err
	}
	if len(index) < indexHeader {
		return errShortIndex
	}
	g.checks = [2]frameList{} // nobody is mated any more
	for c := range g.decided {
		g.decided[c] = make([]frameList, binary.LittleEndian.Uint32(index))
		g.heldFrom[c] = int(binary.LittleEndian.Uint32(index[4:]))
		index = index[8:]
	}
	var packed, rows []byte
	return g.eachList(func(list *frameList) error {
		if len(index) < scratch.PieceSize {
			return errShortIndex
		}
		if err := observe(); err != nil {
			return err
		}
		packed, err = g.readPiece(packed, scratch.ParsePiece(index))
		index = index[scratch.PieceSize:]
		list.clear()
		for rest := packed; len(rest) > 0 && err == nil; rest = rest[5+scratch.PieceSize:] {
			piece := framePiece{scratch.ParsePiece(rest[5:]), int32(binary.LittleEndian.Uint32(rest)), rest[4]}
			rows, err = g.readPiece(rows, piece.Piece)
			list.pieces = append(list.pieces, piece)
		}
		return err
	})
}

var errShortIndex = fmt.Errorf("%w: there are too few lists", scratch.ErrDamaged)

// readPiece reads a piece of the lists into room that grows.
func (g *paged) readPiece(room []byte, at scratch.Piece) ([]byte, error) {
	if int(at.Size) > cap(room) {
		room = make([]byte, at.Size)
	}
	room = room[:at.Size]
	return room, g.sink.pile.Read(at, room)
}

// restoreWon makes of what was won before ply 0 what is won by now.
func (g *paged) restoreWon(c board.Color, frame slice.FrameNo) error {
	return g.restoreSet(wonBy(c), frame, g.decided[c], isWin, func(into *[rowWords]board.Bitboard, rows *frameReader) {
		addListed(into, rows.words, rows.lanes)
	})
}

// restoreHeld does so with what is held by exits.
func (g *paged) restoreHeld(c board.Color, frame slice.FrameNo) error {
	lists := g.due[c][:min(g.heldFrom[c], len(g.due[c]))]
	return g.restoreSet(heldBy(c), frame, lists, isLoss, func(into *[rowWords]board.Bitboard, rows *frameReader) {
		dropListed(into, rows.words, rows.lanes)
	})
}

// restoreSet writes a set of a frame as it was before ply 0, changed by lists of some plies.
func (g *paged) restoreSet(set setNo, frame slice.FrameNo, lists []frameList, of func(ply int) bool,
	change func(*[rowWords]board.Bitboard, *frameReader)) error {
	bits, mask := g.adding.bits[set], g.adding.masks[set]
	first, _ := g.rows.ofFrame(frame)
	if err := g.file.read(atFirst(set), first, bits); err != nil {
		return err
	}
	rows := &g.frontier
	for ply := range lists {
		if !of(ply) {
			continue
		}
		for rows.begin(&g.sink.pile, lists[ply].of(frame)); rows.number >= 0; rows.next() {
			change(rowOf(bits, int(rows.number-first)<<6), rows)
		}
		if rows.err != nil {
			return rows.err
		}
	}
	for row := range mask {
		mask[row] = 0
		for w, lanes := range rowOf(bits, row<<6) {
			if ^lanes != 0 {
				mask[row] |= board.Square(w).Bit()
			}
		}
	}
	if err := g.file.write(set, first, bits); err != nil {
		return err
	}
	return g.file.writeMask(set, first, mask)
}
