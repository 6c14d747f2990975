package stats

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// A Report is the statistics of a table as programs read them (JSON).
type Report struct {
	Class  string        `json:"class"`
	Metric string        `json:"metric"`
	Sides  [2]SideReport `json:"sides"`
}

// A SideReport has the counts with one side to move; White is the first-named side. See [Count] for the meaning of
// "all" and "distinct".
type SideReport struct {
	Side     board.Side    `json:"stm"`
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

	// Draws by the fifty-move rule, if the metric has that rule. Other fields do not count them.
	CursedWin   *uint64 `json:"cursed-win,omitempty"`
	BlessedLoss *uint64 `json:"blessed-loss,omitempty"`
}

// outcomeCounts returns the number of positions of each category. The function returns one of the numbers of a count.
func outcomeCounts(metric *value.Metric, counts map[value.Category]Count, of func(Count) uint64) OutcomeCounts {
	n := OutcomeCounts{
		Win:  of(counts[value.WinCategory]),
		Draw: of(counts[value.DrawCategory]),
		Loss: of(counts[value.LossCategory]),
	}
	if metric.HasFiftyMoveRule() {
		cursed, blessed := of(counts[value.CursedWinCategory]), of(counts[value.BlessedLossCategory])
		n.CursedWin, n.BlessedLoss = &cursed, &blessed
	}
	return n
}

// A PlyCount counts the positions that win or lose in a number of plies.
type PlyCount struct {
	Outcome  value.Category `json:"outcome"`
	Plies    int            `json:"plies"`
	All      uint64         `json:"all"`
	Distinct uint64         `json:"distinct"`
}

// LongestWin is the longest win of a side, with a position that has it.
type LongestWin struct {
	Plies int    `json:"plies"`
	FEN   string `json:"fen"`
}

// NewReport returns the report of the table of a class in a metric.
func NewReport(class material.Class, metric *value.Metric, st *Statistics) *Report {
	r := &Report{Class: class.String(), Metric: metric.Name()}
	for _, c := range board.Colors {
		r.Sides[c] = st[c].report(c, metric)
	}
	return r
}

func (s *SideStatistics) report(c board.Color, metric *value.Metric) SideReport {
	counts := s.Categories(metric)
	r := SideReport{
		Side:     c.Side(),
		All:      outcomeCounts(metric, counts, func(n Count) uint64 { return n.All }),
		Distinct: outcomeCounts(metric, counts, func(n Count) uint64 { return n.Distinct }),
		Plies:    []PlyCount{},
	}
	for i, n := range s.Count {
		if v := value.Value(i); v != value.Draw && n.All > 0 {
			r.Plies = append(r.Plies, PlyCount{metric.Category(v), metric.Plies(v), n.All, n.Distinct})
		}
	}
	if s.LongestWin != value.Draw {
		r.Longest = &LongestWin{metric.Plies(s.LongestWin), s.LongestFEN}
	}
	return r
}

// WriteJSON writes the report as JSON, indented.
func (r *Report) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// WriteCSV writes the counts as comma-separated values: a line of titles, then
// one for each side to move and number of plies. The draws of a side come last,
// without plies.
func (r *Report) WriteCSV(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "side,plies,outcome,positions,distinct")
	for _, s := range r.Sides {
		for _, p := range s.Plies {
			fmt.Fprintf(b, "%s,%d,%s,%d,%d\n", s.Side, p.Plies, p.Outcome, p.All, p.Distinct)
		}
		if s.All.Draw > 0 {
			fmt.Fprintf(b, "%s,,%v,%d,%d\n", s.Side, value.Drawn, s.All.Draw, s.Distinct.Draw)
		}
	}
	return b.Flush()
}
