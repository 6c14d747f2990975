package lichess_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/lichess"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// TestOrder checks that moves have the order of lila-tablebase. The expected orders follow from its rule by hand.
// Brackets group moves that compare as equal.
func TestOrder(t *testing.T) {
	prober := probe.New(tabletest.Built(t, "KPvK")).AddMetric(value.DTZ50, tabletest.BuiltBy(t, value.DTZ50, "KPvK"))
	defer prober.Close()
	for _, test := range []struct{ fen, order string }{
		// All three mate in the same number of plies: conversions first, the queen before the rook,
		// then Kc2. Bare material before nothing else, as it is drawn.
		{"8/3P4/8/8/8/8/8/k1K5 w", "d8=Q d8=R Kc2 [Kd1 Kd2] d8=B d8=N"},
		// Checkmates, the queen first; a win; drawn with bare material; drawn.
		{"1k6/3P4/1K6/8/8/8/8/8 w", "d8=Q# d8=R# Kc6 d8=B d8=N [Ka5 Ka6 Kb5 Kc5]"},
		{"k7/P7/2K5/8/8/8/8/8 w", "Kb6 [Kb5 Kc5 Kc7 Kd5 Kd6 Kd7]"}, // stalemate first
		{"8/8/8/8/8/8/1p6/K6k w", "Kxb2 [Ka2 Kb1]"},                // bare material first
		{"8/8/8/8/3k4/8/3P4/3K4 w", "d3 [Kc1 Kc2 Ke1 Ke2]"},        // a pawn move first
	} {
		r, err := prober.Probe(t.Context(), tabletest.Position(t, test.fen))
		if err != nil {
			t.Fatal(err)
		}
		wantOrder(t, orderOf(lichess.NewAnswer(test.fen, r)), test.order, test.fen)
	}
}

// TestSortKey checks the order of moves with random values against lila-tablebase's key.
func TestSortKey(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 8))
	for range 2000 {
		p := tabletest.RandomPosition(random, tabletest.Classes(t, "KPvKP")[0])
		r := &probe.Result{Position: p, By: value.DTM, Answered: []*value.Metric{value.DTM, value.DTZ50}}
		legal := p.LegalMoves(nil)
		for _, m := range legal {
			r.Moves = append(r.Moves, madeUp(random, &p, m, legal))
		}
		random.Shuffle(len(r.Moves), func(i, j int) { r.Moves[i], r.Moves[j] = r.Moves[j], r.Moves[i] })
		a := lichess.NewAnswer(p.FEN(), r)
		if len(a.Moves) != len(legal) {
			t.Fatalf("%s: there are %d moves, want %d", p.FEN(), len(a.Moves), len(legal))
		}
		for i := 1; i < len(a.Moves); i++ {
			if slices.Compare(keyOf(t, &p, &a.Moves[i-1]), keyOf(t, &p, &a.Moves[i])) > 0 {
				t.Errorf("%s: %s comes before %s", p.FEN(), a.Moves[i-1].SAN, a.Moves[i].SAN)
			}
		}
	}
}

// madeUp returns a move with any of few verdicts.
func madeUp(random *rand.Rand, p *board.Position, m board.Move, legal []board.Move) probe.Move {
	kind := value.KindOf(p, m)
	move := probe.Move{
		UCI:     m.String(),
		SAN:     p.SAN(m, legal),
		After:   p.Play(m),
		Kind:    kind,
		Zeroing: kind != value.Quiet,
	}
	sign := 0
	switch random.IntN(5) {
	case 0:
		move.Category, sign = value.LossCategory, -1
	case 1:
		move.Category, sign = value.BlessedLossCategory, -1
	case 2:
		move.Category, move.Stalemate = value.DrawCategory, random.IntN(3) == 0
	case 3:
		move.Category, sign = value.CursedWinCategory, 1
	case 4:
		move.Category, sign = value.WinCategory, 1
	}
	plies := func() *int {
		n := sign * (1 + random.IntN(3))
		return &n
	}
	if move.DTZ = plies(); sign != 0 && random.IntN(4) > 0 {
		move.DTM = plies()
	}
	move.Checkmate = move.Category == value.LossCategory && random.IntN(5) == 0
	return move
}

// orderOf returns the names of moves.
func orderOf(a *lichess.Answer) []string {
	names := make([]string, len(a.Moves))
	for i, m := range a.Moves {
		names[i] = m.SAN
	}
	return names
}

// wantOrder checks an order, in which a group may be in any.
func wantOrder(t *testing.T, got []string, order, fen string) {
	t.Helper()
	all := got
	for group := range strings.SplitSeq(strings.ReplaceAll(order, "[", "|"), "|") {
		inside, after, isGroup := strings.Cut(group, "]")
		if !isGroup {
			inside, after = "", group
		}
		members := strings.Fields(inside)
		n := min(len(members), len(got))
		slices.Sort(members)
		if head := slices.Sorted(slices.Values(got[:n])); !slices.Equal(head, members) {
			t.Errorf("%s: the order is %v, want %s", fen, all, order)
			return
		}
		got = got[n:]
		for _, name := range strings.Fields(after) {
			if len(got) == 0 || got[0] != name {
				t.Errorf("%s: the order is %v, want %s", fen, all, order)
				return
			}
			got = got[1:]
		}
	}
	if len(got) > 0 {
		t.Errorf("%s: the order is %v, want %s", fen, all, order)
	}
}

// keyOf returns lila-tablebase's key of a move from the fields of JSON. Smaller numbers are better.
func keyOf(t *testing.T, before *board.Position, m *lichess.Move) []int {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		UCI, SAN, Category            string
		DTZ                           int
		DTM                           *int
		Checkmate, Stalemate, Zeroing bool
		Conversion                    bool
		InsufficientMaterial          bool `json:"insufficient_material"`
	}
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	no := func(b bool) int {
		if b {
			return 0
		}
		return 1
	}
	category := slices.Index(
		[]string{"loss", "maybe-loss", "blessed-loss", "draw", "cursed-win", "maybe-win", "win"},
		f.Category,
	)
	loses := category > 3
	dtm := []int{1, 0}
	if f.DTM != nil && *f.DTM < 0 {
		dtm = []int{0, -*f.DTM}
	} else if f.DTM != nil && *f.DTM > 0 {
		dtm = []int{2, -*f.DTM}
	}
	taken, promotion := 0, 0
	if strings.Contains(f.SAN, "x") {
		taken = 1 // there are pawns alone
		for _, man := range before.Men() {
			if man.Square.String() == f.UCI[2:4] && man.Type != board.Pawn {
				t.Fatal("it is no pawn that is taken")
			}
		}
	}
	if len(f.UCI) > 4 {
		promotion = 1 + strings.IndexByte("nbrq", f.UCI[4])
	}
	key := []int{category, no(f.Checkmate), no(f.Stalemate), no(f.InsufficientMaterial)}
	key = append(key, dtm...)
	return append(key, no(f.Conversion != loses), no(f.Zeroing != loses), -f.DTZ, -taken, -promotion)
}

// TestUnsure checks the categories with DTM alone, when the clock may turn a win into a draw. A zeroing move wins.
func TestUnsure(t *testing.T) {
	prober := probe.New(tabletest.Built(t, "KPvK"))
	defer prober.Close()
	for _, test := range []struct {
		fen             string
		clock           int
		category, first value.Category
	}{
		{"8/8/8/8/8/2k5/8/K6R w", 73, "win", "loss"}, // 27 plies to mate
		{"8/8/8/8/8/2k5/8/K6R w", 74, "maybe-win", "maybe-loss"},
		{"8/8/8/8/8/2k5/8/K6R w", 99, "cursed-win", "blessed-loss"},
		{"8/8/8/8/8/2k5/7R/K7 b", 80, "maybe-loss", "maybe-win"},
		{"8/1K6/8/4k3/1P6/8/8/8 w", 90, "win", "loss"}, // a pawn move
	} {
		r, err := prober.ProbeAt(t.Context(), tabletest.Position(t, test.fen), test.clock)
		if err != nil {
			t.Fatal(err)
		}
		if a := lichess.NewAnswer(test.fen, r); a.Category != test.category || a.Moves[0].Category != test.first {
			t.Errorf(
				"%s after %d plies: a %s, and %s after %s",
				test.fen,
				test.clock,
				a.Category,
				a.Moves[0].Category,
				a.Moves[0].SAN,
			)
		}
	}
}

// TestDTC checks that an answer has depths to conversion if requested, and that they then take part in the order.
func TestDTC(t *testing.T) {
	const fen = "8/8/8/8/8/1K6/3P4/k7 w - - 0 1"
	conversions := tabletest.BuiltBy(t, value.DTC, "KPvK")
	beside, alone := probe.New(tabletest.Built(t, "KPvK")).
		AddMetric(value.DTC, conversions),
		probe.By(value.DTC, conversions)
	defer beside.Close()
	defer alone.Close()
	for name, test := range map[string]struct {
		prober      *probe.Prober
		choice      lichess.DTC
		has, sorted bool
	}{
		"beside, never":     {beside, lichess.NeverDTC, false, false},
		"beside, auxiliary": {beside, lichess.AuxiliaryDTC, false, false},
		"beside, always":    {beside, lichess.AlwaysDTC, true, false},
		"alone, never":      {alone, lichess.NeverDTC, false, false},
		"alone, auxiliary":  {alone, lichess.AuxiliaryDTC, true, true},
		"alone, always":     {alone, lichess.AlwaysDTC, true, true},
	} {
		r, err := test.prober.Probe(t.Context(), tabletest.Position(t, fen))
		if err != nil {
			t.Fatal(err)
		}
		a := lichess.NewAnswer(fen, r)
		a.Choose(test.choice)
		last := 0
		for _, m := range a.Moves {
			if m.Category == "draw" {
				break
			}
			if (m.DTC != nil) != test.has {
				t.Errorf("%s: DTC of %s is %v", name, m.SAN, m.DTC)
			}
			if test.sorted && *m.DTC > last && last != 0 {
				t.Errorf("%s: %s converts in %d, the move before in %d", name, m.SAN, *m.DTC, last)
			}
			if test.sorted {
				last = *m.DTC
			}
		}
		if (a.DTC != nil) != test.has {
			t.Errorf("%s: DTC is %v", name, a.DTC)
		}
	}
	if _, ok := lichess.ParseDTC("sometimes"); ok {
		t.Error("sometimes is a choice")
	}
}
