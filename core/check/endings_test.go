package check_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/check"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/internal/endingtest"
	"github.com/matewright/matewright/core/pgn"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
)

const opposition = "8/8/2k5/8/2K5/8/2P5/8 w - - 0 1"

// TestEndings judges games without tables, by the ending of one position. It has no distances, but the flaws are those
// that tables find. A position that the ending lacks is judged once a solver has solved it.
func TestEndings(t *testing.T) {
	text := study(opposition, "1-0", "1. Kd4 Kd6 2. c3") + study(opposition, "1/2-1/2", "1. Kd3 Kd5 2. c3") +
		opposition + "\n\n" + study(endingtest.Locked, "1/2-1/2", "1. Kd2 Kd7")
	want := [][]string{
		{
			"cook: 1. Kd4 check.dual count=2 moves=(list.and first=[Kb4] last=c3) result=win",
			"minor: 2. c3 check.minor count=1 moves=Kc4",
		},
		{
			"stipulation: check.stipulation.wins side=White task=(check.task.draw side=White)",
			"mistake: 1. Kd3 check.mistake loses=no moves=(list.or first=[Kb4 Kd4] last=c3) result=win",
			"dual: 2. c3 check.dual count=5 moves=(list.and first=[Kd2 Ke2 Kc3 Ke3] last=c4+) result=draw",
		},
		{"verdict: check.verdict.moves moves=(list.and first=[Kb4 Kd4] last=c3) verdict=(check.goal.win side=White)"},
		nil,
	}
	dir := shelf.Dir(t.TempDir())
	endingtest.Keep(t, dir, opposition)
	kept := shelf.New(dir, 64<<20)
	defer kept.Close()
	prober := probe.New(store.NewMemStore())
	defer prober.Close()
	judge := check.New(prober, check.AsTagged)
	for _, solve := range []check.Solver{nil, func(_ context.Context, p *board.Position) error {
		endingtest.Keep(t, dir, p.FEN())
		return nil
	}} {
		var got [][]string
		next := pgn.NewReader(strings.NewReader(text)).NextUnread
		err := judge.Endings(kept, solve).All(t.Context(), 1, next, func(r *check.Report) error {
			got = append(got, summary(r))
			if len(got) == len(want) && solve == nil && (r.Beyond != 3 || r.Positions > 0) ||
				solve != nil && (r.Positions == 0 || r.Kept != r.Positions || r.Open > 0) {
				t.Errorf("%d positions, %d kept, %d open, %d beyond", r.Positions, r.Kept, r.Open, r.Beyond)
			}
			return nil
		})
		if solve != nil {
			want[3] = []string{
				"cook: 1. Kd2 check.dual count=4 moves=(list.and first=[Kd1 Kf1 Ke2] last=Kf2) result=draw",
			}
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("%v, %s", err, diff)
		}
	}
}
