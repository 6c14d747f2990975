package solve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/slice"
)

// A List is a list of methods, the fastest first.
type List []Method

// Methods lists all methods.
func Methods() List {
	spilled := grandfatherSpilled{}
	cycles := halfCycles{small: spilled}
	return List{
		grandfather{},
		outCount{},
		spilled,
		cycles,
		leapfrog{simple: cycles},
		rootSplitting{simple: cycles},
		sorting{small: cycles},
		sortingUnknown{small: cycles},
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
func (list List) Named(name string) (Method, error) {
	for _, m := range list {
		if m.Name() == name {
			return m, nil
		}
	}
	return nil, fmt.Errorf("there is no method %q, but %s", name, list.Names())
}

// Plans lists the ways to solve the slices of a class, the fastest first.
func (list List) Plans(l *slice.Layout) []Plan {
	var plans []Plan
	for _, m := range list {
		plans = append(plans, PlanBy(m, l))
	}
	slices.SortStableFunc(plans, func(a, b Plan) int { return cmp.Compare(a.Slowdown, b.Slowdown) })
	return plans
}
