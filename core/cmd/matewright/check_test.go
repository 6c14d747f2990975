package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/check"
	"github.com/matewright/matewright/core/words"
)

const (
	sound = "[White \"Somebody\"]\n[FEN \"8/8/4k3/8/4K3/4P3/8/8 b - - 0 1\"]\n[Result \"1-0\"]\n\n" +
		"1... Kd6 {the opposition} 2. Kf5 1-0\n\n"
	flawed = "[FEN \"8/8/4k3/8/4K3/4P3/8/8 b - - 0 1\"]\n[Result \"1-0\"]\n\n1... Kd6 2. Kf5 Ke7 3. Ke4 1-0\n\n"
	broken = "[FEN \"8/8/4k3/8/4K3/4P3/8/8 b - - 0 1\"]\n\n1... Kd9 *\n\n"
)

// TestCheck runs check on files of games and studies. Long because it covers all flags and outputs.
func TestCheck(t *testing.T) {
	dir, files := tables(t), t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(files, name)
		if text != "" {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return path
	}
	all := file(
		"all.pgn",
		"\ufeff"+strings.ReplaceAll(
			sound+broken+flawed,
			"\n",
			"\r\n",
		)+"8/8/8/8/2k5/8/1K1P4/4r3 w - - bm Kc2;\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n",
	)
	say := func(key string, values ...any) string { return regexp.QuoteMeta(words.New(key, values...).String()) }
	minor := `  minor        2\. Kf5        ` +
		say("core.check.minor", "moves", words.And([]string{"Kd4", "Kf4"}), "count", 2) + `\n`
	illegal := say("core.pgn.illegal", "text", `"Kd9"`, "fen", "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1")
	mistake := say("core.check.mistake", "result", "win", "loses", "no", "moves", "...")
	mistake = strings.Replace(mistake, `\.\.\.`, `[^\n]*`, 1)
	findings := `   1` + minor + `   2  unreadable   line \d+ +` + illegal + `\n   3` + minor +
		`   3  mistake      3\. Ke4        ` + mistake + `\n`
	const totals = `5 games, \d+ positions judged: 2 flaws in 2 games\n1 position beyond five men\n` +
		`2 positions without tables: 2 of KRvKP\. Build them with: matewright build KRvKP\n`
	matewright(t, "", "check", all, "--dir", dir).want(t, 3, findings+totals, "")
	matewright(t, sound, "check", "-", "--dir", dir, "--threads", "1").want(t, 0,
		`   1`+minor+`1 game, 3 positions judged: no flaws\n`, "")

	out, rows := file("out.pgn", ""), file("out.csv", "")
	r := matewright(t, "", "check", all, "--json", "--pgn", out, "--csv", rows, "--dir", dir)
	r.want(t, 3, `(\{[^\n]*\}\n){5}`, totals)
	var record check.Record
	if err := json.Unmarshal([]byte(strings.Split(r.stdout, "\n")[2]), &record); err != nil || record.Game != 3 ||
		record.SaidGoal.Code() != "core.check.goal.win side=White" ||
		record.Goal != record.SaidGoal.String() ||
		record.Findings[len(record.Findings)-1].Kind != check.Mistake {
		t.Errorf("%+v, %v", record, err)
	}
	last := record.Findings[len(record.Findings)-1]
	comment := words.New("core.check.comment.finding", "kind", "mistake", "finding", last.Words)
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"{the opposition}", "[White \"Somebody\"]", "1... Kd9 *",
		"3. Ke4 $2 {" + comment.String() + "}",
	} {
		if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), part) {
			t.Errorf("%q is not in %s", part, text)
		}
	}
	table, err := os.Open(rows)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if list, err := csv.NewReader(table).ReadAll(); err != nil || len(list) < 8 ||
		strings.Join(list[0], " ") != strings.Join(check.Columns, " ") {
		t.Errorf("%q, %v", list, err)
	}

	mine := file("mine.pgn", "my games")
	matewright(t, "", "check", all, "--pgn", mine, "--csv", all, "--dir", dir).want(t, 1,
		"", `.*is the file that is read\n`)
	matewright(t, "", "check", all, "--pgn", mine, "--csv", mine, "--dir", dir).want(t, 1,
		"", `.*can't be both PGN and CSV\n`)
	if text, err := os.ReadFile(mine); string(text) != "my games" {
		t.Errorf("what failed left %q, %v", text, err)
	}
	fresh := file("fresh", "")
	matewright(t, "", "check", all, "--pgn", fresh, "--csv", fresh, "--dir", dir).want(t, 1,
		"", `.*can't be both PGN and CSV\n`)

	// A temporary file is not an output of the next command, and links and modes stay.
	part := file("old.pgn.part", sound)
	matewright(t, "", "check", part, "--pgn", file("old.pgn", ""), "--dir", dir).want(t, 1,
		"", `.*is the file that is read\n`)
	if text, err := os.ReadFile(part); string(text) != sound {
		t.Errorf("what was read is %q now, %v", text, err)
	}
	if err := errors.Join(os.Chmod(mine, 0o600), os.Symlink(mine, file("link.pgn", ""))); err != nil {
		t.Fatal(err)
	}
	matewright(t, sound, "check", "-", "--pgn", file("link.pgn", ""), "--dir", dir).want(t, 0, `[^!]*no flaws\n`, "")
	if info, err := os.Stat(mine); err != nil || info.Mode().Perm() != 0o600 || info.Size() < int64(len(sound)) {
		t.Errorf("%v, %v", info, err)
	}
	matewright(
		t,
		"[FEN \"8/8/8/3k4/8/8/1Q6/K7 w - - 0 1 more\"]\n\n1. Qb3+ *\n\n"+sound,
		"check",
		"-",
		"--dir",
		dir,
	).want(t, 3, ` +1  unreadable [^\n]*\n[^!]*1 flaw in 1 game\n`, "")
	matewright(t, "", "check", all, "--pgn", all, "--dir", dir).want(t, 1, "", `.*is the file that is read\n`)
	matewright(t, "", "check", file("none.pgn", ""), "--dir", dir).want(t, 1, "", `.*none\.pgn.*`)
	matewright(t, "", "check", all, "--metric", "dtc", "--dir", dir).want(t, 1, "", `.*leave --metric out\n`)
	matewright(t, "", "check", "-", "--dir", dir).want(t, 0, `0 games, 0 positions judged: no flaws\n`, "")
}
