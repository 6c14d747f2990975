package dtm50

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/value"
)

// savedFormat is the version of checkpoints. It must increase with any change of their bytes, or of those of tables.
const savedFormat = 1

// A saver keeps finished groups of slices of a table in a checkpoint. So a stopped build resumes after the last one.
//
// The file of lists is a pile. It has the bytes of the table, the values that later slices read, and a
// [savedGroup] for each group. The record has the place of the last group. Pieces of the pile never change, so the
// record is valid whenever the process ends.
type saver struct {
	table  io.Writer
	record scratch.Room // nil if nothing is saved
	pile   scratch.Pile
	work   checkpoint.Work
	last   scratch.Piece // the last group that is saved
	slices int           // that are saved

	buffer *bufio.Writer   // of bytes of the table
	bytes  []scratch.Piece // of the group under way
}

// packed describes the planes of a packed group.
type packed struct {
	Pairs      [2][]uint64 // the number of positions that have each pair, by side to move
	Planes     [2][]format.SectionRef
	Statistics stats.Statistics
}

// addTo adds a group to those before it.
func (p *packed) addTo(h *format.Header) {
	for _, c := range board.Colors {
		h.CountPairs(c, p.Pairs[c])
		if h.Stores(c) {
			h.AddPlanes(p.Planes[c]...)
		}
	}
	h.Statistics.AddLater(&p.Statistics)
}

// A savedGroup describes a finished group in a checkpoint.
type savedGroup struct {
	Before scratch.Piece // the group before it; empty for the first one
	Packed packed
	Bytes  []scratch.Piece // of the table
	Values [][]savedLevel  // by slice and level, with a clock at 0
}

// savedLevel has the values of a slice at a level, by side to move.
type savedLevel [2]scratch.Piece

// newSaver returns a saver for a table. Without a checkpoint it saves nothing.
func newSaver(l *slice.Layout, making *builder.Making) *saver {
	s := &saver{table: making.Writer}
	if making.Checkpoint == nil {
		return s
	}
	s.record, s.pile.Room = making.Checkpoint.Record, making.Checkpoint.Lists
	s.work = checkpoint.Work{
		Format: savedFormat,
		Class:  l.Class.String(),
		Metric: Name,
		Method: fmt.Sprintf("%d slices to a group, %s", format.GroupSlices(l), program()),
	}
	s.buffer = bufio.NewWriterSize(pieceWriter{s}, pieceBytes)
	return s
}

// pieceBytes is the size of the pieces of a table's bytes.
const pieceBytes = 1 << 20

// program returns the version of the program, as another one may pack slices in another way.
func program() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return cmp.Or(info.Main.Version, "(devel)") + " " + info.GoVersion
}

// restore adds the saved groups to the header of a table, and writes their bytes. It returns the values of their
// slices. If the checkpoint is another build's, it is erased. If it is damaged, the error matches [scratch.ErrDamaged],
// and the table must begin again.
func (s *saver) restore(l *slice.Layout, h *format.Header) (own []leveledValues, err error) {
	if s.record == nil {
		return nil, nil
	}
	r, err := checkpoint.Read(s.record)
	if err != nil || r == nil {
		return nil, err
	}
	if r.Of != s.work {
		return nil, checkpoint.Erase(s.record)
	}
	var groups []savedGroup
	for at := r.Index; at != (scratch.Piece{}); at = groups[len(groups)-1].Before {
		b, err := s.read(at)
		if err != nil {
			return nil, err
		}
		var g savedGroup
		if err := json.Unmarshal(b, &g); err != nil {
			return nil, damaged(err)
		}
		groups = append(groups, g)
	}
	for _, g := range slices.Backward(groups) {
		if own, err = s.restoreGroup(l, &g, own); err != nil {
			return nil, err
		}
		g.Packed.addTo(h)
	}
	for _, values := range own {
		h.Wide = h.Wide || values.later != nil
	}
	s.last, s.slices = r.Index, len(own)
	s.pile.EndWith(s.last)
	return own, nil
}

// restoreGroup adds the values of a group to those of the slices before, and writes its bytes.
func (s *saver) restoreGroup(l *slice.Layout, g *savedGroup, own []leveledValues) ([]leveledValues, error) {
	for _, saved := range g.Values {
		var list [len(levels)]*solve.Values
		if len(saved) == 0 || len(saved) > len(list) {
			return nil, damaged(fmt.Errorf("a slice of %d levels", len(saved)))
		}
		for i, at := range saved {
			list[i] = solve.NewValues(l)
			for c, values := range list[i] {
				if int(at[c].Size) != l.Entries() {
					return nil, damaged(fmt.Errorf("a slice of %d entries", at[c].Size))
				}
				if err := s.readPiece(at[c], value.RawBytes(values)); err != nil {
					return nil, err
				}
			}
		}
		own = append(own, leveledValues{list[0], list[1]})
	}
	for _, at := range g.Bytes {
		b, err := s.read(at)
		if err == nil {
			_, err = s.table.Write(b)
		}
		if err != nil {
			return nil, err
		}
	}
	return own, nil
}

func (s *saver) read(at scratch.Piece) ([]byte, error) {
	b := make([]byte, at.Size)
	return b, s.readPiece(at, b)
}

func damaged(err error) error { return fmt.Errorf("%w: %w", scratch.ErrDamaged, err) }

// readPiece reads a piece. The error matches [scratch.ErrDamaged] if its bytes are wrong or missing. It does not after
// other errors, which may pass.
func (s *saver) readPiece(at scratch.Piece, into []byte) error {
	err := s.pile.Read(at, into)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return damaged(err)
	}
	return err
}

// Write writes bytes of the table, which are also saved.
func (s *saver) Write(b []byte) (int, error) {
	if s.record != nil {
		if _, err := s.buffer.Write(b); err != nil {
			return 0, err
		}
	}
	return s.table.Write(b)
}

// save saves a finished group, whose bytes have been written.
func (s *saver) save(p *packed, group []*solved) error {
	if s.record == nil {
		return nil
	}
	if err := s.buffer.Flush(); err != nil {
		return err
	}
	g := savedGroup{Before: s.last, Packed: *p, Bytes: s.bytes}
	s.bytes = nil
	for _, solved := range group {
		var saved []savedLevel
		for _, values := range solved.values.list() {
			var at savedLevel
			for c := range values {
				var err error
				if at[c], err = s.pile.Add(value.RawBytes(values[c])); err != nil {
					return err
				}
			}
			saved = append(saved, at)
		}
		g.Values = append(g.Values, saved)
	}
	b, err := json.Marshal(&g)
	if err != nil {
		return err
	}
	if s.last, err = s.pile.Add(b); err != nil {
		return err
	}
	s.slices += len(group)
	return checkpoint.Write(
		s.record,
		&checkpoint.Record{Of: s.work, Ply: s.slices, Index: s.last, Saved: time.Now().UnixMilli()},
	)
}

// A pieceWriter writes pieces of bytes of a table to the pile.
type pieceWriter struct{ *saver }

func (w pieceWriter) Write(b []byte) (int, error) {
	at, err := w.pile.Add(b)
	if err != nil {
		return 0, err
	}
	w.bytes = append(w.bytes, at)
	return len(b), nil
}
