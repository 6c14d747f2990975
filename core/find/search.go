package find

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// A Search looks for the positions of a query. Only one goroutine may use it.
//
// The entries of a search are those of all slices of the class with the side to move, in their order. With either side
// to move, each frame comes first with White to move, then with Black. The progress of a search is a number of entries,
// so another search can begin at its end.
type Search struct {
	// Observe, if not nil, is called before each frame with the number of entries
	// that were passed.
	Observe func(entries int64)

	// Until, if it is not 0, is the entry before which [Search.Each] ends. Another search can continue from there.
	Until int64

	ctx    context.Context
	query  Query
	wanted []levelSet // the values of the query

	// Values of positions that are drawn and lost, and of those into which a quiet move keeps the result, wins, or does
	// not lose.
	draws, losses, keeping, winning, holding []levelSet

	metric *value.Metric
	layout *slice.Layout
	files  files // instead of the table, or nil
	source *library.Source
	levels []value.Level // of the table

	library  *library.Library
	result   value.Outcome // that a single move keeps
	isOnly   bool          // it is about one
	stored   board.Color   // to move, in the table
	halved   bool          // the other side is not
	images   []menImage    // none if men may stand anywhere
	unproven []material.Class
	moves    *library.Moves
	legal    []board.Move // of a position
	total    int64        // of the positions to be found, or -1
	manyLeft int          // see usualManyLeft

	// The current frame: its first place, and the number of that entry in the search. Values are level by level, with
	// the side to move, and for all kinds except [Any] with the other side. The list has the entries that may be found.
	first    slice.Place
	base     int64
	loaded   [2][][]value.Byte // by side, as far as they were read
	values   [][]value.Byte
	others   [][]value.Byte
	outcomes [256]value.Outcome  // by value
	kept     []board.Bitboard    // for single moves: by word, lanes into which a move keeps the result
	held     []board.Bitboard    // for zugzwangs: by word, lanes into which a move draws or wins; in kept, wins only
	mutual   []board.Bitboard    // by word, lanes that may be zugzwangs
	isSparse bool                // these are looked at one by one
	passed   map[int]passedValue // the results of that, by entry: with either side to move they are needed twice
	list     []int

	cycles map[placement][]board.Position // for cyclic zugzwangs: the results of returning
}

// files are [syzygy.Tables]. As an interface, they take no code in programs that only search tables.
type files interface {
	Value(p *board.Position, hasMoves bool) (v value.Value, rounded bool, err error)
	Outcome(p *board.Position) (syzygy.WDL, error)
}

// usualManyLeft is the share of a frame from which it is quicker to look ahead in all of the frame: one entry in 64.
const usualManyLeft = 64

// New returns a search in the tables of a library: in the table of the class, and if
// needed in those that it depends on.
func New(ctx context.Context, lib *library.Library, q Query) (*Search, error) {
	t, err := lib.Open(ctx, q.Class)
	if err != nil {
		return nil, err
	}
	if library.IsLarge(q.Class) {
		return nil, words.Error("core.find.large", "class", q.Class, "most", material.UsualMen)
	}
	s, err := begin(ctx, q, t.Layout, t.Header.Metric)
	if err != nil {
		return nil, err
	}
	s.library, s.source = lib, lib.Source(ctx)
	s.moves = library.NewMoves(t.Layout, s.metric, s.source)
	for _, side := range board.Colors {
		if !t.Header.Stores(side) {
			s.stored, s.halved = side.Other(), true
		}
	}
	if t.Unproven {
		s.unproven = []material.Class{q.Class}
	}
	metric := s.metric
	for i := range t.Header.Levels() {
		s.levels = append(s.levels, metric.Level(i, t.Header.Levels()))
	}
	s.wanted = s.query.Values.in(metric, s.levels)
	s.draws, s.losses = Ending(value.Drawn).in(metric, s.levels), Ending(value.Loss).in(metric, s.levels)
	s.keeping, s.winning = afterQuiet(s.result).in(metric, s.levels), afterQuiet(value.Win).in(metric, s.levels)
	holding := Values(
		func(m *value.Metric, v value.Value) bool { return m.Outcome(m.After(value.Quiet, v)) >= value.Drawn },
	)
	s.holding = holding.in(metric, s.levels)
	for b := range s.outcomes {
		s.outcomes[b] = metric.Outcome(value.Value(b))
	}
	s.total = s.count(t.Header)
	return s, nil
}

// begin returns a search without the values to search in.
func begin(ctx context.Context, q Query, l *slice.Layout, metric *value.Metric) (*Search, error) {
	result, isOnly := q.Kind.keeps()
	if isOnly {
		q.Values = q.Values.And(Ending(result))
	}
	if q.Kind == Cyclic {
		q.Values = q.Values.And(Ending(value.Drawn))
	}
	if (q.Kind == Cyclic || q.Kind == OnlyDraw) && q.Values.isEmpty(metric) {
		return nil, words.Error("core.find.pliesOfDraws")
	}
	if q.Row = max(1, q.Row); q.Row > MostInRow || q.Row > 1 && !isOnly {
		return nil, words.Error("core.find.row", "count", q.Row, "most", MostInRow)
	}
	if len(q.Themes) > 0 && !isOnly {
		return nil, words.Error("core.find.themeOfKind")
	}
	s := &Search{
		ctx:    ctx,
		query:  q,
		metric: metric,
		layout: l,
		result: result,
		isOnly: isOnly,
		passed: map[int]passedValue{},
		cycles: map[placement][]board.Position{},
		total:  -1,

		manyLeft: usualManyLeft,
	}
	if !q.Men.isEmpty() {
		s.images = q.Men.images(q.Class)
	}
	return s, nil
}

// release frees the buffers of the current frame. The search may continue.
func (s *Search) release() {
	s.loaded, s.values, s.others = [2][][]value.Byte{}, nil, nil
	s.kept, s.held, s.mutual, s.list = nil, nil, nil, nil
	s.cycles = map[placement][]board.Position{}
	s.passed = map[int]passedValue{}
}

// count returns the number of positions to be found, from the statistics, or -1 if
// these are not enough.
func (s *Search) count(h *format.Header) (total int64) {
	for _, side := range s.query.sides() {
		for v, n := range h.Statistics[side].Count {
			if s.query.Values(s.metric, value.Value(v)) {
				total += int64(n.Distinct)
			}
		}
	}
	if total > 0 && (s.query.Kind != Any || len(s.images) > 0) {
		return -1
	}
	return total
}

// Total returns how many positions there are to be found. For zugzwangs and single
// winning moves that is mostly not known before.
func (s *Search) Total() (n int64, known bool) { return s.total, s.total >= 0 }

// Unproven returns the class, if its table is unproven, and the classes of other unproven tables that were read so far;
// see [library.Library.Unproven].
func (s *Search) Unproven() []material.Class {
	if s.source != nil {
		s.note(s.source.Unproven())
	}
	return s.unproven
}

func (s *Search) note(unproven []material.Class) {
	for _, class := range unproven {
		if !slices.Contains(s.unproven, class) {
			s.unproven = append(s.unproven, class)
		}
	}
}

// frameSize returns the number of entries of a frame, for all sides to move.
func (s *Search) frameSize() int64 { return int64(s.layout.FrameEntries() * len(s.query.sides())) }

// Entries returns the number of entries to be passed.
func (s *Search) Entries() int64 {
	return int64(s.layout.Slices()) * int64(s.layout.Entries()) * int64(len(s.query.sides()))
}

// mayStand reports whether a position of the frame may meet the demands for men.
func (s *Search) mayStand() bool {
	if len(s.images) == 0 {
		return true
	}
	var sc slice.Scene
	s.scene(0, &sc)
	return s.standing(&sc, true) != 0
}

// standing returns the lanes of a word whose positions meet the demands for men. With anywhere, outer men may stand on
// any square of the frame.
func (s *Search) standing(sc *slice.Scene, anywhere bool) (lanes board.Bitboard) {
	var at [material.MaxMen]board.Bitboard
	outer, end := s.layout.Outer()
	for i := range sc.N {
		if at[i] = sc.Men[i].Square.Bit(); i == sc.Inner || anywhere && outer <= i && i < end {
			at[i] = ^board.Bitboard(0)
		}
	}
	for i := range s.images {
		lanes |= s.images[i].men.lanes(sc.Men[:sc.N], sc.Inner, &at)
	}
	return lanes
}

// read returns the values of the frame with a side to move, level by level.
func (s *Search) read(side board.Color) ([][]value.Byte, error) {
	if s.loaded[side] != nil {
		return s.loaded[side], nil
	}
	frame := s.layout.FrameOf(s.first.Entry)
	loaded := make([][]value.Byte, len(s.levels))
	for i, level := range s.levels {
		span, err := s.source.At(level).Span(s.layout, s.first.Slice, side, frame)
		if err != nil {
			return nil, err
		}
		loaded[i] = span.Frame(frame, s.layout.FrameEntries())
	}
	s.loaded[side] = loaded
	return loaded, nil
}

// valueOf returns the value of an entry of the frame, given the bytes of each level.
func (s *Search) valueOf(loaded [][]value.Byte, entry int) (v value.Value) {
	for i, level := range s.levels {
		if v = level.Value(loaded[i][entry]); !level.IsLater(loaded[i][entry]) {
			break
		}
	}
	return v
}

// scene unpacks a word of the frame, given its first entry there.
func (s *Search) scene(first int, sc *slice.Scene) bool {
	word, _ := (s.first.Entry | slice.Entry(first)).Word()
	return s.layout.Scene(s.first.Slice, word, sc)
}

// position returns the position of a place, or a symmetric one that meets the demands for men.
func (s *Search) position(at slice.Place) board.Position {
	p := s.layout.Position(at)
	for i := range s.images {
		image := &s.images[i]
		var squares [material.MaxMen]board.Bitboard
		for i, m := range p.Men() {
			squares[i] = m.Square.Bit()
		}
		if image.men.lanes(p.Men(), -1, &squares) == 0 {
			continue
		}
		men := slices.Clone(p.Men())
		for i := range men {
			men[i].Square = image.symmetry.Square(men[i].Square)
		}
		turned := board.NewPosition(p.Turn, men...)
		turned.Rights = p.Rights
		return turned
	}
	return p
}

// A passedValue is the value of an entry with the side to move that is not stored, if its outcome makes a zugzwang.
type passedValue struct {
	value value.Value
	ok    bool
}
