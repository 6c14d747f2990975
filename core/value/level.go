package value

// Where values take more rounds than a byte holds, they are told in levels, a byte each. The first level has what is decided
// in the first [Metric.LevelRounds] rounds, and of all else only whether it wins or loses; the next one has what is decided in
// as many rounds after these, counted from there; and so on. Where a level says all, those after it have draws.
//
// Who looks for the best of several moves compares what they are worth level by level. So what is seen at a level has, where an
// earlier one has said all, the quickest win or loss: of several moves the best is then the best at each level, from the first one
// to the one that says how long it takes.

// A Level is one of several in which values are told.
type Level struct {
	before int // rounds that the levels before it tell
	rounds int // that it tells
}

// LevelRounds returns how many rounds a level tells, if there are several: an even number. Two more are for wins and losses
// of which the next level says more.
func (m *Metric) LevelRounds() int {
	if r, ok := m.Rules.(interface{ LevelRounds() int }); ok {
		return r.LevelRounds()
	}
	return MaxByteRound - 2
}

// TakesLevels reports whether values with so many men may take several levels. All moves take a round then.
func (m *Metric) TakesLevels(men int) bool { return m.Limit(men) > m.LevelRounds()+2 }

// Levels returns how many levels it takes to tell values of rounds up to the last one, where they may take several.
func (m *Metric) Levels(last int) int {
	rounds := m.LevelRounds()
	return max(1, (last+rounds-1)/rounds)
}

// Seen returns the levels at which values with so many men are seen: [OnlyLevel] or, where they may take several, all that they may take.
func (m *Metric) Seen(men int) []Level {
	if !m.TakesLevels(men) {
		return []Level{OnlyLevel}
	}
	levels := make([]Level, m.Levels(m.Limit(men)))
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
	rounds := m.LevelRounds()
	return Level{number * rounds, rounds}
}

// OnlyLevel is the level of values that fit into bytes.
var OnlyLevel = Level{0, MaxByteRound}

// Number returns the number of the level.
func (l Level) Number() int { return l.before / l.rounds }

// WithNumber returns the level of the same kind that has a number.
func (l Level) WithNumber(number int) Level { return Level{number * l.rounds, l.rounds} }

// IsByte reports whether what is seen at the level is what a byte says that says all.
func (l Level) IsByte() bool { return l.before == 0 && l.rounds >= MaxByteRound-2 }

// Last returns the last round that the level tells.
func (l Level) Last() int { return l.before + l.rounds }

// First returns the first round that the levels before it don't tell.
func (l Level) First() int {
	if l.before == 0 {
		return 0
	}
	return l.before + 1
}

// Byte returns what the level tells of a value.
func (l Level) Byte(v Value) Byte {
	round := v.Round() - l.before
	switch {
	case v == Draw, round <= 0 && l.before > 0:
		return DrawByte
	case round > l.rounds:
		round = l.rounds + 2 - round&1
	}
	return Decided(round).Byte()
}

// IsMore reports whether the next level tells what a byte stands for.
func (l Level) IsMore(b Byte) bool { return b.Value().Round() > l.rounds }

// Says reports whether a byte stands for a value, and neither for what later levels tell nor for what earlier ones have told.
func (l Level) Says(b Byte) bool { return !l.IsMore(b) && (b != DrawByte || l.before == 0) }

// Sees returns what is seen of a value at the level.
func (l Level) Sees(v Value) Byte {
	if v != Draw && v.Round() <= l.before && l.before > 0 {
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

// SeeAfter makes of what the level tells of some values, or of anything where earlier ones tell all, what is seen of them there, given
// what is seen at the level before.
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
	return Decided(l.before + b.Value().Round())
}
