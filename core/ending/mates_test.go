package ending

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
)

// mates returns a bound of the plies to mate of all decided positions, or -1: the most or, given these, the least.
func (t *twin) mates(bounds [][2]value.Outcome, known []int) []int {
	plies, left := make([]int, len(bounds)), make([]int, len(bounds))
	before := make([][]int, len(bounds))
	var last []int // positions with as many plies as the present round, or that may have as few
	for i, b := range bounds {
		plies[i], left[i] = -1, len(t.moves[i])
		for _, to := range t.moves[i] {
			before[to] = append(before[to], i)
		}
		switch {
		case known != nil && known[i] < 0 && b[0] == value.Loss:
			last = append(last, i)
		case b[1] == value.Loss && !t.open[i] && left[i] == 0:
			plies[i] = 0
			last = append(last, i)
		}
	}
	for n := 1; len(last) > 0; n++ {
		var next []int
		for _, to := range last {
			for _, i := range before[to] {
				if plies[i] >= 0 || bounds[i][0] < bounds[i][1] || bounds[i][0] == value.Drawn {
					continue
				}
				if left[i]--; bounds[i][0] == value.Win || left[i] == 0 {
					plies[i] = n
					next = append(next, i)
				}
			}
		}
		last = next
	}
	return plies
}

// mateOf returns the bounds of a position, or -1.
func mateOf(t testing.TB, e *Ending, p *board.Position) (least, most int) {
	t.Helper()
	m, ok, err := e.mate(p, mateBounds)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		return -1, -1
	}
	return m.Least, m.Most
}

// findMates is [Ending.Mates] without errors.
func findMates(t testing.TB, e *Ending) {
	t.Helper()
	if err := e.Mates(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

// compareMates compares the plies to mate of all positions with those of the twin.
func compareMates(t *testing.T, e *Ending, tw *twin, bounds [][2]value.Outcome) {
	findMates(t, e)
	most := tw.mates(bounds, nil)
	least := tw.mates(bounds, most)
	var n struct{ known, exact, longest, enPassant, wrong int }
	for i := range bounds {
		p := &tw.positions[i]
		gotLeast, gotMost := mateOf(t, e, p)
		if gotLeast != least[i] || gotMost != most[i] {
			if n.wrong++; n.wrong < 10 {
				t.Errorf("%s: mate in %d to %d plies, want %d to %d", p.FEN(), gotLeast, gotMost, least[i], most[i])
			}
		}
		if most[i] < 0 {
			continue
		}
		n.known++
		n.longest = max(n.longest, most[i])
		if least[i] == most[i] {
			n.exact++
		}
		if p.EnPassant != board.NoSquare {
			n.enPassant++
		}
	}
	t.Logf("mates: %+v", n)
}

// TestMatesOfTables compares endings, of which all slices are solved, with tables of DTM, and others that are solved as
// far as a claim needs.
func TestMatesOfTables(t *testing.T) {
	lib := library.New(fourMen(t), 64<<20)
	defer lib.Close()
	tables := lib.Reader(t.Context())
	all := func(Slice) bool { return true }
	for name, test := range map[string]struct {
		fen         string
		whole, long bool
	}{
		"a pawn on its way":      {"8/4P3/8/8/4k3/8/8/4K3 w - - 0 1", true, false},
		"a pawn":                 {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", false, false},
		"the pawns have passed":  {"8/1k6/8/8/3P4/3p4/8/5K2 w - - 0 1", false, false},
		"a jump into en passant": {"8/4p3/8/3P4/8/8/7K/1k6 w - - 0 1", false, false},
		"both pawns promote":     {"8/1P6/8/8/8/7k/6p1/1K6 w - - 0 1", true, true},
	} {
		t.Run(name, func(t *testing.T) {
			if test.long && !long() {
				t.Skip()
			}
			p := tabletest.Position(t, test.fen)
			var e *Ending
			if test.whole {
				e = solved(t, p, all)
			} else {
				e = newEnding(t, p)
				e.solveUntil(t, 1<<22)
			}
			findMates(t, e)
			known, exact := 0, 0
			e.sample(t, rand.New(rand.NewPCG(51, 8)), 2000, func(p board.Position) {
				if len(p.Men()) < 3 {
					return
				}
				v, _, err := tables.Value(&p)
				if err != nil {
					t.Fatal(err)
				}
				least, most := mateOf(t, e, &p)
				if most < 0 {
					return
				}
				known++
				plies := max(value.DTM.Plies(v), -value.DTM.Plies(v))
				if plies < least || plies > most || test.whole && least < most {
					t.Errorf("%s: mate in %d to %d plies, the table says %d", p.FEN(), least, most, plies)
				}
				if least == most {
					exact++
				}
			})
			t.Logf("%d positions, %d exact", known, exact)
			if known == 0 {
				t.Error("no position has a mate")
			}
		})
	}
}

// TestMatesByMoves compares the plies to mate of random positions with those of their moves. All that are won or lost
// have some.
func TestMatesByMoves(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/8/1p6/2k5/p7/K7 w - - 0 1",
		"8/8/8/8/1pP5/kp6/1p6/1K6 b - c3 0 1",
		"8/4p3/8/3P4/8/8/7K/1k6 w - - 0 1",
		"8/8/1k1p4/p2P1p2/P1KP1P2/8/8/8 b - - 0 1",
	} {
		e := newEnding(t, tabletest.Position(t, fen))
		e.solveUntil(t, 1<<23)
		findMates(t, e)
		known, exact := 0, 0
		check := func(p board.Position) {
			a, err := e.Answer(&p)
			if err == nil {
				err = e.addMates(&p, a, mateBounds)
			}
			if err != nil {
				t.Fatal(err)
			}
			got, ok, err := e.mate(&p, mateBounds)
			if got != a.Mate || ok != a.decided() || err != nil {
				t.Errorf("%s: %v, %v, %v; by its moves %v", p.FEN(), got, ok, err, a.Mate)
			}
			if ok {
				known++
			}
			if ok && got.IsExact() {
				exact++
			}
		}
		r := rand.New(rand.NewPCG(51, 10))
		e.sample(t, r, sizes(1000, 20000), func(p board.Position) {
			check(p)
			for _, m := range p.LegalMoves(nil) {
				if next := p.Play(m); next.EnPassant != board.NoSquare {
					check(next)
				}
			}
		})
		t.Logf("%s: %d positions with mates, %d exact", fen, known, exact)
		if known == 0 || known == exact {
			t.Error("all mates are exact, or none is known")
		}
	}
}

// TestMatesResume stops the search for mates at each slice. The next process continues, and finds the same.
func TestMatesResume(t *testing.T) {
	p := tabletest.Position(t, "8/8/8/8/1p6/2k5/p7/K7 w - - 0 1")
	whole := newEnding(t, p)
	if err := whole.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	findMates(t, whole)
	room := new(scratch.Memory)
	var e *Ending
	for more := true; more; {
		var err error
		if e, err = New(p, Options{Memory: 256 << 20, Room: room}); err != nil {
			t.Fatal(err)
		}
		if err := e.Solve(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		before := e.kept.journal.pile.Bytes()
		ctx, stop := context.WithCancel(t.Context())
		if err := e.Mates(ctx, func(done, _ int) {
			if e.kept.journal.pile.Bytes() > before {
				stop()
			}
		}); err != nil {
			t.Fatal(err)
		}
		stop()
		more = e.kept.journal.pile.Bytes() > before
	}
	reader, err := Read(room, 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(51, 9))
	whole.sample(t, r, 500, func(p board.Position) {
		want, known, err := whole.mate(&p, mateBounds)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok, err := reader.mate(&p, mateBounds); got != want || ok != known || err != nil {
			t.Errorf("%s: %v, %v, %v; want %v", p.FEN(), got, ok, err, want)
		}
	})
}

// TestMatesOfMore finds mates, solves more, and finds mates again. They are the same as those that are found at once.
func TestMatesOfMore(t *testing.T) {
	p := tabletest.Position(t, "8/8/8/8/1pP5/kp6/1p6/1K6 b - c3 0 1")
	e, once := newEnding(t, p), newEnding(t, p)
	e.solveUntil(t, 1<<20)
	findMates(t, e)
	for _, e := range []*Ending{e, once} {
		e.solveUntil(t, 1<<22)
		findMates(t, e)
	}
	if err := e.Mates(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	before := e.kept.journal.pile.Bytes()
	if findMates(t, e); e.kept.journal.pile.Bytes() != before {
		t.Error("mates are found again, although nothing has changed")
	}
	r := rand.New(rand.NewPCG(51, 11))
	once.sample(t, r, 1000, func(p board.Position) {
		least, most := mateOf(t, once, &p)
		if l, m := mateOf(t, e, &p); l != least || m != most {
			t.Errorf("%s: %d to %d plies, want %d to %d", p.FEN(), l, m, least, most)
		}
	})
}

// TestMateMemory finds no mates of slices that the memory has no room for.
func TestMateMemory(t *testing.T) {
	p := tabletest.Position(t, "8/8/8/8/1p6/2k5/p7/K7 w - - 0 1")
	for _, test := range []struct {
		memory int64
		known  bool
	}{{LeastMateMemory(1), true}, {LeastMateMemory(1) - 1, false}} {
		e, err := New(p, Options{Memory: test.memory, Room: new(scratch.Memory)})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Solve(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		findMates(t, e)
		r, err := e.Result()
		if err == nil {
			err = e.Measure(t.Context(), &p, &r.Answer)
		}
		if err != nil || r.Low != r.High || r.Mate.Most > 0 != test.known {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

// TestPackMates packs mates, and unpacks them whole or damaged.
func TestPackMates(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 12))
	for _, words := range []int{64, 1 << 15} {
		m := newMates(words)
		for c := range m {
			for i := range m[c] {
				m[c][i] = uint8(r.IntN(3) * r.IntN(eludes))
			}
		}
		packed := packMates(m)
		if got, err := unpackMates(packed, words); err != nil || !got.equal(m) {
			t.Errorf("%d words: %v", words, err)
		}
		for _, damaged := range [][]byte{nil, packed[:len(packed)-1], append(packed[:len(packed):len(packed)], 0)} {
			if _, err := unpackMates(damaged, words); !errors.Is(err, errDamaged) {
				t.Errorf("%d bytes of %d: %v", len(damaged), len(packed), err)
			}
		}
		for _, other := range []int{words / 64, words * 64} {
			if _, err := unpackMates(packed, other); !errors.Is(err, errDamaged) {
				t.Errorf("as %d words: %v", other, err)
			}
		}
	}
}

// TestConcludeMate sets the plies of a position by those of its moves.
func TestConcludeMate(t *testing.T) {
	const win, loss, draw = value.Win, value.Loss, value.Drawn
	move := func(low, high value.Outcome, least, most int) Move {
		return Move{Low: low, High: high, Mate: Mate{least, most}}
	}
	for name, test := range map[string]struct {
		outcome value.Outcome
		moves   []Move
		want    Mate
	}{
		"the fastest win":      {win, []Move{move(win, win, 3, 9), move(win, win, 5, 7)}, Mate{3, 7}},
		"no win":               {win, []Move{move(win, win, 3, 9), move(draw, draw, 0, 0)}, Mate{3, 9}},
		"it may be faster":     {win, []Move{move(win, win, 3, 9), move(draw, win, 0, 0)}, Mate{1, 9}},
		"a win without plies":  {win, []Move{move(win, win, 0, 0), move(win, win, 3, 9)}, Mate{1, 9}},
		"only wins without":    {win, []Move{move(win, win, 0, 0)}, Mate{}},
		"the longest loss":     {loss, []Move{move(loss, loss, 6, 6), move(loss, loss, 2, 8)}, Mate{6, 8}},
		"a loss without plies": {loss, []Move{move(loss, loss, 6, 6), move(loss, loss, 0, 0)}, Mate{}},
		"mated":                {loss, nil, Mate{}},
		"a draw has no mate":   {draw, []Move{move(draw, draw, 0, 0), move(loss, loss, 4, 4)}, Mate{}},
	} {
		a := Answer{Low: test.outcome, High: test.outcome, Moves: test.moves}
		if a.concludeMate(); a.Mate != test.want {
			t.Errorf("%s: %v, want %v", name, a.Mate, test.want)
		}
	}
}

// TestVerifyMates verifies mates that are the best ones, and others that are from before more slices were solved. One
// number too low or too high is wrong.
func TestVerifyMates(t *testing.T) {
	p := tabletest.Position(t, "8/8/8/8/1pP5/kp6/1p6/1K6 b - c3 0 1")
	options := VerifyOptions{Threads: 2, Memory: LeastMateMemory(1)}
	e := newEnding(t, p)
	e.solveUntil(t, 1<<20)
	findMates(t, e)
	e.solveUntil(t, 1<<21)
	stale := slices.ContainsFunc(e.kept.withMates(), e.kept.isUnmated)
	if err := e.Verify(t.Context(), options, nil); err != nil || !stale {
		t.Errorf("%v, mates are stale: %v", err, stale)
	}
	findMates(t, e)
	done := 0
	count := len(e.kept.nodes) + len(e.kept.withMates())
	if err := e.Verify(t.Context(), options, func(n, of int) {
		if done = n; of != count {
			t.Errorf("%d of %d, want %d", n, of, count)
		}
	}); err != nil || done != count {
		t.Errorf("%d of %d: %v", done, count, err)
	}
	for _, s := range e.kept.withMates() {
		m, err := e.kept.mates(s, most)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(m[board.White], func(n uint8) bool { return n > 1 })
		if at < 0 {
			continue
		}
		for _, n := range []uint8{m[board.White][at] - 1, m[board.White][at] + 1, 0} {
			wrong := mates{slices.Clone(m[0]), slices.Clone(m[1])}
			wrong[board.White][at] = n
			if err := errors.Join(e.kept.putMates(s, most, &wrong), e.kept.putMates(s, least, m)); err != nil {
				t.Fatal(err)
			}
			var found *WrongError
			if err := e.Verify(t.Context(), options, nil); !errors.As(err, &found) {
				t.Errorf("%v with %d instead of %d: %v", s, n, m[board.White][at], err)
			}
		}
		return
	}
	t.Error("no slice has mates")
}

// TestVerifyStaleMates verifies mates that may not be the best ones. A number of a position without a mate is wrong.
func TestVerifyStaleMates(t *testing.T) {
	e := newEnding(t, tabletest.Position(t, "8/8/8/8/1p6/2k5/p7/K7 w - - 0 1"))
	e.solveUntil(t, 1<<20)
	findMates(t, e)
	again := func(s Slice, lower *mates) {
		t.Helper()
		upper, err := e.kept.mates(s, most)
		if err == nil && lower == nil {
			lower, err = e.kept.mates(s, least)
		}
		if err := errors.Join(err, e.kept.putMates(s, most, upper), e.kept.putMates(s, least, lower)); err != nil {
			t.Fatal(err)
		}
	}
	all := e.kept.withMates()
	last := all[len(all)-1]
	var after []Slice
	last.exits(func(e exit) { after = append(after, e.after) })
	i := slices.IndexFunc(after, func(s Slice) bool { return slices.Contains(all, s) })
	upper, err := e.kept.mates(last, most)
	if i < 0 || err != nil {
		t.Fatal(i, err)
	}
	lower, err := e.kept.mates(last, least)
	if err != nil {
		t.Fatal(err)
	}
	more := mates{slices.Clone(lower[0]), slices.Clone(lower[1])}
	more[board.White][slices.Index(upper[board.White], 0)] = 200
	for wrong, lower := range map[bool]*mates{false: lower, true: &more} {
		again(last, lower)
		again(after[i], nil) // from now on the last slice is stale
		var found *WrongError
		err := e.Verify(t.Context(), VerifyOptions{Threads: 2, Memory: LeastMateMemory(1)}, nil)
		if !e.kept.isUnmated(last) || errors.As(err, &found) != wrong || err != nil && found == nil {
			t.Errorf("%v, want a wrong one: %v", err, wrong)
		}
	}
}

// TestMatesAgain stops after the first of two bounds of a slice is found again. The slices before it depend on the
// old ones, and stay right.
func TestMatesAgain(t *testing.T) {
	e := newEnding(t, tabletest.Position(t, "8/8/8/8/1pP5/kp6/1p6/1K6 b - c3 0 1"))
	e.solveUntil(t, 1<<20)
	findMates(t, e)
	whole := e.kept.withMates()
	for _, s := range whole[:min(len(whole), 20)] {
		m, err := e.kept.mates(s, most)
		if err == nil {
			err = e.kept.putMates(s, most, m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if list := e.kept.withMates(); !slices.Equal(list, whole) {
		t.Errorf("%d slices have mates, want %d", len(list), len(whole))
	}
	if err := e.Verify(t.Context(), VerifyOptions{Threads: 2, Memory: LeastMateMemory(1)}, nil); err != nil {
		t.Error(err)
	}
}
