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

// layers finds the positions that an attacker surely wins, those with the fewest plies first. The slice must be
// prepared, and not played before for this attacker. It ends early if the watch is over.
//
// A round has the positions of a number of plies. It judges positions whose moves lead to wins of earlier rounds, and
// attacks the losses of the round before.
func (s *solver) layers(attacker board.Color, yield func(turn board.Color, word int, lanes uint64, plies int)) {
	g := s.game(attacker, surely)
	s.recording = true
	s.record.begin()
	defer func() { s.recording = false }()
	g.begin()
	mated := newPending(s.words())
	for ev := range s.record.all() {
		word, lanes := ev.word(), ev.lanes()
		if !ev.lost() {
			yield(attacker, word, lanes, 1)
			continue
		}
		leave := lanes & g.escapes[word].any
		yield(g.defender, word, leave, 1)
		yield(g.defender, word, lanes&^leave, 0)
		mated.add(word, lanes&^leave)
		s.newLost.bits[word] = leave
	}
	before := mated // the losses of the round before
	for plies, idle := 1, 0; idle < 2; plies++ {
		s.record.begin()
		some := g.judge()
		s.newLost, *before = *before, s.newLost
		some = g.attack() || some
		some = g.retreat() || some
		for ev := range s.record.all() {
			turn := attacker
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
		s.layers(attacker, d.set)
	}
	return d, s.watch.look()
}
