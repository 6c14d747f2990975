package probe_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

func class(t testing.TB, name string) material.Class {
	t.Helper()
	c, err := material.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var shared struct {
	sync.Once
	store.Store
}

// everyone returns a store that is only read: one man against one, and bishops.
func everyone(t testing.TB) store.Store {
	shared.Do(func() { shared.Store = tabletest.Built(t, "KPvKP", "KBBvK") })
	return shared.Store
}

func TestVerdict(t *testing.T) {
	tests := []struct {
		name, fen, category string
		dtm                 int // 0 for a draw too
		best                string
		insufficient        bool
	}{
		{"en passant wins", "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", "win", 19, "b4c3", false},
		{"underscores", "8/8/7k/8/1pP5/7K/8/8_b_-_c3", "win", 19, "b4c3", false},
		{"colours swapped", "8/8/7k/1Pp5/8/7K/8/8 w - c6 0 1", "win", 19, "b5c6", false},
		{"mate in one", "k7/8/1K6/8/8/8/8/6Q1 w", "win", 1, "g1g8", false},
		{"mate in one by Black", "6q1/8/8/8/8/1k6/8/K7 b", "win", 1, "g8g1", false},
		{"checkmate", "k7/1Q6/1K6/8/8/8/8/8 b", "loss", 0, "", false},
		{"stalemate", "k7/2Q5/1K6/8/8/8/8/8 b", "draw", 0, "", false},
		{"forced capture", "k7/1Q6/8/8/8/8/8/7K b", "draw", 0, "a8b7", false},
		{"bare kings", "k7/8/8/8/8/8/8/7K w", "draw", 0, "h1g1", true},
		{"a bishop", "k7/8/8/8/8/8/8/6BK w", "draw", 0, "", true},
		{"a knight", "k7/8/8/8/8/8/8/6NK b", "draw", 0, "", true},
		{"bishops on like squares", "kb6/8/8/8/8/8/8/6BK w", "draw", 0, "", true},
		{"bishops on unlike squares", "k1b5/8/8/8/8/8/8/6BK w", "draw", 0, "", false},
		{"two bishops on like squares", "k7/8/8/8/8/8/4B3/5B1K w", "draw", 0, "", true},
		{"knights", "k7/n7/8/8/8/8/8/6NK w", "draw", 0, "", false},
		{"bishop and knight", "k7/n7/8/8/8/8/8/6BK w", "draw", 0, "", false},
		{"a pawn", "k7/8/8/8/8/8/p7/K7 w", "draw", 0, "", false},
	}
	prober := probe.New(everyone(t))
	defer prober.Close()
	for _, test := range tests {
		r, err := prober.Probe(t.Context(), tabletest.Position(t, test.fen))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if string(r.Category) != test.category || (r.DTM == nil) != (test.category == "draw") ||
			r.DTM != nil && *r.DTM != test.dtm {
			t.Errorf("%s: %+v, want %s, %d", test.name, r.Verdict, test.category, test.dtm)
		}
		if r.Checkmate != (test.name == "checkmate") || r.Stalemate != (test.name == "stalemate") {
			t.Errorf("%s: %+v", test.name, r.Verdict)
		}
		if r.InsufficientMaterial != test.insufficient {
			t.Errorf("%s: insufficient material is %v", test.name, r.InsufficientMaterial)
		}
		if test.best != "" && (len(r.Moves) == 0 || r.Moves[0].UCI != test.best) {
			t.Errorf("%s: the moves are %+v, want %s first", test.name, r.Moves, test.best)
		}
	}
}

// TestPass checks that Pass returns the verdict with the other side to move. Only in
// Trébuchet the side to move loses, whichever it is.
func TestPass(t *testing.T) {
	prober := probe.New(everyone(t))
	defer prober.Close()
	for _, fen := range []string{
		"8/8/8/1Kp5/2Pk4/8/8/8 w - -", "8/8/8/1Kp5/2Pk4/8/8/8 b - -", "8/8/3k4/8/3K4/3P4/8/8 w - -",
		"8/8/7k/8/1pP5/7K/8/8 b - c3", "k7/8/1K6/8/8/8/8/6B1 w", "k7/8/8/8/8/8/8/7K w",
	} {
		now, err := prober.Probe(t.Context(), tabletest.Position(t, fen))
		if err != nil {
			t.Fatal(err)
		}
		passed, err := prober.ProbeNullMove(t.Context(), tabletest.Position(t, fen), 0)
		if err != nil {
			t.Fatal(err)
		}
		p := board.NewPosition(now.Position.Turn.Other(), now.Position.Men()...)
		want, err := prober.Probe(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(&want.Verdict, passed); diff != "" {
			t.Errorf("%s (-want +got):\n%s", fen, diff)
		}
		trebuchet := strings.Contains(fen, "1Kp5")
		if mutual := now.Category == "loss" && passed.Category == "loss"; mutual != trebuchet {
			t.Errorf("%s: now %s, passed %s", fen, now.Category, passed.Category)
		}
	}
	checked := tabletest.Position(t, "k7/1Q6/8/8/8/8/8/7K b")
	if v, err := prober.ProbeNullMove(t.Context(), checked, 0); v != nil || err != nil {
		t.Errorf("in check: %v, %v", v, err)
	}
	queen := tabletest.Position(t, "8/8/8/7k/8/7K/8/Q7 w")
	_, err := probe.New(store.NewMemStore()).ProbeNullMove(t.Context(), queen, 0)
	if !errors.Is(err, store.ErrMissing) {
		t.Errorf("without tables: %v", err)
	}
}

// TestCastling checks that a position with castling rights needs tables of its own, and does not use those without
// rights.
func TestCastling(t *testing.T) {
	fork := tabletest.Position(t, "8/8/8/3k4/8/8/1r6/R3K3 w Q -") // castling gives check, and wins the rook
	without := probe.New(tabletest.Built(t, "KRvKR"))
	defer without.Close()
	missing := (*probe.MissingError)(nil)
	if _, err := without.Probe(t.Context(), fork); !errors.As(err, &missing) || missing.Class.String() != "KRvKR-a1" {
		t.Errorf("without its tables: %v", err)
	}
	if _, err := without.ProbeNullMove(t.Context(), fork, 0); !errors.As(err, &missing) {
		t.Errorf("to pass without its tables: %v", err)
	}
	prober := probe.New(tabletest.Built(t, "KRvKR-a1", "KRvKR-h1a8", "KPvKR-h8"))
	defer prober.Close()
	for _, test := range []struct {
		fen      string
		category value.Category
		dtm      int
		best     string
	}{
		{"8/8/8/3k4/8/8/1r6/R3K3 w Q -", value.WinCategory, 31, "O-O-O+"},
		{"8/8/8/3k4/8/8/1r6/R3K3 w - -", value.DrawCategory, 0, ""},
		{"r3k3/1R6/8/8/3K4/8/8/8 b q -", value.WinCategory, 31, "O-O-O+"}, // the other side
		{"4k2r/7P/8/8/8/8/8/4K3 b k -", value.WinCategory, 29, "Kd7"},
	} {
		r, err := prober.Probe(t.Context(), tabletest.Position(t, test.fen))
		if err != nil {
			t.Errorf("%s: %v", test.fen, err)
			continue
		}
		best := ""
		if test.category != value.DrawCategory {
			best = r.Moves[0].SAN
		}
		if r.Category != test.category || best != test.best || test.dtm != 0 && *r.DTM != test.dtm {
			t.Errorf(
				"%s: %v in %v by %s, want %v in %d by %s",
				test.fen,
				r.Category,
				*r.DTM,
				best,
				test.category,
				test.dtm,
				test.best,
			)
		}
	}
	l, err := prober.Line(t.Context(), fork)
	if err != nil || len(l.Moves) != 31 || l.Moves[0].UCI != "e1c1" {
		t.Errorf("best play is %+v: %v", l, err)
	}
}

// TestMoves checks the moves of random positions against the legal moves, and checks
// their order and the verdict that follows from them.
func TestMoves(t *testing.T) {
	prober := probe.New(everyone(t))
	defer prober.Close()
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		p := randomPosition(r)
		result, err := prober.Probe(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		var legal, got []string
		sans := map[string]bool{}
		var backup value.Backup
		for _, m := range p.LegalMoves(nil) {
			legal = append(legal, m.String())
			after := p.Play(m)
			i := slices.IndexFunc(result.Moves, func(it probe.Move) bool { return it.UCI == m.String() })
			if i < 0 || result.Moves[i].After.FEN() != after.FEN() || result.Moves[i].Zeroing != p.IsZeroing(m) {
				t.Fatalf("%s: %v is missing or wrong among %+v", p.FEN(), m, result.Moves)
			}
		}
		for i, m := range result.Moves {
			got = append(got, m.UCI)
			sans[m.SAN] = true
			backup.Add(value.DTM, value.Quiet, valueOf(m.Verdict)) // with DTM all moves are worth the same
			if again, err := prober.Probe(t.Context(), m.After); err != nil ||
				valueOf(again.Verdict) != valueOf(m.Verdict) {
				t.Fatalf("%s after %s: %+v, want %+v: %v", p.FEN(), m.SAN, again, m.Verdict, err)
			}
			if strings.HasSuffix(m.SAN, "#") != m.Checkmate ||
				strings.HasSuffix(m.SAN, "+") != (m.After.InCheck(m.After.Turn) && !m.Checkmate) {
				t.Errorf("%s: %s leads to %+v", p.FEN(), m.SAN, m.Verdict)
			}
			if i > 0 && compareMoves(result.Moves[i-1], m) >= 0 {
				t.Errorf("%s: %s comes before %s", p.FEN(), result.Moves[i-1].UCI, m.UCI)
			}
		}
		slices.Sort(legal)
		slices.Sort(got)
		if !slices.Equal(legal, got) || len(sans) != len(got) {
			t.Errorf("%s has the moves %v, named %v, want %v", p.FEN(), got, sans, legal)
		}
		if want := backup.Value(&p); valueOf(result.Verdict) != want {
			t.Errorf("%s: %+v, its moves say %v", p.FEN(), result.Verdict, want)
		}
	}
}

// compareMoves: the best first, and of equals the first by name.
func compareMoves(a, b probe.Move) int {
	return cmp.Or(value.Compare(valueOf(a.Verdict), valueOf(b.Verdict)), cmp.Compare(a.UCI, b.UCI))
}

func valueOf(v probe.Verdict) value.Value {
	if v.DTM == nil {
		return value.Draw
	}
	return value.Decided(max(*v.DTM, -*v.DTM))
}

// randomPosition returns a position of one man against at most one, often with
// pawns that can promote or take en passant.
func randomPosition(r *rand.Rand) board.Position {
	for {
		men := []board.Man{
			{Type: board.King},
			{Type: board.King, Color: board.Black},
			{Type: board.Queen + board.PieceType(r.IntN(5)), Color: board.White},
			{Type: board.Queen + board.PieceType(r.IntN(5)), Color: board.Black},
		}
		for i := range men {
			men[i].Square = board.Square(r.IntN(64))
		}
		passed := board.NoSquare
		if r.IntN(4) == 0 {
			file := r.IntN(7)
			men[2].Type, men[2].Square = board.Pawn, board.NewSquare(file+1, 3)
			men[3].Type, men[3].Square = board.Pawn, board.NewSquare(file, 3)
			passed = board.NewSquare(file+1, 2)
		}
		p := board.NewPosition(board.Black, men[:3+r.IntN(2)]...)
		if p.EnPassant = passed; passed == board.NoSquare {
			p.Turn = board.Color(r.IntN(2))
		}
		if p.Occupied().Count() < len(p.Men()) || p.Check() != nil {
			continue
		}
		if p, err := board.ParseFEN(p.FEN()); err == nil { // without an idle en-passant square
			return p
		}
	}
}

// TestMen checks that all probes refuse positions with more men than tables have.
func TestMen(t *testing.T) {
	prober := probe.New(store.NewMemStore())
	defer prober.Close()
	for fen, want := range map[string]string{
		"8/8/8/3k4/8/8/PPPPP3/K7 w": "this position has 7 men, and tables go up to 6",
		"4k3/8/8/8/8/8/1P4PP/4K2R w K": "this position has 6 men, and tables with castling rights and several pawns " +
			"go up to 5",
		"7k/8/8/8/8/8/QRBNN3/K7 w":    "this position has 7 men, and tables go up to 6",
		"3k4/8/8/8/8/8/QRBNQRBN/K7 w": "this position has 10 men, and tables go up to 6",
	} {
		p := tabletest.Position(t, fen)
		_, err := prober.Probe(t.Context(), p)
		_, passErr := prober.ProbeNullMove(t.Context(), p, 0)
		_, lineErr := prober.Line(t.Context(), p)
		for _, err := range []error{err, passErr, lineErr} {
			if many := (*probe.MenError)(nil); !errors.As(err, &many) || many.Error() != want {
				t.Errorf("%s: %v, want %s", fen, err, want)
			}
		}
	}
}

// TestMissing checks that missing tables are listed, and never read as a draw.
func TestMissing(t *testing.T) {
	const pawn = "8/3P4/8/8/8/8/8/k1K5 w"
	tests := []struct {
		have, remove []string
		fen          string
		class        string
		needed       string
		missing      string
	}{
		{nil, nil, "k7/8/8/8/8/8/8/6RK w", "KRvK", "KRvK", "KRvK"},
		{nil, nil, pawn, "KPvK", "KQvK KRvK KBvK KNvK KPvK", "KQvK KRvK KBvK KNvK KPvK"},
		{[]string{"KQvK", "KNvK"}, nil, pawn, "KPvK", "KQvK KRvK KBvK KNvK KPvK", "KRvK KBvK KPvK"},
		{[]string{"KPvK"}, []string{"KBvK"}, pawn, "KPvK", "KQvK KRvK KBvK KNvK KPvK", "KBvK"},
		{[]string{"KPvK"}, []string{"KPvK"}, pawn, "KPvK", "KQvK KRvK KBvK KNvK KPvK", "KPvK"},
	}
	for _, test := range tests {
		tables := tabletest.Built(t, test.have...)
		for _, name := range test.remove {
			if err := tables.Remove(t.Context(), name); err != nil {
				t.Fatal(err)
			}
		}
		_, err := probe.New(tables).Probe(t.Context(), tabletest.Position(t, test.fen))
		var missing *probe.MissingError
		if !errors.As(err, &missing) || !errors.Is(err, store.ErrMissing) {
			t.Errorf("with %v: %v", test.have, err)
			continue
		}
		if missing.Class.String() != test.class || names(missing.Needed) != test.needed ||
			names(missing.Missing) != test.missing {
			t.Errorf("with %v: %+v", test.have, missing)
		}
		for _, c := range missing.Missing {
			if !strings.Contains(err.Error(), c.String()) {
				t.Errorf("%v is not named: %v", c, err)
			}
		}
	}
	// A table that no move needs may be missing.
	tables := tabletest.Built(t, "KPvK")
	if err := tables.Remove(t.Context(), "KBvK"); err != nil {
		t.Fatal(err)
	}
	if _, err := probe.New(tables).Probe(t.Context(), tabletest.Position(t, "8/8/8/3P4/8/8/8/k1K5 w")); err != nil {
		t.Error(err)
	}
	capture := tabletest.Position(t, "8/8/8/8/8/8/1Q6/k1K5 b")
	if _, err := probe.New(store.NewMemStore()).Probe(t.Context(), capture); !errors.Is(err, store.ErrMissing) {
		t.Errorf("a capture that leaves bare kings: %v", err)
	}
}

func names(classes []material.Class) string {
	var list []string
	for _, c := range classes {
		list = append(list, c.String())
	}
	return strings.Join(list, " ")
}

// TestDamaged checks that an error names the damaged table, whether the position
// is in it or a move leads there.
func TestDamaged(t *testing.T) {
	tables := tabletest.Built(t, "KPvK")
	damage(t, tables, "KQvK")
	for _, fen := range []string{"8/8/8/8/8/8/1Q6/k2K4 b", "8/8/8/8/1k6/8/4Q3/3K4 w", "8/3P4/8/8/8/8/8/k1K5 w"} {
		r, err := probe.New(tables).Probe(t.Context(), tabletest.Position(t, fen))
		var named *store.Error
		if !errors.Is(err, store.ErrCorrupt) || !errors.As(err, &named) || named.Table != "KQvK" {
			t.Errorf("%s: %+v, %v", fen, r, err)
		}
	}
	if _, err := probe.New(tables).Probe(t.Context(), tabletest.Position(t, "8/8/8/8/1k6/8/4R3/3K4 w")); err != nil {
		t.Errorf("another table: %v", err)
	}
}

// damage changes a byte in each block of a small table.
func damage(t *testing.T, tables store.Store, name string) {
	t.Helper()
	im := tabletest.ImageOf(t, tables, name)
	for i := 100; i < len(im.Data); i += 100 {
		im.Data[i] ^= 1
	}
	im.Put(t, tables, name)
}

// TestContradiction checks that the moves of a position reveal a wrong value in an
// undamaged table, and that the error names the table.
func TestContradiction(t *testing.T) {
	for _, wrong := range []value.Value{value.Draw, value.Decided(4), value.Decided(3), value.Decided(21)} {
		tables := tabletest.Built(t, "KQvK")
		p := tabletest.Position(t, "k7/8/1K6/8/8/8/8/6Q1 w")
		l := slice.NewLayout(class(t, "KQvK"))
		tab, err := library.Open(t.Context(), tables, l.Class)
		if err != nil {
			t.Fatal(err)
		}
		values := solve.NewValues(l)
		if err := tab.Values(t.Context(), 0, values); err != nil {
			t.Fatal(err)
		}
		at := l.Locate(&p)
		values[at.Side][at.Entry] = wrong.Byte()
		encodeTable(t, tables, l, values)
		_, err = probe.New(tables).Probe(t.Context(), p)
		var named *store.Error
		if !errors.Is(err, store.ErrCorrupt) || !errors.As(err, &named) || named.Table != "KQvK" ||
			!strings.Contains(err.Error(), value.DTM.Format(wrong)) {
			t.Errorf("a win in 1 that is stored as a %v: %v", wrong, err)
		}
	}
}

// TestConcurrent probes with several goroutines at once.
func TestConcurrent(t *testing.T) {
	prober := probe.New(everyone(t))
	defer prober.Close()
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 0))
			for range 30 {
				p := randomPosition(r)
				if _, err := prober.Probe(t.Context(), p); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// TestGathered checks that values that are read all at once equal those read one by
// one, with a cold and a warm prober. With five men, tables have one side to move.
func TestGathered(t *testing.T) {
	tables := tabletest.Built(t, "KNNvKN", "KPvKP")
	lib := library.New(tables, 64<<20)
	defer lib.Close()
	warm := probe.New(tables)
	defer warm.Close()
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 150 {
		p := randomPosition(r)
		if i%3 > 0 {
			p = slice.NewLayout(class(t, "KNNvKN")).RandomPosition(board.Color(i%2), r)
		}
		cold := probe.New(tables)
		for _, prober := range []*probe.Prober{cold, warm} {
			result, err := prober.Probe(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := valueOf(result.Verdict), oneByOne(t, lib, &p); got != want {
				t.Fatalf("%s is a %v, want %v", p.FEN(), got, want)
			}
			for _, m := range result.Moves {
				if got, want := valueOf(m.Verdict), oneByOne(t, lib, &m.After); got != want {
					t.Fatalf("%s is a %v, want %v", m.After.FEN(), got, want)
				}
			}
		}
		cold.Close()
	}
}

// oneByOne finds the value of a position the slow and obvious way.
func oneByOne(t *testing.T, lib *library.Library, p *board.Position) value.Value {
	t.Helper()
	c, _ := material.OfPosition(p)
	if c.BareKings() {
		return value.Draw
	}
	tab, err := lib.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if at := tab.Layout.Locate(p); p.EnPassant == board.NoSquare && tab.Header.Stores(at.Side) {
		v, err := tab.Value(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	var backup value.Backup
	for _, m := range p.LegalMoves(nil) {
		after := p.Play(m)
		backup.Add(value.DTM, value.KindOf(p, m), oneByOne(t, lib, &after))
	}
	return backup.Value(p)
}
