package table

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

// A Report is the statistics of a table as programs read them (JSON).
type Report struct {
	Class  string        `json:"class"`
	Metric string        `json:"metric"`
	Sides  [2]SideReport `json:"sides"`
}

// A SideReport has the counts with one side to move; White is the first-named
// side. See [Count] for what "all" and "distinct" mean.
type SideReport struct {
	Side     string        `json:"stm"` // w or b
	All      OutcomeCounts `json:"all"`
	Distinct OutcomeCounts `json:"distinct"`
	Plies    []PlyCount    `json:"plies"`
	Longest  *LongestWin   `json:"longest"` // null if the side never wins
}

// OutcomeCounts counts positions by outcome, for the side to move.
type OutcomeCounts struct {
	Win  uint64 `json:"win"`
	Draw uint64 `json:"draw"`
	Loss uint64 `json:"loss"`
}

// A PlyCount counts the positions that win or lose in a number of plies.
type PlyCount struct {
	Outcome  string `json:"outcome"`
	Plies    int    `json:"plies"`
	All      uint64 `json:"all"`
	Distinct uint64 `json:"distinct"`
}

// LongestWin is the longest win of a side, with a position that has it.
type LongestWin struct {
	Plies int    `json:"plies"`
	FEN   string `json:"fen"`
}

// NewReport returns the report of a table.
func NewReport(h *Header) *Report {
	r := &Report{Class: h.Class.String(), Metric: string(h.Metric)}
	for _, c := range board.Colors {
		r.Sides[c] = h.Statistics[c].report(c)
	}
	return r
}

func (s *SideStatistics) report(c board.Color) SideReport {
	win, draw, loss := s.Outcomes()
	r := SideReport{
		Side:     string(c.Letter()),
		All:      OutcomeCounts{win.All, draw.All, loss.All},
		Distinct: OutcomeCounts{win.Distinct, draw.Distinct, loss.Distinct},
		Plies:    []PlyCount{},
	}
	for i, n := range s.Count {
		if v := value.Value(i); v != value.Draw && n.All > 0 {
			r.Plies = append(r.Plies, PlyCount{v.Outcome().String(), v.Plies(), n.All, n.Distinct})
		}
	}
	if s.LongestWin != value.Draw {
		r.Longest = &LongestWin{s.LongestWin.Plies(), s.LongestFEN}
	}
	return r
}
