package builder_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// planPositions returns the plan for positions, also by class.
func planPositions(
	t testing.TB, tables store.Store, positions ...board.Position,
) (*builder.Job, map[material.Class]builder.Step) {
	t.Helper()
	job, err := builder.PlanPositions(t.Context(), tables, positions...)
	if err != nil {
		t.Fatal(err)
	}
	steps := map[material.Class]builder.Step{}
	for _, s := range job.Steps {
		steps[s.Class] = s
	}
	return job, steps
}

// TestPlanPositions plays at random from positions. It checks that every position on the way is in a planned unit or
// lone slice, and that nothing else is planned. Long because of its table.
func TestPlanPositions(t *testing.T) {
	for _, test := range []struct{ fen, want string }{
		{"1K1k4/1P6/8/8/8/8/r7/2R5 w", "KRPvKR[1]"}, // the Lucena position, on b7
		{"8/8/8/8/8/8/1k1K2P1/8 w", "KPvK[1]"},
		{"8/8/2p5/8/8/2P5/8/k1K5 w", ""},
		{"8/2p5/8/3P4/4P3/8/8/k1K5 w", ""},
		{"8/8/8/k1pP4/8/8/8/2K4R w - c6", ""},
		{"8/6P1/2p5/8/8/1n6/8/k3K3 b", ""},
		{"8/8/8/8/8/2k5/8/K6R w", "KRvK[1]"},
		{"8/8/8/8/8/2k5/8/4K2R w K -", "KRvK-h1[1]"},
		{"4k3/8/8/8/8/8/p7/R3K2R w KQ -", ""},
		{"r3k2r/6P1/8/8/8/8/8/4K3 w kq -", ""},
		{"8/P7/8/8/8/2k5/P7/K7 w", ""},
	} {
		start := tabletest.Position(t, test.fen)
		job, steps := planPositions(t, store.NewMemStore(), start)
		layouts := map[material.Class]*slice.Layout{}
		r := rand.New(rand.NewPCG(1, 2))
		seen := map[string]bool{}
		for range 3000 {
			for p := start; len(p.Men()) > 2; {
				class, swapped := material.OfPosition(&p)
				l := layouts[class]
				if l == nil {
					l = slice.NewLayout(class)
					layouts[class] = l
				}
				first := board.White
				if swapped {
					first = board.Black
				}
				number := l.LocateFor(&p, first).Slice
				unit, step := format.UnitOf(l, number), steps[class]
				switch {
				case slices.Contains(step.Units, unit):
					seen[fmt.Sprint(class, unit)] = true
				case slices.Contains(step.Lone, number):
					seen[fmt.Sprint(class, unit, number)] = true
				default:
					t.Fatalf(
						"%s leads to %s, which is slice %d in unit %d of %v: planned are %v, %v",
						test.fen,
						p.FEN(),
						number,
						unit,
						class,
						step.Units,
						step.Lone,
					)
				}
				moves := p.LegalMoves(nil)
				if len(moves) == 0 || r.IntN(60) == 0 {
					break
				}
				p = p.Play(moves[r.IntN(len(moves))])
			}
		}
		last := job.Steps[len(job.Steps)-1]
		if got := fmt.Sprintf("%v%v", last.Class, last.Units); test.want != "" && got != test.want {
			t.Errorf("%s: last comes %s, want %s", test.fen, got, test.want)
		}
		units, lone := 0, 0
		for _, s := range job.Steps {
			units, lone = units+len(s.Units), lone+len(s.Lone)
		}
		t.Logf(
			"%s: %d units and %d slices of %d classes, %d of them met",
			test.fen,
			units,
			lone,
			len(job.Steps),
			len(seen),
		)
	}
	seven := tabletest.Position(t, "7k/8/8/8/8/8/8/KQRBNN2 w")
	if _, err := builder.PlanPositions(t.Context(), store.NewMemStore(), seven); !errors.Is(err, material.ErrClass) {
		t.Errorf("seven men: %v", err)
	}
	six := tabletest.Position(t, "7k/P7/8/8/8/8/8/KRBN4 w")
	job, err := builder.PlanPositions(t.Context(), store.NewMemStore(), six)
	if err != nil {
		t.Fatal(err)
	}
	if last := job.Steps[len(job.Steps)-1]; last.Class.String() != "KRBNPvK" || !slices.Equal(last.Units, []int{1}) {
		t.Errorf("six men: %+v", last)
	}
	if _, err := builder.PlanPositions(t.Context(), nil, six); err == nil {
		t.Error("without a store there is a plan")
	}
}

// TestPlanUnitWithRights plans a position whose table with rights is a single unit, which is built whole. So the table
// without rights needs more units than the position itself can reach.
func TestPlanUnitWithRights(t *testing.T) {
	_, steps := planPositions(t, store.NewMemStore(), tabletest.Position(t, "8/8/8/8/3r4/3k4/7P/4K2R w K -"))
	classes := tabletest.Classes(t, "KRPvKR-h1", "KRPvKR")
	with, without := classes[0], classes[1]
	if got := steps[with].Units; !slices.Equal(got, []int{1}) {
		t.Errorf("of %v: %v", with, got)
	}
	if got, want := len(steps[without].Units), format.Units(slice.NewLayout(without)); got != want {
		t.Errorf("of %v: %d units, and %v needs all %d", without, got, with, want)
	}
}

// fields compares all fields of structs, also the unexported ones, and metrics by identity.
var fields = cmp.Options{
	cmp.Exporter(func(reflect.Type) bool { return true }),
	cmp.Comparer(func(a, b *value.Metric) bool { return a == b }),
}

// TestBuildPositions builds the parts that positions need, part by part. Each position is judged as by complete tables,
// other positions are missing, and the finished tables are the same.
func TestBuildPositions(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 6)
	const name = "KPPvK"
	complete, tables := tabletest.StoreOf(l), tabletest.StoreOf(l)
	if err := builder.Build(t.Context(), complete, plan(t, complete, name), builder.Options{}); err != nil {
		t.Fatal(err)
	}
	right := probe.New(complete)
	defer right.Close()
	for _, fen := range []string{"8/8/1P6/8/8/4k3/7Q/K7 b", "8/1P6/1P6/8/8/4k3/8/K7 w", "8/1P6/8/1P6/8/4k3/8/K7 w"} {
		p := tabletest.Position(t, fen)
		job, steps := planPositions(t, tables, p)
		if class, _ := material.OfPosition(&p); class.String() == name && len(steps[class].Lone) == 0 {
			t.Errorf("%s: %v is not built by slices", fen, class)
		}
		if err := builder.Build(t.Context(), tables, job, builder.Options{Threads: 2}); err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		prober := probe.New(tables)
		got, err := prober.Line(t.Context(), p)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		want, err := right.Line(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, fields); diff != "" {
			t.Errorf("%s: the line differs from that of complete tables (-want +got):\n%s", fen, diff)
		}
		if job, _ := planPositions(t, tables, p); len(job.Steps) > 0 {
			t.Errorf("%s: %v are still planned", fen, job.Steps)
		}
		if err := prober.Close(); err != nil {
			t.Error(err)
		}
	}
	prober := probe.New(tables)
	defer prober.Close()
	var missing *probe.MissingError
	if _, err := prober.Probe(t.Context(), tabletest.Position(t, "8/8/8/7P/7P/2k5/8/K7 w")); !errors.As(err, &missing) {
		t.Errorf("outside of what is built: %v", err)
	}
	if err := builder.Build(t.Context(), tables, plan(t, tables, name), builder.Options{}); err != nil {
		t.Fatal(err)
	}
	if got, want := images(t, tables), images(t, complete); !maps.Equal(got, want) {
		t.Errorf("there are %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

// TestPlanOpposed compares the planned parts of KRPvKRP with all placements of its pawns. In 60 of them, up to mirror
// symmetry, the pawns face each other.
func TestPlanOpposed(t *testing.T) {
	class, ok := material.ParseOpposed("KRPpKRp")
	if !ok {
		t.Fatal("the name is not read")
	}
	job, err := builder.PlanOpposed(t.Context(), store.NewMemStore(), class)
	if err != nil {
		t.Fatal(err)
	}
	last := job.Steps[len(job.Steps)-1]
	l := slice.NewLayout(class)
	var want []int
	for number := range l.Slices() {
		if at := l.PawnSquares(number); at[0].File() == at[1].File() && at[0] < at[1] {
			want = append(want, format.UnitOf(l, number))
		}
	}
	if last.Class != class || !slices.Equal(last.Units, want) || len(want) != 60 {
		t.Errorf("%v is planned by the parts %v, want %v", last.Class, last.Units, want)
	}
	for _, name := range []string{"KPpKRp", "KPPpKp"} { // named from the other side, and with a free pawn
		class, _ := material.ParseOpposed(name)
		job, err := builder.PlanOpposed(t.Context(), store.NewMemStore(), class)
		if err != nil {
			t.Fatal(err)
		}
		last := job.Steps[len(job.Steps)-1]
		l := slice.NewLayout(class)
		for number := range l.Slices() {
			opposed := false
			squares := l.PawnSquares(number)
			for i, white := range squares {
				for k, black := range squares {
					opposed = opposed || l.Men[len(l.Men)-len(squares)+i].Color == board.White &&
						l.Men[len(l.Men)-len(squares)+k].Color == board.Black && white < black && (black-white)%8 == 0
				}
			}
			planned := slices.Contains(last.Lone, number)
			if opposed && !planned || name == "KPpKRp" && planned != opposed {
				t.Errorf("%s: slice %d is planned wrongly", name, number)
			}
		}
	}
}

// TestBuildOpposed builds the positions of KNPvKP with opposed pawns. It checks random ones, some of them after random
// moves, against the values after their moves, and by the complete table.
func TestBuildOpposed(t *testing.T) {
	class, _ := material.ParseOpposed("KNPpKp")
	tables := tabletest.Copy(t, tabletest.Built(t, "KNPvK", "KNvKP", "KPvKP"))
	job, err := builder.PlanOpposed(t.Context(), tables, class)
	if err != nil {
		t.Fatal(err)
	}
	if err := builder.Build(t.Context(), tables, job, builder.Options{Threads: 2}); err != nil {
		t.Fatal(err)
	}
	prober := probe.New(tables)
	defer prober.Close()
	r := rand.New(rand.NewPCG(5, 4))
	wins := 0
	for range 300 {
		p := tabletest.RandomPosition(r, class)
		for !material.Opposed(p.Men()) {
			p = tabletest.RandomPosition(r, class)
		}
		for range 5 {
			result, err := prober.Probe(t.Context(), p)
			if err != nil {
				t.Fatalf("%s: %v", p.FEN(), err)
			}
			if len(result.Moves) == 0 {
				break
			}
			if result.Category == value.WinCategory {
				wins++
				if best := result.Moves[0]; *best.DTM != 1-*result.DTM {
					t.Fatalf("%s: DTM is %d, and %d after %s", p.FEN(), *result.DTM, *best.DTM, best.SAN)
				}
			}
			p = result.Moves[r.IntN(len(result.Moves))].After
		}
	}
	if wins < 100 {
		t.Errorf("only %d positions are won", wins)
	}
}
