package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/lichess"
)

// TestByClock runs the commands with tables by the clock, which have their own directory beside those of DTM.
// Long because each step needs the tables of the steps before.
func TestByClock(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(tables(t))); err != nil {
		t.Fatal(err)
	}
	by := func(command string, args ...string) result {
		t.Helper()
		return matewright(t, "", append([]string{command, "--metric", "dtm50", "--dir", dir}, args...)...)
	}
	const pawn = "8/8/8/8/8/4k3/4P3/4K3 b - - 97 80" // the pawn is lost at once
	const rook = "8/8/8/2k5/8/8/8/RK6 w - - "
	by("probe", rook+"0 1").want(t, 1, "", "matewright: .*KRvK is missing\n"+
		"Build the missing tables with: matewright build --dir .* --metric dtm50 KRvK\n")
	by("build", "--men", "3").want(t, 0, `KQvK .*, longest mate in 10\n.*KPvK .*longest mate in 28\n7 tables, .*`, "")
	if _, err := os.Stat(filepath.Join(dir, "dtm50", "KRvK.mwt")); err != nil {
		t.Error(err)
	}
	by("list").want(t, 0, `KBvK .*no wins\nKNvK .*KPvK .*longest mate in 28\n.*7 tables, .*`, "")
	by("verify", "all").want(t, 0,
		`.*KPvK +right  \d+ positions recomputed with all clocks, .*KQvK +right .*7 tables are right, .*`, "")
	by("verify", "KPvK", "--quick").want(t, 1,
		"", "matewright: DTM50 tables cannot be proven by a SHA-256: .*--quick\n")
	by("verify", "KPvK", "--sample", "10").want(t, 1, "", "matewright: DTM50 tables cannot be .*: .*--sample\n")
	by("stats", "KPvK").want(t, 0,
		`KPvK, DTM50\nWhite to move: .*longest win: mate in 28 .*as stored: \d+ wins and losses\n`+
			`  longer with later clocks, 1 times or more: \d+\n.*`, "")
	var report stats.Report
	if err := json.Unmarshal([]byte(by("stats", "KRvK", "--json").stdout), &report); err != nil ||
		report.Metric != "DTM50" ||
		report.Sides[0].Longest.Plies != 31 {
		t.Errorf("stats are %+v, %v", report, err)
	}

	// Commands that do not support these tables are refused in words.
	by("find", "KRvK", "--plies", "3").want(t, 1, "", "matewright: DTM50 tables cannot be searched\n")
	by("build", "--men", "5").want(t, 1, "", "matewright: DTM50 does not support --men 5.*")
	by("build", "KQRvKQ", "--no-castling", "--budget", "200MiB").want(t, 1, "2 of 6 tables are already built.\n",
		`matewright: DTM50 of KQRvKQ takes up to \d+ MiB of memory; the limit is 200 MiB\n`)

	// The clock of the FEN counts, whether these tables choose the moves or others do.
	in := func(fen string, args ...string) *lichess.Answer {
		t.Helper()
		r := new(lichess.Answer)
		got := matewright(t, "", append([]string{"probe", "--json", fen, "--dir", dir}, args...)...)
		if err := json.Unmarshal([]byte(got.stdout), r); err != nil {
			t.Fatalf("%v: %s", err, got.stderr)
		}
		return r
	}
	for _, args := range [][]string{nil, {"--metric", "dtm50"}} {
		r := in(rook+"0 1", args...)
		plies := *r.DTM50
		if r.Category != "win" || *r.DTM != plies || *r.Moves[0].DTM50 != 1-plies || r.Moves[0].Category != "loss" {
			t.Errorf("%v: without a clock it is %+v", args, r.Verdict)
		}
		if r := in(rook+"99 90", args...); r.Category != "cursed-win" || r.DTM50 != nil || *r.DTM != plies ||
			r.Moves[0].Category != "blessed-loss" {
			t.Errorf("%v: with a clock of 99 it is %+v", args, r.Verdict)
		}
		if r := in(pawn, args...); r.Category != "draw" || r.DTM50 != nil || r.DTM != nil {
			t.Errorf("%v: a draw is %+v", args, r.Verdict)
		}
		mate := "k7/8/1K6/8/8/8/8/7R w - - "
		if r := in(mate+"99 90", args...); r.Category != "win" || *r.DTM50 != 1 || r.Moves[0].SAN != "Rh8#" ||
			*r.Moves[0].DTM50 != 0 ||
			r.Moves[1].Category == "loss" {
			t.Errorf("%v: a mate on the last ply is %+v, then %+v", args, r.Verdict, r.Moves[0])
		}
		if r := in(mate+"100 90", args...); r.Category != "cursed-win" || r.DTM50 != nil {
			t.Errorf("%v: a mate that comes too late is %+v", args, r.Verdict)
		}
		if r := in("k6R/8/1K6/8/8/8/8/8 b - - 100 90", args...); r.Category != "loss" || *r.DTM50 != 0 || !r.Checkmate {
			t.Errorf("%v: who is mated by the last ply is %+v", args, r.Verdict)
		}
	}
	by("line", "k7/8/1K6/8/8/8/8/7R w - - 99 90").want(t, 0, "White mates in 1 \\(1 ply\\)\n1. Rh8#\n", "")
	by("line", "k7/8/1K6/8/8/8/8/7R w - - 100 90").want(t, 0, "Draw by the fifty-move rule, .*\n", "")

	// A pawn that can wait for mate cannot wait for the clock.
	late := in("8/4P3/8/8/8/k7/8/2K5 w - - 99 90")
	if late.Category != "win" || late.Moves[0].SAN != "e8=Q" || *late.Moves[0].DTM50 != 1-*late.DTM50 {
		t.Errorf("a promotion on the last ply is %+v, then %+v", late.Verdict, late.Moves[0])
	}
}
