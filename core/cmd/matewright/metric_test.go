package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/lichess"
)

// TestFiftyMoves runs the commands with tables by the fifty-move rule, which have their own directory beside those of
// DTM. Long because each step needs the tables of the steps before.
func TestFiftyMoves(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(tables(t))); err != nil {
		t.Fatal(err)
	}
	by := func(command string, args ...string) result {
		t.Helper()
		return matewright(t, "", append([]string{command, "--metric", "dtz50", "--dir", dir}, args...)...)
	}
	const late = "8/8/8/2k5/8/8/8/RK6 w - - "
	by("probe", late+"0 1").want(t, 1, "", "matewright: .*KRvK is missing\n"+
		"Build the missing tables with: matewright build --dir .* --metric dtz50 KRvK\n")
	by("build", "KPvK").want(t, 0, `.*KQvK .*, longest: win in 19 plies\n.*5 tables, .*`, "")
	if _, err := os.Stat(filepath.Join(dir, "dtz50", "KRvK.mwt")); err != nil {
		t.Error(err)
	}
	by("list").want(t, 0, `KBvK .*no wins\nKNvK .*KPvK .*longest: win in 19 plies\n.*`, "")
	by("verify", "all").want(t, 0, `.*5 tables are right.*`, "")
	by("find", "KRvK", "--plies", "31", "--side", "w", "--limit", "1").want(t, 0, `[\w/]+ w - - 0 1  win in 31\n`, "")
	by("find", "KRvK", "--plies", "31", "--side", "w", "--limit", "1", "--json").want(t, 0,
		`\{"fen":"[^"]*","category":"win","dtm":null,"dtz":31\}\n`, "")
	by("plan", "KRvK", "--budget", "64MiB").want(t, 0, `KRvK within 64.*`, "")

	var report stats.Report
	stats := by("stats", "KRvK", "--json")
	if err := json.Unmarshal([]byte(stats.stdout), &report); err != nil {
		t.Fatal(err)
	}
	if white := report.Sides[0]; report.Metric != "DTZ50" || white.All.CursedWin == nil ||
		*white.All.BlessedLoss != 0 ||
		white.Longest.Plies != 31 {
		t.Errorf("stats are %s", stats.stdout)
	}
	by("stats", "KRvK").want(t, 0, `KRvK, DTZ50\nWhite to move: [^\n]*\n`+
		`  more draws by the fifty-move rule: 0 cursed wins, 0 blessed losses \(0, 0\)\n`+
		`  longest win: 31 plies: .*`, "")

	// For either metric, answers have the distances of both, and the clock of the FEN counts.
	in := func(clock string) *lichess.Answer {
		t.Helper()
		r := new(lichess.Answer)
		got := matewright(t, "", "probe", "--json", late+clock, "--dir", dir)
		if err := json.Unmarshal([]byte(got.stdout), r); err != nil {
			t.Fatalf("%v: %s", err, got.stderr)
		}
		return r
	}
	r := in("0 1")
	plies := *r.DTZ
	if r.Category != "win" || *r.DTM != plies || *r.PreciseDTZ != plies || plies < 20 || *r.Moves[0].DTZ != 1-plies ||
		r.Moves[0].Category != "loss" {
		t.Errorf("without a clock it is %+v", r.Verdict)
	}
	if r = in(strconv.Itoa(100-plies) + " 60"); r.Category != "win" || r.Moves[0].Category != "loss" {
		t.Errorf("in time it is %+v", r.Verdict)
	}
	if r = in(strconv.Itoa(101-plies) + " 60"); r.Category != "cursed-win" || *r.DTZ != plies ||
		r.Moves[0].Category != "blessed-loss" {
		t.Errorf("a ply too late it is %+v", r.Verdict)
	}
	const tight = "k7/6P1/8/8/8/4K3/8/8 w - - 96 90" // a win in time, but DTZ50 has no distance to mate
	by("probe", tight, "--metric", "dtm").want(t, 0,
		`White wins, without the fifty-move rule by mate in 6 \(11 plies\), `+
			`a capture, pawn move or mate within 1 ply\n.*`, "")
	by("line", tight, "--metric", "dtm").want(t, 0,
		`White wins, .*7\. Qa8#\nThis line, by DTM, mates in 7 \(13 plies\)\n`, "")
	words := `Draw by the fifty-move rule, without which White `
	by("probe", late+"90 60").want(t, 0,
		words+`mates in \d+ \(\d+ plies\), a capture, pawn move or mate within \d+ plies\n.*`, "")
	alone := filepath.Join(t.TempDir(), "alone")
	if err := os.CopyFS(filepath.Join(alone, "dtz50"), os.DirFS(filepath.Join(dir, "dtz50"))); err != nil {
		t.Fatal(err)
	}
	matewright(t, "", "probe", late+"90 60", "--metric", "DTZ50", "--dir", alone).want(t, 0,
		words+`wins, with a capture, pawn move or mate within \d+ plies\n.*`, "")

	line := by("line", "8/3P4/8/8/8/8/8/k1K5 w").stdout
	if moves := strings.Split(line, "\n")[1]; !strings.HasSuffix(moves, "#") || !strings.Contains(moves, "=Q") {
		t.Errorf("best play is %s", line)
	}
	by("bench", "KQvK", "--method", "half-cycles").want(t, 0, `class .*\nKQvK +half-cycles .*`, "")
	matewright(t, "", "build", "KQvK", "--metric", "dtz49").want(t, 2, "", `.*unknown metric .*DTM, .*DTZ50.*`)
}

// TestConversions runs the commands with tables by conversions. Their outputs are in plies, and answers also have those
// of mates.
func TestConversions(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(tables(t))); err != nil {
		t.Fatal(err)
	}
	by := func(command string, args ...string) result {
		t.Helper()
		return matewright(t, "", append([]string{command, "--metric", "dtc", "--dir", dir}, args...)...)
	}
	const promotes, pushes = "8/3P4/8/8/8/8/8/k1K5 w", "8/8/8/8/8/1K6/3P4/k7 w"
	by("build", "KPvK").want(t, 0,
		`.*KQvK .*, longest: win in 19 plies\n.*KPvK .*, longest: win in 37 plies\n.*5 tables, .*`, "")
	if _, err := os.Stat(filepath.Join(dir, "dtc", "KPvK.mwt")); err != nil {
		t.Error(err)
	}
	by("list").want(t, 0, `KBvK .*no wins\nKNvK .*KPvK .*longest: win in 37 plies\n.*`, "")
	by("verify", "all").want(t, 0, `.*5 tables are right.*`, "")
	by("find", "KPvK", "--plies", "37", "--side", "w", "--limit", "1", "--json").want(t, 0,
		`\{"fen":"[^"]*","category":"win","dtm":null,"dtc":37\}\n`, "")
	by("plan", "KRvK", "--budget", "64MiB").want(t, 0, `KRvK within 64.*`, "")
	by("stats", "KPvK").want(t, 0, `KPvK, DTC\nWhite to move: [^\n]*\n  longest win: 37 plies: .*`, "")
	by("bench", "KQvK", "--method", "half-cycles").want(t, 0, `class .*\nKQvK +half-cycles .*`, "")

	by("probe", promotes).want(t, 0,
		`White mates in \d+ \(\d+ plies\), a capture, promotion or mate within 1 ply\n.*`, "")
	alone := t.TempDir()
	if err := os.CopyFS(filepath.Join(alone, "dtc"), os.DirFS(filepath.Join(dir, "dtc"))); err != nil {
		t.Fatal(err)
	}
	matewright(t, "", "probe", promotes, "--metric", "dtc", "--dir", alone).want(t, 0,
		`White wins, with a capture, promotion or mate within 1 ply, `+
			`unless the fifty-move rule makes it a draw\n.*`, "")
	r := new(lichess.Answer)
	if err := json.Unmarshal([]byte(by("probe", "--json", pushes).stdout), r); err != nil {
		t.Fatal(err)
	}
	if r.Category != "win" || r.DTZ != nil || *r.DTC < 9 || *r.DTC >= *r.DTM || *r.Moves[0].DTC != 1-*r.DTC {
		t.Errorf("it is %+v", r.Verdict)
	}
	line := by("line", pushes).stdout
	if moves := strings.Split(line, "\n")[1]; !strings.HasSuffix(moves, "#") || !strings.Contains(moves, "=Q") {
		t.Errorf("best play is %s", line)
	}
}
