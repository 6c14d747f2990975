package dtm50_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

var (
	twinClasses = flag.String(
		"twin",
		"",
		"more classes for TestTwin than those with three men: each takes some minutes and GiB",
	)
	twinSlices = flag.Int(
		"twinslices",
		3,
		"number of slices of a class with pawns that TestTwin compares, those of the most advanced pawns; "+
			"of three men it compares all",
	)
)

// A twin finds the same values as the package in a way that shares only the rules of chess with it. It visits the graph
// of positions, each with each clock, move by move. A twin has the positions with the same men, castling rights and
// pawn squares. It uses no bitboards for solving, and only the symmetry that four men in memory need.
type twin struct {
	men    []board.Man // the kings first; pawns with their squares
	rights board.Rights
	turns  bool // the board may be turned, without pawns and rights
	moving int  // number of men that are not pawns: the first ones

	number    []int32 // by side and squares of the men that move: -1 for positions that do not exist
	positions []board.Position
	values    [value.FiftyMoves + 1][]score // by clock and position
}

// A score is the plies to mate, and one more: positive for wins, negative for losses, 0 for a draw.
type score int16

func scoreOf(v value.Value) score { return score((v.Round() + 1) * int(v.Outcome())) }

// order is the greater the better for the side to move.
func (s score) order() int {
	switch {
	case s > 0:
		return 1000 - int(s)
	case s < 0:
		return -1000 - int(s)
	}
	return 0
}

// after returns the score of a move to a position with a score.
func (s score) after() score {
	switch {
	case s > 0:
		return -s - 1
	case s < 0:
		return -s + 1
	}
	return 0
}

// twins has the solved twins, by their men and the squares of the pawns.
type twins map[string]*twin

// sorted returns the men of a position, the kings first and the pawns last, and the name of its twin.
func sorted(p *board.Position) (men []board.Man, name string) {
	men = make([]board.Man, 0, len(p.Men()))
	for kind := board.King; kind <= board.Pawn; kind++ {
		for _, c := range board.Colors {
			for _, m := range p.Men() {
				if m.Type != kind || m.Color != c {
					continue
				}
				men = append(men, m)
				name += string(m.Color.Letter()) + string(m.Type.Letter())
				if kind == board.Pawn {
					name += m.Square.String()
				}
			}
		}
	}
	return men, name + p.Rights.String()
}

// index numbers the squares of the men that move.
func (tw *twin) index(men []board.Man, turn board.Color) int {
	if !tw.turns {
		return tw.indexThrough(board.Identity, men, turn)
	}
	least := -1
	for t := range board.Symmetry(board.Symmetries) {
		if king := t.Square(men[0].Square); king.File() < 4 && king.Rank() <= king.File() {
			if n := tw.indexThrough(t, men, turn); least < 0 || n < least {
				least = n
			}
		}
	}
	return least
}

func (tw *twin) indexThrough(t board.Symmetry, men []board.Man, turn board.Color) int {
	n := int(turn)
	for i := range tw.moving {
		s := t.Square(men[i].Square)
		n = n<<6 | int(s)
		// Like men are in ascending order.
		for k := i; k > 0 && men[k-1].Type == men[k].Type && men[k-1].Color == men[k].Color; k-- {
			shift := 6 * (i - k)
			high, low := n>>(shift+6)&63, n>>shift&63
			if high <= low {
				break
			}
			n += (low-high)<<(shift+6) + (high-low)<<shift
		}
	}
	return n
}

// find returns the number of a position of the twin.
func (tw *twin) find(p *board.Position) int32 {
	men, _ := sorted(p)
	return tw.number[tw.index(men, p.Turn)]
}

// of returns the twin that has a position.
func (ts twins) of(p *board.Position) *twin {
	men, name := sorted(p)
	if ts[name] == nil {
		ts[name] = ts.solve(men, p.Rights)
	}
	return ts[name]
}

func (ts twins) solve(men []board.Man, rights board.Rights) *twin {
	tw := &twin{men: men, rights: rights}
	for _, m := range men {
		if m.Type != board.Pawn {
			tw.moving++
		}
	}
	tw.turns = tw.moving == len(men) && rights == 0
	tw.list()
	// The moves of all positions lead to others of the twin, to scores with a clock at 0, or to another twin with fewer
	// rights.
	type place struct {
		*twin
		number int32
	}
	first, quiet, exits, left := make([]int, 0, len(tw.positions)+1), []int32{}, []score{}, map[int]place{}
	for i := range tw.positions {
		p := &tw.positions[i]
		first = append(first, len(quiet))
		for _, m := range p.LegalMoves(nil) {
			q := p.Play(m)
			if p.IsZeroing(m) {
				quiet, exits = append(quiet, -1), append(exits, ts.score(&q, 0))
			} else if q.Rights != rights {
				other := ts.of(&q)
				left[len(quiet)] = place{other, other.find(&q)}
				quiet, exits = append(quiet, -1), append(exits, 0)
			} else {
				quiet, exits = append(quiet, tw.find(&q)), append(exits, 0)
			}
		}
	}
	first = append(first, len(quiet))
	for clock := value.FiftyMoves; clock >= 0; clock-- {
		values := make([]score, len(tw.positions))
		for i := range values {
			values[i] = -1 // mated
			switch p := &tw.positions[i]; {
			case first[i] == first[i+1] && !p.InCheck(p.Turn), first[i] < first[i+1] && clock == value.FiftyMoves:
				values[i] = 0
				continue
			}
			for k := first[i]; k < first[i+1]; k++ {
				child := exits[k]
				if quiet[k] >= 0 {
					child = tw.values[clock+1][quiet[k]]
				} else if to, leaves := left[k]; leaves {
					child = to.values[clock+1][to.number]
				}
				if got := child.after(); k == first[i] || got.order() > values[i].order() {
					values[i] = got
				}
			}
		}
		tw.values[clock] = values
	}
	return tw
}

// list lists the positions.
func (tw *twin) list() {
	number := make([]int32, 2<<(6*tw.moving))
	tw.number = number
	placed := append([]board.Man{}, tw.men...)
	for n := range number {
		number[n] = -1
		var squares board.Bitboard
		for i, rest := tw.moving-1, n; i >= 0; i, rest = i-1, rest>>6 {
			placed[i].Square = board.Square(rest & 63)
		}
		for _, m := range placed {
			squares |= m.Square.Bit()
		}
		turn := board.Color(n >> (6 * tw.moving))
		if squares.Count() < len(placed) || tw.index(placed, turn) != n {
			continue
		}
		p := board.NewPosition(turn, placed...)
		if p.Rights = tw.rights; p.Check() == nil {
			number[n] = int32(len(tw.positions))
			tw.positions = append(tw.positions, p)
		}
	}
}

// score returns the score of a position with a clock.
func (ts twins) score(p *board.Position, clock int) score {
	if p.Occupied().Count() == 2 {
		return 0
	}
	if p.EnPassant == board.NoSquare {
		tw := ts.of(p)
		return tw.values[clock][tw.find(p)]
	}
	best := score(-1)
	for i, m := range p.LegalMoves(nil) {
		q := p.Play(m)
		next := clock + 1
		if p.IsZeroing(m) {
			next = 0
		}
		if got := ts.score(&q, next).after(); i == 0 || got.order() > best.order() {
			best = got
		}
	}
	return best
}

// TestTwin compares all stored entries of all classes with three men, including those with castling rights, with all
// clocks. If a side to move is not stored, it compares random positions. It also compares entries of named classes.
func TestTwin(t *testing.T) {
	tables, ts := store.NewMemStore(), twins{}
	classes := material.WithCastling(material.UpTo(3)...)
	if *twinClasses != "" {
		classes = append(classes, tabletest.Classes(t, strings.Split(*twinClasses, ",")...)...)
	}
	tabletest.BuildByClock(t, tables, classes)
	lib := dtm50.NewLibrary(tables)
	defer lib.Close()
	for _, class := range classes {
		l, compared := slice.NewLayout(class), 0
		table, err := lib.Open(t.Context(), class)
		if err != nil {
			t.Fatal(err)
		}
		err = dtm50.Walk(t.Context(), table, func(at slice.Place, pairs []dtm50.Pair) error {
			if class.Men() > 3 && int(at.Slice) >= *twinSlices {
				return nil
			}
			p := l.Position(at)
			tw := ts.of(&p)
			number := tw.find(&p)
			if number < 0 {
				t.Fatalf("%s is not a position of the twin", p.FEN())
			}
			for clock := range value.FiftyMoves + 1 {
				for len(pairs) > 0 && clock+pairs[0].Left > value.FiftyMoves {
					pairs = pairs[1:]
				}
				got := score(0)
				if len(pairs) > 0 {
					got = scoreOf(pairs[0].Mate)
				}
				if want := tw.values[clock][number]; got != want {
					t.Fatalf("%s with a clock of %d: %d, want %d", p.FEN(), clock, got, want)
				}
			}
			compared++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%v: %d positions compared, with all clocks", class, compared)
		for _, side := range board.Colors {
			if !table.Header.Stores(side) && class.Men() == 3 {
				wantAhead(t, lib, ts, class, side)
			}
		}
	}
}

// wantAhead compares random positions with a side to move that the table does not store, with all clocks.
func wantAhead(t *testing.T, lib *library.Library, ts twins, class material.Class, side board.Color) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, uint64(side)))
	for compared := 0; compared < 300; {
		p := tabletest.RandomPosition(random, class)
		if p.Turn = side; p.Check() != nil {
			continue
		}
		compared++
		for clock := range value.FiftyMoves + 1 {
			got, err := lib.ValueAt(t.Context(), &p, clock)
			want := ts.score(&p, clock)
			if err != nil || scoreOf(got) != want {
				t.Fatalf("%s with a clock of %d: %v %v, want %d", p.FEN(), clock, got, err, want)
			}
		}
	}
}
