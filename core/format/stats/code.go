package stats

import (
	"encoding/binary"
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/wire"
)

// Append appends statistics to a header. Wide ones may have values that do not fit into bytes.
func (s *SideStatistics) Append(b []byte, wide bool) []byte {
	appendValue := func(v value.Value) {
		if wide {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		} else {
			b = append(b, byte(v.Byte()))
		}
	}
	occurring := 0
	for _, n := range s.Count {
		if n.All > 0 {
			occurring++
		}
	}
	b = binary.AppendUvarint(b, uint64(occurring))
	for v, n := range s.Count {
		if n.All > 0 {
			appendValue(value.Value(v))
			b = binary.AppendUvarint(b, n.All)
			b = binary.AppendUvarint(b, n.Distinct)
		}
	}
	appendValue(s.LongestWin)
	return wire.AppendText(b, s.LongestFEN)
}

// Read is the inverse of [SideStatistics.Append].
func (s *SideStatistics) Read(r *wire.Reader, wide bool) {
	readValue := func() value.Value {
		if !wide {
			return value.Byte(r.Byte()).Value()
		}
		v := value.Value(r.Uint16())
		if v.Round() > value.MaxRound {
			r.Fail(errors.New("a value is out of range"))
			return value.Draw
		}
		return v
	}
	for range r.Uvarint(value.MaxRound + 2) {
		v := readValue()
		if int(v) < len(s.Count) {
			r.Fail(errors.New("statistics out of order"))
			return
		}
		n := Count{r.Uvarint(1 << 62), r.Uvarint(1 << 62)}
		if n.Distinct == 0 || n.Distinct > n.All {
			r.Fail(errors.New("statistics of a value that does not occur, or not often enough"))
		}
		s.Add(v, n)
	}
	s.LongestWin = readValue()
	s.LongestFEN = r.Text()
	if s.LongestWin == value.Draw {
		if s.LongestFEN != "" {
			r.Fail(errors.New("a longest win without a win"))
		}
	} else if _, err := board.ParseFEN(s.LongestFEN); err != nil || s.LongestWin.Outcome() != value.Win {
		r.Fail(errors.New("the longest win is not a win"))
	}
}
