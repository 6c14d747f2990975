package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// exits finds, for the 64 positions of a word, the best of the moves that
// leave the slice: captures, pawn pushes, promotions, en passant.
//
// Passes over the men of a word, each a few dozen instructions and at most 64
// byte reads a move:
//
//  1. captures by the inner man: one target position for all lanes
//  2. captures by and of the other men: a lane reads the same lane of the
//     target, or one that is a fixed stride and symmetry away
//  3. captures of the inner man: the capturing man's square is the lane; pawns
//     go square by square, because each leads to another slice
//  4. pawn pushes and promotions: as 2
//
// A double push next to an enemy pawn is worth what the opponent's better
// reply makes of it: en passant or not.
type exits struct {
	source Source
	doors  [doorKinds]*door
	err    error

	// Of the word at hand: the legal lanes, the best exits, the opponent's
	// best en-passant replies to a push, and what the last door showed.
	legal  board.Bitboard
	ranks  ranks
	reply  ranks
	values [64]value.Value
}

// ranks has the best rank found so far for the lanes in set, and 0 elsewhere.
type ranks struct {
	rank [64]value.Rank
	set  board.Bitboard
}

// offer adds moves into positions that have these values for the opponent.
func (r *ranks) offer(lanes board.Bitboard, values *[64]value.Value) {
	r.set |= lanes
	for ; lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First() & 63
		if rank := values[lane].Parent(); rank > r.rank[lane] {
			r.rank[lane] = rank
		}
	}
}

// begin forgets the doors of the last slice.
func (x *exits) begin(source Source) {
	x.source = source
	clear(x.doors[:])
}

// best returns the ranks of the best exits of the legal lanes of a word, with
// side c to move. The result is overwritten by the next call.
func (x *exits) best(sc *slice.Scene, c board.Color, legal board.Bitboard) (*ranks, error) {
	x.ranks = ranks{}
	x.err = nil
	if x.legal = legal; legal != 0 {
		x.collect(sc, c, &x.ranks)
	}
	return &x.ranks, x.err
}

func (x *exits) collect(sc *slice.Scene, c board.Color, into *ranks) {
	for i := range sc.N {
		m := &sc.Men[i]
		switch {
		case m.Color != c || m.Type == board.NoPiece:
		case i == sc.Inner:
			x.innerCaptures(sc, i, into)
		case m.Type == board.Pawn:
			x.captures(sc, i, into)
			x.pushes(sc, i, into)
		default:
			x.captures(sc, i, into)
		}
	}
}

// prey calls f for each enemy of a man that can be captured.
func prey(sc *slice.Scene, man int, f func(victim int)) {
	for v := range sc.N {
		if v > int(board.Black) && sc.Men[v].Color != sc.Men[man].Color && sc.Men[v].Type != board.NoPiece {
			f(v)
		}
	}
}

func (x *exits) innerCaptures(sc *slice.Scene, man int, into *ranks) {
	prey(sc, man, func(victim int) {
		at := sc.Men[victim].Square
		lanes := board.Attacks(sc.Men[man].Type, at, sc.Fixed) &^ sc.Fixed
		after := *sc
		after.Remove(victim)
		after.Put(man, at)
		x.leave(&after, exit{man: man, victim: victim}, lanes, into)
	})
}

func (x *exits) captures(sc *slice.Scene, man int, into *ranks) {
	m := &sc.Men[man]
	attacked := m.AttackSet(sc.Fixed)
	prey(sc, man, func(victim int) {
		switch at := sc.Men[victim].Square; {
		case victim != sc.Inner:
			if attacked.Has(at) {
				x.moveTo(sc, man, victim, at, ^(sc.Fixed | board.Between(m.Square, at)), into)
			}
		case m.Type == board.Pawn:
			for lanes := attacked &^ sc.Fixed; lanes != 0; lanes = lanes.Rest() {
				x.moveTo(sc, man, victim, lanes.First(), lanes.First().Bit(), into)
			}
		default:
			// The lane is where the capturing man stands afterwards.
			after := *sc
			after.Remove(victim)
			after.Spread(man)
			x.leave(&after, exit{man: man, victim: victim}, attacked&^sc.Fixed, into)
		}
	})
}

func (x *exits) pushes(sc *slice.Scene, man int, into *ranks) {
	m := &sc.Men[man]
	lanes := ^sc.Fixed
	for targets := board.PawnPushes(m.Color, m.Square, sc.Fixed); targets != 0; targets = targets.Rest() {
		to := targets.First()
		passed := board.Between(m.Square, to)
		free := lanes &^ (passed | to.Bit())
		if passed != 0 && x.pushIntoEnPassant(sc, man, to, passed.First(), free, into) {
			continue
		}
		x.moveTo(sc, man, noMan, to, free, into)
	}
}

// moveTo adds the move of a man, all its promotions if it is one, capturing a
// victim that stands on the target square.
func (x *exits) moveTo(sc *slice.Scene, man, victim int, to board.Square, lanes board.Bitboard, into *ranks) {
	after := *sc
	if victim != noMan {
		after.Remove(victim)
	}
	after.Put(man, to)
	move := exit{man: man, victim: victim}
	if sc.Men[man].Type != board.Pawn {
		x.leave(&after, move, lanes, into)
		return
	}
	move.shift = pawnShift(sc.Men[man].Square, to)
	if to.Rank() != 0 && to.Rank() != 7 {
		x.leave(&after, move, lanes, into)
		return
	}
	lanes = x.legalAfter(&after, man, lanes) // whatever the pawn becomes
	for _, move.promotion = range board.Promotions {
		after.Men[man].Type = move.promotion
		x.enter(&after, move, lanes, into)
	}
}

// pushIntoEnPassant adds a double push if an enemy pawn stands ready to take
// the pawn on the square it passed, and returns false if none does.
func (x *exits) pushIntoEnPassant(sc *slice.Scene, man int, to, passed board.Square, lanes board.Bitboard, into *ranks) bool {
	after := *sc
	after.Put(man, to)
	ready := false
	x.reply = ranks{}
	prey(sc, man, func(enemy int) {
		if e := &sc.Men[enemy]; e.Type == board.Pawn && board.PawnAttacks(e.Color, e.Square).Has(passed) {
			ready = true
			taken := after
			taken.Remove(man)
			taken.Put(enemy, passed)
			x.leave(&taken, exit{man: enemy, victim: man, shift: pawnShift(e.Square, passed)}, lanes, &x.reply)
		}
	})
	if !ready {
		return false
	}
	lanes = x.legalAfter(&after, man, lanes)
	quiet := x.door(&after, exit{man: man, victim: noMan, shift: pawnShift(sc.Men[man].Square, to)})
	if quiet == nil {
		return true
	}
	replier := sc.Men[man].Color.Other()
	if x.err = quiet.read(&after, replier, lanes, &x.values); x.err != nil {
		return true
	}
	for replies := lanes & x.reply.set; replies != 0; replies = replies.Rest() {
		lane := replies.First()
		v, capture := x.values[lane], x.reply.rank[lane]
		// A stalemate is none if en passant is there: it must be played.
		if capture > v.Rank() || v == value.Draw && stalemate(&after, replier, lane) {
			x.values[lane] = capture.Value()
		}
	}
	into.offer(lanes, &x.values)
	return true
}

func stalemate(sc *slice.Scene, c board.Color, lane board.Square) bool {
	men := sc.Men
	if sc.Inner >= 0 {
		men[sc.Inner].Square = lane
	}
	p := board.NewPosition(c, men[:sc.N]...)
	return len(p.LegalMoves(nil)) == 0
}

// leave adds a move in the lanes where it is legal. The scene is the one after
// the move.
func (x *exits) leave(after *slice.Scene, move exit, lanes board.Bitboard, into *ranks) {
	x.enter(after, move, x.legalAfter(after, move.man, lanes), into)
}

// legalAfter returns the lanes in which a move of the man was legal.
func (x *exits) legalAfter(after *slice.Scene, man int, lanes board.Bitboard) board.Bitboard {
	if lanes &= x.legal; lanes == 0 {
		return 0
	}
	return lanes &^ after.Checked(after.Men[man].Color)
}

// enter adds a legal move: what it leads to, read from behind its door.
func (x *exits) enter(after *slice.Scene, move exit, lanes board.Bitboard, into *ranks) {
	if lanes == 0 || x.err != nil {
		return
	}
	if d := x.door(after, move); d != nil {
		if x.err = d.read(after, after.Men[move.man].Color.Other(), lanes, &x.values); x.err != nil {
			return
		}
		into.offer(lanes, &x.values)
	}
}

// An exit names a move as far as it decides which slice it leads to.
type exit struct {
	man, victim int // indices of men; noMan if nothing is captured
	promotion   board.PieceType
	shift       int // see pawnShift, 0 for pieces
}

const noMan = -1

// pawnShift tells the moves of a pawn apart: 1 and 2 for pushes, 3 and 4 for
// captures to either side.
func pawnShift(from, to board.Square) int {
	switch {
	case from.File() > to.File():
		return 3
	case from.File() < to.File():
		return 4
	case board.Between(from, to) != 0:
		return 2
	}
	return 1
}

const doorKinds = board.MaxMen * 5 * (board.MaxMen + 1) * (int(board.Knight) + 1)

// number numbers exits. Pieces share one number a victim: their captures all
// lead to the same slice.
func (e exit) number() int {
	man := e.man
	if e.shift == 0 {
		man = 0
	}
	return ((man*5+e.shift)*(board.MaxMen+1)+e.victim+1)*(int(board.Knight)+1) + int(e.promotion)
}

// doorSpans is how many spans a door remembers for each side to move.
const doorSpans = 16

// A door leads from the words of a slice into another slice.
type door struct {
	dead   bool // bare kings: always a draw
	source Source
	layout *slice.Layout
	slice  int
	size   int // entries of a frame
	spans  [2][doorSpans]Span
	swap   board.Color       // Black if the sides change names
	before board.Symmetry    // to the target's colours and pawn placement
	men    [board.MaxMen]int // for each man of the target, ours
}

// door returns the door of an exit, opened at its first use; nil on an error.
func (x *exits) door(after *slice.Scene, move exit) *door {
	number := move.number()
	if x.doors[number] == nil && x.err == nil {
		d, err := x.open(after)
		if err != nil {
			x.err = err
			return nil
		}
		x.doors[number] = d
	}
	return x.doors[number]
}

func (x *exits) open(after *slice.Scene) (*door, error) {
	var men []board.Man
	var index []int
	for i := range after.N {
		if after.Men[i].Type != board.NoPiece {
			men = append(men, after.Men[i])
			index = append(index, i)
		}
	}
	class, swapped := material.Of(men)
	if class.BareKings() {
		return &door{dead: true}, nil
	}
	layout, err := x.source.Layout(class)
	if err != nil {
		return nil, err
	}
	d := &door{source: x.source, layout: layout, size: layout.FrameEntries()}
	if swapped {
		d.swap = board.Black
		d.before = board.FlipRanks
	}
	var squares slice.Squares
	var used [board.MaxMen]bool
	for j, want := range layout.Men {
		for k, m := range men {
			if !used[k] && m.Type == want.Type && m.Color^d.swap == want.Color {
				used[k] = true
				d.men[j] = index[k]
				squares[j] = d.before.Square(m.Square)
				break
			}
		}
	}
	number, mirror := layout.SliceOf(&squares)
	d.slice = number
	d.before = d.before.Then(mirror)
	return d, nil
}

// frame returns the values of a frame behind the door.
func (d *door) frame(c board.Color, number int) ([]value.Value, error) {
	span := &d.spans[c][number%doorSpans]
	values := span.Frame(number, d.size)
	if values == nil {
		var err error
		if *span, err = d.source.Span(d.layout, d.slice, c, number); err != nil {
			return nil, err
		}
		values = span.Frame(number, d.size)
	}
	return values, nil
}

// entry returns the value of an entry behind the door.
func (d *door) entry(c board.Color, entry int) (value.Value, error) {
	number := entry / d.size
	values, err := d.frame(c, number)
	if err != nil {
		return value.Draw, err
	}
	return values[entry-number*d.size], nil
}

// read fills in the value that each of the lanes finds behind the door, c
// being the side to move there.
func (d *door) read(after *slice.Scene, c board.Color, lanes board.Bitboard, into *[64]value.Value) error {
	if d.dead {
		clear(into[:])
		return nil
	}
	c ^= d.swap
	var squares slice.Squares
	inner := noMan // the target's man that is our inner one
	for j := range d.layout.Men {
		squares[j] = d.before.Square(after.Men[d.men[j]].Square)
		if d.men[j] == after.Inner {
			inner = j
		}
	}
	switch {
	case inner == noMan:
		v, err := d.entry(c, d.layout.Entry(&squares))
		if err != nil {
			return err
		}
		for i := range into {
			into[i] = v
		}
	case d.layout.Men[inner].Type == board.King && inner != d.layout.Inner:
		// The king decides the frame, and with it the symmetry.
		for ; lanes != 0; lanes = lanes.Rest() {
			lane := lanes.First() & 63
			squares[inner] = d.before.Square(lane)
			v, err := d.entry(c, d.layout.Entry(&squares))
			if err != nil {
				return err
			}
			into[lane] = v
		}
	default:
		// All but the inner man stand still, so entries differ by its square.
		base, stride, symmetry := d.layout.Lanes(&squares, inner)
		number := base / d.size
		values, err := d.frame(c, number)
		if err != nil {
			return err
		}
		base -= number * d.size
		image := d.before.Then(symmetry).Squares()
		for ; lanes != 0; lanes = lanes.Rest() {
			lane := lanes.First() & 63
			into[lane] = values[base+int(image[lane])*stride]
		}
	}
	return nil
}
