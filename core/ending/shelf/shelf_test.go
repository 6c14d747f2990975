package shelf

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
)

// solve stores the ending of a position.
func solve(t *testing.T, dir Dir, p *board.Position) {
	solveAnd(t, dir, p, func(*ending.Ending) error { return nil })
}

// solveAnd solves an ending, and calls a function with it.
func solveAnd(t *testing.T, dir Dir, p *board.Position, do func(*ending.Ending) error) {
	t.Helper()
	file, err := dir.Open(ending.Name(p))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	e, err := ending.New(*p, ending.Options{Memory: ending.LeastMemory(ending.MaxPieces), Room: file})
	if err != nil {
		t.Fatal(err)
	}
	err = e.Solve(t.Context(), nil)
	if err == nil {
		err = do(e)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestMate follows stored plies to mate. An export has none, and does not replace them.
func TestMate(t *testing.T) {
	dir, files := Dir(t.TempDir()), Dir(t.TempDir())
	p := tabletest.Position(t, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1")
	solveAnd(t, dir, &p, func(e *ending.Ending) error { return e.Mates(t.Context(), nil) })
	if _, err := Export(dir, ending.Name(&p), files); err != nil {
		t.Fatal(err)
	}
	export, err := files.Read(ending.Name(&p))
	if err != nil {
		t.Fatal(err)
	}
	defer export.Close()
	if _, err := Import(dir, export, 8<<20, func(*ending.Reader) error { return nil }); !errors.Is(err, ErrBetter) {
		t.Errorf("imported: %v", err)
	}
	for _, test := range []struct {
		dir  Dir
		mate bool
	}{{dir, true}, {files, false}} {
		s := New(test.dir, 8<<20)
		defer s.Close()
		a, err := s.Answer(t.Context(), &p)
		if err == nil {
			err = s.Measure(t.Context(), &p, a)
		}
		if err != nil || a.Mate.IsExact() != test.mate || a.Plies == 0 || a.Moves[0].Mate != a.Mate {
			t.Fatalf("%+v, %v", a, err)
		}
		line, err := s.Line(t.Context(), &p, a)
		if err != nil || len(line) == 0 || test.mate && len(line) != a.Mate.Most {
			t.Errorf("%v has not %d plies, %v", line, a.Mate.Most, err)
		}
	}
}

// TestShelf answers positions from two endings. Files that are damaged or of others don't matter.
func TestShelf(t *testing.T) {
	dir := Dir(t.TempDir())
	s := New(dir, 8<<20)
	defer s.Close()
	white := tabletest.Position(t, "8/8/2k5/2p5/2P5/2K5/8/8 w - - 0 1")
	ask := func(fen string) *Answer {
		t.Helper()
		p := tabletest.Position(t, fen)
		a, err := s.Answer(t.Context(), &p)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if a := ask(white.FEN()); a != nil {
		t.Errorf("nothing is stored: %+v", a)
	}
	solve(t, dir, &white)
	pawn := tabletest.Position(t, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1")
	solve(t, dir, &pawn)
	if err := os.WriteFile(dir.Path("damaged"), []byte("Matewright"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		fen  string
		low  value.Outcome
		high value.Outcome
		from board.Position
	}{
		{white.FEN(), value.Drawn, value.Drawn, white},
		{"8/8/3k4/2p5/2P5/1K6/8/8 b - - 0 1", value.Drawn, value.Drawn, white},
		{"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", value.Win, value.Win, pawn},
	} {
		a := ask(test.fen)
		if a == nil || a.Low != test.low || a.High != test.high || len(a.From) != 1 || a.From[0].Position != test.from {
			t.Errorf("%s: %+v", test.fen, a)
		}
		if isFirst := test.fen == test.from.FEN(); a != nil && (len(a.Answered) == 2) != isFirst {
			t.Errorf("%s: answered for %v", test.fen, a.Answered)
		}
	}
	if a := ask("8/8/8/8/8/4k3/4P3/4K3 b - - 0 1"); a != nil {
		t.Errorf("a position of no ending: %+v", a)
	}
	if err := dir.Remove(ending.Name(&pawn)); err != nil {
		t.Fatal(err)
	}
	if a := ask(pawn.FEN()); a != nil {
		t.Errorf("after deletion: %+v", a)
	}
}

// TestRights answers a position with a castling right, which no ending contains, by the positions after its moves.
func TestRights(t *testing.T) {
	dir := Dir(t.TempDir())
	s := New(dir, 8<<20)
	defer s.Close()
	p := tabletest.Position(t, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
	solve(t, dir, &p)
	p = tabletest.Position(t, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
	a, err := s.Answer(t.Context(), &p)
	if err != nil || a == nil || !a.Proven() || a.Low != value.Win {
		t.Fatalf("%+v, %v", a, err)
	}
	if line, err := s.Line(t.Context(), &p, a); len(line) == 0 || err != nil {
		t.Errorf("%v, %v", line, err)
	}
}

// TestEnd checks the outcomes of moves that end the game, whatever is solved.
func TestEnd(t *testing.T) {
	for fen, want := range map[string]struct {
		move      string
		low, high value.Outcome // of the move
		least     value.Outcome // of the position
	}{
		"6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1": {"d1d8", value.Win, value.Win, value.Win},
		"8/8/8/8/8/8/kP6/3K4 b - - 0 1":      {"a2b2", value.Drawn, value.Drawn, value.Drawn},
		"8/8/8/8/8/p1k5/8/K7 b - - 0 1":      {"c3b3", value.Loss, value.Win, value.Loss},
		"8/8/8/8/8/p1k5/p7/K7 b - - 0 1":     {"c3b3", value.Drawn, value.Drawn, value.Drawn}, // stalemate
	} {
		p := tabletest.Position(t, fen)
		a := &Answer{Answer: ending.Answer{Low: value.Loss, High: value.Win}}
		for _, m := range p.LegalMoves(nil) {
			a.Moves = append(a.Moves, ending.Move{Move: m, Low: value.Loss, High: value.Win})
		}
		a.end(&p)
		if a.Low != want.least {
			t.Errorf("%s: %v", fen, a.Low)
		}
		for _, m := range a.Moves {
			if m.String() == want.move && (m.Low != want.low || m.High != want.high) {
				t.Errorf("%s: %+v", fen, m)
			}
		}
	}
}

// TestWaiting waits for another user of a shelf only as long as the context.
func TestWaiting(t *testing.T) {
	s := New(Dir(t.TempDir()), 8<<20)
	defer s.Close()
	end, err := s.use(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := tabletest.Position(t, "8/8/2k5/2p5/2P5/2K5/8/8 w - - 0 1")
	if a, err := s.Answer(ctx, &p); a != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestLine measures moves and plays to mate. A draw has neither plies nor a line.
func TestLine(t *testing.T) {
	dir := Dir(t.TempDir())
	s := New(dir, 8<<20)
	defer s.Close()
	won := tabletest.Position(t, "8/8/2k5/8/2K5/8/2P5/8 w - - 0 1")
	solve(t, dir, &won)
	drawn := tabletest.Position(t, "8/8/2k5/2p5/2P5/2K5/8/8 w - - 0 1")
	solve(t, dir, &drawn)
	for _, test := range []struct {
		p     board.Position
		isWon bool
	}{{won, true}, {drawn, false}} {
		a, err := s.Answer(t.Context(), &test.p)
		if err != nil {
			t.Fatal(err)
		}
		line, err := s.Line(t.Context(), &test.p, a)
		if err != nil || (len(line) > 0) != test.isWon {
			t.Errorf("%v, %v", line, err)
		}
		if err := s.Measure(t.Context(), &test.p, a); err != nil || (a.Plies > 0) != test.isWon {
			t.Errorf("%+v, %v", a, err)
		}
		if !test.isWon {
			continue
		}
		if a.Moves[0].Move != line[0] || a.Moves[0].Plies != a.Plies {
			t.Errorf("%v, but the best move is %+v", line, a.Moves[0])
		}
		p := test.p
		for _, m := range line {
			p = p.Play(m)
		}
		if p.HasLegalMove() || !p.InCheck(board.Black) {
			t.Errorf("the line ends with %s", p.FEN())
		}
	}
}

// TestMayContain plays at random, and checks that an ending may contain all positions. Others it does not.
func TestMayContain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, fen := range []string{"8/8/p1k3p1/2p5/2P5/1KP5/5P2/8 w - - 0 1", "8/1p1k4/8/P1p5/8/3K4/P5p1/8 b - - 0 1"} {
		e := Entry{Position: tabletest.Position(t, fen)}
		for range 200 {
			p := e.Position
			for range 60 {
				if !e.mayContain(&p) {
					t.Fatalf("%s is not in %s", p.FEN(), fen)
				}
				moves := p.LegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				p = p.Play(moves[r.IntN(len(moves))])
			}
		}
	}
	e := Entry{Position: tabletest.Position(t, "8/8/p1k5/2p5/2P5/1KP5/8/8 w - - 0 1")}
	for _, fen := range []string{
		"8/8/2k5/2p5/2P5/1K6/6P1/8 w - - 0 1",  // a pawn goes back
		"8/8/2k5/2p5/6P1/1K6/8/8 w - - 0 1",    // ... and too far
		"8/p7/2k5/8/8/1K6/8/8 w - - 0 1",       // a black one goes back
		"8/8/p1k5/2p5/2PP4/1KP5/8/8 w - - 0 1", // a pawn more
		"8/8/1nk5/2p5/2P5/1KP5/8/n7 w - - 0 1", // a man more
		"8/8/2k5/2p5/1PP5/1KQ5/8/8 w - - 0 1",  // a queen, and all pawns
	} {
		if p := tabletest.Position(t, fen); e.mayContain(&p) {
			t.Errorf("%s", fen)
		}
	}
}

// A countingStore counts the bytes that are read from journals.
type countingStore struct {
	Store
	traffic scratch.Traffic
}

func (s *countingStore) Read(name string) (scratch.File, error) {
	file, err := s.Store.Read(name)
	if err != nil {
		return nil, err
	}
	return s.traffic.Count(file), nil
}

// TestGrowing looks a position up in a journal while that grows. Only its new records are read, and some blocks.
func TestGrowing(t *testing.T) {
	store := &countingStore{Store: new(Memory)}
	s := New(store, 8<<20)
	defer s.Close()
	p := tabletest.Position(t, "8/8/8/8/k1p5/8/KP6/8 w - - 0 1")
	ask := func() (read int64) {
		t.Helper()
		before, _ := store.traffic.Bytes()
		if _, err := s.Answer(t.Context(), &p); err != nil {
			t.Fatal(err)
		}
		after, _ := store.traffic.Bytes()
		return after - before
	}
	file, err := store.Open(ending.Name(&p))
	if err != nil {
		t.Fatal(err)
	}
	e, err := ending.New(p, ending.Options{Threads: 1, Memory: ending.LeastMemory(1), Room: file})
	if err != nil {
		t.Fatal(err)
	}
	var sum, bytes int64
	solved := 0
	err = e.Solve(t.Context(), func(now ending.Progress) {
		if now.Solved > solved {
			solved = now.Solved
			sum += ask()
			bytes = now.Bytes
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if a, err := s.Answer(t.Context(), &p); err != nil || a == nil || !a.Proven() {
		t.Errorf("%+v, %v", a, err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	if solved < 20 || sum > 3*bytes {
		t.Errorf("%d bytes were read for %d slices in %d bytes", sum, solved, bytes)
	}
}
