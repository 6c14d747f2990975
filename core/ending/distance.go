package ending

import (
	"bytes"
	"context"

	"github.com/klauspost/compress/s2"

	"github.com/matewright/matewright/core/board"
)

// distances has the plies of the decided positions of a slice to the next exit or to mate. The winner plays for the
// fewest, and the loser for the most.
type distances struct {
	near   [2][][]uint8 // by side to move, part and position: one more than the plies; farther; or 0 without any
	packed bool         // the parts are compressed
	far    map[spot]int // the plies of those that are farther
}

// farther stands for more plies than a byte has room for.
const farther = 255

// nearPart is the number of positions in a part, which has as many bytes before it is packed.
const nearPart = 64 << 10

// A spot is a position of a slice.
type spot struct {
	turn board.Color
	at   int
}

func newDistances(words int) *distances {
	d := &distances{far: map[spot]int{}}
	for c := range d.near {
		for n := 64 * words; n > 0; n -= nearPart {
			d.near[c] = append(d.near[c], make([]uint8, min(n, nearPart)))
		}
	}
	return d
}

// set sets the plies of some positions. They must not be packed.
func (d *distances) set(turn board.Color, word int, lanes uint64, plies int) {
	for b := board.Bitboard(lanes); b != 0; b = b.Rest() {
		at := 64*word + int(b.First())
		n := &d.near[turn][at/nearPart][at%nearPart]
		if plies+1 < farther {
			*n = uint8(plies + 1)
		} else {
			*n = farther
			d.far[spot{turn, at}] = plies
		}
	}
}

// pack compresses distances that change no more, and returns their bytes.
func (d *distances) pack() (size int) {
	buffer := make([]byte, s2.MaxEncodedLen(nearPart))
	d.packed = true
	for _, parts := range d.near {
		for i, part := range parts {
			parts[i] = bytes.Clone(s2.Encode(buffer, part))
			size += len(parts[i])
		}
	}
	return size
}

// at returns the plies of a position, or false if it has no distance.
func (d *distances) at(turn board.Color, word int, lane board.Square) (plies int, ok bool) {
	at := 64*word + int(lane)
	part := d.near[turn][at/nearPart]
	if d.packed {
		var err error
		if part, err = s2.Decode(nil, part); err != nil {
			panic(err) // the part was in memory all the time
		}
	}
	switch n := part[at%nearPart]; n {
	case 0:
		return 0, false
	case farther:
		return d.far[spot{turn, at}], true
	default:
		return int(n) - 1, true
	}
}

// layers plays a game that was not played before. At the beginning, positions without a move are doubted, and those
// with an exit are safe. The game ends early if the watch is over.
//
// A round has the positions of a number of plies. It judges positions whose moves lead to wins of earlier rounds, and
// attacks the losses of the round before. In each round, the function enter adds the exits that win in its plies. It
// then removes the safe exits that lose in one ply more, and reports whether more exits will follow.
func (g *game) layers(
	enter func(plies int) (more bool), yield func(turn board.Color, word int, lanes uint64, plies int),
) {
	g.recording = true
	defer func() { g.recording = false }()
	before := newPending(g.words()) // the losses of the round before
	for plies, idle, more := 0, 0, true; (more || idle < 2) && g.watch.err == nil; plies++ {
		g.record.begin()
		some := g.judge()
		g.newLost, *before = *before, g.newLost
		more = enter(plies)
		some = g.attack() || some
		some = g.retreat() || some
		for ev := range g.record.all() {
			turn := g.attacker
			if ev.lost() {
				turn = g.defender
			}
			yield(turn, ev.word(), ev.lanes(), plies)
		}
		if idle++; some {
			idle = 0
		}
	}
}

// measure finds the distances of the positions that the attacker of a game wins. An exit has one ply.
func (g *game) measure(d *distances) {
	g.safe = make(plane, g.words())
	for i := range g.safe {
		g.safe[i] = g.escapes[i].any | g.escapes[i].safe[surely]
		if lanes := g.defends[i] &^ (g.safe[i] | g.internal[g.defender][i] | g.stale(g.defender, i)); lanes != 0 {
			g.doubted.add(i, lanes)
		}
	}
	enter := func(plies int) (more bool) {
		for i := range g.safe {
			switch plies {
			case 0:
				g.release(i, g.safe[i]&^g.escapes[i].safe[surely])
			case 1:
				if lanes := g.exits[i].wins[surely] & g.legal[i]; lanes != 0 {
					g.win(i, lanes)
				}
			}
		}
		return plies == 0
	}
	g.layers(enter, d.set)
}

// release makes positions of the defender unsafe, which may now be lost.
func (g *game) release(word int, lanes uint64) {
	g.safe[word] &^= lanes
	if lanes &= g.defends[word] &^ g.lost[word]; lanes != 0 {
		g.doubted.add(word, lanes)
	}
}

// distances returns the distances of a solved slice. Plies lead only through positions that its stored bounds decide:
// exits may be better known since then.
func (s *solver) distances(ctx context.Context, slice Slice) (*distances, error) {
	if err := s.prepare(ctx, slice, surely); err != nil {
		return nil, err
	}
	for _, c := range board.Colors {
		stored, err := s.source.block(slice, c)
		if err != nil {
			return nil, err
		}
		for i, w := range stored.words {
			s.exits[c][i].wins[surely] &= w.wins(c)[surely]
			s.exits[c][i].safe[surely] |= s.legal[c][i] &^ w.wins(c.Other())[surely]
		}
	}
	d := newDistances(s.words())
	for _, attacker := range board.Colors {
		s.game(attacker, surely).measure(d)
	}
	return d, s.watch.look()
}
