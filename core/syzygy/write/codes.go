package write

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// Outcomes as numbers of the format.
const (
	loss = iota
	blessedLoss
	draw
	cursedWin
	win
)

// A meaning is all that a file has of a position.
type meaning struct {
	legal   bool
	outcome uint8
	plies   int
	capture bool // has the outcome, so readers need no other move
	zeroing bool // a capture or a pawn move wins, so readers need no distance
}

// A palette has up to 256 meanings, each of some position. Only number 0, for an illegal one, may have none.
type palette struct {
	mu   sync.Mutex
	list []meaning
	of   map[meaning]uint8
}

// errMeanings is the error of a side with more meanings than bytes.
var errMeanings = errors.New("too many different distances for one side")

func newPalette() *palette { return &palette{list: []meaning{{}}, of: map[meaning]uint8{{}: 0}} }

// codeOf returns the number of a meaning.
func (p *palette) codeOf(m meaning) (uint8, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	code, found := p.of[m]
	if !found {
		if len(p.list) == 256 {
			return 0, errMeanings
		}
		code = uint8(len(p.list))
		p.of[m] = code
		p.list = append(p.list, m)
	}
	return code, nil
}

// codes has the meanings of the positions of some slices of a table, as numbers, by side to move.
type codes struct {
	layout  *slice.Layout
	first   map[slice.Number]int // the first code of each slice
	of      [2][]uint8           // the last one has no position, and is 0
	values  [2][]value.Byte      // the same memory, while it has the values of a stored side
	meaning [2]*palette

	placing sync.Once
	places  tablePlaces // of gatherers
}

// newCodes returns codes for some slices. The rooms are used again if they are large enough.
func newCodes(l *slice.Layout, numbers []slice.Number, rooms *[2][]value.Byte) *codes {
	c := &codes{layout: l, first: map[slice.Number]int{}}
	for i, n := range numbers {
		c.first[n] = i * l.Entries()
	}
	for side := range c.of {
		size := len(numbers)*l.Entries() + 1
		rooms[side] = slices.Grow(rooms[side][:0], size)
		c.values[side] = rooms[side][:size]
		c.of[side] = value.RawBytes(c.values[side])
		clear(c.of[side])
		c.meaning[side] = newPalette()
	}
	return c
}

// A reading has the source and the users of the values of a table.
type reading struct {
	lib     *library.Library
	table   *library.Table
	beside  *library.FacesBeside
	observe func(entries int64)
}

// read reads a table, slice by slice. Passes for each slice:
//
//  1. values of the sides that are stored, in place of their codes. So each tile is decoded once.
//  2. codes of a side that is not stored, by looking one ply ahead to these values. At the same time, faces are made
//     of them.
//  3. codes of the stored sides, in place of the values.
//
// Each thread reads slices of its own. All threads share a single one.
func (c *codes) read(ctx context.Context, in *reading, threads int) error {
	threads = max(1, threads)
	teams, each := threads, 1
	if len(c.first) == 1 {
		teams, each = 1, threads
	}
	numbers := make(chan slice.Number)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(numbers)
		for number := range c.layout.Slices() {
			if _, wanted := c.first[number]; !wanted {
				continue
			}
			select {
			case numbers <- number:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range teams {
		group.Go(func() error {
			t := newTeam(ctx, c, in, each)
			for number := range numbers {
				if err := t.slice(ctx, number); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// A team of readers reads a slice.
type team struct {
	*codes
	*reading
	readers []*reader
	later   [2][]value.Byte // of stored sides, at the second level
	faces   *library.Source // that faces are made from
}

func newTeam(ctx context.Context, c *codes, in *reading, readers int) *team {
	t := &team{codes: c, reading: in, faces: in.lib.Source(ctx)}
	for range readers {
		t.readers = append(t.readers, newReader(ctx, c, in.lib, in.table))
	}
	if len(t.readers[0].levels) > 1 {
		for _, side := range board.Colors {
			if in.table.Header.Stores(side) {
				t.later[side] = make([]value.Byte, c.layout.Entries())
			}
		}
	}
	return t
}

// slice reads a slice.
func (t *team) slice(ctx context.Context, number slice.Number) error {
	t.keep(number)
	if err := t.pass(ctx, number, true, (*reader).keep, func(int64) {}); err != nil {
		return err
	}
	var beside sync.WaitGroup
	beside.Go(func() { t.beside.AddSlice(t.faces, number) })
	err := t.pass(ctx, number, false, (*reader).ahead, t.observe)
	if beside.Wait(); err != nil {
		return err
	}
	return t.pass(ctx, number, true, (*reader).recode, t.observe)
}

// pass calls do with all frames of the sides that are stored, or of those that are not.
func (t *team) pass(
	ctx context.Context, number slice.Number, stored bool, do func(*reader, slice.FrameNo) error,
	observe func(entries int64),
) error {
	for _, side := range board.Colors {
		if t.table.Header.Stores(side) != stored {
			continue
		}
		if err := t.frames(ctx, number, side, do, observe); err != nil {
			return err
		}
	}
	return nil
}

// keep makes the readers keep the values of the stored sides, and the source for faces those of one of them.
func (t *team) keep(number slice.Number) {
	for _, side := range board.Colors {
		if !t.table.Header.Stores(side) {
			continue
		}
		kept := t.roomOf(number, side)
		for _, r := range t.readers {
			r.kept[side] = kept
		}
		t.faces.Keep(kept)
	}
}

// roomOf returns the room for the values of a stored side: that of its codes.
func (t *team) roomOf(number slice.Number, side board.Color) *library.Side {
	r := t.readers[0]
	kept := &library.Side{Layout: t.layout, Number: number, Color: side, Levels: r.levels}
	for i := range r.levels {
		values := t.later[side]
		if i == 0 {
			values = t.values[side][t.first[number]:][:t.layout.Entries()]
		}
		seen := &solve.Values{}
		seen[side] = values
		kept.Seen = append(kept.Seen, seen)
	}
	return kept
}

// frames calls do with all frames of a side. Several readers share them.
func (t *team) frames(
	ctx context.Context, number slice.Number, side board.Color, do func(*reader, slice.FrameNo) error,
	observe func(entries int64),
) error {
	all := t.layout.Frames().Len()
	step := all
	if len(t.readers) > 1 {
		step = (all + 7) / 8 // neighbours, as a lookahead reads those of a frame
	}
	var next atomic.Int64
	var group errgroup.Group
	for _, r := range t.readers {
		group.Go(func() error {
			r.begin(number, side)
			for {
				first := slice.FrameNo(next.Add(int64(step))) - step
				if first >= all {
					return nil
				}
				for frame := first; frame < min(first+step, all); frame++ {
					if err := ctx.Err(); err != nil {
						return err
					}
					if err := do(r, frame); err != nil {
						return err
					}
					observe(int64(t.layout.FrameEntries()))
				}
			}
		})
	}
	return group.Wait()
}

// A reader reads frames.
type reader struct {
	*codes
	metric *value.Metric
	source *library.Source
	levels []value.Level    // of the values of the table
	spans  []solve.Source   // by level
	kept   [2]*library.Side // the stored sides
	rooms  [2][]value.Byte  // for values that do not stay
	moved  value.Level      // of the values after moves
	finder exits.Finder
	number slice.Number
	side   board.Color
	known  []uint16 // codes by value and the outcomes of moves; 0 if not known

	hasPawns bool
	outcomes [256]uint8 // by rank, plus 1

	// The outcomes of the best capture and of the best other pawn move in the row, plus 1, or 0 without such a move.
	best, pushes [kernel.RowWords][64]uint8
}

func newReader(ctx context.Context, c *codes, lib *library.Library, table *library.Table) *reader {
	metric := table.Header.Metric
	r := &reader{codes: c, metric: metric, source: lib.Source(ctx), known: make([]uint16, (value.MaxRound+2)<<6)}
	seen := exits.LevelsSeen(c.layout, metric)
	r.moved, r.levels = seen[0], seen
	if table.Header.Levels() == 1 {
		r.levels = []value.Level{value.OnlyLevel}
	}
	for _, level := range r.levels {
		r.spans = append(r.spans, r.source.At(level))
	}
	r.hasPawns = c.layout.Class.Pawns() > 0
	for i := range r.outcomes {
		b := value.Rank(i).Byte()
		r.outcomes[i] = 1 + outcomeOf(metric, r.moved.Value(b))
	}
	return r
}

// outcomeOf returns the outcome of a value as a number of the format.
func outcomeOf(m *value.Metric, v value.Value) uint8 {
	switch m.Category(v) {
	case value.WinCategory:
		return win
	case value.CursedWinCategory:
		return cursedWin
	case value.BlessedLossCategory:
		return blessedLoss
	case value.LossCategory:
		return loss
	}
	return draw
}

func (r *reader) begin(number slice.Number, side board.Color) {
	if side != r.side {
		clear(r.known)
	}
	r.number, r.side = number, side
	r.finder.Begin(r.layout, number, r.metric, r.source.At(r.moved), r.moved)
	r.source.Keep(r.kept[side.Other()])
}

// keep stores the values of a frame of a stored side, at all levels.
func (r *reader) keep(frame slice.FrameNo) error {
	for i := range r.spans {
		values, err := r.span(i, frame)
		if err != nil {
			return err
		}
		copy(r.kept[r.side].Seen[i][r.side][r.layout.FirstEntry(frame):], values)
	}
	return nil
}

// recode replaces the values of a frame of a stored side by codes.
func (r *reader) recode(frame slice.FrameNo) error {
	var values [2][]value.Byte
	for i := range r.spans {
		values[i] = r.kept[r.side].Seen[i][r.side][r.layout.FirstEntry(frame):][:r.layout.FrameEntries()]
	}
	r.rooms[0] = append(r.rooms[0][:0], values[0]...)
	clear(values[0])
	values[0] = r.rooms[0]
	return r.code(frame, values)
}

// ahead codes a frame of a side that is not stored.
func (r *reader) ahead(frame slice.FrameNo) error {
	var values [2][]value.Byte
	for i := range r.spans {
		if i > 0 && !slices.ContainsFunc(values[0], r.levels[0].IsLater) {
			break
		}
		var err error
		if values[i], err = r.span(i, frame); err != nil {
			return err
		}
	}
	return r.code(frame, values)
}

// code codes a frame, given its values by level.
func (r *reader) code(frame slice.FrameNo, values [2][]value.Byte) error {
	into := r.of[r.side][r.codes.first[r.number]+int(r.layout.FirstEntry(frame)):]
	rows := &r.finder.Rows
	first, end := rows.OfFrame(frame)
	for row := first; row < end; row++ {
		r.finder.Place(row)
		if err := r.moves(); err != nil {
			return err
		}
		at := int(row-first) * rows.Size << 6
		for words := r.finder.Words; words != 0; words = words.Rest() {
			w := words.First() & 63
			at := at + int(w)<<6
			if err := r.word(w, values[0][at:at+64], values[1], at, into[at:at+64]); err != nil {
				return err
			}
		}
	}
	return nil
}

// span returns the values of a frame at a level.
func (r *reader) span(level int, frame slice.FrameNo) ([]value.Byte, error) {
	span, err := r.spans[level].Span(r.layout, r.number, r.side, frame)
	if err != nil {
		return nil, err
	}
	values := span.Frame(frame, r.layout.FrameEntries())
	if span.Borrowed {
		r.rooms[level] = append(r.rooms[level][:0], values...)
		values = r.rooms[level]
	}
	return values, nil
}

// moves finds the outcomes of the best captures and pawn moves of the row.
func (r *reader) moves() error {
	x := &r.finder
	if err := x.FindCaptures(r.side); err != nil {
		return err
	}
	r.keepMoves(&r.best)
	if !r.hasPawns {
		return nil
	}
	if err := x.FindPushes(r.side); err != nil {
		return err
	}
	r.keepMoves(&r.pushes)
	return nil
}

// keepMoves keeps the outcomes of the best moves that were found.
func (r *reader) keepMoves(into *[kernel.RowWords][64]uint8) {
	for words := r.finder.Words; words != 0; words = words.Rest() {
		w := words.First() & 63
		found := &r.finder.Best[w]
		clear(into[w][:])
		for lanes := found.Set; lanes != 0; lanes = lanes.Rest() {
			lane := lanes.First() & 63
			into[w][lane] = r.outcomes[found.Rank[lane]]
		}
	}
}

// word codes the lanes of a word.
func (r *reader) word(w board.Square, values, later []value.Byte, at int, into []uint8) error {
	for lanes := ^r.finder.Illegal[r.side][w]; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First() & 63
		b := values[lane]
		v := r.levels[0].Value(b)
		if later != nil && r.levels[0].IsLater(b) {
			v = r.levels[1].Value(later[at+int(lane)])
		}
		code, err := r.codeOf(v, r.best[w][lane], r.pushes[w][lane])
		if err != nil {
			return err
		}
		into[lane] = code
	}
	return nil
}

// codeOf returns the code of a value, given the outcomes of the best capture and the best pawn move, plus 1.
func (r *reader) codeOf(v value.Value, capture, push uint8) (uint8, error) {
	known := &r.known[int(v)<<6|int(capture)<<3|int(push)]
	if *known != 0 {
		return uint8(*known), nil
	}
	m := meaning{legal: true, outcome: outcomeOf(r.metric, v)}
	m.capture = m.outcome != loss && capture == m.outcome+1
	m.zeroing = m.outcome > draw && (m.capture || push == m.outcome+1)
	if m.outcome != draw && !m.zeroing {
		m.plies = max(1, r.metric.Plies(v))
	}
	if m.plies > value.FiftyMoves {
		m.plies -= (m.plies - value.FiftyMoves - 1) % 2 // files round them
	}
	code, err := r.meaning[r.side].codeOf(m)
	*known = uint16(code)
	return code, err
}
