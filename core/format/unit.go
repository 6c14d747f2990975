package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// Units returns the number of units of the table of a class. For most classes it is one.
func Units(l *slice.Layout) int { return max(1, Groups(l)-firstGroups(l)+1) }

// firstGroups returns the number of groups of the first unit; the others have one. If the only pawn is about to
// promote, all slices read the same whole tables, so it pays to build them together. The header of a stored unit has
// its slices, so the number may change.
func firstGroups(l *slice.Layout) int {
	switch {
	case l.OneUnit:
		return Groups(l)
	case l.Class.Rights() != 0:
		return Groups(l) // which are small
	case l.Class.Pawns() != 1:
		return 1
	}
	const files = 4 // the others are their mirror images
	return int((files + GroupSlices(l) - 1) / GroupSlices(l))
}

// UnitGroups returns the groups of a unit: the first one, and the one after the last.
func UnitGroups(l *slice.Layout, unit int) (first, end int) {
	if unit == 1 {
		return 0, min(firstGroups(l), Groups(l))
	}
	first = firstGroups(l) + unit - 2
	return first, first + 1
}

// UnitSlices returns the slices of a unit: the first one, and the one after the last. Units are numbered from 1 on.
func UnitSlices(l *slice.Layout, unit int) (first, end slice.Number) {
	firstGroup, endGroup := UnitGroups(l, unit)
	n := GroupSlices(l)
	return slice.Number(firstGroup) * n, min(slice.Number(endGroup)*n, l.Slices())
}

// UnitOf returns the unit that has a slice.
func UnitOf(l *slice.Layout, number slice.Number) int {
	return max(1, int(number/GroupSlices(l))-firstGroups(l)+2)
}

// UnitNeeds returns the units that pawn pushes from a unit lead to, in ascending order.
func UnitNeeds(l *slice.Layout, unit int) (needs []int) {
	for number, end := UnitSlices(l, unit); number < end; number++ {
		for _, to := range l.Pushes(number) {
			if n := UnitOf(l, to); n != unit {
				needs = append(needs, n)
			}
		}
	}
	slices.Sort(needs)
	return slices.Compact(needs)
}

const (
	unitInfix = "unit"
	loneInfix = "slice"
)

// UnitName returns the name of a unit in a store. The only unit of a table is the table itself, and has the name of the
// class.
func UnitName(l *slice.Layout, unit int) string {
	if Units(l) == 1 {
		return l.Class.String()
	}
	return partName(l.Class, unitInfix, unit)
}

func partName(class material.Class, infix string, number int) string {
	return fmt.Sprint(class, infix, number)
}

// ParseUnitName parses the name of one of several units of a class. It returns false for all other names.
func ParseUnitName(name string) (class material.Class, unit int, ok bool) {
	return parsePartName(name, unitInfix, 1)
}

// ParseLoneName parses the name of a lone slice. It returns false for all other names.
func ParseLoneName(name string) (class material.Class, number slice.Number, ok bool) {
	class, n, ok := parsePartName(name, loneInfix, 0)
	return class, slice.Number(n), ok
}

// parsePartName parses a name of [partName], whose number is not below least.
func parsePartName(name, infix string, least int) (class material.Class, number int, ok bool) {
	before, after, _ := strings.Cut(name, infix)
	class, err := material.Parse(before)
	if err != nil {
		return class, 0, false
	}
	number, err = strconv.Atoi(after)
	return class, number, err == nil && number >= least && partName(class, infix, number) == name
}

const unprovenSuffix = "unproven"

// UnprovenName returns the name in a store of a table in one piece whose bytes are not known to be right. Such a table
// does not count if the store has another one of the class.
func UnprovenName(class material.Class) string { return class.String() + unprovenSuffix }

// ParseUnprovenName parses a name of [UnprovenName]. It returns false for all other names.
func ParseUnprovenName(name string) (class material.Class, ok bool) {
	before, found := strings.CutSuffix(name, unprovenSuffix)
	class, err := material.Parse(before)
	return class, found && err == nil && UnprovenName(class) == name
}

// PieceClass returns the class of a unit or a lone slice with the given name.
func PieceClass(name string) (class material.Class, ok bool) {
	if class, _, ok = ParseUnitName(name); !ok {
		class, _, ok = ParseLoneName(name)
	}
	return class, ok
}
