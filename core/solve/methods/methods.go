package methods

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/paged"
	"github.com/matewright/matewright/core/solve/retrograde"
	"github.com/matewright/matewright/core/solve/sorting"
	"github.com/matewright/matewright/core/words"
)

// A List is a list of methods, the fastest first.
type List []solve.Method

// All lists all methods.
func All() List {
	spilled := retrograde.GrandfatherSpilled{}
	cycles := paged.HalfCycles{Small: spilled}
	return List{
		retrograde.Grandfather{},
		retrograde.OutCount{},
		spilled,
		cycles,
		paged.Leapfrog{Simple: cycles},
		paged.RootSplitting{Simple: cycles},
		sorting.Method{Small: cycles},
		sorting.Unknown{Small: cycles},
	}
}

// Names returns the names of all methods, for people.
func (list List) Names() string {
	var names []string
	for _, m := range list {
		names = append(names, m.Name())
	}
	return strings.Join(names, ", ")
}

// Named returns the method with a name.
func (list List) Named(name string) (solve.Method, error) {
	for _, m := range list {
		if m.Name() == name {
			return m, nil
		}
	}
	return nil, words.Error("core.method.unknown", "name", strconv.Quote(name), "names", list.Names())
}

// Plans lists the ways to solve the slices of a class, the fastest first.
func (list List) Plans(l *slice.Layout) []solve.Plan {
	var plans []solve.Plan
	for _, m := range list {
		plans = append(plans, solve.PlanBy(m, l))
	}
	slices.SortStableFunc(plans, func(a, b solve.Plan) int { return cmp.Compare(a.Slowdown, b.Slowdown) })
	return plans
}
