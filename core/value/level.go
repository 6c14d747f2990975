package value

import "github.com/matewright/matewright/core/material"

// Values of more rounds than a byte holds are stored in levels, each with a byte for every value. The first level has
// the values of the first [Metric.LevelRounds] rounds. For later rounds it has only the outcome. The next level has the
// values of the next [Metric.LevelRounds] rounds, counted from there, and so on. Once a level has a value, later levels
// have a draw for it.
//
// If a ply has two rounds, a level has both rounds of its last ply, which is ply 0 of the next level.
//
// Solvers compare moves level by level, by the views of their values. The view at a level is the level's byte, but the
// quickest win or loss if an earlier level has the value. So the best of several moves is the best at each level, from
// the first one to the one that has its round. If a move leads to the last ply of the level before, the quickest is
// exact.

// A Level is one of the levels in which values are stored.
type Level struct {
	number  int
	rounds  int // from one level to the next
	over    int // rounds of the last ply after the first of them
	overlap int // the last rounds of a level that are exact in the views at the next one, too
}

// LevelRounds returns the number of rounds from one level to the next, an even number. A byte also has room for the
// other rounds of the last ply. Two more rounds stand for wins and losses of later levels.
func (m *Metric) LevelRounds() int {
	if r, ok := m.Rules.(interface{ LevelRounds() int }); ok {
		return r.LevelRounds()
	}
	return (MaxByteRound - 2 - m.levelOver()) &^ 1
}

// levelOver returns how many rounds a ply has after its first one.
func (m *Metric) levelOver() int { return m.wait / 2 }

// level returns one of several levels.
func (m *Metric) level(number int) Level {
	return Level{number: number, rounds: m.LevelRounds(), over: m.levelOver()}
}

// TakesLevels reports whether values of a class may take several levels.
func (m *Metric) TakesLevels(class material.Class) bool { return m.Limit(class) > m.level(0).Last()+2 }

// Levels returns how many levels the values of rounds up to the last one take, in a class whose values may take
// several.
func (m *Metric) Levels(last int) int {
	rounds := m.LevelRounds()
	return max(1, (last-m.levelOver()+rounds-1)/rounds)
}

// Seen returns the levels of a class: [OnlyLevel], or all that its values may take if they may take several.
func (m *Metric) Seen(class material.Class) []Level {
	if !m.TakesLevels(class) {
		return []Level{OnlyLevel}
	}
	levels := make([]Level, m.Levels(m.Limit(class)))
	for i := range levels {
		levels[i] = m.Level(i, len(levels))
	}
	return levels
}

// Level returns the level with a number, from 0 on, given the number of levels. A single one has all values unchanged.
func (m *Metric) Level(number, levels int) Level {
	if levels == 1 {
		return OnlyLevel
	}
	return m.level(number)
}

// Overlapping returns one of two levels, for metrics with one round for each ply. The views at the second one are exact
// from the last rounds of the first on. Two moves after an earlier value, a view is still better than all later wins,
// or worse than all later losses. So a solver may look two moves ahead, as en passant needs.
func (m *Metric) Overlapping(number int) Level {
	const overlap = 4
	return Level{number: number, rounds: m.LevelRounds() - 2, overlap: overlap}
}

// OnlyLevel is the level of values that fit into bytes.
var OnlyLevel = Level{rounds: MaxByteRound}

// Number returns the number of the level.
func (l Level) Number() int { return l.number }

// WithNumber returns the level of the same kind that has a number.
func (l Level) WithNumber(number int) Level {
	l.number = number
	return l
}

// IsByte reports whether each value that fits into a byte has that byte as its view at the level.
func (l Level) IsByte() bool { return l.number == 0 && l.top()+2 >= MaxByteRound }

// before returns the rounds from which the level counts.
func (l Level) before() int { return l.number * (l.rounds - l.overlap) }

// top is the last round of the level, in its own count.
func (l Level) top() int { return l.rounds + l.over }

// Last returns the last round of the level.
func (l Level) Last() int { return l.before() + l.top() }

// First returns the first round of the level: the levels before it do not have it.
func (l Level) First() int {
	if l.number == 0 {
		return 0
	}
	return l.before() + l.overlap + l.over + 1
}

// Byte returns the level's byte of a value.
func (l Level) Byte(v Value) Byte {
	if v == Draw || v.Round() < l.First() {
		return DrawByte
	}
	return l.byteOf(v)
}

func (l Level) byteOf(v Value) Byte {
	round := v.Round() - l.before()
	if over := round - l.top(); over > 0 {
		round = l.top() + 2 - over&1
	}
	return Decided(round).Byte()
}

// IsLater reports whether a byte stands for values of later levels.
func (l Level) IsLater(b Byte) bool { return b.Value().Round() > l.top() }

// Has reports whether a byte stands for a value of this level, and not for values of later or earlier levels.
func (l Level) Has(b Byte) bool { return !l.IsLater(b) && (b != DrawByte || l.number == 0) }

// Views has the views of values at a level, by the byte of the value.
type Views [256]Byte

// View returns the view of a value at the level.
func (l Level) View(v Value) Byte {
	switch {
	case v == Draw:
		return DrawByte
	case l.number > 0 && v.Round() <= l.before()+l.over:
		return quickest(v.Outcome())
	}
	return l.byteOf(v)
}

// quickest returns the quickest value with an outcome.
func quickest(o Outcome) Byte {
	switch o {
	case Win:
		return Decided(1).Byte()
	case Loss:
		return Decided(0).Byte()
	}
	return DrawByte
}

// ViewAfter turns the level's bytes of some values into views, given the views at the level before. The bytes of values
// that earlier levels have can be anything.
func (l Level) ViewAfter(before Level, seen, stored []Byte) {
	for i, b := range seen {
		if !before.IsLater(b) {
			stored[i] = l.View(before.Value(b))
		}
	}
}

// Value returns the value that a byte stands for.
func (l Level) Value(b Byte) Value {
	if b == DrawByte {
		return Draw
	}
	return Decided(l.before() + b.Value().Round())
}
