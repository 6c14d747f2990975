package exact

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// classics has the known facts about the page's classic positions: the outcome for the side to move, and lines. The
// page has the first line, too. A move with "!" is the only one that keeps the outcome, a move with "?" gives it away.
// Saavedra's other moves have no mark because White may also move back and repeat.
var classics = map[string]struct {
	men     int
	outcome value.Category
	lines   []string
}{
	"Lucena": {
		5,
		value.WinCategory,
		[]string{"Rd1+ Ke7 Rd4 Ra1 Kc7 Rc1+ Kb6 Rb1+ Kc6 Rc1+ Kb5 Rb1+ Rb4", "Ra1?"},
	},
	"Philidor, 1777": {5, value.DrawCategory, []string{"Ra6 d6 Ra2 Ke6 Re2+!", "Ra6 d6 Ra8?", "Kc8 Ke6 Rd3", "Ra8?"}},
	"Vancura, 1924":  {5, value.DrawCategory, []string{"Rf5+! Kb6 Rf6+! Kb7 Rf7+! Kb6 Rf6+!", "Kf7?", "Kg6?", "Rf8?"}},
	"Réti, 1921": {
		4,
		value.DrawCategory,
		[]string{
			"Kg7! h4 Kf6! Kb6 Ke5! h3 Kd6!",
			"Kg7! h4 Kf6! h3 Ke7 h2 c7!",
			"Kg7! h4 Kf6! Kb6 Ke5! Kxc6 Kf4",
			"c7?",
		},
	},
	"Saavedra, 1895": {
		4,
		value.WinCategory,
		[]string{
			"c7! Rd6+ Kb5! Rd5+ Kb4 Rd4+ Kb3 Rd3+ Kc2! Rd4 c8=R Ra4 Kb3!",
			"c7! Rd6+ Kb5! Rd5+ Kb4 Rd4+ Kb3 Rd3+ Kc2! Rd4 c8=Q?",
			"c7! Rd6+ Kc5?",
			"c7! Rd6+ Kb7?",
			"c7! Rd6+ Kb5! Rd5+ Kc4?",
		},
	},
}

// TestClassics checks these facts against tables. Positions with five men need -tables.
func TestClassics(t *testing.T) {
	text, err := os.ReadFile("../../../web/src/features/board/classics.json")
	if err != nil {
		t.Fatal(err)
	}
	var positions []struct{ Name, FEN, Line string }
	if err := json.Unmarshal(text, &positions); err != nil {
		t.Fatal(err)
	}
	if len(positions) != len(classics) {
		t.Fatalf("the page has %d classics, want %d", len(positions), len(classics))
	}
	prober := probe.New(stored)
	defer prober.Close()
	for _, p := range positions {
		t.Run(p.Name, func(t *testing.T) {
			classic, ok := classics[p.Name]
			if !ok {
				t.Fatal("the test has no facts about it")
			}
			if told := annotations.Replace(classic.lines[0]); p.Line != told {
				t.Errorf("the page's line is %s, want %s", p.Line, told)
			}
			if classic.men > men && *tables == "" {
				t.Skip("without -tables there are none with five men")
			}
			for _, line := range classic.lines {
				wantKept(t, prober, tabletest.Position(t, p.FEN), classic.outcome, line)
			}
		})
	}
}

var annotations = strings.NewReplacer("!", "", "?", "")

// wantKept follows a line from a position whose side to move has an outcome to keep.
func wantKept(t *testing.T, prober *probe.Prober, p board.Position, outcome value.Category, line string) {
	t.Helper()
	hero := p.Turn
	for _, told := range strings.Fields(line) {
		r, err := prober.Probe(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		san := annotations.Replace(told)
		i := slices.IndexFunc(r.Moves, func(m probe.Move) bool { return m.SAN == san })
		if i < 0 {
			t.Fatalf("%s: %s cannot be played", p.FEN(), san)
		}
		if p.Turn == hero {
			if r.Category != outcome {
				t.Fatalf("%s is a %s, want a %s", p.FEN(), r.Category, outcome)
			}
			var keeping []string
			for _, m := range r.Moves {
				if m.Category == opposite[outcome] {
					keeping = append(keeping, m.SAN)
				}
			}
			keeps, only := slices.Contains(keeping, san), len(keeping) == 1
			if keeps == strings.HasSuffix(told, "?") || only != strings.HasSuffix(told, "!") && keeps {
				t.Errorf("%s: the moves that keep the %s are %v, the line has %s", p.FEN(), outcome, keeping, told)
			}
		}
		p = r.Moves[i].After
	}
}

// opposite has each outcome as seen by the other side.
var opposite = map[value.Category]value.Category{
	value.WinCategory:  value.LossCategory,
	value.DrawCategory: value.DrawCategory,
}
