package spill

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/kernel"
	"github.com/matewright/matewright/core/value"
)

// A Sink has the values of a slice in scratch, and takes almost no memory.
//
// During solving it has the positions decided at each ply, row by row, with checksums. In the end Merge merges them,
// part by part. All values of one side to move come first, then all of the other. The values have no checksums, as the
// same process reads them minutes later, in small parts.
type Sink struct {
	Layout   *slice.Layout
	metric   *value.Metric
	Pile     scratch.Pile
	levels   []spilledLevel
	inLevels bool // if values do not fit into bytes. Otherwise longer lines are errors
}

// A spilledLevel is a level of the values, with both sides to move.
type spilledLevel struct {
	value.Level
	of     *Sink
	starts [2]int64 // offset of its bytes, by side to move
}

// NewSink returns a sink for the values of a slice. It has several levels if these are allowed and values do not fit
// into bytes.
func NewSink(l *slice.Layout, metric *value.Metric, levels bool, room scratch.Room) *Sink {
	return &Sink{
		Layout:   l,
		metric:   metric,
		inLevels: levels && len(exits.LevelsSeen(l, metric)) > 1,
		Pile:     scratch.Pile{Room: room},
	}
}

// LastRound returns the last round that the values can hold.
func (s *Sink) LastRound() int {
	if s.inLevels {
		return value.MaxRound
	}
	return value.MaxByteRound
}

// addDecided receives the positions of a row that were decided at a ply.
type addDecided = func(ply int, number kernel.RowNo, words board.Bitboard, lanes []board.Bitboard)

// eachDecided calls do with the positions decided from a ply on, in some rows with one side to move.
type eachDecided func(c board.Color, from int, first, end kernel.RowNo, do addDecided) error

// Merge writes the values of all rows, step rows at a time. The room must be large enough for these. The last ply is
// the last at which a position was decided. Merge calls observe before each step.
func (s *Sink) Merge(
	rs *kernel.Rows, last int, step kernel.RowNo, room []value.Byte, each eachDecided, observe func() error,
) error {
	s.levels = make([]spilledLevel, 1)
	if s.inLevels {
		s.levels = make([]spilledLevel, s.metric.Levels(last))
	}
	for i := range s.levels {
		level := &s.levels[i]
		*level = spilledLevel{Level: s.metric.Level(i, len(s.levels)), of: s}
		for _, c := range board.Colors {
			level.starts[c] = s.Pile.Bytes()
			for first := kernel.RowNo(0); first < kernel.RowNo(rs.Count); first += step {
				if err := observe(); err != nil {
					return err
				}
				end := min(first+step, kernel.RowNo(rs.Count))
				if err := level.mergePart(c, rs, first, end, room, each); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// mergePart writes the values of some rows at a level.
func (level *spilledLevel) mergePart(
	c board.Color, rs *kernel.Rows, first, end kernel.RowNo, room []value.Byte, each eachDecided,
) error {
	s := level.of
	start, entries := int(rs.FirstOf(first))<<6, int(rs.FirstOf(end)-rs.FirstOf(first))<<6
	if rs.Cells != nil {
		entries = s.Layout.Entries()
	}
	values := room[:entries]
	clear(values)
	add := func(ply int, number kernel.RowNo, words board.Bitboard, lanes []board.Bitboard) {
		v := level.Byte(value.Decided(ply))
		for n := 0; words != 0; words = words.Rest() {
			word := rs.LayoutWord(rs.FirstOf(number) + kernel.RowWord(words.First()))
			into := (*[64]value.Byte)(values[int(word)<<6-start:])
			for left := lanes[n]; left != 0; left = left.Rest() {
				into[left.First()&63] = v
			}
			n++
		}
	}
	if err := each(c, level.First(), first, end, add); err != nil {
		return err
	}
	return s.Pile.AddRaw(value.RawBytes(values))
}

// View implements [solve.Sink], for its first level.
func (s *Sink) View(c board.Color, first slice.Entry, n int, room []value.Byte) ([]value.Byte, error) {
	return s.levels[0].View(c, first, n, room)
}

// View implements [solve.Sink].
func (level *spilledLevel) View(c board.Color, first slice.Entry, n int, room []value.Byte) ([]value.Byte, error) {
	room = room[:n]
	return room, level.of.Pile.ReadRaw(value.RawBytes(room), level.starts[c]+int64(first))
}

// Levels implements [solve.Sink].
func (s *Sink) Levels() (levels []solve.Sink) {
	for i := range s.levels {
		levels = append(levels, &s.levels[i])
	}
	return levels
}

// Levels implements [solve.Sink].
func (level *spilledLevel) Levels() []solve.Sink { return []solve.Sink{level} }
