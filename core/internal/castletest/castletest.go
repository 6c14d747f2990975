// Package castletest solves positions with castling rights in a slow and obvious way, for tests of tables. It lists
// positions one by one, by its own rules of chess, and decides them ply by ply.
package castletest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/value"
)

// An Answer is the outcome of a position for its side to move, and the plies by a [Count]: 0 for a draw.
type Answer struct {
	Outcome value.Outcome
	Plies   int
}

// A Count returns the plies of a move from the plies of the position after it. Zeroing moves are captures and moves of
// pawns.
type Count func(zeroing bool, plies int) int

// DTM counts plies to mate.
func DTM(_ bool, plies int) int { return plies + 1 }

// DTZ50 counts plies to a capture, a pawn move or mate. After 100 plies the game is a draw by the fifty-move rule: a
// longer win or loss is cursed or blessed. A zeroing move into one counts 101.
func DTZ50(zeroing bool, plies int) int {
	switch {
	case !zeroing:
		return plies + 1
	case plies <= 100:
		return 1
	}
	return 101
}

// LookUp returns a function that looks positions up in the tables of a metric.
func LookUp(t testing.TB, tables *library.Library, metric *value.Metric) func(p *board.Position) Answer {
	return func(p *board.Position) Answer {
		v, err := tables.Value(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return Answer{v.Outcome(), metric.Plies(v)}
	}
}

// A Solution has the answers for the positions of a class with castling rights, and for all that play leads to from
// them.
type Solution struct {
	count Count
	nodes []node
	index map[state]int32
	own   int // how many of the nodes are of the class itself, the first ones
}

type node struct {
	state   state
	moves   []move
	decided bool // a draw never is, unless it was looked up
	known   bool // from the start: it was looked up
	answer  Answer
}

type move struct {
	to      int32
	zeroing bool
}

// Solve solves the positions with castling rights of a class, such as "KRvKR". White is the first side of the class.
// The function looks up positions without rights to which they lead. Without a function, Solve also solves those, and
// all positions of the class without rights.
func Solve(class string, count Count, withoutRights func(p *board.Position) Answer) *Solution {
	return SolveChess960(class, board.AllRights, count, withoutRights)
}

// SolveChess960 is [Solve] for the positions with some or all of the given rights of Chess960.
func SolveChess960(
	class string, rights board.Rights, count Count, withoutRights func(p *board.Position) Answer,
) *Solution {
	s := &Solution{count: count, index: map[state]int32{}}
	letters, all := lettersOf(class), rightsOf(rights)
	for set := range 16 {
		if set != 0 || withoutRights == nil {
			s.place(letters, all, set)
		}
	}
	s.solve(func(at *state) bool { return withoutRights != nil && at.rights == [4]right{} }, withoutRights)
	return s
}

// SolveOnly is [SolveChess960] for the positions with all of the given rights. It looks up those to which they lead
// with fewer rights, men or pawns.
func SolveOnly(class string, rights board.Rights, count Count, lookUp func(p *board.Position) Answer) *Solution {
	s := &Solution{count: count, index: map[state]int32{}}
	all := rightsOf(rights)
	s.place(lettersOf(class), all, int(rights.Set()))
	const phasesOfMen = 256 // see [state.phase]
	s.solve(func(at *state) bool {
		return at.rights != all || at.phase()/phasesOfMen != s.nodes[0].state.phase()/phasesOfMen
	}, lookUp)
	return s
}

// lettersOf returns the men of a class, Black's in lower case.
func lettersOf(class string) string {
	white, black, found := strings.Cut(class, "v")
	if !found {
		panic(class + " is not a class")
	}
	return white + strings.ToLower(black)
}

// solve decides the positions of the class, and all that play leads to from them. It looks up those that are outside.
func (s *Solution) solve(isOutside func(at *state) bool, lookUp func(p *board.Position) Answer) {
	s.own = len(s.nodes)
	for i := 0; i < len(s.nodes); i++ {
		at := &s.nodes[i]
		if isOutside(&at.state) {
			p := at.state.position()
			at.answer = lookUp(&p)
			at.known, at.decided = true, at.answer.Outcome != value.Drawn
			continue
		}
		steps := at.state.moves()
		moves := make([]move, len(steps))
		for k, m := range steps {
			moves[k] = move{s.add(&m.to), m.zeroing}
		}
		s.nodes[i].moves = moves // adding has moved the nodes
	}
	s.decideAll()
}

// add returns the number of a state's node.
func (s *Solution) add(at *state) int32 {
	i, listed := s.index[*at]
	if !listed {
		i = int32(len(s.nodes))
		s.index[*at] = i
		s.nodes = append(s.nodes, node{state: *at})
	}
	return i
}

// place adds the legal positions of men that have those of the rights that are in a set of bits.
func (s *Solution) place(letters string, rights [4]right, set int) {
	at := state{passed: -1}
	for i, h := range kingsAndRooks {
		if set>>i&1 == 0 {
			continue
		}
		if !rights[i].there {
			return
		}
		at.rights[i] = rights[i]
		for _, m := range []struct {
			letter byte
			file   int
		}{{h.king, rights[i].king}, {h.rook, rights[i].rook}} {
			if at.men[h.rank][m.file] != 0 {
				continue // the king, for the other side of the board
			}
			if strings.IndexByte(letters, m.letter) < 0 {
				return
			}
			letters = strings.Replace(letters, string(m.letter), "", 1)
			at.men[h.rank][m.file] = m.letter
		}
	}
	s.placeRest(at, letters)
}

func (s *Solution) placeRest(at state, letters string) {
	if letters == "" {
		for _, at.black = range []bool{false, true} {
			if at.inCheck(!at.black) {
				continue
			}
			s.add(&at)
			for file := range int8(8) {
				if jumped := at; jumped.canHavePassed(int(file)) {
					jumped.passed = file
					s.add(&jumped)
				}
			}
		}
		return
	}
	for r := range 8 {
		for c := range 8 {
			if at.men[r][c] == 0 && (upper(letters[0]) != 'P' || r > 0 && r < 7) {
				next := at
				next.men[r][c] = letters[0]
				s.placeRest(next, letters[1:])
			}
		}
	}
}

// phase is a number that a capture or a pawn's move makes smaller, and no other move changes.
func (s *state) phase() int {
	men, pawns, way := 0, 0, 0
	for r := range 8 {
		for c := range 8 {
			switch s.men[r][c] {
			case 0:
				continue
			case 'P':
				pawns, way = pawns+1, way+7-r
			case 'p':
				pawns, way = pawns+1, way+r
			}
			men++
		}
	}
	return (men*32+pawns)*256 + way
}

// decideAll decides the positions phase by phase. So the positions after captures and moves of pawns are decided first.
func (s *Solution) decideAll() {
	phases := map[int][]int32{}
	for i := range s.nodes {
		if !s.nodes[i].known {
			phase := s.nodes[i].state.phase()
			phases[phase] = append(phases[phase], int32(i))
		}
	}
	order := make([]int, 0, len(phases))
	for phase := range phases {
		order = append(order, phase)
	}
	slices.Sort(order)
	for _, phase := range order {
		s.decidePhase(phases[phase])
	}
}

// decidePhase decides at each ply the positions that take this number of plies. Positions that are never decided are
// draws.
func (s *Solution) decidePhase(open []int32) {
	last := 0 // ply at which something may come from outside
	for _, i := range open {
		for _, m := range s.nodes[i].moves {
			if s.nodes[m.to].decided {
				last = max(last, s.after(m).Plies)
			}
		}
	}
	progress := true
	for ply := 0; ply <= last || progress; ply++ {
		left := open[:0]
		progress = false
		for _, i := range open {
			at := &s.nodes[i]
			if at.answer = s.decide(at, ply); at.answer.Outcome != value.Drawn {
				at.decided, progress = true, true
			} else {
				left = append(left, i)
			}
		}
		open = left
	}
}

// after returns the answer of a move for the side that makes it. The position after the move must be decided.
func (s *Solution) after(m move) Answer {
	child := s.nodes[m.to].answer
	return Answer{-child.Outcome, s.count(m.zeroing, child.Plies)}
}

// decide returns the answer for a position if it is decided in the given number of plies.
func (s *Solution) decide(at *node, ply int) Answer {
	if len(at.moves) == 0 {
		if ply == 0 && at.state.inCheck(at.state.black) {
			return Answer{value.Loss, 0}
		}
		return Answer{}
	}
	loses, longest := true, 0
	for _, m := range at.moves {
		if !s.nodes[m.to].decided {
			loses = false
			continue
		}
		v := s.after(m)
		switch {
		case v.Outcome == value.Win && v.Plies == ply:
			return v
		case v.Outcome == value.Loss:
			longest = max(longest, v.Plies)
		default:
			loses = false
		}
	}
	if loses && longest == ply {
		return Answer{value.Loss, ply}
	}
	return Answer{}
}

// Answer returns the answer for a position of the class with castling rights, in either colors, or for a position that
// play leads to.
func (s *Solution) Answer(p *board.Position) Answer {
	at := stateOf(p)
	i, listed := s.index[at]
	if !listed {
		i, listed = s.index[at.swapped()]
	}
	if !listed {
		panic(fmt.Sprintf("%s was not solved", p.FEN()))
	}
	return s.nodes[i].answer
}

// Each calls f with all positions that were solved of the class, the first side being White.
func (s *Solution) Each(f func(p board.Position, a Answer)) {
	for i := range s.own {
		f(s.nodes[i].state.position(), s.nodes[i].answer)
	}
}
