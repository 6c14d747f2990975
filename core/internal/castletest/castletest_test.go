package castletest

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/notnil/chess"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/value"
)

// TestMoves compares the positions after moves with those of github.com/notnil/chess, in games from positions with
// castling rights and pawns.
func TestMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	castled, passed := 0, 0
	for range 200 {
		p := tabletest.Position(t, []string{
			"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			"r3k2r/6P1/8/8/8/8/1p6/R3K2R b KQkq - 0 1",
			"r3k3/p1p5/8/1P6/1p6/8/P1P5/4K2R w Kq - 0 1",
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		}[r.IntN(4)])
		for range 30 {
			at := stateOf(&p)
			steps := at.moves()
			got := map[string]bool{}
			for _, m := range steps {
				next := m.to.position()
				got[next.FEN()] = m.zeroing
			}
			want := map[string]bool{}
			theirs := theirPosition(t, p.FEN())
			for _, m := range theirs.ValidMoves() {
				next := tabletest.Position(t, theirs.Update(m).String())
				want[next.FEN()] = m.HasTag(chess.Capture) || theirs.Board().Piece(m.S1()).Type() == chess.Pawn
				if m.HasTag(chess.KingSideCastle) || m.HasTag(chess.QueenSideCastle) {
					castled++
				}
			}
			if !maps.Equal(got, want) || len(steps) != len(want) {
				t.Fatalf(
					"%s leads to %v, want %v",
					p.FEN(),
					slices.Sorted(maps.Keys(got)),
					slices.Sorted(maps.Keys(want)),
				)
			}
			if len(steps) == 0 {
				break
			}
			p = steps[r.IntN(len(steps))].to.position()
			if p.EnPassant != board.NoSquare {
				passed++
			}
		}
	}
	if castled < 100 || passed < 20 {
		t.Errorf("%d times castling, and %d times en passant", castled, passed)
	}
}

func theirPosition(t *testing.T, fen string) *chess.Position {
	t.Helper()
	option, err := chess.FEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return chess.NewGame(option).Position()
}

// metrics are metrics of tables, each with the Count that counts the same.
var metrics = []struct {
	metric *value.Metric
	count  Count
}{{value.DTM, DTM}, {value.DTZ50, DTZ50}}

// tablesOf returns a function that looks up positions without castling rights in tables.
func tablesOf(t *testing.T, metric *value.Metric, classes ...string) func(p *board.Position) Answer {
	return LookUp(t, library.New(tabletest.BuiltBy(t, metric, classes...), 64<<20).ForMetric(metric), metric)
}

// TestWithoutRights solves all positions of a class. It checks those without castling rights against tables, and the
// others against a solution that looks up positions without rights.
func TestWithoutRights(t *testing.T) {
	tables := tablesOf(t, value.DTM, "KRvK")
	all, some := Solve("KRvK", DTM, nil), Solve("KRvK", DTM, tables)
	without, with := 0, 0
	all.Each(func(p board.Position, got Answer) {
		var want Answer
		if p.Rights == 0 {
			want = tables(&p)
			without++
		} else {
			want = some.Answer(&p)
			with++
		}
		if got != want {
			t.Fatalf("%s: %+v, want %+v", p.FEN(), got, want)
		}
	})
	if without != 175_168+223_944 || with != some.own {
		t.Errorf("there are %d positions, and %d with rights", without, with)
	}
}

// TestSolveOnly solves the positions with two rights by themselves. It checks them against a solution with all others.
func TestSolveOnly(t *testing.T) {
	for _, test := range metrics {
		tables := tablesOf(t, test.metric, "KRvKR", "KRPvK")
		for class, rights := range map[string]board.Rights{
			"KRvKR": board.WhiteKingside | board.BlackQueenside, "KRPvK": board.WhiteQueenside,
		} {
			all := Solve(class, test.count, tables)
			only, positions := SolveOnly(class, rights, test.count, func(p *board.Position) Answer {
				if p.Rights == 0 {
					return tables(p)
				}
				return all.Answer(p)
			}), 0
			only.Each(func(p board.Position, got Answer) {
				positions++
				if want := all.Answer(&p); p.Rights != rights || got != want {
					t.Fatalf("%s: %+v, want %+v", p.FEN(), got, want)
				}
			})
			if positions == 0 {
				t.Errorf("%s was not solved", class)
			}
		}
	}
}

// TestKnown checks positions whose answers can be seen.
func TestKnown(t *testing.T) {
	tables := tablesOf(t, value.DTM, "KRvKR", "KQvKR", "KRRvK")
	solved := map[string]*Solution{}
	for _, test := range []struct {
		why, class, fen string
		with, without   Answer
	}{
		{"O-O-O+ wins the rook", "KRvKR", "8/8/8/3k4/8/8/1r6/R3K3 w Q -", Answer{value.Win, 31}, Answer{}},
		{"O-O-O+ wins the rook for Black", "KRvKR", "r3k3/1R6/8/8/3K4/8/8/8 b q -", Answer{value.Win, 31}, Answer{}},
		{"the king stands too near to the rook", "KRvKR", "8/8/8/8/3k4/8/1r6/R3K3 w Q -", Answer{}, Answer{}},
		{"Rg2 and O-O#", "KRRvK", "8/8/8/8/8/8/8/k3K1RR w K -", Answer{value.Win, 3}, Answer{value.Win, 5}},
		{
			"O-O-O#, and no other mate", "KRRvK", "8/8/8/8/8/8/1R6/R3K2k w Q -", Answer{value.Win, 1},
			Answer{value.Win, 3},
		},
		{"O-O+ escapes", "KQvKR", "2K1k2r/2Q5/8/8/8/8/8/8 b k -", Answer{}, Answer{value.Loss, 38}},
		{
			"O-O+ escapes, with the colors changed", "KQvKR", "8/8/8/8/8/8/2q5/2k1K2R w K -", Answer{},
			Answer{value.Loss, 38},
		},
		{
			"the queen attacks where the king passes", "KQvKR", "4k2r/8/4K3/8/8/8/8/5Q2 b k -", Answer{value.Loss, 52},
			Answer{value.Loss, 52},
		},
	} {
		if solved[test.class] == nil {
			solved[test.class] = Solve(test.class, DTM, tables)
		}
		p := tabletest.Position(t, test.fen)
		with := solved[test.class].Answer(&p)
		p.Rights = 0
		if without := tables(&p); with != test.with || without != test.without {
			t.Errorf("%s, %s: %+v, without rights %+v", test.why, test.fen, with, without)
		}
	}
}

// TestPassed checks that a FEN keeps its en-passant square exactly if a pawn can have passed another one.
func TestPassed(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	count := map[bool]int{}
	for range 20_000 {
		at := state{black: r.IntN(2) == 0, passed: -1}
		at.men[0][0], at.men[7][7] = 'K', 'k'
		for range 4 {
			at.men[1+r.IntN(6)][r.IntN(3)] = "PpPpN"[r.IntN(5)]
		}
		p := at.position()
		file := r.IntN(3)
		if at.inCheck(!at.black) {
			continue
		}
		jumped := at
		jumped.passed = int8(file)
		q := jumped.position()
		read, err := board.ParseFEN(q.FEN())
		if got, want := at.canHavePassed(file), err == nil && read.EnPassant != board.NoSquare; got != want {
			t.Fatalf("%s: a pawn can have passed on file %d: %v, want %v", p.FEN(), file, got, want)
		}
		count[at.canHavePassed(file)]++
	}
	if count[true] < 100 {
		t.Errorf("too few positions: %v", count)
	}
}

// TestBackup checks every answer for a position with castling rights against the answers after its legal moves.
func TestBackup(t *testing.T) {
	for _, test := range metrics {
		tables := tablesOf(t, test.metric, "KRvKR", "KQvKR", "KRRvK", "KRPvK")
		for _, class := range []string{"KRvK", "KRvKR", "KQvKR", "KRRvK", "KRPvK"} {
			s := Solve(class, test.count, tables)
			seen, better := map[value.Outcome]int{}, 0
			s.Each(func(p board.Position, got Answer) {
				if p.Rights == 0 || p.Check() != nil {
					t.Fatalf("%s was solved", p.FEN())
				}
				want := Answer{value.Loss, 0}
				moves := p.LegalMoves(nil)
				for i, m := range moves {
					next := p.Play(m)
					var child Answer
					if next.Rights == 0 {
						child = tables(&next)
					} else {
						child = s.Answer(&next)
					}
					mine := Answer{-child.Outcome, test.count(p.IsZeroing(m), child.Plies)}
					if child.Outcome == value.Drawn {
						mine = Answer{}
					}
					if i == 0 || mine.rank() > want.rank() {
						want = mine
					}
				}
				if len(moves) == 0 && !p.InCheck(p.Turn) {
					want = Answer{}
				}
				if got != want {
					t.Fatalf("%s: %+v, its moves give %+v", p.FEN(), got, want)
				}
				seen[got.Outcome]++
				without := p
				without.Rights = 0
				if tables(&without).Outcome != got.Outcome {
					better++
				}
			})
			t.Logf("%s in %s: %v, %d have another outcome than without rights", class, test.metric.Name(), seen, better)
		}
	}
}

// rank is greater for answers that are better for the side to move.
func (a Answer) rank() int {
	switch a.Outcome {
	case value.Win:
		return 1000 - a.Plies
	case value.Loss:
		return a.Plies - 1000
	}
	return 0
}
