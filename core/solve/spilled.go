package solve

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// Spilled has the values of a slice in scratch, and takes next to no memory.
//
// While the slice is being solved, that is what was decided at each ply, row by
// row, with checksums. In the end it is merged, a part of the slice after the other:
// all values of one side to move, then all of the other. These have none: they are
// read here and there, and by the same process, minutes later.
type Spilled struct {
	layout   *slice.Layout
	metric   *value.Metric
	pile     scratch.Pile
	levels   []spilledLevel
	inLevels bool // if values do not fit into bytes. Else longer lines are errors
}

// A spilledLevel is a level of the values, with both sides to move.
type spilledLevel struct {
	value.Level
	of     *Spilled
	starts [2]int64 // where its bytes begin
}

// NewSpilled returns room in scratch for the values of a slice: in levels, if that is allowed and they do not fit into bytes.
func NewSpilled(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) *Spilled {
	return &Spilled{layout: l, metric: metric, inLevels: levels && len(LevelsSeen(l, metric)) > 1, pile: scratch.Pile{Room: room}}
}

// lastRound returns the last round for which there is room.
func (s *Spilled) lastRound() int {
	if s.inLevels {
		return value.MaxRound
	}
	return value.MaxByteRound
}

// eachDecided hands over what was decided from a ply on in some rows with one side to move.
type eachDecided func(c board.Color, from int, first, end rowNo, do func(ply int, number rowNo, words board.Bitboard, lanes []board.Bitboard)) error

// merge writes the values of all rows, so many at a time, for which there is room, given the last ply at which something was
// decided. It calls observe in between.
func (s *Spilled) merge(rs *rows, last int, step rowNo, room []value.Byte, each eachDecided, observe func() error) error {
	s.levels = make([]spilledLevel, 1)
	if s.inLevels {
		s.levels = make([]spilledLevel, s.metric.Levels(last))
	}
	for i := range s.levels {
		level := &s.levels[i]
		*level = spilledLevel{Level: s.metric.Level(i, len(s.levels)), of: s}
		for _, c := range board.Colors {
			level.starts[c] = s.pile.Bytes()
			for first := rowNo(0); first < rowNo(rs.count); first += step {
				if err := observe(); err != nil {
					return err
				}
				if err := level.mergePart(c, rs, first, min(first+step, rowNo(rs.count)), room, each); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// mergePart writes the level of some rows.
func (level *spilledLevel) mergePart(c board.Color, rs *rows, first, end rowNo, room []value.Byte, each eachDecided) error {
	s := level.of
	start, entries := int(rs.firstOf(first))<<6, int(rs.firstOf(end)-rs.firstOf(first))<<6
	if rs.cells != nil {
		entries = s.layout.Entries()
	}
	values := room[:entries]
	clear(values)
	if err := each(c, level.First(), first, end, func(ply int, number rowNo, words board.Bitboard, lanes []board.Bitboard) {
		v := level.Byte(value.Decided(ply))
		for n := 0; words != 0; words = words.Rest() {
			word := rs.layoutWord(rs.firstOf(number) + rowWord(words.First()))
			into := (*[64]value.Byte)(values[int(word)<<6-start:])
			for left := lanes[n]; left != 0; left = left.Rest() {
				into[left.First()&63] = v
			}
			n++
		}
	}); err != nil {
		return err
	}
	return s.pile.AddRaw(value.RawBytes(values))
}

// View implements [Sink], for its first level.
func (s *Spilled) View(c board.Color, first slice.Entry, n int, room []value.Byte) ([]value.Byte, error) {
	return s.levels[0].View(c, first, n, room)
}

// View implements [Sink].
func (level *spilledLevel) View(c board.Color, first slice.Entry, n int, room []value.Byte) ([]value.Byte, error) {
	room = room[:n]
	return room, level.of.pile.ReadRaw(value.RawBytes(room), level.starts[c]+int64(first))
}

// Levels implements [Sink].
func (s *Spilled) Levels() (levels []Sink) {
	for i := range s.levels {
		levels = append(levels, &s.levels[i])
	}
	return levels
}

// Levels implements [Sink].
func (level *spilledLevel) Levels() []Sink { return []Sink{level} }
