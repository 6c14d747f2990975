// Package dtm50 has tables of the plies to mate with best play under the fifty-move rule, by clock. The clock is the
// number of plies without a capture or a pawn move before a position. With a clock of a hundred the position is drawn,
// unless the last ply mated.
//
// solving.go solves slices, steps.go makes planes of them, and build.go makes tables from the values of other tables.
// needs.go lists those, and holding.go reads them or looks ahead (ahead.go). source.go passes them to solvers, and
// resume.go keeps finished groups for a later build. Package library reads the tables, and units.go decodes their
// planes (planes.go). verify.go recomputes them.
//
// # Contents
//
// The higher the clock, the less time the winning side has. So a won or lost position keeps its value up to some clock.
// Then it takes longer, as only another line is in time, perhaps several times. Then it is drawn. In pairs: the
// position is mate in m plies if at least z plies are left until the clock ends. Otherwise it is mate in m' > m plies
// if at least z' < z plies are left, and so on. The last z is DTZ50. Nearly all positions have only one or two pairs.
//
// Pairs are stored in planes, with a byte for each position:
//
//   - the first m of all positions;
//   - the z of those that are won or lost;
//   - the next m of those whose z is not 0, or a draw if they have no further pair;
//   - its z, and so on until no position has another pair.
//
// A plane is packed like a level of a table (package tile, [encode.Section]), without positions that have no number in
// it. Each plane has one of two forms, whichever takes fewer bytes. Those of z are z itself, and m less z. Those of the
// next m are m itself, and m less the one before.
//
// Some classes have mates that do not fit into bytes. If no form of m fits, its plane has the first of two levels
// ([value.Metric.Overlapping]). The next plane has the second level of the positions that need it.
//
// Package format has the bytes of the header ([format.ByClock]). Tables are in a separate store. They have one side to
// move, the one that is expected to take fewer bytes, and both with castling rights. The other side follows by looking
// one ply ahead. Quiet moves lead to positions with the next clock. Captures and pawn moves lead to those with clock 0.
// For each group of slices ([format.GroupSlices]) the data has all planes of each stored side. Each is a section with
// its directory, as in other tables.
package dtm50

import (
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// Name is the name of the tables' directory and options.
const Name = "DTM50"

// Metric returns the metric in whose rounds values are stored: plies to mate.
func Metric() *value.Metric { return metric }

var metric = value.WithGoal(value.ToMate)

// In returns a store whose tables are those of this package.
func In(tables store.Store) store.Store {
	params := format.ParamsOf(tables)
	if params.Kind == format.ByClock {
		return tables
	}
	params.Kind = format.ByClock
	return format.With(tables, params)
}
