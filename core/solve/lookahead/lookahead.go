package lookahead

import (
	"fmt"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// A Lookahead finds the values of a slice with one side to move by looking one ply ahead. It uses the values with the
// other side to move, and the exits. Only one goroutine may use a Lookahead at a time.
//
// A Lookahead visits each frame row by row (see package kernel). The ranks of moves are bytes, 64 to a word. Passes for
// each frame:
//
//  1. convert the frames that moves lead to, its own and one for each king move, to ranks of moves. The rank is 0 if a
//     move is illegal. A cache keeps converted frames, within a budget. In the order of [Lookahead.Order] nearly every
//     frame is converted once.
//  2. for each row, find the greatest rank of the moves that stay in the slice. A move of a king or an upper man leads
//     from a row to a row. Moves of the row man and of the inner man are running maxima along lines, which restart at
//     blockers.
//  3. for each word, add the exits. A side without a move is mated or, if not in check, has a stalemate.
type Lookahead struct {
	layout *slice.Layout
	metric *value.Metric
	source exits.Source
	level  value.Level // of the values in the source and of the results

	number slice.Number // of the slice
	color  board.Color  // the side to move in the results

	ranks rankFrames
	own   []kernel.Octets    // the current frame
	kings [8][]kernel.Octets // the frame after each king move
	exits exits.Finder       // of the current row, and the row itself
	rows  *kernel.Rows       // the rows of exits
	row   *kernel.Row        // the row of exits
	best  [kernel.RowWords]kernel.Octets
	legal []board.Bitboard // by word of the frame
}

// New returns a lookahead for the slices of a class. The source has the values with the other side to move, and the
// values after exits.
func New(l *slice.Layout, metric *value.Metric, source exits.Source) *Lookahead {
	words := l.FrameEntries() / kernel.RowWords
	la := &Lookahead{
		layout: l,
		metric: metric,
		source: source,
		level:  value.OnlyLevel,
		ranks:  newRankFrames(l.Frames().Len(), words),
		legal:  make([]board.Bitboard, words),
	}
	la.rows, la.row = &la.exits.Rows, &la.exits.Row
	return la
}

// At sets the level of the values in the source and of the results, and returns la. A result has no meaning if an
// earlier level has the whole value: see [value.Level.ViewAfter].
func (la *Lookahead) At(level value.Level) *Lookahead {
	la.level = level
	return la
}

// Limit limits the memory for cached frames, to at most 32 MiB, but the cache always has room for nine frames. It may
// be called at any time.
func (la *Lookahead) Limit(bytes int64) { la.ranks.bound(la.ranks.limitFor(min(bytes, rankBytes))) }

// Begin starts with the values of a slice with side c to move.
func (la *Lookahead) Begin(number slice.Number, c board.Color) {
	la.number, la.color = number, c
	la.exits.Begin(la.layout, number, la.metric, la.source, la.level)
	la.ranks.forget()
}

// Order returns all frames in an order in which few are read more than once, with side c to move.
func (la *Lookahead) Order(c board.Color) []slice.FrameNo {
	frames := la.layout.Frames()
	if int(frames.Len()) <= la.ranks.limit {
		return frames.Orbits() // faster for exits
	}
	// The frames are sorted by the other king, up to symmetry first, so king moves of side c stay close.
	standing := func(i slice.FrameNo) int {
		s := frames.At(i).Kings[c.Other()]
		first := s
		for t := range board.Symmetry(board.Symmetries) {
			first = min(first, t.Square(s))
		}
		return int(first)<<6 | int(s)
	}
	order := slices.Clone(frames.Orbits())
	slices.SortStableFunc(order, func(a, b slice.FrameNo) int { return standing(a) - standing(b) })
	return order
}

// Frame writes the values of a frame. Entries that are not legal positions have no meaning.
func (la *Lookahead) Frame(frame slice.FrameNo, into []value.Byte) error {
	if err := la.frame(frame, into); err != nil {
		return fmt.Errorf("looking ahead in %v, slice %d: %w", la.layout.Class, la.number, err)
	}
	return nil
}

// Legal returns the lanes of each word of the last frame that are legal positions. The next call of Frame overwrites
// the result.
func (la *Lookahead) Legal() []board.Bitboard { return la.legal }

func (la *Lookahead) frame(frame slice.FrameNo, into []value.Byte) (err error) {
	if la.own, err = la.ranksOf(frame); err != nil {
		return err
	}
	for i, move := range la.layout.Frames().At(frame).Moves[la.color] {
		if la.kings[i], err = la.ranksOf(move.Frame); err != nil {
			return err
		}
	}
	rows := len(la.own) / la.rows.Size
	first, _ := la.rows.OfFrame(frame)
	for i := range rows {
		la.exits.Place(first + kernel.RowNo(i))
		la.movesInside()
		if err := la.finishRow(i*la.rows.Size, into); err != nil {
			return err
		}
	}
	return nil
}

// ranksOf returns the ranks of the moves into the positions of a frame.
func (la *Lookahead) ranksOf(frame slice.FrameNo) ([]kernel.Octets, error) {
	ranks, found := la.ranks.get(frame)
	if found {
		return ranks, nil
	}
	span, err := la.source.Span(la.layout, la.number, la.color.Other(), frame)
	if err != nil {
		la.ranks.forget()
		return nil, err
	}
	values := span.Frame(frame, la.layout.FrameEntries())
	clear(ranks)
	quick, quiet := la.metric.Wait() == 1 && la.level == value.OnlyLevel, la.metric.RanksIn(la.level, value.Quiet)
	rows := len(ranks) / la.rows.Size
	first, _ := la.rows.OfFrame(frame)
	for i := range rows {
		la.exits.Place(first + kernel.RowNo(i))
		illegal := &la.exits.Illegal[la.color.Other()]
		for words := la.exits.Words; words != 0; words = words.Rest() {
			w := words.First() & 63
			word := i*la.rows.Size + int(w)
			if quick {
				ranks[word].FillParents(values[word<<6:], ^illegal[w])
			} else if !ranks[word].FillRanks(quiet, values[word<<6:], ^illegal[w]) {
				la.ranks.forget()
				return nil, &kernel.TooLongError{Most: value.MaxByteRound} // rank 0 would hide the move
			}
		}
	}
	return ranks, nil
}

// movesInside finds the best of the row's moves that stay in the slice. It needs no test for moves onto other men, as
// the ranks are 0 there.
func (la *Lookahead) movesInside() {
	clear(la.best[:la.rows.Size])
	la.kingMoves()
	la.upperMen()
	la.rowMan()
	la.innerMan()
}

// ownRow returns a row of the current frame, by its number in the slice.
func (la *Lookahead) ownRow(number kernel.RowNo) []kernel.Octets {
	return rowIn(la.own, number, la.rows.Size)
}

// rowIn returns a row of a frame, by its number in the slice.
func rowIn(frame []kernel.Octets, number kernel.RowNo, size int) []kernel.Octets {
	word := int(number) * size & (len(frame) - 1) // the number of words is a power of two
	return frame[word : word+size]
}

func (la *Lookahead) kingMoves() {
	moves := la.row.Frame.Moves[la.color]
	for i := range moves {
		move := &moves[i]
		if la.row.Fixed.Has(move.To) {
			continue
		}
		number, symmetry := la.rows.KingMoved(la.row, move, move.Symmetry)
		target := rowIn(la.kings[i], number, la.rows.Size)
		image := symmetry.Squares()
		for words := la.exits.Words; words != 0; words = words.Rest() {
			w := words.First() & 63
			ranks := &target[image[w]]
			if move.Symmetry != board.Identity {
				here := ranks.Through(move.Symmetry)
				ranks = &here
			}
			la.best[w].Raise(ranks)
		}
	}
}

func (la *Lookahead) upperMen() {
	for i := la.rows.First; i < la.rows.End; i++ {
		m := &la.rows.Men[i]
		if m.Color != la.color {
			continue
		}
		from := la.row.At[i]
		targets := board.Attacks(m.Type, from, la.row.Fixed) &^ la.row.Fixed
		for ; targets != 0; targets = targets.Rest() {
			to := targets.First()
			la.upperMan(i, to, board.Between(from, to)|to.Bit())
		}
	}
}

// upperMan adds a move of an upper man. The row man and the inner man must not be in its way.
func (la *Lookahead) upperMan(man int, to board.Square, way board.Bitboard) {
	target := la.ownRow(la.row.Number + kernel.RowNo(la.rows.Distance(la.row, man, to)))
	mask := kernel.MaskOf(^way)
	for words := la.rows.Without(la.exits.Words, way); words != 0; words = words.Rest() {
		w := words.First() & 63
		la.best[w].RaiseIn(&mask, &target[w])
	}
}

func (la *Lookahead) rowMan() {
	if la.rows.Man == kernel.NoMan || la.rows.Men[la.rows.Man].Color != la.color {
		return
	}
	own := la.ownRow(la.row.Number)
	kind := la.rows.Men[la.rows.Man].Type
	if kind == board.Knight {
		for words := la.exits.Words; words != 0; words = words.Rest() {
			from := words.First() & 63
			for _, to := range board.Steps.Knight[from] {
				la.best[from].Raise(&own[to])
			}
		}
		return
	}
	lo, hi := kind.Directions()
	for d := lo; d < hi; d++ {
		for edge := range board.NoSquare {
			if len(board.Rays[edge][d]) == 0 {
				la.rowManAlong(own, edge, d)
			}
		}
	}
}

// rowManAlong adds the moves in a direction that end on or before a square at the edge.
func (la *Lookahead) rowManAlong(own []kernel.Octets, edge board.Square, direction int) {
	var reach kernel.Octets // the best of the moves to the current square or beyond
	to := edge
	for _, from := range board.Rays[edge][direction^1] {
		if la.row.Fixed.Has(to) {
			reach = kernel.Octets{}
		} else {
			reach.Raise(&own[to])
			reach[to>>3] &^= 0xff << (8 * (to & 7)) // the inner man blocks the way
			la.best[from].Raise(&reach)
		}
		to = from
	}
}

func (la *Lookahead) innerMan() {
	inner := &la.rows.Men[la.rows.Inner]
	if inner.Color != la.color {
		return
	}
	own := la.ownRow(la.row.Number)
	for words := la.exits.Words; words != 0; words = words.Rest() {
		w := words.First() & 63
		best, ranks := &la.best[w], &own[w]
		switch inner.Type {
		case board.King:
			best.Step(ranks, 1, 8, 0)
			best.Step(ranks, 1, 0, 0)
			best.Step(ranks, 1, 0, 8)
			best.Step(ranks, 0, 8, 0)
			best.Step(ranks, 0, 0, 8)
		case board.Knight:
			best.Step(ranks, 1, 16, 0)
			best.Step(ranks, 1, 0, 16)
			best.Step(ranks, 2, 8, 0)
			best.Step(ranks, 2, 0, 8)
		default:
			free := kernel.MaskOf(^la.rows.Occupied(la.row, w))
			if inner.Type != board.Rook {
				best.Slide(ranks, &free, 8, 0)
				best.Slide(ranks, &free, 0, 8)
			}
			if inner.Type != board.Bishop {
				best.Slide(ranks, &free, 0, 0)
				best.SlideAlongRanks(ranks, &free)
			}
		}
	}
}

// finishRow adds exits, mates and stalemates to the row, and writes its values. They begin at a word of the frame.
func (la *Lookahead) finishRow(first int, into []value.Byte) error {
	x := &la.exits
	if err := x.Find(la.color); err != nil {
		return err
	}
	clear(la.legal[first : first+la.rows.Size])
	for words := la.exits.Words; words != 0; words = words.Rest() {
		w := words.First() & 63
		best := &la.best[w]
		if x.Best[w].Set != 0 {
			best.RaiseToRanks(x.Best[w].Rank[:])
		}
		legal := ^x.Illegal[la.color][w]
		best.DrawStalemates(legal &^ x.Checked[la.color][w])
		best.PutValues(into[(first+int(w))<<6:])
		la.legal[first+int(w)] = legal
	}
	return nil
}
