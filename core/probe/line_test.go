package probe_test

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestLine checks that best play from the longest win of each side, and from en
// passant, ends in mate after the plies of the verdict.
func TestLine(t *testing.T) {
	tables := everyone(t)
	prober := probe.New(tables)
	defer prober.Close()
	fens := []string{"8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", "k7/1Q6/1K6/8/8/8/8/8 b", "k7/2Q5/1K6/8/8/8/8/8 b"}
	for _, name := range []string{"KPvK", "KPvKP", "KQvKR", "KBBvK", "KBvKN", "KNvKP"} {
		tab, err := library.Open(t.Context(), tables, class(t, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range tab.Header.Statistics {
			if side.LongestWin != value.Draw {
				fens = append(fens, side.LongestFEN)
			}
		}
		tab.Close()
	}
	for _, fen := range fens {
		r, err := prober.Probe(t.Context(), tabletest.Position(t, fen))
		if err != nil {
			t.Fatal(err)
		}
		line, err := prober.Line(t.Context(), tabletest.Position(t, fen))
		if err != nil {
			t.Fatal(err)
		}
		if len(line.Moves) != value.DTM.Plies(valueOf(r.Verdict)) {
			t.Errorf("%s: the line has %d plies, want %v", fen, len(line.Moves), valueOf(r.Verdict))
		}
		p := line.Start.Position
		for i, m := range line.Moves {
			legal := p.LegalMoves(nil)
			at := slices.IndexFunc(legal, func(l board.Move) bool { return l.String() == m.UCI })
			if at < 0 {
				t.Fatalf("%s: %s is illegal in %s", fen, m.UCI, p.FEN())
			}
			p = p.Play(legal[at])
			if last := i == len(line.Moves)-1; m.Checkmate != last ||
				last != (len(p.LegalMoves(nil)) == 0 && p.InCheck(p.Turn)) {
				t.Errorf("%s: after %d plies %+v", fen, i+1, m.Verdict)
			}
		}
	}
}

// TestLongestLine stores a loss in 254 plies, the longest one (KPPvKP), and the wins
// in 253 around it, and probes them.
func TestLongestLine(t *testing.T) {
	l := slice.NewLayout(class(t, "KQvK"))
	values := solve.NewValues(l)
	for c, plies := range []int{253, value.MaxByteRound} {
		for i := range values[c] {
			values[c][i] = value.Decided(plies).Byte()
		}
	}
	tables := store.NewMemStore()
	encodeTable(t, tables, l, values)
	r, err := probe.New(tables).Probe(t.Context(), tabletest.Position(t, "8/8/8/8/8/1k6/7Q/K7 b"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Category != "loss" || *r.DTM != -254 || len(r.Moves) == 0 {
		t.Errorf("%+v", r)
	}
	for _, m := range r.Moves {
		if m.Category != "win" || *m.DTM != 253 {
			t.Errorf("%+v", m)
		}
	}
}

// encode stores a table of a single slice.
func encodeTable(t *testing.T, tables store.Store, l *slice.Layout, values *solve.Values) {
	t.Helper()
	tabletest.Fill(t, tabletest.NewEncoder(t, tables, l), []int{1}, func(slice.Number) *solve.Values { return values })
}
