package value

// Where values take more rounds than a byte holds, they are told in levels, a byte each. The first level has what is decided
// in the first [Metric.LevelRounds] rounds, and of all else only whether it wins or loses; the next one has what is decided in
// as many rounds after these, counted from there; and so on. Where a level says all, those after it have draws.

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

// Levels returns how many levels it takes to tell values of rounds up to the last one.
func (m *Metric) Levels(last int) int {
	rounds := m.LevelRounds()
	if last <= rounds+2 {
		return 1
	}
	return (last + rounds - 1) / rounds
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

// Value returns the value that a byte stands for.
func (l Level) Value(b Byte) Value {
	if b == DrawByte {
		return Draw
	}
	return Decided(l.before + b.Value().Round())
}
