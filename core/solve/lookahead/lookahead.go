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

// A Lookahead finds the values of a slice with one side to move by looking one
// ply ahead: from the values with the other side to move, and from the exits.
// It is used by one goroutine.
//
// It goes frame by frame, in rows (see package kernel), with the ranks of the moves as
// bytes, 64 to a word. Passes, for each frame:
//
//  1. the frames that moves lead to, its own and one for each king move, become
//     ranks of moves: 0 where the move is illegal. Remembered from frame to
//     frame, within a budget, so that in the order of [Lookahead.Order] nearly
//     all of this is done once for each frame.
//  2. for each row, the greatest rank over the moves that stay in the slice. A
//     move of a king or an upper man takes a row to a row; moves of the row man
//     and of the inner man are running maxima along lines, which start anew at
//     blockers.
//  3. for each word, exits. Who has no move is mated or, out of check, has
//     drawn.
type Lookahead struct {
	layout *slice.Layout
	metric *value.Metric
	source exits.Source
	level  value.Level // at which values are seen, in the source and in what is computed

	number slice.Number // of the slice
	color  board.Color  // to move, in what is computed

	ranks rankFrames
	own   []kernel.Octets    // the frame at hand
	kings [8][]kernel.Octets // for each king move from there
	exits exits.Finder       // of the row at hand, and the row itself
	rows  *kernel.Rows       // those of exits
	row   *kernel.Row        // that of exits
	best  [kernel.RowWords]kernel.Octets
	legal []board.Bitboard // by word of the frame
}

// New returns a lookahead for the slices of a class. The source has
// the values with the other side to move, and what exits lead to.
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

// At has it see values at a level, as the source has them. Where an earlier level has said all, what is computed means
// nothing: see [value.Level.SeeAfter].
func (la *Lookahead) At(level value.Level) *Lookahead {
	la.level = level
	return la
}

// Limit bounds the memory for what it remembers, at most 32 MiB, but for what it takes
// anyway: nine frames. It may be called at any time.
func (la *Lookahead) Limit(bytes int64) { la.ranks.bound(la.ranks.limitFor(min(bytes, rankBytes))) }

// Begin turns to the values of a slice with side c to move.
func (la *Lookahead) Begin(number slice.Number, c board.Color) {
	la.number, la.color = number, c
	la.exits.Begin(la.layout, number, la.metric, la.source, la.level)
	la.ranks.forget()
}

// Order lists all frames in an order in which few are read more than once when
// side c is to move.
func (la *Lookahead) Order(c board.Color) []slice.FrameNo {
	frames := la.layout.Frames()
	if int(frames.Len()) <= la.ranks.limit {
		return frames.Orbits() // exits profit
	}
	// By the other king, up to symmetry first: king moves of side c stay close.
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

// Frame fills in the values of a frame. Entries that are not legal positions
// mean nothing.
func (la *Lookahead) Frame(frame slice.FrameNo, into []value.Byte) error {
	if err := la.frame(frame, into); err != nil {
		return fmt.Errorf("looking ahead in %v, slice %d: %w", la.layout.Class, la.number, err)
	}
	return nil
}

// Legal returns the lanes of each word of the last frame that are legal
// positions. The result is overwritten by the next one.
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
				return nil, &kernel.TooLongError{Most: value.MaxByteRound} // without a rank it would be no move at all
			}
		}
	}
	return ranks, nil
}

// movesInside finds the best of the row's moves that stay in the slice. A man
// who moves onto another one is in none of them: the ranks are 0 there.
func (la *Lookahead) movesInside() {
	clear(la.best[:la.rows.Size])
	la.kingMoves()
	la.upperMen()
	la.rowMan()
	la.innerMan()
}

// ownRow returns a row of the frame at hand, by its number in the slice.
func (la *Lookahead) ownRow(number kernel.RowNo) []kernel.Octets {
	return rowIn(la.own, number, la.rows.Size)
}

// rowIn returns a row of a frame, by its number in the slice.
func rowIn(frame []kernel.Octets, number kernel.RowNo, size int) []kernel.Octets {
	word := int(number) * size & (len(frame) - 1) // frames have a power of two of words
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

// upperMan adds a move of an upper man, over a way that must be free of the row
// man and the inner man.
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

// rowManAlong adds the moves in a direction that end on or before a square at
// the edge.
func (la *Lookahead) rowManAlong(own []kernel.Octets, edge board.Square, direction int) {
	var reach kernel.Octets // the best of the moves from the square at hand on
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

// finishRow adds exits and the ends of the game to the row, and writes its
// values, which begin at a word of the frame.
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
