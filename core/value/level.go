package value

import "github.com/matewright/matewright/core/material"

// Where values take more rounds than a byte holds, they are told in levels, a byte each. The first level has what is
// decided in the first [Metric.LevelRounds] rounds, and of all else only whether it wins or loses; the next one has
// what is decided in as many rounds after these, counted from there; and so on. Where a level says all, those after it
// have draws.
//
// Where a ply has two rounds, a level tells both rounds of its last ply, which is ply 0 of the next level.
//
// Who looks for the best of several moves compares what they are worth level by level. So what is seen at a level has,
// where an earlier one has said all, the quickest win or loss: of several moves the best is then the best at each
// level, from the first one to the one that says how long it takes. If a move leads to the last ply that the level
// before tells, the quickest is exact.

// A Level is one of several in which values are told.
type Level struct {
	number int
	rounds int // from one level to the next
	over   int // rounds of the last ply after the first of them
}

// LevelRounds returns how many rounds there are from one level to the next, if there are several: an even number. With
// what is over of the last ply, two more are for wins and losses of which the next level says more.
func (m *Metric) LevelRounds() int {
	if r, ok := m.Rules.(interface{ LevelRounds() int }); ok {
		return r.LevelRounds()
	}
	return (MaxByteRound - 2 - m.levelOver()) &^ 1
}

// levelOver returns how many rounds a ply has after its first one.
func (m *Metric) levelOver() int { return m.wait / 2 }

// level returns a level, where there are several.
func (m *Metric) level(number int) Level { return Level{number, m.LevelRounds(), m.levelOver()} }

// TakesLevels reports whether values of a class may take several levels.
func (m *Metric) TakesLevels(class material.Class) bool { return m.Limit(class) > m.level(0).Last()+2 }

// Levels returns how many levels it takes to tell values of rounds up to the last one, where they may take several.
func (m *Metric) Levels(last int) int {
	rounds := m.LevelRounds()
	return max(1, (last-m.levelOver()+rounds-1)/rounds)
}

// Seen returns the levels at which values of a class are seen: [OnlyLevel] or, where they may take several, all that
// they may take.
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

// Level returns one of so many levels, numbered from 0 on. A single one has all values as they are.
func (m *Metric) Level(number, levels int) Level {
	if levels == 1 {
		return OnlyLevel
	}
	return m.level(number)
}

// OnlyLevel is the level of values that fit into bytes.
var OnlyLevel = Level{rounds: MaxByteRound}

// Number returns the number of the level.
func (l Level) Number() int { return l.number }

// WithNumber returns the level of the same kind that has a number.
func (l Level) WithNumber(number int) Level { return Level{number, l.rounds, l.over} }

// IsByte reports whether what is seen at the level is what a byte says that says all.
func (l Level) IsByte() bool { return l.number == 0 && l.top()+2 >= MaxByteRound }

// before returns the rounds from which the level counts.
func (l Level) before() int { return l.number * l.rounds }

// top is the last round that the level tells, as it counts.
func (l Level) top() int { return l.rounds + l.over }

// Last returns the last round that the level tells.
func (l Level) Last() int { return l.before() + l.top() }

// First returns the first round that the levels before it don't tell.
func (l Level) First() int {
	if l.number == 0 {
		return 0
	}
	return l.before() + l.over + 1
}

// Byte returns what the level tells of a value.
func (l Level) Byte(v Value) Byte {
	if v == Draw || v.Round() < l.First() {
		return DrawByte
	}
	round := v.Round() - l.before()
	if over := round - l.top(); over > 0 {
		round = l.top() + 2 - over&1
	}
	return Decided(round).Byte()
}

// IsMore reports whether the next level tells what a byte stands for.
func (l Level) IsMore(b Byte) bool { return b.Value().Round() > l.top() }

// Says reports whether a byte stands for a value, and neither for what later levels tell nor for what earlier ones have
// told.
func (l Level) Says(b Byte) bool { return !l.IsMore(b) && (b != DrawByte || l.number == 0) }

// Sees returns what is seen of a value at the level.
func (l Level) Sees(v Value) Byte {
	if v != Draw && v.Round() < l.First() {
		return quickest(v.Outcome())
	}
	return l.Byte(v)
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

// SeeAfter makes of what the level tells of some values, or of anything where earlier ones tell all, what is seen of
// them there, given what is seen at the level before.
func (l Level) SeeAfter(before Level, seen, told []Byte) {
	for i, b := range seen {
		if !before.IsMore(b) {
			told[i] = quickest(b.Value().Outcome())
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
