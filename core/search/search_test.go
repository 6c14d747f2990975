package search

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/castletest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

var (
	// With a store of all tables, the test also tries positions of five men.
	storeDir = flag.String(
		"store",
		"",
		"a directory of `tables` to try positions of, instead of building those of up to four men",
	)
	positions = flag.Int("positions", 30, "how many positions of each class are tried")
)

// tables returns the tables of the classes that TestOutcomes tries.
func tables(t testing.TB) (*library.Library, []material.Class) {
	if *storeDir != "" {
		return library.New(store.NewFileStore(*storeDir), 1<<30), slices.Concat(material.All(4), material.All(5))
	}
	names := []string{"KQvKR", "KRvKB", "KBNvK", "KRvKP", "KPvKP"}
	return library.New(tabletest.Built(t, names...), 64<<20), tabletest.Classes(t, names...)
}

// without hides the table of a class, as during its build.
type without struct {
	Tables
	class material.Class
}

func (w without) Value(p *board.Position) (value.Value, library.Stored, error) {
	if class, _ := material.OfPosition(p); class == w.class {
		return value.Draw, library.Missing, nil
	}
	return w.Tables.Value(p)
}

// randomPosition returns a random position, with an en-passant square if one is possible.
func randomPosition(r *rand.Rand, class material.Class) board.Position {
	p := tabletest.RandomPosition(r, class)
	if jumped := p.EnPassantSquares(); len(jumped) > 0 {
		p.EnPassant = jumped[0]
	}
	return p
}

// TestOutcomes searches random positions without the table of their class, and checks the proofs against that table. It
// searches with a large transposition table and with a tiny one. Both must prove the same.
func TestOutcomes(t *testing.T) {
	lib, classes := tables(t)
	r := rand.New(rand.NewPCG(17, 4))
	big, small := NewTable(1<<30), NewTable(64<<10)
	tried, proven, moves := 0, 0, 0
	count := map[value.Outcome]int{}
	for _, class := range classes {
		known := without{lib.Reader(t.Context()), class}
		big.Clear()
		for range max(1, *positions) {
			p := randomPosition(r, class)
			v, err := lib.Value(t.Context(), &p)
			if err != nil {
				t.Fatal(err)
			}
			useWins := tried%2 == 0 // uses the endings that are known to be won
			with := func(table *Table) *Search {
				if s := New(known, table); !useWins {
					return s
				}
				return New(known, table).UseKnownWins()
			}
			got := prove(t, with(big), p, Limits{Nodes: 5000})
			tried++
			if got.Low > v.Outcome() || got.High < v.Outcome() {
				t.Fatalf("%s is between %v and %v, and it is a %v", p.FEN(), got.Low, got.High, v.Outcome())
			}
			moves += checkMoves(t, lib, got)
			if len(got.Moves) > 0 && got.Moves[0].Low != got.Low {
				t.Fatalf("%s is a %v at least, and %v is not", p.FEN(), got.Low, got.Moves[0])
			}
			if !got.Settled() {
				continue
			}
			proven++
			count[got.Low]++
			// Table sizes change the order of the work, so the smaller one may take more of it.
			small.Clear()
			if again := prove(t, with(small), p, Limits{Nodes: 50 * 5000}); again.Low != got.Low ||
				again.High != got.High {
				t.Errorf("%s is %v; with little memory between %v and %v", p.FEN(), got.Low, again.Low, again.High)
			}
		}
	}
	t.Logf(
		"%d positions: %d proven, %d wins, %d draws, %d losses; %d moves with bounds",
		tried,
		proven,
		count[value.Win],
		count[value.Drawn],
		count[value.Loss],
		moves,
	)
	if proven < tried/4 || count[value.Win] == 0 || count[value.Drawn] == 0 || count[value.Loss] == 0 {
		t.Error("that is too few to tell anything")
	}
}

func prove(t testing.TB, s *Search, p board.Position, limits Limits) *Result {
	t.Helper()
	r, err := s.Prove(t.Context(), p, limits)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkMoves checks the bounds of moves against tables, and returns the number of moves with a proven bound.
func checkMoves(t testing.TB, lib *library.Library, r *Result) (n int) {
	t.Helper()
	for _, m := range r.Moves {
		after := r.Position.Play(m.Move)
		v, err := lib.Value(t.Context(), &after)
		if err != nil {
			t.Fatal(err)
		}
		o := -v.Outcome()
		if m.Low > o || m.High < o {
			t.Fatalf("%s %v is between %v and %v, and it is a %v", r.Position.FEN(), m.Move, m.Low, m.High, o)
		}
		if m.Low > value.Loss || m.High < value.Win {
			n++
		}
	}
	return n
}

// TestPositions proves positions of up to eight men without any table, and follows the proofs to their ends.
func TestPositions(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      value.Outcome
		end       End
	}{
		{"mate on the back rank", "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", value.Win, EndMate},
		{"mated", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", value.Loss, EndMate},
		{"stalemate", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", value.Drawn, EndStalemate},
		{"bare kings after a capture", "8/8/8/8/8/3k4/1r6/K7 w - - 0 1", value.Drawn, EndMaterial},
		{"a smothered mate after a sacrifice", "5r1k/6pp/7N/8/2Q5/8/8/K7 w - - 0 1", value.Win, EndMate},
		{"en passant mates", "8/8/8/1pP5/k7/2R5/K7/1R6 w - b6 0 1", value.Win, EndMate},
		{"castling mates", "8/8/8/8/8/8/1R6/R3K2k w Q - 0 1", value.Win, EndMate},
		{"kings behind locked pawns", "8/3k4/8/1p1p1p2/1P1P1P2/8/3K4/8 w - - 0 1", value.Drawn, EndRepetition},
		{"a pawn that only zugzwang wins", "8/8/2k5/3p4/3P1p2/3K1P2/8/8 w - - 0 1", value.Drawn, EndRepetition},
		{"wrong bishop, king in the corner", "k7/P7/1K6/8/8/8/8/2B5 w - - 0 1", value.Drawn, EndMaterial},
		{"known to be won, and to move", "8/8/8/4k3/8/8/8/KQ1N4 w - - 0 1", value.Win, EndWin},
		{"known to be won, and not to move", "8/8/8/4k3/8/8/8/KQ1N4 b - - 0 1", value.Loss, EndWin},
		{"known to be won after a capture", "8/8/6k1/8/1r6/8/8/K3Q3 w - - 0 1", value.Win, EndWin},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := tabletest.Position(t, test.fen)
			s := New(nil, NewTable(16<<20))
			if test.end == EndWin {
				s.UseKnownWins()
			}
			r := prove(t, s, p, Limits{Nodes: 3_000_000})
			if r.Low != test.want || r.High != test.want {
				t.Fatalf("between %v and %v after %d positions, want %v", r.Low, r.High, r.Nodes, test.want)
			}
			line, err := s.Line(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d positions; %v, %s", r.Nodes, line.Moves, line.End)
			if line.End != test.end {
				t.Errorf("the line %v ends with %q, want %q", line.Moves, line.End, test.end)
			}
			if line.End == EndWin && (len(line.Moves) == 0 || !s.wins.wins(&line.After)) {
				t.Errorf("after %v, %s is not known to be won", line.Moves, line.After.FEN())
			}
			for _, m := range line.Moves {
				if !slices.Contains(p.LegalMoves(nil), m) {
					t.Fatalf("%v is not legal in %s", m, p.FEN())
				}
				p = p.Play(m)
			}
			if p != line.After {
				t.Errorf("the line ends with %s, want %s", line.After.FEN(), p.FEN())
			}
		})
	}
}

// TestCastling searches placements with and without castling rights in turn. Only a check by castling wins the rook.
// The table of the class has the positions without rights.
func TestCastling(t *testing.T) {
	lib := library.New(tabletest.Built(t, "KRvKR"), 64<<20)
	reader := lib.Reader(t.Context())
	s := New(reader, NewTable(16<<20)).UseKnownWins()
	for range 2 {
		for _, test := range []struct {
			fen    string
			want   value.Outcome
			stored library.Stored
		}{
			{"8/8/8/3k4/8/8/1r6/R3K3 w - - 0 1", value.Drawn, library.Here},
			{"8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1", value.Win, library.Missing},
			{"r3k3/1R6/8/8/3K4/8/8/8 b q - 0 1", value.Win, library.Missing},
			{"r3k3/1R6/8/8/3K4/8/8/8 b - - 0 1", value.Drawn, library.Here},
		} {
			p := tabletest.Position(t, test.fen)
			if _, stored, err := reader.Value(&p); stored != test.stored || err != nil {
				t.Errorf("%s: a reader says %v: %v", test.fen, stored, err)
			}
			if r := prove(t, s, p, Limits{Nodes: 100_000}); r.Low != test.want || r.High != test.want {
				t.Errorf(
					"%s is between %v and %v after %d positions, want %v",
					test.fen,
					r.Low,
					r.High,
					r.Nodes,
					test.want,
				)
			}
		}
	}
}

// TestCastlingOutcomes checks the proofs of random positions with castling rights against a slow solution.
func TestCastlingOutcomes(t *testing.T) {
	names := []string{"KRvKR", "KQvKR", "KRRvK"}
	lib := library.New(tabletest.Built(t, names...), 64<<20)
	r := rand.New(rand.NewPCG(8, 8))
	for _, name := range names {
		solution := castletest.Solve(name, castletest.DTM, castletest.LookUp(t, lib, value.DTM))
		s := New(lib.Reader(t.Context()), NewTable(64<<20)).UseKnownWins()
		proven := map[value.Outcome]int{}
		solution.Each(func(p board.Position, want castletest.Answer) {
			if r.IntN(50) > 0 {
				return
			}
			got := prove(t, s, p, Limits{Nodes: 2000})
			if got.Low > want.Outcome || got.High < want.Outcome {
				t.Fatalf("%s is between %v and %v, and it is a %v", p.FEN(), got.Low, got.High, want.Outcome)
			}
			if got.Settled() {
				proven[got.Low]++
			}
		})
		t.Log(name, proven)
		if proven[value.Win] < 50 || proven[value.Loss] < 5 {
			t.Errorf("%s: only %v are proven", name, proven)
		}
	}
}

// TestClosed lists all positions that play can reach in a class, without its table. It checks that the answer is "no"
// exactly for the positions that the attacker does not win.
func TestClosed(t *testing.T) {
	class := tabletest.Classes(t, "KPvK")[0]
	lib := library.New(tabletest.Built(t, "KPvK"), 64<<20)
	r := rand.New(rand.NewPCG(5, 5))
	count := map[answer]int{}
	for range 16 {
		p := randomPosition(r, class)
		v, err := lib.Value(t.Context(), &p)
		if err != nil {
			t.Fatal(err)
		}
		s := New(without{lib.Reader(t.Context()), class}, NewTable(1<<20))
		s.ctx, s.result = t.Context(), new(Result)
		want := open
		if v == value.Draw {
			want = no
		}
		got, err := s.closed(&p, board.White, 1<<20)
		if err != nil || got != want {
			t.Fatalf("%s is a %v: %v, %v", p.FEN(), v.Outcome(), got, err)
		}
		count[got]++
		// With less room it proves less, but nothing wrong.
		s = New(without{lib.Reader(t.Context()), class}, NewTable(1<<20))
		s.ctx, s.result = t.Context(), new(Result)
		if got, err := s.closed(&p, board.White, 100); err != nil || got == no && want != no {
			t.Fatalf("%s in 100 positions: %v, %v", p.FEN(), got, err)
		}
	}
	if count[no] == 0 || count[open] == 0 {
		t.Errorf("%v: that is too few to tell anything", count)
	}
}

// TestPerpetual proves at least a draw in a position that only perpetual check holds.
func TestPerpetual(t *testing.T) {
	p := tabletest.Position(t, "6k1/6p1/8/7Q/8/8/rr6/7K w - - 0 1")
	s := New(nil, NewTable(16<<20))
	for _, when := range []string{"found out", "remembered"} {
		r := prove(t, s, p, Limits{Nodes: 300_000})
		if r.Low != value.Drawn {
			t.Errorf("%s: between %v and %v after %d positions, want a draw at least", when, r.Low, r.High, r.Nodes)
		}
		// The move is the check. The positions below hold only because the check can be repeated.
		if first := r.Moves[0]; first.Low != value.Drawn || first.String() != "h5e8" {
			t.Errorf("%s: the first move is %+v, want h5e8 with a draw at least", when, first)
		}
	}
	without := tabletest.Position(t, "6k1/6p1/8/8/8/8/rr6/7K w - - 0 1")
	if r := prove(t, New(nil, NewTable(16<<20)), without, Limits{}); r.High != value.Loss {
		t.Errorf("without the queen between %v and %v, want a loss", r.Low, r.High)
	}
}

// TestDeterministic searches twice, and expects the same result after the same number of positions.
func TestDeterministic(t *testing.T) {
	p := tabletest.Position(t, "8/7p/8/8/1p6/1PP5/1k1K4/8 w - - 0 1")
	search := func() *Result { return prove(t, New(nil, NewTable(1<<20)), p, Limits{Nodes: 100_000}) }
	a, b := search(), search()
	if a.Low != b.Low || a.High != b.High || a.Nodes != b.Nodes || a.Depth != b.Depth ||
		!slices.Equal(a.Moves, b.Moves) {
		t.Errorf("%+v and %+v", a, b)
	}
}

// TestStop ends searches by their limits and by their context, and resumes them with the stored answers.
func TestStop(t *testing.T) {
	p := tabletest.Position(t, "1r6/8/8/3k4/8/8/3K4/1R5N w - - 0 1")
	s := New(nil, NewTable(1<<20))
	if r := prove(t, s, p, Limits{Nodes: 5000}); r.Settled() || r.Nodes < 5000 || r.Nodes > 5010 {
		t.Errorf("%d positions were looked at, want 5000", r.Nodes)
	}
	if r := prove(t, s, p, Limits{Depth: 6}); r.Depth != 6 {
		t.Errorf("the depth was %d, want 6", r.Depth)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, err := s.Prove(ctx, p, Limits{Observe: func(r *Result) {
		if r.Depth == 8 {
			cancel()
		}
	}})
	if err != nil || r.Depth != 8 || r.Settled() {
		t.Errorf("%+v, %v; want it to stop at depth 8", r, err)
	}
}

// TestStopSoon checks that a search with slow tables reads few of them after the context has ended.
func TestStopSoon(t *testing.T) {
	const enough, few = 100, 100 // the moves of the position are judged at the end
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	s := New(asking(func() {
		if asked++; asked == enough {
			cancel()
		}
	}), NewTable(1<<20))
	r, err := s.Prove(ctx, tabletest.Position(t, "1r6/8/8/3k4/8/8/3K4/1R5N w - - 0 1"), Limits{Nodes: 100_000})
	if err != nil || asked < enough || asked > enough+few {
		t.Errorf(
			"tables were asked %d times, and the context ended after %d: %d positions, %v",
			asked,
			enough,
			r.Nodes,
			err,
		)
	}
}

// asking has no tables, and calls a function for each read.
type asking func()

func (a asking) Value(*board.Position) (value.Value, library.Stored, error) {
	a()
	return value.Draw, library.Missing, nil
}

// TestNear checks that a search uses a new table near the root at once, in the middle of a long depth.
func TestNear(t *testing.T) {
	p := tabletest.Position(t, "kQ6/8/8/8/8/8/8/2BNK3 b - - 0 1") // Kxb8 is the only move, and bishop and knight win
	const arrives = 200_000
	s := New(nil, NewTable(1<<20))
	if r := prove(t, s, p, Limits{Nodes: 2 * arrives}); r.Settled() {
		t.Fatalf("it is proven without a table: %+v", r)
	}
	begun := 0
	s = New(nil, NewTable(1<<20))
	found, err := s.Prove(t.Context(), p, Limits{Nodes: 2 * arrives, Observe: func(found *Result) {
		if found.Depth == 0 {
			begun++
		}
		if found.Nodes > arrives {
			s.Use(winsOf{p.Turn.Other()})
		}
	}})
	if err != nil || !found.Settled() || found.Low != value.Loss || found.Nodes > arrives+2000 {
		t.Errorf("%+v, %v; want it lost soon after %d positions", found, err, arrives)
	}
	if begun > 2 {
		t.Errorf("it has begun %d times", begun)
	}
}

// winsOf returns all positions of KBNvK in which a side wins.
type winsOf struct{ winner board.Color }

func (w winsOf) Value(p *board.Position) (value.Value, library.Stored, error) {
	if class, _ := material.OfPosition(p); class.String() != "KBNvK" {
		return value.Draw, library.Missing, nil
	}
	if p.Turn == w.winner {
		return value.Decided(33), library.Here, nil
	}
	return value.Decided(32), library.Here, nil
}

// TestManyMen proves outcomes of positions whose keys have more than 64 bits.
func TestManyMen(t *testing.T) {
	for fen, want := range map[string]value.Outcome{
		"6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1":            value.Win,   // mate in one
		"2r3k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1":          value.Win,   // mate in two
		"4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1": value.Drawn, // locked pawns
		"8/3k4/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/4K3/8 b - - 0 1": value.Drawn,
		"7k/6pp/8/8/8/8/r5PP/1R5K w - - 0 1":                 value.Win,
	} {
		r, err := New(nil, NewTable(1<<22)).Prove(t.Context(), tabletest.Position(t, fen), Limits{Nodes: 1_000_000})
		if err != nil {
			t.Fatal(err)
		}
		if r.Low != want || r.High != want {
			t.Errorf("%s: %v to %v, want %v", fen, r.Low, r.High, want)
		}
	}
}

// TestErrors checks that a search returns the errors of its tables, and refuses positions with too many men.
func TestErrors(t *testing.T) {
	bad := errors.New("the disk is gone")
	s := New(broken{bad}, NewTable(1<<20))
	if _, err := s.Prove(t.Context(), tabletest.Position(t, "8/8/8/8/8/1k6/1p6/1K6 b - - 0 1"), Limits{}); !errors.Is(
		err,
		bad,
	) {
		t.Errorf("the error is %v, want %v", err, bad)
	}
	var men *MenError
	many := tabletest.Position(t, "r3k2r/pppppppp/8/8/8/8/PPPPPPP1/R3K3 w - - 0 1")
	if _, err := s.Prove(t.Context(), many, Limits{}); !errors.As(err, &men) || men.Men != MaxMen+1 {
		t.Errorf("too many men: %v", err)
	}
}

type broken struct{ err error }

func (b broken) Value(*board.Position) (value.Value, library.Stored, error) {
	return value.Draw, library.Missing, b.err
}
