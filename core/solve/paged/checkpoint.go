package paged

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
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/solve/spill"
)

// save writes a checkpoint of the results before a ply, from time to time. At the end it does so if it has written one
// before.
func (g *Pages) save(ply int) error {
	s := g.saver
	if s == nil || ply == g.from || time.Since(s.last) < s.every && (!s.saved || g.undecided(ply)) {
		return nil
	}
	index, err := g.addIndex()
	if err != nil {
		return err
	}
	s.last, s.saved = time.Now(), true
	return checkpoint.Write(
		s.record,
		&checkpoint.Record{Of: s.work, Ply: ply, Decided: g.Found, Index: index, Saved: s.last.UnixMilli()},
	)
}

// eachList calls do with all lists, always in the same order.
func (g *Pages) eachList(do func(*spill.FrameList) error) error {
	for c := range g.Due {
		for ply := range g.Due[c] {
			if err := do(&g.Due[c][ply]); err != nil {
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

// addIndex adds an index of the pieces of all lists to the pile, and returns the piece with the index. The index begins
// with two numbers for each side. They are the number of plies with a list of decided positions, and the ply from which
// on exits still hold. Then it has a piece for each list.
func (g *Pages) addIndex() (scratch.Piece, error) {
	var index, packed []byte
	for c := range g.decided {
		index = binary.LittleEndian.AppendUint32(index, uint32(len(g.decided[c])))
		index = binary.LittleEndian.AppendUint32(index, uint32(g.HeldFrom[c]))
	}
	err := g.eachList(func(list *spill.FrameList) error {
		packed = packed[:0]
		for _, piece := range list.Pieces {
			packed = binary.LittleEndian.AppendUint32(packed, uint32(piece.Frame))
			packed = piece.Append(append(packed, piece.Without))
		}
		at, err := g.Sink.Pile.Add(packed)
		index = at.Append(index)
		return err
	})
	if err != nil {
		return scratch.Piece{}, err
	}
	return g.Sink.Pile.Add(index)
}

// Resume implements [solve.Worker].
func (g *Pages) Resume(observe func() error) (ok bool, err error) {
	err = g.restore(g.record, observe)
	g.record = nil
	if !errors.Is(err, scratch.ErrDamaged) && !errors.Is(err, io.EOF) {
		return err == nil, err
	}
	return false, g.restart()
}

// restore restores the state in a record.
func (g *Pages) restore(r *checkpoint.Record, observe func() error) error {
	if err := g.readIndex(r, observe); err != nil {
		return err
	}
	g.Sink.Pile.EndWith(r.Index)
	g.Found, g.from = r.Decided, r.Ply
	g.Writer.Clear()
	g.adding.beginBits(1 << g.Rows.Upper)
	defer func() { g.adding = adding{frame: NoFrame} }()
	for frame := range g.Rows.Frames.Len() {
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

// indexHeader is the length of an index before its pieces.
const indexHeader = 2 * (4 + 4)

// readIndex reads the index of the lists, and checks that all their pieces are undamaged.
func (g *Pages) readIndex(r *checkpoint.Record, observe func() error) error {
	index, err := g.readPiece(nil, r.Index)
	if err != nil {
		return err
	}
	if len(index) < indexHeader {
		return errShortIndex
	}
	g.Checks = [2]spill.FrameList{} // only ply 0 needs them
	for c := range g.decided {
		g.decided[c] = make([]spill.FrameList, binary.LittleEndian.Uint32(index))
		g.HeldFrom[c] = int(binary.LittleEndian.Uint32(index[4:]))
		index = index[8:]
	}
	var packed, rows []byte
	return g.eachList(func(list *spill.FrameList) error {
		if len(index) < scratch.PieceSize {
			return errShortIndex
		}
		if err := observe(); err != nil {
			return err
		}
		packed, err = g.readPiece(packed, scratch.ParsePiece(index))
		index = index[scratch.PieceSize:]
		list.Clear()
		for rest := packed; len(rest) > 0 && err == nil; rest = rest[5+scratch.PieceSize:] {
			piece := spill.FramePiece{
				Piece:   scratch.ParsePiece(rest[5:]),
				Frame:   int32(binary.LittleEndian.Uint32(rest)),
				Without: rest[4],
			}
			rows, err = g.readPiece(rows, piece.Piece)
			list.Pieces = append(list.Pieces, piece)
		}
		return err
	})
}

var errShortIndex = fmt.Errorf("%w: too few lists", scratch.ErrDamaged)

// readPiece reads a piece of the lists into room, or into new memory if it is larger.
func (g *Pages) readPiece(room []byte, at scratch.Piece) ([]byte, error) {
	if int(at.Size) > cap(room) {
		room = make([]byte, at.Size)
	}
	room = room[:at.Size]
	return room, g.Sink.Pile.Read(at, room)
}

// restoreWon restores the won positions of a frame: those before ply 0, and those decided since.
func (g *Pages) restoreWon(c board.Color, frame slice.FrameNo) error {
	return g.restoreSet(
		WonBy(c),
		frame,
		g.decided[c],
		kernel.IsWin,
		func(into *[kernel.RowWords]board.Bitboard, rows *spill.FrameReader) {
			kernel.AddListed(into, rows.Words, rows.Lanes)
		},
	)
}

// restoreHeld restores the positions of a frame that are held by exits.
func (g *Pages) restoreHeld(c board.Color, frame slice.FrameNo) error {
	lists := g.Due[c][:min(g.HeldFrom[c], len(g.Due[c]))]
	return g.restoreSet(
		heldBy(c),
		frame,
		lists,
		kernel.IsLoss,
		func(into *[kernel.RowWords]board.Bitboard, rows *spill.FrameReader) {
			kernel.DropListed(into, rows.Words, rows.Lanes)
		},
	)
}

// restoreSet writes a set of a frame as it was before ply 0, changed by the lists of some plies.
func (g *Pages) restoreSet(set SetNo, frame slice.FrameNo, lists []spill.FrameList, of func(ply int) bool,
	change func(*[kernel.RowWords]board.Bitboard, *spill.FrameReader)) error {
	bits, mask := g.adding.bits[set], g.adding.masks[set]
	first, _ := g.Rows.OfFrame(frame)
	if err := g.File.Read(atFirst(set), first, bits); err != nil {
		return err
	}
	rows := &g.Frontier
	for ply := range lists {
		if !of(ply) {
			continue
		}
		for rows.Begin(&g.Sink.Pile, lists[ply].View(frame)); rows.Number >= 0; rows.Next() {
			change(kernel.RowOf(bits, int(rows.Number-first)<<6), rows)
		}
		if rows.Err != nil {
			return rows.Err
		}
	}
	for row := range mask {
		mask[row] = 0
		for w, lanes := range kernel.RowOf(bits, row<<6) {
			if ^lanes != 0 {
				mask[row] |= board.Square(w).Bit()
			}
		}
	}
	if err := g.File.Write(set, first, bits); err != nil {
		return err
	}
	return g.File.writeMask(set, first, mask)
}
