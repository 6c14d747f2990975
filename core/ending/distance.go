package ending

import (
	"context"

	"github.com/matewright/matewright/core/board"
)

// distances has the plies of the decided positions of a slice to the next exit or to mate. The winner plays for the
// fewest, and the loser for the most.
type distances struct {
	near [2][]uint8   // by side to move, word and lane: one more than the plies; farther; or 0 without a distance
	far  map[spot]int // the plies of those that are farther
}

// farther stands for more plies than a byte has room for.
const farther = 255

// A spot is a position of a slice.
type spot struct {
	turn board.Color
	at   int
}

func newDistances(words int) *distances {
	all := make([]uint8, 2*64*words)
	return &distances{near: [2][]uint8{all[: 64*words : 64*words], all[64*words:]}, far: map[spot]int{}}
}

func (d *distances) set(turn board.Color, word int, lanes uint64, plies int) {
	for b := board.Bitboard(lanes); b != 0; b = b.Rest() {
		at := 64*word + int(b.First())
		if plies+1 < farther {
			d.near[turn][at] = uint8(plies + 1)
		} else {
			d.near[turn][at] = farther
			d.far[spot{turn, at}] = plies
		}
	}
}

// at returns the plies of a position, or false if it has no distance.
func (d *distances) at(turn board.Color, word int, lane board.Square) (plies int, ok bool) {
	at := 64*word + int(lane)
	switch n := d.near[turn][at]; n {
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
	s.recording, s.record = true, s.record[:0]
	defer func() { s.recording = false }()
	g.begin()
	mated := newPending(s.words())
	for _, ev := range s.record {
		if !ev.lost {
			yield(attacker, ev.word, ev.lanes, 1)
			continue
		}
		leave := ev.lanes & g.escapes[ev.word].any
		yield(g.defender, ev.word, leave, 1)
		yield(g.defender, ev.word, ev.lanes&^leave, 0)
		mated.add(ev.word, ev.lanes&^leave)
		s.newLost.bits[ev.word] = leave
	}
	before := mated // the losses of the round before
	for plies, idle := 1, 0; idle < 2; plies++ {
		s.record = s.record[:0]
		some := g.judge()
		s.newLost, *before = *before, s.newLost
		some = g.attack() || some
		some = g.retreat() || some
		for _, ev := range s.record {
			turn := attacker
			if ev.lost {
				turn = g.defender
			}
			yield(turn, ev.word, ev.lanes, plies)
		}
		if idle++; some {
			idle = 0
		}
	}
}

// distances returns the distances of a solved slice, given its stored bounds. Plies lead only through positions that
// these decide: exits may be better known since then.
func (s *solver) distances(ctx context.Context, slice Slice, stored *block) (*distances, error) {
	if err := s.prepare(ctx, slice); err != nil {
		return nil, err
	}
	for _, c := range board.Colors {
		for i, w := range stored.words[c] {
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
