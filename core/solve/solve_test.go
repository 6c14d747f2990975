package solve_test

import (
	"fmt"
	"github.com/matewright/matewright/core/value"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
)

// solved keeps whole classes in memory.
type solved struct {
	layouts map[material.Class]*slice.Layout
	values  map[material.Class][]*solve.Values
}

func (s *solved) Layout(c material.Class) (*slice.Layout, error) {
	if s.layouts[c] == nil {
		panic("not solved: " + c.String())
	}
	return s.layouts[c], nil
}
func (s *solved) Values(l *slice.Layout, n int) (*solve.Values, error) {
	return s.values[l.Class][n], nil
}

func TestAll(t *testing.T) {
	src := &solved{map[material.Class]*slice.Layout{}, map[material.Class][]*solve.Values{}}
	want := map[string]uint64{}
	data, _ := os.ReadFile("../testdata/counts-3-4-men.tsv")
	for _, line := range strings.Split(string(data), "\n") {
		if i := strings.LastIndexByte(line, '\t'); i > 0 {
			want[line[:i]], _ = strconv.ParseUint(line[i+1:], 10, 64)
		}
	}
	total := time.Now()
	for _, c := range material.UpTo(4) {
		start := time.Now()
		l := slice.NewLayout(c)
		src.layouts[c] = l
		s := solve.New(l, src, nil)
		for n := range l.Slices() {
			v := solve.NewValues(l)
			src.values[c] = append(src.values[c], v)
			if err := s.Solve(n, v); err != nil {
				t.Fatal(err)
			}
		}
		el := time.Since(start)
		var st table.Statistics
		for n, v := range src.values[c] {
			st.AddSlice(l, n, v)
		}
		for side := range st {
			win, draw, loss := st[side].Outcomes()
			_ = draw
			_ = loss
			_ = win
			for v, n := range st[side].Count {
				key := fmt.Sprintf("%v\t%c\t%v\t%d", c, "wb"[side], value.Value(v).Outcome(), value.Value(v).Plies())
				if v == 0 {
					key = fmt.Sprintf("%v\t%c\tdraw\t", c, "wb"[side])
				}
				if want[key] != n.All {
					t.Errorf("%s: %d want %d", key, n.All, want[key])
				}
			}
		}
		t.Log(c, l.Positions(), el, time.Since(start), st[0].LongestWin, st[0].LongestFEN, st[1].LongestWin, st[1].LongestFEN)
	}
	t.Log(time.Since(total))
}
