package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestStats(t *testing.T) {
	dir := tables(t)
	matewright(t, "", "stats", "kkq", "--dir", dir).want(t, 0, `KQvK, DTM\n`+
		`White to move: 144508 wins, 0 draws, 0 losses \(up to symmetry 18081, 0, 0\)\n`+
		`  longest win: mate in 10 \(19 plies\): \S+ w - - 0 1\n`+
		`  win in   1 plies         2448\n.*Black to move: .*  loss in   0 plies          364\n.*`, "")

	const knight = `{"class":"KNvK","metric":"DTM","sides":[` +
		`{"stm":"w","all":{"win":0,"draw":205496,"loss":0},"distinct":{"win":0,"draw":25750,"loss":0},` +
		`"plies":[],"longest":null},` +
		`{"stm":"b","all":{"win":0,"draw":223944,"loss":0},"distinct":{"win":0,"draw":28056,"loss":0},` +
		`"plies":[],"longest":null}]}`
	var compact bytes.Buffer
	knights := matewright(t, "", "stats", "KNvK", "--json", "--dir", dir)
	if err := json.Compact(&compact, []byte(knights.stdout)); err != nil || compact.String() != knight {
		t.Errorf("%s, %v", compact.String(), err)
	}
	compact.Reset()
	queens := matewright(t, "", "stats", "--json", "KQvK", "--dir", dir)
	if err := json.Compact(&compact, []byte(queens.stdout)); err != nil {
		t.Error(err)
	}
	for _, part := range []string{
		`"plies":[{"outcome":"win","plies":1,"all":2448,"distinct":`,
		`"longest":{"plies":19,"fen":"`,
		`{"outcome":"loss","plies":0,"all":364,"distinct":`,
	} {
		if !strings.Contains(compact.String(), part) {
			t.Errorf("%s is not in %s", part, compact.String())
		}
	}

	matewright(t, "", "stats", "KNvK", "--csv", "--dir", dir).want(t, 0,
		"side,plies,outcome,positions,distinct\nw,,draw,205496,25750\nb,,draw,223944,28056\n", "")
	matewright(t, "", "stats", "kkq", "--csv", "--dir", dir).want(t, 0,
		`side,.*\nw,1,win,2448,\d+\n.*\nw,19,win,\d+,\d+\nb,0,loss,364,\d+\n.*\nb,,draw,\d+,\d+\n`, "")
}

func TestListAndVerify(t *testing.T) {
	dir := tables(t)
	matewright(t, "", "list", "--dir", dir).want(t, 0,
		`KBvK +[\d.]+ KiB  no wins\nKNvK +\S+ KiB  no wins\nKPvK +\S+ KiB  longest mate in 28\n`+
			`KQvK +\S+ KiB  longest mate in 10\nKRvK +\S+ KiB  longest mate in 16\n`+
			`5 tables with 3 men, \S+ KiB\n5 tables, \S+ KiB\n`, "")
	matewright(t, "", "list", "--dir", t.TempDir()).want(t, 0, `0 tables, 0.0 KiB\n`, "")
	right := func(class string) string {
		return class + ` +right  \d+ positions recomputed, \d+ of them by themselves too, in [\d.]+ s\n`
	}
	allRight := func(n int) string {
		return fmt.Sprintf(`%d tables are right, \d+ positions recomputed, \d+ of them by themselves too, in .* s\n`, n)
	}
	matewright(t, "", "verify", "KQvK", "knk", "--dir", dir).want(t, 0, right("KQvK")+right("KNvK")+allRight(2), "")
	matewright(t, "", "verify", "KQvK", "--every", "1", "--threads", "3", "--dir", dir).want(t, 0,
		`KQvK +right  (\d+) positions recomputed, (\d+) of .*`, "")
	matewright(t, "", "verify", "KQvK", "--sample", "1000", "--dir", dir).want(t, 0,
		`KQvK +right in a sample: \d+ positions recomputed, in .*`, "")
	matewright(t, "", "verify", "--quick", "all", "--dir", dir).want(t, 0,
		`(K[QRBNP]vK +proven  SHA-256 [0-9a-f]{64}\n){5}5 tables are proven, in .*\n`, "")
	left := filepath.Join(dir, "verifying-1")
	if err := os.MkdirAll(filepath.Join(left, "of a process that was killed"), 0o777); err != nil {
		t.Fatal(err)
	}
	matewright(t, "", "verify", "all", "--dir", dir).want(t, 0,
		right("KBvK")+right("KNvK")+right("KPvK")+right("KQvK")+right("KRvK")+allRight(5), "")
	if dirs, _ := filepath.Glob(filepath.Join(dir, "verifying-*")); len(dirs) > 0 {
		t.Errorf("verify left %q", dirs)
	}
}

// TestDamage checks that the error of a damaged table has the command that builds it again, and that this command
// works.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	matewright(t, "", "build", "KQvK", "--dir", dir).want(t, 0, ".*", "")
	path := filepath.Join(dir, "KQvK.mwt")
	image, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 100; i < len(image)/2; i += 100 {
		image[i] ^= 1
	}
	if err := os.WriteFile(path, image, 0o666); err != nil {
		t.Fatal(err)
	}
	again := "matewright: " + message(
		"core.problem.damaged",
		"class",
		"KQvK",
	) + `: .+\nBuild it again with: matewright build --dir "[^"]+" --rebuild KQvK\n`
	matewright(t, "", "probe", "8/8/8/8/1k6/8/4Q3/3K4 w", "--dir", dir).want(t, 1, "", again)
	matewright(t, "", "verify", "KQvK", "--dir", dir).want(t, 1,
		"KQvK +WRONG  "+message("core.problem.damaged", "class", "KQvK")+": .+\n", again)
	matewright(t, "", "verify", "--quick", "KQvK", "--dir", dir).want(t, 1, "KQvK +WRONG  .*\n", again)
	matewright(t, "", "build", "--rebuild", "--threads", "3", "KQvK", "--dir", dir).want(t, 0, ".*", "")
	matewright(t, "", "verify", "KQvK", "--dir", dir).want(t, 0, "KQvK +right.*", "")

	if err := os.WriteFile(path, image[:50], 0o666); err != nil {
		t.Fatal(err)
	}
	matewright(t, "", "list", "--dir", dir).want(t, 0,
		`KQvK .*`+message("core.problem.damaged", "class", "KQvK")+`: .*1 tables.*`, "")
	matewright(t, "", "stats", "KQvK", "--dir", dir).want(t, 1, "", again)
	matewright(t, "", "build", "KQvK", "--dir", dir).want(t, 0, ".*1 tables.*", "")
}

// TestListJSON checks that programs can read the lists of finished and unfinished tables of a directory.
func TestListJSON(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(tables(t))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "KQvKR.mwt"), []byte("no table"), 0o666); err != nil {
		t.Fatal(err)
	}
	read := func(args ...string) (l listing) {
		t.Helper()
		got := matewright(t, "", append([]string{"list", "--json", "--dir", dir}, args...)...)
		if err := json.Unmarshal([]byte(got.stdout), &l); err != nil || got.code != 0 {
			t.Fatalf("%v: %+v", err, got)
		}
		return l
	}
	l := read()
	var classes []string
	var bytes int64
	for _, table := range l.Tables {
		classes = append(classes, table.Class)
		bytes += table.Bytes
		plies, wins := map[string]int{"KPvK": 55, "KQvK": 19, "KRvK": 31}[table.Class]
		if wins != (table.LongestWin != nil) || wins && *table.LongestWin != plies ||
			(table.Error != "") != (table.Class == "KQvKR") {
			t.Errorf("%+v", table)
		}
	}
	if !slices.Equal(classes, []string{"KBvK", "KNvK", "KPvK", "KQvK", "KQvKR", "KRvK"}) || l.Bytes != bytes ||
		l.Metric != "DTM" ||
		l.Unfinished == nil ||
		len(l.Unfinished) > 0 {
		t.Errorf("it is %+v", l)
	}
	if l := read("--metric", "dtm50"); l.Metric != "DTM50" || len(l.Tables) != 0 || l.Tables == nil {
		t.Errorf("another metric: %+v", l)
	}
}

// TestVerifyEach checks that each file is verified, and that the command fails if one is wrong or if there are no
// tables.
func TestVerifyEach(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs symbolic links")
	}
	dir := t.TempDir()
	for _, verb := range [][]string{{"verify", "all"}, {"verify", "--quick", "all"}} {
		matewright(
			t,
			"",
			append(
				verb,
				"--dir",
				filepath.Join(dir, "none"),
			)...).want(t, 1, "", "matewright: there are no tables in .*none\n")
	}
	if err := os.CopyFS(dir, os.DirFS(tables(t))); err != nil {
		t.Fatal(err)
	}
	loop := filepath.Join(dir, "KBvK.mwt")
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "stray.mwt"), []byte("?"), 0o666),
		os.Remove(loop),
		os.Symlink(loop, loop),
	); err != nil {
		t.Fatal(err)
	}
	matewright(t, "", "verify", "--quick", "all", "--dir", dir).want(t, 1,
		`KBvK +WRONG  [^\n]*\n(K[QRNP]vK +proven [^\n]*\n){4}stray +WRONG  "stray" is not a material class[^\n]*\n`,
		`matewright: 2 of 6 are not right, the first: .*`)
	matewright(t, "", "list", "--dir", dir).want(t, 0, `KBvK .*KNvK .* no wins\n.*KRvK .*stray .*`, "")
	file := filepath.Join(tables(t), "KQvK.mwt")
	matewright(t, "", "import", file, "--dir", dir).want(t, 0, "KQvK .* proven: .*", "")
}
