package probe_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/core/value"
)

// syzygyFiles returns the files in the test data of package syzygy.
func syzygyFiles(t testing.TB) *syzygy.Tables {
	t.Helper()
	files, err := syzygy.Open("../syzygy/testdata")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	return files
}

// TestSyzygy answers from files alone: the moves, a line to mate, and errors as from tables.
func TestSyzygy(t *testing.T) {
	pr := probe.New(store.NewMemStore()).WithSyzygy(syzygyFiles(t))
	defer pr.Close()
	for _, c := range []struct {
		fen      string
		category value.Category
		dtz      int
		precise  bool
		best     string
	}{
		{"8/8/8/8/4k3/8/1Q6/K7 w - - 0 1", value.WinCategory, 15, false, ""},
		{"6k1/8/6K1/8/8/8/8/Q7 w - - 0 1", value.WinCategory, 1, true, "Qa8#"},
		{"Q5k1/8/6K1/8/8/8/8/8 b - - 0 1", value.LossCategory, -1, true, ""},
		{"k7/8/1Q6/8/8/8/8/K7 b - - 0 1", value.DrawCategory, 0, true, ""},
		{"8/8/8/8/8/1k6/8/K2n1N2 w - - 0 1", value.DrawCategory, 0, true, ""},
		{"8/2N5/8/8/8/2K5/8/k1n5 w - - 0 1", value.DrawCategory, 0, true, ""},
	} {
		p := tabletest.Position(t, c.fen)
		r, err := pr.Probe(t.Context(), p)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		ended := r.Checkmate || r.Stalemate // then no file is needed
		if r.Syzygy == ended || r.Category != c.category || *r.DTZ != c.dtz || (r.PreciseDTZ != nil) != c.precise ||
			c.best != "" && r.Moves[0].SAN != c.best {
			t.Errorf("%s: %+v", c.fen, r.Verdict)
		}
	}
	line, err := pr.Line(t.Context(), tabletest.Position(t, "8/8/8/8/4k3/8/1Q6/K7 w - - 0 1"))
	if err != nil || len(line.Moves) == 0 || !line.Moves[len(line.Moves)-1].Checkmate {
		t.Errorf("a line of %d moves: %v", len(line.Moves), err)
	}
	missing := (*probe.MissingError)(nil)
	rook := tabletest.Position(t, "8/8/8/8/2k5/5r2/8/Q3K3 w - - 0 1")
	if _, err := pr.Probe(t.Context(), rook); !errors.As(err, &missing) {
		t.Error(err)
	}
	absent := (*syzygy.MissingError)(nil)
	seven := tabletest.Position(t, "8/8/8/8/2k5/5r1r/8/QR2K2R w - - 0 1")
	if _, err := pr.Probe(t.Context(), seven); !errors.As(err, &absent) || !probe.Lacks(err) {
		t.Error(err)
	}
}

// TestSyzygyBeside leaves out files if own tables have the plies to zeroing, and uses them otherwise.
func TestSyzygyBeside(t *testing.T) {
	files := syzygyFiles(t)
	p := tabletest.Position(t, "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1")
	for _, metric := range value.Metrics() {
		pr := probe.By(metric, tabletest.BuiltBy(t, metric, "KPvK")).WithSyzygy(files)
		r, err := pr.Probe(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if own := metric.Goal() == value.ToZeroing; r.Syzygy == own || r.DTZ == nil || (r.PreciseDTZ == nil) == own {
			t.Errorf("%s: %+v", metric.Name(), r.Verdict)
		}
		if r.By != metric {
			t.Errorf("%s orders the moves, not %s", r.By.Name(), metric.Name())
		}
		pr.Close()
	}
}

// TestSyzygyDamaged returns an error for a damaged file.
func TestSyzygyDamaged(t *testing.T) {
	files := syzygy.New()
	files.Add("KQvK.rtbw", pairs.InMemory(make([]byte, 80)))
	pr := probe.New(store.NewMemStore()).WithSyzygy(files)
	defer pr.Close()
	_, err := pr.Probe(t.Context(), tabletest.Position(t, "8/8/8/8/4k3/8/1Q6/K7 w - - 0 1"))
	file := (*syzygy.FileError)(nil)
	if !errors.As(err, &file) || !errors.Is(err, syzygy.ErrForeign) {
		t.Error(err)
	}
}

// TestSyzygyClock marks a win that is in time only if its plies are not rounded.
func TestSyzygyClock(t *testing.T) {
	pr := probe.New(store.NewMemStore()).WithSyzygy(syzygyFiles(t))
	defer pr.Close()
	p := tabletest.Position(t, "8/8/8/8/4k3/8/1Q6/K7 w - - 0 1") // 15 plies, or 16
	for _, c := range []struct {
		clock    int
		category value.Category
		unsure   bool
	}{
		{0, value.WinCategory, false},
		{84, value.WinCategory, false},
		{85, value.WinCategory, true},
		{86, value.CursedWinCategory, false},
	} {
		r, err := pr.ProbeAt(t.Context(), p, c.clock)
		if err != nil {
			t.Fatal(err)
		}
		if r.Category != c.category || r.Unsure != c.unsure {
			t.Errorf("clock %d: %s, unsure %t", c.clock, r.Category, r.Unsure)
		}
	}
}

// TestSyzygyOutcomes ignores the fifty-move rule, and has no plies.
func TestSyzygyOutcomes(t *testing.T) {
	pr := probe.New(store.NewMemStore()).WithSyzygyOutcomes(syzygyFiles(t))
	defer pr.Close()
	r, err := pr.Probe(t.Context(), tabletest.Position(t, "8/8/8/8/4k3/8/1Q6/K7 w - - 0 1"))
	if err != nil || r.Category != value.WinCategory || r.DTZ != nil {
		t.Errorf("%+v, %v", r, err)
	}
	pr.WithSyzygyOutcomes(nil)
	if _, err := pr.Probe(t.Context(), tabletest.Position(t, "8/8/8/8/4k3/8/1Q6/K7 w - - 0 1")); !probe.Lacks(err) {
		t.Error(err)
	}
}

// TestSyzygyWithoutPlies answers from WDL files alone: with the same outcomes as with DTZ files, without plies and
// without a line.
func TestSyzygyWithoutPlies(t *testing.T) {
	files := syzygy.New()
	for _, name := range []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"} {
		b, err := os.ReadFile("../syzygy/testdata/" + name + ".rtbw")
		if err != nil {
			t.Fatal(err)
		}
		files.Add(name+".rtbw", pairs.InMemory(b))
	}
	outcomes := probe.New(store.NewMemStore()).WithSyzygy(files)
	defer outcomes.Close()
	exact := probe.By(value.DTZ50, tabletest.BuiltBy(t, value.DTZ50, "KQvK", "KPvK"))
	defer exact.Close()
	random := rand.New(rand.NewPCG(1, 2))
	without := 0
	for _, class := range tabletest.Classes(t, "KQvK", "KPvK") {
		for range 200 {
			p := tabletest.RandomPosition(random, class)
			r, err := outcomes.Probe(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			want, err := exact.Probe(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if r.Category != want.Category || r.Unsure || r.DTM50 != nil && !r.Checkmate ||
				r.DTZ != nil && *r.DTZ != *want.DTZ || r.Unordered != (r.DTZ == nil) {
				t.Fatalf("%s: %+v, not %+v", p.FEN(), r.Verdict, want.Verdict)
			}
			for _, m := range r.Moves {
				i := slices.IndexFunc(want.Moves, func(other probe.Move) bool { return other.UCI == m.UCI })
				if m.Category != want.Moves[i].Category || m.DTZ != nil && *m.DTZ != *want.Moves[i].DTZ {
					t.Fatalf("%s, %s: %+v, not %+v", p.FEN(), m.SAN, m.Verdict, want.Moves[i].Verdict)
				}
			}
			if len(r.Moves) > 0 && r.Moves[0].Category != want.Moves[0].Category {
				t.Fatalf("%s: %s is first, not %s", p.FEN(), r.Moves[0].SAN, want.Moves[0].SAN)
			}
			if !r.Unordered {
				continue
			}
			without++
			lacks := (*syzygy.MissingError)(nil)
			if line, err := outcomes.Line(t.Context(), p); len(line.Moves) > 0 || !probe.Lacks(err) ||
				!errors.As(err, &lacks) || lacks.Kind != syzygy.DTZFile {
				t.Fatalf("%s: a line of %d moves, %v", p.FEN(), len(line.Moves), err)
			}
		}
	}
	if without < 100 {
		t.Errorf("only %d positions have no plies", without)
	}
	mate, err := outcomes.Probe(t.Context(), tabletest.Position(t, "6k1/8/6K1/8/8/8/8/Q7 w - - 0 1"))
	if err != nil || mate.Unordered || *mate.DTZ != 1 || mate.Moves[0].SAN != "Qa8#" {
		t.Errorf("%+v, %v", mate, err)
	}
	late, err := outcomes.ProbeAt(t.Context(), tabletest.Position(t, "8/8/8/8/4k3/8/1Q6/K7 w - - 0 1"), 1)
	if err != nil || late.Category != value.WinCategory || !late.Unsure {
		t.Errorf("with a clock of 1: %+v, %v", late, err)
	}
}

// TestOutcomesWithoutPlies checks that values of outcomes keep the category, also before a quiet move.
func TestOutcomesWithoutPlies(t *testing.T) {
	metric := value.ByFiftyMoves()
	for w := syzygy.Loss; w <= syzygy.Win; w++ {
		v := probe.ValueOf(w)
		if before := metric.After(value.Quiet, v); metric.Category(v) != w.Category() ||
			metric.Category(before) != (-w).Category() {
			t.Errorf("%s: %s, and %s before it", w.Category(), metric.Format(v), metric.Format(before))
		}
	}
}

// TestSyzygyByClock checks that tables by the clock come first, even if they have a draw.
func TestSyzygyByClock(t *testing.T) {
	files, err := syzygy.Open("../syzygy/testdata")
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	drawn := clocked(func(*board.Position, int) (value.Value, error) { return value.Draw, nil })
	p := tabletest.Position(t, "8/8/8/8/4k3/8/1Q6/K7 w - - 90 100")
	r, err := new(probe.Prober).WithClock(drawn).WithSyzygy(files).ProbeAt(t.Context(), p, 90)
	if err != nil || r.Category != value.DrawCategory || r.Syzygy {
		t.Errorf("%+v, %v", r, err)
	}
}
