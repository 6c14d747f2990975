package value_test

import (
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/value"
)

// TestDTM checks that each move of any kind adds a ply and turns the outcome round.
func TestDTM(t *testing.T) {
	for kind := value.Quiet; kind <= value.Capture; kind++ {
		for round := range value.MaxRound {
			child := value.Decided(round)
			v := value.DTM.After(kind, child)
			if v != value.Decided(round+1) || v.Outcome() != -child.Outcome() || value.DTM.Plies(v) != round+1 {
				t.Fatalf("a move of kind %d into a %v is a %v", kind, child, v)
			}
		}
		if got := value.DTM.After(kind, value.Draw); got != value.Draw {
			t.Errorf("a move into a draw is a %v", got)
		}
	}
	for v, want := range map[value.Value]string{
		value.Draw:         "draw",
		value.Decided(0):   "loss in 0",
		value.Decided(301): "win in 301",
	} {
		if got := value.DTM.Format(v); got != want {
			t.Errorf("%v is formatted as %s, want %s", v, got, want)
		}
	}
}

// TestDTZ50 checks the outcome and the plies of moves, up to those that the rule allows and beyond.
func TestDTZ50(t *testing.T) {
	lost := func(plies int) value.Value { return value.Decided(2 * plies) }
	won := func(plies int) value.Value { return value.Decided(2*plies + 1) }
	for _, test := range []struct {
		kind  value.MoveKind
		child value.Value
		want  string
		by    value.Outcome // the rule
	}{
		{value.Quiet, lost(0), "win in 1", value.Win},
		{value.Quiet, lost(99), "win in 100", value.Win},
		{value.Quiet, lost(100), "cursed-win in 101", value.Drawn},
		{value.Quiet, won(99), "loss in 100", value.Loss},
		{value.Quiet, won(100), "blessed-loss in 101", value.Drawn},
		{value.Quiet, won(125), "blessed-loss in 126", value.Drawn},
		{value.Quiet, lost(484), "cursed-win in 485", value.Drawn},
		{value.PawnMove, lost(100), "win in 1", value.Win},
		{value.Promotion, lost(101), "cursed-win in 101", value.Drawn},
		{value.Capture, won(100), "loss in 1", value.Loss},
		{value.Capture, won(484), "blessed-loss in 101", value.Drawn},
		{value.Capture, value.Draw, "draw", value.Drawn},
	} {
		v := value.DTZ50.After(test.kind, test.child)
		if got := value.DTZ50.Format(v); got != test.want || value.DTZ50.Outcome(v) != test.by {
			t.Errorf(
				"a move of kind %d into a %s is a %s, want %s",
				test.kind,
				value.DTZ50.Format(test.child),
				got,
				test.want,
			)
		}
	}
	if v := value.Decided(value.MaxRound); value.DTM.Outcome(v) != value.Loss {
		t.Errorf("by DTM %v is a %v", v, value.DTM.Outcome(v))
	}
}

// TestDTC checks that captures and promotions convert, and that pushes do not. After a conversion only the outcome
// matters.
func TestDTC(t *testing.T) {
	for _, test := range []struct {
		kind  value.MoveKind
		child int // round
		want  string
	}{
		{value.Quiet, 0, "win in 1"},
		{value.Quiet, 2 * 113, "win in 114"},
		{value.PawnMove, 2 * 227, "win in 228"},
		{value.PawnMove, 2*227 + 1, "loss in 228"},
		{value.Capture, 2 * 50, "win in 1"},
		{value.Promotion, 2*50 + 1, "loss in 1"},
	} {
		if got := value.DTC.Format(value.DTC.After(test.kind, value.Decided(test.child))); got != test.want {
			t.Errorf("a move of kind %d into round %d is a %s, want %s", test.kind, test.child, got, test.want)
		}
	}
}

// TestRestarts checks the kinds of moves after which metrics restart the count.
func TestRestarts(t *testing.T) {
	converts := map[value.MoveKind]bool{value.Promotion: true, value.Capture: true}
	for kind := value.Quiet; kind <= value.Capture; kind++ {
		for m, want := range map[*value.Metric]bool{
			value.DTM:           false,
			value.DTC:           converts[kind],
			value.DTZ50:         kind != value.Quiet,
			metrictest.ShortDTZ: kind != value.Quiet,
		} {
			if m.Restarts(kind) != want {
				t.Errorf("%s: after a move of kind %d the count restarts: %v", m.Name(), kind, !want)
			}
		}
	}
}

// TestGoal checks that the kinds of moves that restart the count decide the goal.
func TestGoal(t *testing.T) {
	for m, want := range map[*value.Metric]value.Goal{
		value.DTM: value.ToMate, value.DTC: value.ToConversion, value.DTZ50: value.ToZeroing,
		metrictest.Wide: value.ToMate, metrictest.Short: value.ToMate,
		metrictest.ShortDTC: value.ToConversion,
		metrictest.ShortDTZ: value.ToZeroing, metrictest.DTZ10: value.ToZeroing,
	} {
		if got := m.Goal(); got != want {
			t.Errorf("%s: the goal is %d, want %d", m.Name(), got, want)
		}
	}
	if value.Default() != value.DTM || value.WithGoal(value.ToConversion) != value.DTC ||
		value.ByFiftyMoves() != value.DTZ50 {
		t.Error("the list of metrics begins with another one, or others have the properties")
	}
	for m, want := range map[*value.Metric]bool{value.DTM: false, value.DTC: false, value.DTZ50: true} {
		if m.SumsModels() != want {
			t.Errorf("%s: its tables may have summed models: %v", m.Name(), !want)
		}
	}
}

// TestRanks checks the tables of a metric against its rules. Values too long for a byte must have rank 0, which no move
// has.
func TestRanks(t *testing.T) {
	for _, m := range []*value.Metric{value.DTM, value.DTZ50, value.DTC, metrictest.DTZ10, metrictest.Wide} {
		for kind := value.Quiet; kind <= value.Capture; kind++ {
			for b, rank := range m.Ranks(kind) {
				v := m.After(kind, value.Byte(b).Value())
				if v.Round() > value.MaxByteRound {
					if rank != 0 {
						t.Errorf("%s: a %v has rank %d", m.Name(), v, rank)
					}
				} else if rank == 0 || rank.Value() != v {
					t.Errorf("%s: a move of kind %d into %v has rank %d, a %v; want %v",
						m.Name(), kind, value.Value(b), rank, rank.Value(), v)
				}
			}
		}
	}
}

// rules are DTM's, with changes of a test.
type rules struct {
	value.Rules
	name  string
	after func(kind value.MoveKind, child value.Value) value.Value
}

func (r rules) Name() string { return r.name }
func (r rules) After(kind value.MoveKind, child value.Value) value.Value {
	return r.after(kind, child)
}

// TestCheckBytes checks that a class whose values may be too long is refused with a text.
func TestCheckBytes(t *testing.T) {
	for _, test := range []struct {
		metric *value.Metric
		class  string
		ok     bool
	}{
		{value.DTM, "KQvK", true},
		{value.DTM, "KRNvKNN", true}, // those with six men are tried
		{value.DTZ50, "KRNvKNN", true},
		{value.DTC, "KQPvKQ", true},
		{value.DTC, "KRNvKNN", false},
		{metrictest.Wide, "KQvK", false},
	} {
		if err := test.metric.CheckBytes(class(test.class)); (err == nil) != test.ok ||
			err != nil && !strings.Contains(err.Error(), "rounds") {
			t.Errorf("%s, %s: %v", test.metric.Name(), test.class, err)
		}
	}
}

// TestMetricNamed checks that metrics are found by their names, and that unknown names are refused.
func TestMetricNamed(t *testing.T) {
	for _, m := range []*value.Metric{value.DTM, value.DTC, metrictest.Wide} {
		if found, err := value.MetricNamed(m.Name()); err != nil || found != m {
			t.Errorf("%s: found %v, %v", m.Name(), found, err)
		}
	}
	if m, err := value.MetricNamed("DTX"); err == nil || !strings.Contains(err.Error(), "DTX") ||
		!strings.Contains(err.Error(), "DTM") {
		t.Errorf("found %v, %v", m, err)
	}
}

// TestAdd checks that Add refuses rules that retrograde analysis cannot use, and a name that is taken.
func TestAdd(t *testing.T) {
	type after = func(kind value.MoveKind, child value.Value) value.Value
	decided := func(rounds func(kind value.MoveKind, child value.Value) int) after {
		return func(kind value.MoveKind, child value.Value) value.Value {
			if child == value.Draw {
				return value.Draw
			}
			return value.Decided(child.Round() + rounds(kind, child))
		}
	}
	tests := map[string]after{
		"DTM":              value.DTM.After,
		"an outcome stays": decided(func(value.MoveKind, value.Value) int { return 2 }),
		"a draw is won":    func(value.MoveKind, value.Value) value.Value { return value.Decided(1) },
		"a win waits too long": decided(
			func(_ value.MoveKind, child value.Value) int { return 5 - 4*int(child.Round()&1) },
		),
		"a loss waits": decided(func(value.MoveKind, value.Value) int { return 3 }),
		"a win waits sometimes": decided(
			func(_ value.MoveKind, child value.Value) int { return 1 + 2*(child.Round()/50&1) },
		),
		"a move leaves one mated": func(_ value.MoveKind, child value.Value) value.Value {
			if child.Outcome() == value.Win {
				return value.Decided(0)
			}
			return value.DTM.After(value.Quiet, child)
		},
	}
	for name, after := range tests {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: added", name)
				}
			}()
			value.Add(rules{value.DTM, name, after})
		}()
	}
}

// TestKindOf checks the kinds of moves.
func TestKindOf(t *testing.T) {
	kinds := map[string]value.MoveKind{}
	for _, fen := range []string{"1n5k/P7/8/3pP3/8/8/6P1/K7 w - d6", "8/8/8/8/8/2k5/8/K6R w"} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.LegalMoves(nil) {
			kinds[m.String()] = value.KindOf(&p, m)
		}
	}
	want := map[string]value.MoveKind{
		"a1a2": value.Quiet, "h1h8": value.Quiet,
		"g2g4": value.PawnMove, "e5e6": value.PawnMove,
		"a7a8q": value.Promotion, "a7a8n": value.Promotion,
		"a7b8q": value.Capture, "e5d6": value.Capture,
	}
	for move, kind := range want {
		if got, legal := kinds[move]; !legal || got != kind {
			t.Errorf("%s is of kind %d (%v), want %d", move, got, legal, kind)
		}
	}
}
