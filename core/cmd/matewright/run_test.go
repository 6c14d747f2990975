package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// said is a message as a regular expression.
func said(key string, values ...any) string {
	return regexp.QuoteMeta(words.Of(key, values...).String())
}

// result is what a command line left behind.
type result struct {
	code           int
	stdout, stderr string
}

func matewright(t testing.TB, stdin string, args ...string) result {
	t.Helper()
	return matewrightWith(t, format.Params{}, stdin, args...)
}

// matewrightWith runs the command with tables that have some parameters.
func matewrightWith(t testing.TB, params format.Params, stdin string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := runWith(t.Context(), params, args, strings.NewReader(stdin), &stdout, &stderr)
	return result{code, stdout.String(), stderr.String()}
}

// want holds a result to an exit code and regular expressions, each of which
// must match the whole output; "" wants none.
func (r result) want(t *testing.T, code int, stdout, stderr string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit code %d, want %d; %s", r.code, code, r.stderr)
	}
	for _, out := range []struct{ name, got, want string }{{"stdout", r.stdout, stdout}, {"stderr", r.stderr, stderr}} {
		if !regexp.MustCompile("^(?s:" + out.want + ")$").MatchString(out.got) {
			t.Errorf("%s is %q, want %q", out.name, out.got, out.want)
		}
	}
}

var shared struct {
	sync.Once
	dir string
	result
}

// tables returns a directory with KPvK and what it depends on, only to be read.
func tables(t testing.TB) string {
	shared.Do(func() {
		dir, err := os.MkdirTemp("", "matewright")
		if err != nil {
			t.Fatal(err)
		}
		shared.dir = dir
		shared.result = matewright(t, "", "build", "KPvK", "--threads", "1", "--dir", dir) // in order
	})
	return shared.dir
}

// asMain, in the environment, makes the test's program the command itself.
const asMain = "MATEWRIGHT_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asMain) != "" {
		main()
	}
	code := m.Run()
	os.RemoveAll(shared.dir)
	os.Exit(code)
}

func TestBuild(t *testing.T) {
	tables(t)
	line := func(class string) string {
		return class + ` +[\d.]+ KiB  read in +[\d.]+ s, solved in +[\d.]+ s, stored in +[\d.]+ s, (no wins|longest mate in \d+)\n`
	}
	shared.want(
		t,
		0,
		line(
			"KQvK",
		)+line(
			"KRvK",
		)+line(
			"KBvK",
		)+line(
			"KNvK",
		)+line(
			"KPvK",
		)+`5 tables, 433152 positions, [\d.]+ KiB, read in [\d.]+ s, solved in [\d.]+ s, stored in [\d.]+ s, [\d.]+ s in all\n`,
		"",
	)
	matewright(t, "", "build", "kkp", "--dir", tables(t)).want(t, 0, "5 of 5 tables are there already.\n", "")

	dir := t.TempDir()
	matewright(t, "", "build", "KQvK", "KNvK", "--dir", dir).want(t, 0, `.*2 tables, .*`, "")
	matewright(
		t,
		"",
		"build",
		"--men",
		"3",
		"--dir",
		dir,
	).want(t, 0, `2 of 7 tables are there already.\n.*KRvK-h1 .*5 tables, .*`, "")
	matewright(t, "", "build", "--men", "3", "--no-castling", "--dir", t.TempDir()).want(t, 0, `.*5 tables, .*`, "")
	matewright(
		t,
		"",
		"build",
		"--rebuild",
		"--threads",
		"3",
		"KQvK",
		"--dir",
		dir,
	).want(t, 0, line("KQvK")+`1 tables, .*`, "")
	left := filepath.Join(dir, "KQvK.LEFT.mwt-tmp") // by a build that was killed
	if err := os.WriteFile(left, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	t.Setenv("MATEWRIGHT_DIR", dir)
	matewright(t, "", "build", "KPvK").want(t, 0, "5 of 5 tables are there already.\n", "")
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what a killed build left is still there: %v", err)
	}
}

func TestProbe(t *testing.T) {
	dir := tables(t)
	tests := []struct{ fen, stdout string }{
		{
			"8/3P4/8/8/8/8/8/k1K5 w",
			`White mates in 3 \(5 plies\)\n  Kc2     White mates in 2 \(4 plies\)\n  d8=Q    .*  d8=N    Draw\n`,
		},
		{"k7/1Q6/1K6/8/8/8/8/8_b", "Black is checkmated\n"},
		{"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "Draw by stalemate\n"},
		{"k7/1Q6/8/8/8/8/8/7K b", "Draw\n  Kxb7    Draw\n"},
		{"6q1/8/8/8/8/1k6/8/K7 b", `Black mates in 1 \(1 ply\)\n  Qg1#    White is checkmated\n.*`},
		{
			"8/1K6/8/4k3/1P6/8/8/8 w - - 99 1",
			`White mates in 14 \(27 plies\), without the fifty-move rule in 12 \(23 plies\)\n  b5      White mates in 13 \(26 plies\)\n` +
				`  Kc6     Draw by the fifty-move rule, without which White mates in 11 \(22 plies\)\n.*`,
		},
		{
			"8/8/8/8/8/2k5/8/K6R w - - 74 90",
			`White mates in 14 \(27 plies\), unless the fifty-move rule makes it a draw\n.*`,
		},
		{
			"8/8/8/8/8/2k5/8/K6R w - - 99 90",
			`Draw by the fifty-move rule, without which White mates in 14 \(27 plies\)\n.*`,
		},
	}
	for _, test := range tests {
		matewright(t, "", "probe", test.fen, "--dir", dir).want(t, 0, test.stdout, "")
	}
}

func TestProbeJSON(t *testing.T) {
	dir := tables(t)
	const (
		none  = `"dtz":null,"precise_dtz":null,"dtm":null,"dtm50":null,"dtc":null`
		alive = `"checkmate":false,"stalemate":false,"insufficient_material":false`
		chess = `"variant_win":false,"variant_loss":false,"dtw":null`
	)
	mated := func(fen string) string {
		return `{"fen":"` + fen + `","category":"loss","dtz":null,"precise_dtz":null,"dtm":0,"dtm50":0,"dtc":null,"checkmate":true,"stalemate":false,"insufficient_material":false,` +
			chess + `,"moves":[]}` + "\n"
	}
	drawn := func(fen string) string {
		return `{"fen":"` + fen + `","category":"draw",` + none + `,` + alive + `,` + chess + `,"moves":[{"uci":"a8b7","san":"Kxb7","zeroing":true,"conversion":true,"category":"draw",` + none +
			`,"checkmate":false,"stalemate":false,"insufficient_material":true,` + chess + `}]}` + "\n"
	}
	exactly := regexp.QuoteMeta
	matewright(
		t,
		"",
		"probe",
		"--json",
		"k7/1Q6/1K6/8/8/8/8/8 b",
		"--dir",
		dir,
	).want(t, 0, exactly(mated("k7/1Q6/1K6/8/8/8/8/8 b")), "")
	matewright(
		t,
		"",
		"probe",
		"--json",
		"k7/1Q6/8/8/8/8/8/7K b",
		"--dir",
		dir,
	).want(t, 0, exactly(drawn("k7/1Q6/8/8/8/8/8/7K b")), "")
	matewright(
		t,
		"",
		"probe",
		"--json",
		"kB6/8/1K6/8/8/8/8/8 b",
		"--dir",
		dir,
	).want(t, 0, `.*"insufficient_material":true.*`, "")

	// Lines that can't be answered get an error, and the rest goes on.
	refusal := func(fen, reason string) string {
		return `\{"error":"[^\n]*` + reason + `[^\n]*","fen":"` + exactly(fen) + `"\}` + "\n"
	}
	long := strings.Repeat("x", 100_000)
	stdin := "k7/1Q6/1K6/8/8/8/8/8 b\nnonsense\n\n  k7/1Q6/8/8/8/8/8/7K_b_-_- \r\n" + long + "\nk7/8/8/8/8/8/8/KR5r w\nk7/1Q6/1K6/8/8/8/8/8 b"
	matewright(t, stdin, "probe", "--json", "-", "--dir", dir).want(t, 0,
		exactly(
			mated("k7/1Q6/1K6/8/8/8/8/8 b"),
		)+refusal(
			"nonsense",
			"not usable",
		)+refusal(
			"",
			"not usable",
		)+exactly(
			drawn("k7/1Q6/8/8/8/8/8/7K_b_-_-"),
		)+refusal(
			long[:200],
			"characters",
		)+
			refusal(
				"k7/8/8/8/8/8/8/KR5r w",
				"KRvKR is missing",
			)+exactly(
			mated("k7/1Q6/1K6/8/8/8/8/8 b"),
		), "")
	matewright(t, "", "probe", "--json", "-", "--dir", dir).want(t, 0, "", "")
}

func TestLine(t *testing.T) {
	dir := tables(t)
	tests := []struct{ fen, stdout string }{
		{"8/3P4/8/8/8/8/8/k1K5 w", "White mates in 3 (5 plies)\n1. Kc2 Ka2 2. d8=Q Ka1 3. Qa5#\n"},
		{"8/3P4/8/8/8/8/8/k1K5 b", "White mates in 4 (8 plies)\n1... Ka2 2. d8=Q Ka3 3. Qb6 Ka4 4. Kc2 Ka3 5. Qa5#\n"},
		{"k7/1Q6/1K6/8/8/8/8/8 b", "Black is checkmated\n"},
		{"k7/1Q6/8/8/8/8/8/7K b", "Draw\n"},
		{
			"8/1K6/8/4k3/1P6/8/8/8 w - - 99 1",
			"White mates in 14 (27 plies), without the fifty-move rule in 12 (23 plies)\n1. b5 Kd6 2. b6 Kd7 3. Ka7 Kc6 4. b7 Kd5 5. Kb6 Kd4 6. Kc6 Kc3 " +
				"7. b8=Q Kd2 8. Qb3 Ke2 9. Qg3 Kd1 10. Qf2 Kc1 11. Kb5 Kb1 12. Kb4 Ka1 13. Ka3 Kb1 14. Qb2#\n",
		},
	}
	for _, test := range tests {
		matewright(t, "", "line", test.fen, "--dir", dir).want(t, 0, regexp.QuoteMeta(test.stdout), "")
	}
}

func TestStats(t *testing.T) {
	dir := tables(t)
	matewright(t, "", "stats", "kkq", "--dir", dir).want(t, 0, `KQvK, DTM\n`+
		`White to move: 144508 wins, 0 draws, 0 losses \(up to symmetry 18081, 0, 0\)\n`+
		`  longest win: mate in 10 \(19 plies\): \S+ w - - 0 1\n`+
		`  win in   1 plies         2448\n.*Black to move: .*  loss in   0 plies          364\n.*`, "")

	const knight = `{"class":"KNvK","metric":"DTM","sides":[` +
		`{"stm":"w","all":{"win":0,"draw":205496,"loss":0},"distinct":{"win":0,"draw":25750,"loss":0},"plies":[],"longest":null},` +
		`{"stm":"b","all":{"win":0,"draw":223944,"loss":0},"distinct":{"win":0,"draw":28056,"loss":0},"plies":[],"longest":null}]}`
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(matewright(t, "", "stats", "KNvK", "--json", "--dir", dir).stdout)); err != nil ||
		compact.String() != knight {
		t.Errorf("%s, %v", compact.String(), err)
	}
	compact.Reset()
	if err := json.Compact(&compact, []byte(matewright(t, "", "stats", "--json", "KQvK", "--dir", dir).stdout)); err != nil {
		t.Error(err)
	}
	for _, part := range []string{
		`"plies":[{"outcome":"win","plies":1,"all":2448,"distinct":`, `"longest":{"plies":19,"fen":"`, `{"outcome":"loss","plies":0,"all":364,"distinct":`,
	} {
		if !strings.Contains(compact.String(), part) {
			t.Errorf("%s is not in %s", part, compact.String())
		}
	}

	matewright(
		t,
		"",
		"stats",
		"KNvK",
		"--csv",
		"--dir",
		dir,
	).want(t, 0, "side,plies,outcome,positions,distinct\nw,,draw,205496,25750\nb,,draw,223944,28056\n", "")
	matewright(
		t,
		"",
		"stats",
		"kkq",
		"--csv",
		"--dir",
		dir,
	).want(t, 0, `side,.*\nw,1,win,2448,\d+\n.*\nw,19,win,\d+,\d+\nb,0,loss,364,\d+\n.*\nb,,draw,\d+,\d+\n`, "")
}

func TestListAndVerify(t *testing.T) {
	dir := tables(t)
	matewright(
		t,
		"",
		"list",
		"--dir",
		dir,
	).want(t, 0, `KBvK +[\d.]+ KiB  no wins\nKNvK +\S+ KiB  no wins\nKPvK +\S+ KiB  longest mate in 28\n`+
		`KQvK +\S+ KiB  longest mate in 10\nKRvK +\S+ KiB  longest mate in 16\n5 tables with 3 men, \S+ KiB\n5 tables, \S+ KiB\n`, "")
	matewright(t, "", "list", "--dir", t.TempDir()).want(t, 0, `0 tables, 0.0 KiB\n`, "")
	right := func(class string) string {
		return class + ` +right  \d+ positions recomputed, \d+ of them by themselves too, in [\d.]+ s\n`
	}
	allRight := func(n int) string {
		return fmt.Sprintf(`%d tables are right, \d+ positions recomputed, \d+ of them by themselves too, in .* s\n`, n)
	}
	matewright(t, "", "verify", "KQvK", "knk", "--dir", dir).want(t, 0, right("KQvK")+right("KNvK")+allRight(2), "")
	matewright(
		t,
		"",
		"verify",
		"KQvK",
		"--every",
		"1",
		"--threads",
		"3",
		"--dir",
		dir,
	).want(t, 0, `KQvK +right  (\d+) positions recomputed, (\d+) of .*`, "")
	matewright(
		t,
		"",
		"verify",
		"KQvK",
		"--sample",
		"1000",
		"--dir",
		dir,
	).want(t, 0, `KQvK +right, says a sample: \d+ positions recomputed, in .*`, "")
	matewright(
		t,
		"",
		"verify",
		"--quick",
		"all",
		"--dir",
		dir,
	).want(t, 0, `(K[QRBNP]vK +proven  SHA-256 [0-9a-f]{64}\n){5}5 tables are proven, in .*\n`, "")
	left := filepath.Join(dir, "verifying-1")
	if err := os.MkdirAll(filepath.Join(left, "of a process that was killed"), 0o777); err != nil {
		t.Fatal(err)
	}
	matewright(
		t,
		"",
		"verify",
		"all",
		"--dir",
		dir,
	).want(t, 0, right("KBvK")+right("KNvK")+right("KPvK")+right("KQvK")+right("KRvK")+allRight(5), "")
	if dirs, _ := filepath.Glob(filepath.Join(dir, "verifying-*")); len(dirs) > 0 {
		t.Errorf("verify left %q", dirs)
	}
}

func TestFind(t *testing.T) {
	dir := tables(t)
	const fen = `[\w/]+ w - - 0 1`
	const black = `[\w/]+ b - - 0 1`
	tests := []struct {
		args           []string
		stdout, stderr string
	}{
		{[]string{"kpk", "--plies", "55"}, `(` + fen + `  win in 55\n){3}`, ""},
		{[]string{"KQvK", "--plies", "0", "--limit", "2"}, `(` + black + `  checkmated\n){2}`, ""},
		{[]string{"KPvK", "--zugzwang"}, `(` + fen + `  draw, loss in \d+ with Black to move\n){80}`, ""}, // each once
		{
			[]string{"KPvK", "--zugzwang", "--plies", "1-99"},
			`(` + black + `  loss in \d+, draw with White to move\n){80}`,
			"",
		},
		{
			[]string{"KPvK", "--zugzwang", "--side", "w"},
			`(` + fen + `  draw, loss in \d+ with Black to move\n){80}`,
			"",
		},
		{[]string{"KPvK", "--zugzwang", "--side", "b", "--limit", "5"}, `(` + black + `  loss .*\n){5}`, ""},
		{[]string{"KPvK", "--only-move", "--limit", "7"}, `(` + fen + `  win in \d+, only \S+\n){7}`, ""},
		{
			[]string{"KPvK", "--only-draw", "--side", "b", "--in-a-row", "3", "--limit", "2"},
			`(` + black + `  draw, only K[a-h][1-8]\n){2}`,
			"",
		},
		{
			[]string{"KPvK", "--plies", "11-13", "--men", "Ph7, black king on the e-file", "--side", "w"},
			`(` + fen + `  win in 1[13]\n)+`,
			"",
		},
		{
			[]string{"KPvK", "--men", "Ph4, ka8, Ka6"},
			`k7/8/K7/8/7P/8/8/8 [wb] - - 0 1  .*\nk7/8/K7/8/7P/8/8/8 [wb] - - 0 1  .*\n`,
			"",
		},
		{
			[]string{"KQvK", "--plies", "5", "--varied", "--seed", "3", "--limit", "9"},
			`(` + fen + `  win in 5\n){9}`,
			"",
		},
		{
			[]string{"KQvK", "--plies", "3", "--json", "--limit", "1"},
			`\{"fen":"` + fen + `","category":"win","dtm":3\}\n`,
			"",
		},
		{[]string{"KQvK", "--plies", "21"}, "", `There is no such position\.\n`},
	}
	for _, test := range tests {
		matewright(t, "", append([]string{"find", "--dir", dir}, test.args...)...).want(t, 0, test.stdout, test.stderr)
	}
	random := func(seed string) string {
		r := matewright(t, "", "find", "KPvK", "--plies", "11", "--random", "--seed", seed, "--dir", dir)
		r.want(t, 0, fen+`  win in 11\n`, "")
		return r.stdout
	}
	one, again, another := random("1"), random("1"), random("2")
	if one != again || one == another {
		t.Error("what is found does not depend on the seed alone")
	}
}

// TestBench: the shape of what is printed, and numbers that can be.
func TestBench(t *testing.T) {
	t.Setenv("MATEWRIGHT_DIR", "")
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	row := func(start string) string { return start + `( +[\d.]+ s){4} +\d+( +[\d.]+ [KM]iB){4}\n` }
	matewright(t, "", "bench", "kpk", "KNvK").want(t, 0, `class +method +positions +solving .*to scratch\n`+
		row(`KPvK +grandfather +196608`)+row(`KNvK +grandfather +59136`)+row(`total +255744`), "")
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("%v is left over, %v", left, err)
	}

	dir := t.TempDir()
	r := matewright(t, "", "bench", "--json", "--threads", "2", "KRvK", "KPvK", "--dir", dir)
	var rows []struct {
		Class          string
		Method         string
		Positions      int64
		SolveSeconds   float64 `json:"solve_seconds"`
		ReadSeconds    float64 `json:"read_seconds"`
		EncodeSeconds  float64 `json:"encode_seconds"`
		ElapsedSeconds float64 `json:"elapsed_seconds"`
		PeakBytes      int64   `json:"peak_bytes"`
		StoredBytes    int64   `json:"stored_bytes"`
	}
	if err := json.Unmarshal([]byte(r.stdout), &rows); err != nil || r.code != 0 || len(rows) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	for i, class := range []string{"KRvK", "KPvK"} {
		file, err := os.Stat(filepath.Join(dir, class+".mwt"))
		if err != nil {
			t.Fatal(err)
		}
		if m := rows[i]; m.Class != class || m.Method != "grandfather" || m.Positions < 59136 || m.SolveSeconds <= 0 ||
			(m.ReadSeconds > 0) != (class == "KPvK") || m.ReadSeconds > m.SolveSeconds || m.EncodeSeconds <= 0 ||
			m.ElapsedSeconds <= 0 || m.PeakBytes < m.Positions || m.StoredBytes <= 0 || m.StoredBytes > file.Size() {
			t.Errorf("%+v", m)
		}
	}
	matewright(
		t,
		"",
		"bench",
		"--json",
		"KQvK",
		"--dir",
		filepath.Join(dir, "KRvK.mwt"),
	).want(t, 1, `\[\n\]\n`, `matewright: .+\n`)
	matewright(t, "", "list", "--dir", dir).want(t, 0, `.*5 tables, .*`, "")
}

// TestMemoryWatch: it sees an allocation, in both ways of looking.
func TestMemoryWatch(t *testing.T) {
	const size = 64 << 20
	for _, resident := range []bool{true, false} {
		w := watchMemory()
		if !resident && w.resident {
			w.resident = false
			w.stopped.Go(w.sample)
		}
		before := heldOfSystem()
		held := bytes.Repeat([]byte{1}, size)
		if got := w.peak(); got < size || !resident && got < before+size/2 {
			t.Errorf("resident %v: %d bytes at most, %d before", resident, got, before)
		}
		runtime.KeepAlive(held)
	}
}

// TestRefusals: what goes wrong is said on stderr, with what to do about it.
func TestRefusals(t *testing.T) {
	dir := tables(t)
	const help = `Run "matewright --help" for all commands and options\.\n`
	tests := []struct {
		code   int
		stderr string
		args   []string
	}{
		{2, `matewright: unexpected argument dance.*` + help, []string{"dance"}},
		{2, `matewright: unknown flag --dance.*` + help, []string{"list", "--dance"}},
		{2, `matewright: .*"<fen>".*` + help, []string{"probe"}},
		{2, `matewright: .*name a class, such as KRPvK.*` + help, []string{"build"}},
		{2, `matewright: --threads: .*want a number .*` + help, []string{"build", "KQvK", "--threads=-1"}},
		{
			2,
			"matewright: --threads: " + said(
				"command.number",
				"text",
				`"100000000"`,
				"least",
				0,
				"most",
				4096,
			) + "\n" + help,
			[]string{"build", "KQvK", "--threads=100000000"},
		},
		{2, `matewright: --threads: .*want a number .*` + help, []string{"bench", "KQvK", "--threads=1.5"}},
		{2, `matewright: --threads: .*want a number .*` + help, []string{"verify", "KQvK", "--threads=-2"}},
		{
			2,
			"matewright: --cache: " + said(
				"command.number",
				"text",
				`"8796093022208"`,
				"least",
				1,
				"most",
				16777216,
			) + "\n" + help,
			[]string{"build", "KQvK", "--cache=8796093022208"},
		},
		{2, `matewright: --cache: .*want a number .*` + help, []string{"verify", "KQvK", "--cache=-1"}},
		{
			2,
			"matewright: --budget: " + said("command.sizeRange", "text", `"1e-300MiB"`, "most", 16384) + "\n" + help,
			[]string{"build", "KQvK", "--budget", "1e-300MiB"},
		},
		{
			2,
			"matewright: --budget: " + said("command.sizeRange", "text", `"1e300GiB"`, "most", 16384) + ".*" + help,
			[]string{"plan", "KQvK", "--budget", "1e300GiB"},
		},
		{
			2,
			"matewright: --budget: " + said("command.sizeRange", "text", `"-1MiB"`, "most", 16384) + ".*" + help,
			[]string{"bench", "KQvK", "--budget=-1MiB"},
		},
		{
			2,
			"matewright: --budget: " + said("command.sizeRange", "text", `"NaNMiB"`, "most", 16384) + ".*" + help,
			[]string{"build", "KQvK", "--budget=NaNMiB"},
		},
		{
			2,
			"matewright: --budget: " + said("command.size", "text", `"128"`) + "\n" + help,
			[]string{"build", "KQvK", "--budget=128"},
		},
		{
			2,
			`matewright: --json and --csv can't be used together.*` + help,
			[]string{"stats", "KQvK", "--json", "--csv"},
		},
		{2, `matewright: .*--men goes from 3 to 5.*` + help, []string{"build", "--men", "6"}},
		{1, `matewright: "KXvK" is not a material class: .*\n`, []string{"build", "KXvK"}},
		{1, `matewright: "KvK" is not a material class: .*\n`, []string{"stats", "KvK"}},
		{
			1,
			`matewright: this FEN is not usable: the castling right K needs a king on e1 and a rook on h1\n`,
			[]string{"plan", "--strict", "--position", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1"},
		},
		{1, `matewright: this FEN is not usable: .*\n`, []string{"line", "nonsense"}},
		{
			1,
			`matewright: this position has 7 men, and tables go up to 6\n`,
			[]string{"line", "7k/8/8/8/8/8/QRBNN3/K7 w"},
		},
		{
			1,
			`matewright: this position has 32 men, and tables go up to 6\n`,
			[]string{"probe", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		},
		{1, `matewright: .* needs --json, and no --build\n`, []string{"probe", "-"}},
		{
			1,
			`matewright: the table of KRvKR is missing\nBuild what it needs with: matewright build --dir "[^"]+" KRvKR\n`,
			[]string{"probe", "k7/8/8/8/8/8/8/KR5r w"},
		},
		{
			1,
			`matewright: the table of KRvKR is missing\nBuild what it needs with: matewright build --dir "[^"]+" KRvKR\n`,
			[]string{"line", "k7/8/8/8/8/8/8/KR5r w"},
		},
		{
			1,
			`matewright: the table of KRvKR is missing\nBuild it with: matewright build --dir "[^"]+" KRvKR\n`,
			[]string{"stats", "KRvKR"},
		},
		{
			1,
			`matewright: the table of KRvKR is missing\nBuild it with: matewright build --dir "[^"]+" KRvKR\n`,
			[]string{"verify", "KRvKR"},
		},
		{
			1,
			`matewright: the table of KRvKR is missing\nBuild it with: matewright build --dir "[^"]+" KRvKR\n`,
			[]string{"find", "KRvKR", "--zugzwang"},
		},
		{1, `matewright: say what to find: .*\n`, []string{"find", "KQvK"}},
		{1, `matewright: "Tower a1" names no man: .*\n`, []string{"find", "KQvK", "--men", "Tower a1"}},
		{
			1,
			"matewright: " + said("core.find.row", "count", 2, "most", find.MostInRow) + "\n",
			[]string{"find", "KQvK", "--zugzwang", "--in-a-row", "2"},
		},
		{
			2,
			`matewright: --plies: "5-3" is no number of plies, such as 5 or 5-9\n` + help,
			[]string{"find", "KQvK", "--plies", "5-3"},
		},
		{
			2,
			`matewright: --zugzwang and --only-move can't be used together\n` + help,
			[]string{"find", "KQvK", "--only-move", "--zugzwang"},
		},
	}
	for _, test := range tests {
		matewright(t, "", append(test.args, "--dir", dir)...).want(t, test.code, "", test.stderr)
	}
	matewright(t, "", "--help").want(t, 0, `Usage: matewright .*`, "")
}

// TestDamage: a damaged table is named with the way to build it again, and
// that way works.
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
	again := "matewright: " + said(
		"core.problem.damaged",
		"class",
		"KQvK",
	) + `: .+\nBuild it again with: matewright build --dir "[^"]+" --rebuild KQvK\n`
	matewright(t, "", "probe", "8/8/8/8/1k6/8/4Q3/3K4 w", "--dir", dir).want(t, 1, "", again)
	matewright(
		t,
		"",
		"verify",
		"KQvK",
		"--dir",
		dir,
	).want(t, 1, "KQvK +WRONG  "+said("core.problem.damaged", "class", "KQvK")+": .+\n", again)
	matewright(t, "", "verify", "--quick", "KQvK", "--dir", dir).want(t, 1, "KQvK +WRONG  .*\n", again)
	matewright(t, "", "build", "--rebuild", "--threads", "3", "KQvK", "--dir", dir).want(t, 0, ".*", "")
	matewright(t, "", "verify", "KQvK", "--dir", dir).want(t, 0, "KQvK +right.*", "")

	if err := os.WriteFile(path, image[:50], 0o666); err != nil {
		t.Fatal(err)
	}
	matewright(
		t,
		"",
		"list",
		"--dir",
		dir,
	).want(t, 0, `KQvK .*`+said("core.problem.damaged", "class", "KQvK")+`: .*1 tables.*`, "")
	matewright(t, "", "stats", "KQvK", "--dir", dir).want(t, 1, "", again)
	matewright(t, "", "build", "KQvK", "--dir", dir).want(t, 0, ".*1 tables.*", "")
}

// TestImport: tables are taken in from files whatever these are called, those that
// others need first; what is refused is named, and changes nothing.
func TestImport(t *testing.T) {
	from, dir := tables(t), t.TempDir()
	copied := func(name, to string, size int) string {
		image, err := os.ReadFile(filepath.Join(from, name+".mwt"))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), to)
		if err := os.WriteFile(path, image[:min(size, len(image))], 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const whole = 1 << 20
	pawn, cut := copied("KPvK", "KPvK (2).mwt", whole), copied("KQvK", "KQvK.mwt", 2000)
	matewright(t, "", "import", pawn, "--dir", dir).want(t, 0, `KPvK +17\.0 KiB  proven: .*\n`, "")
	args := []string{
		"import",
		pawn,
		copied("KNvK", "b", whole),
		copied("KBvK", "a", whole),
		copied("KRvK", "KRvK.mwt", whole),
		copied("KQvK", "KQvK.mwt", whole),
		"--dir",
		dir,
	}
	right := func(class string) string { return class + ` +\S+ KiB  proven: [^\n]+\n` }
	matewright(t, "", args...).want(t, 0, right("KNvK")+right("KBvK")+right("KQvK")+right("KRvK")+right("KPvK"), "")
	matewright(
		t,
		"",
		"import",
		cut,
		pawn,
		"--dir",
		dir,
	).want(t, 1, `KQvK\.mwt  refused: `+said("core.import.damaged", "detail", "")+`.+\n`+right("KPvK"),
		`matewright: 1 of 2 files were refused, and changed nothing\n`)
	matewright(t, "", "verify", "all", "--dir", dir).want(t, 0, `.*5 tables are right.*`, "")
}

// TestProbeBuild: for a position only those parts of a table are built that it can reach, and what is
// missing of it can be built later.
func TestProbeBuild(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 6)
	matewright := func(stdin string, args ...string) result {
		t.Helper()
		return matewrightWith(t, tabletest.ParamsOf(l), stdin, args...)
	}
	dir := t.TempDir()
	const fen = "8/8/1P6/8/8/4k3/8/K7 w"
	matewright("", "plan", "--position", fen, "--dir", dir).want(t, 0,
		`8/8/1P6/\S+ w - - 0 1: \d+ positions of 5 tables, 0 more are there; about \S+ s\n  KPvK +2 of 6 parts\n  whole +KQvK KRvK KBvK KNvK\n`, "")
	matewright(
		"",
		"plan",
		"--position",
		fen,
		"--json",
		"--dir",
		dir,
	).want(t, 0, `.*"class": "KPvK",\s+"parts": \[\s+1,\s+2\s+\],\s+"of": 6,.*`, "")
	for range 2 {
		matewright(
			"",
			"probe",
			"--build",
			fen,
			"--dir",
			dir,
		).want(t, 0, `White mates in .*`, `(White wins: that is proven, .*)?`)
		matewright("", "list", "--dir", dir).want(t, 0, `.*4 tables, \S+ KiB\nKPvK +2 of 6 parts are finished\n`, "")
	}
	matewright("", "plan", "--position", fen, "--dir", dir).want(t, 0, `.*: all that it needs is there\n`, "")
	matewright("", "probe", "8/1P6/8/8/8/4k3/8/K7 w", "--dir", dir).want(t, 0, `White mates in .*`, "")
	matewright(
		"",
		"probe",
		"8/8/8/8/8/4k3/1P6/K7 w",
		"--dir",
		dir,
	).want(t, 1, "", `matewright: the table of KPvK is missing.*`)
	matewright("", "verify", "KPvK", "--dir", dir).want(t, 1, "", `matewright: the table of KPvK is missing.*`)
	matewright(
		"",
		"build",
		"KPvK",
		"--dir",
		dir,
	).want(t, 0, `4 of 5 tables are there already.\nKPvK .*1 tables, .*`, "")
	matewright("", "verify", "all", "--dir", dir).want(t, 0, `.*5 tables are right.*`, "")
	matewright(
		"",
		"probe",
		"--build",
		"7k/8/8/8/8/8/QRBNN3/K7 w",
		"--dir",
		dir,
	).want(t, 1, "", `matewright: this position has 7 men, and tables go up to 6\n`)
	matewright(
		"",
		"probe",
		"--build",
		"8/8/8/3k4/8/8/PPPPP3/K7 w",
		"--dir",
		dir,
	).want(t, 1, "", `matewright: this position has 7 men, and tables go up to 6\n`)
}

// TestStopped: a command that a signal stops says so, and what running it again does.
func TestStopped(t *testing.T) {
	dir, file := tables(t), filepath.Join(t.TempDir(), "game.pgn")
	if err := os.WriteFile(file, []byte("[FEN \"8/3P4/8/8/8/8/8/k1K5 w - - 0 1\"]\n\n1. Kc2 *\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const again, resume = "run the same command again to start over", "finished parts are kept, run the same command again to resume"
	for _, test := range []struct {
		words string
		args  []string
	}{
		{resume, []string{"build", "KQvK", "--rebuild"}},
		{resume, []string{"build", "KQvK", "--metric", "dtm50"}},
		{resume, []string{"probe", "--build", "8/8/8/8/8/1k6/8/KQ5r w"}},
		{again, []string{"probe", "8/3P4/8/8/8/8/8/k1K5 w"}},
		{again, []string{"probe", "--json", "-"}},
		{again, []string{"line", "8/3P4/8/8/8/8/8/k1K5 w"}},
		{again, []string{"prove", "8/3P4/8/8/8/8/8/k1K5 w"}},
		{again, []string{"find", "KPvK", "--zugzwang"}},
		{again, []string{"check", file}},
		{again, []string{"verify", "KPvK"}},
		{again, []string{"verify", "KPvK", "--quick"}},
		{again, []string{"import", filepath.Join(dir, "KPvK.mwt")}},
		{again, []string{"export", "KPvK", "--to", t.TempDir()}},
		{again, []string{"plan", "--position", "8/3P4/8/8/8/8/8/k1K5 w"}},
		{again, []string{"bench", "KQvK"}},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		into := t.TempDir()
		if err := os.CopyFS(into, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		code := run(ctx, append(test.args, "--dir", into), strings.NewReader(""), &stdout, &stderr)
		if code != 1 || stderr.String() != "matewright: stopped; "+test.words+"\n" {
			t.Errorf("%v: %d, %q", test.args, code, &stderr)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"uci"}, {"serve", "--listen", "127.0.0.1:0", "--log", "error"}} { // they run until they are stopped
		var stderr bytes.Buffer
		if code := run(ctx, append(args, "--dir", dir), strings.NewReader(""), io.Discard, &stderr); code != 0 ||
			stderr.Len() > 0 {
			t.Errorf("%v: %d, %q", args, code, &stderr)
		}
	}
}

// TestUsage: the command says what it can do, and which version it is.
func TestUsage(t *testing.T) {
	all := matewright(t, "", "--help")
	if !strings.Contains(all.stdout, "Usage: matewright <command>") ||
		!strings.Contains(all.stdout, "Judge a position") {
		t.Fatalf("--help prints %s", all.stdout)
	}
	exactly := regexp.QuoteMeta
	matewright(t, "").want(t, 0, exactly(all.stdout), "")
	matewright(t, "", "help").want(t, 0, exactly(all.stdout), "")
	find := matewright(t, "", "find", "--help")
	matewright(t, "", "help", "find").want(t, 0, exactly(find.stdout), "")
	if !strings.Contains(find.stdout, "--zugzwang") || find.stdout == all.stdout {
		t.Errorf("help find prints %s", find.stdout)
	}
	matewright(
		t,
		"",
		"help",
		"nonsense",
	).want(t, 2, "", `matewright: unexpected argument nonsense\nRun "matewright --help" .*`)
	dir := t.TempDir()
	matewright(t, "", "--dir", dir).want(t, 0, exactly(all.stdout), "")
	matewright(t, "", "--dir", dir, "help", "find").want(t, 0, exactly(find.stdout), "")
	matewright(t, "", "--dir", dir, "help").want(t, 0, exactly(all.stdout), "")
	matewright(t, "", "--metric", "nonsense").want(t, 2, "", `matewright: .*NONSENSE.*\nRun "matewright --help" .*`)
	matewright(t, "", "--version").want(t, 0, `matewright \S+(, commit [0-9a-f]+(, modified)?)?, go\S+\n`, "")
}

// TestListJSON: programs read which tables a directory has, and what is unfinished.
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
		if plies, wins := map[string]int{"KPvK": 55, "KQvK": 19, "KRvK": 31}[table.Class]; wins != (table.LongestWin != nil) ||
			wins && *table.LongestWin != plies ||
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
		t.Errorf("of another metric there are %+v", l)
	}
}

func TestHint(t *testing.T) {
	here := &commands{Dir: string(home.Default()), Metric: kindName{kind.Default()}}
	full := fmt.Errorf("writing: %w", &store.Error{Table: "KQvK", Err: store.ErrFull})
	if got := here.hint(full, problem.Of(full)); !strings.Contains(got, "Free some space") ||
		!strings.Contains(got, "is kept") {
		t.Errorf("%v: %q", full, got)
	}
	something := errors.New("something")
	if got := here.hint(something, problem.Of(something)); got != "" {
		t.Errorf("an error without a cure: %q", got)
	}
}

// TestExport: a file is what the table is, and can be taken in; what is damaged is not written.
func TestExport(t *testing.T) {
	to, dir := filepath.Join(t.TempDir(), "new"), t.TempDir()
	matewright(
		t,
		"",
		"export",
		"kkp",
		"KQvK",
		"--dir",
		tables(t),
		"--to",
		to,
	).want(t, 0, `KPvK +17\.0 KiB  .*KPvK\.mwt\nKQvK +\S+ KiB  .*KQvK\.mwt\n`, "")
	for _, name := range []string{"KPvK.mwt", "KQvK.mwt"} {
		want, err := os.ReadFile(filepath.Join(tables(t), name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(to, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, %v, or other than the %d of the table", name, len(got), err, len(want))
		}
	}
	matewright(t, "", "import", filepath.Join(to, "KQvK.mwt"), "--dir", dir).want(t, 0, `KQvK .* proven: .*\n`, "")
	damaged, err := os.ReadFile(filepath.Join(to, "KQvK.mwt"))
	if err != nil {
		t.Fatal(err)
	}
	damaged[100] ^= 1
	if err := os.WriteFile(filepath.Join(dir, "KQvK.mwt"), damaged, 0o666); err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(to, "again")
	matewright(
		t,
		"",
		"export",
		"all",
		"--dir",
		dir,
		"--to",
		again,
	).want(t, 1, "", `matewright: `+said("core.problem.damaged", "class", "KQvK")+`: .*`)
	if files, err := os.ReadDir(again); err != nil || len(files) > 0 {
		t.Errorf("%v, %v", files, err)
	}
}

// TestParts: a table of several units that is not finished is listed, and the build goes on with the
// units that are missing.
func TestParts(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 6)
	matewright := func(stdin string, args ...string) result {
		t.Helper()
		return matewrightWith(t, tabletest.ParamsOf(l), stdin, args...)
	}
	dir := t.TempDir()
	matewright("", "build", "KPvK", "--dir", dir).want(t, 0, `.*5 tables, .*`, "")
	whole := matewright("", "list", "--dir", dir)
	whole.want(t, 0, `.*KPvK +\S+ KiB  longest mate in 28\n.*5 tables, \S+ KiB\n`, "")
	for _, unit := range []string{"2", "5"} {
		if err := os.Remove(filepath.Join(dir, "KPvKunit"+unit+".mwt")); err != nil {
			t.Fatal(err)
		}
	}
	matewright("", "list", "--dir", dir).want(t, 0, `.*4 tables, \S+ KiB\nKPvK +4 of 6 parts are finished\n`, "")
	matewright("", "probe", "8/8/8/k7/8/8/P7/K7 w - -", "--dir", dir).want(t, 1, "", `.*Build what it needs with: .*`)
	matewright(
		"",
		"build",
		"KPvK",
		"--dir",
		dir,
	).want(t, 0, `4 of 5 tables are there already.\nKPvK .*1 tables, .*`, "")
	if got := matewright("", "list", "--dir", dir); got != whole {
		t.Errorf("%v instead of %v", got, whole)
	}
	matewright("", "verify", "all", "--dir", dir).want(t, 0, `.*5 tables are right.*`, "")
}

// TestVerifyEach: each file is judged by itself, and the status says that something was wrong; where
// there is nothing, too.
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
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "stray.mwt"), []byte("?"), 0o666), os.Remove(loop), os.Symlink(loop, loop)); err != nil {
		t.Fatal(err)
	}
	matewright(t, "", "verify", "--quick", "all", "--dir", dir).want(t, 1,
		`KBvK +WRONG  [^\n]*\n(K[QRNP]vK +proven [^\n]*\n){4}stray +WRONG  "stray" is not a material class[^\n]*\n`,
		`matewright: 2 of 6 are not right, the first: .*`)
	matewright(t, "", "list", "--dir", dir).want(t, 0, `KBvK .*KNvK .* no wins\n.*KRvK .*stray .*`, "")
	file := filepath.Join(tables(t), "KQvK.mwt")
	matewright(t, "", "import", file, "--dir", dir).want(t, 0, "KQvK .* proven: .*", "")
}

// failing is a full disk.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// TestFullOutput: an answer that did not arrive is a failure.
func TestFullOutput(t *testing.T) {
	const fen = "k7/1Q6/1K6/8/8/8/8/8 b"
	for _, args := range [][]string{{"probe", fen}, {"probe", "--json", fen}, {"line", "8/8/8/8/8/3k4/8/K3Q3 w"}, {"list"}, {"find", "KQvK", "--plies", "1"}, {"verify", "KNvK"}, {"stats", "KQvK"}} {
		var stderr bytes.Buffer
		if code := run(t.Context(), append(args, "--dir", tables(t)), strings.NewReader(""), failing{}, &stderr); code != 1 ||
			!strings.Contains(stderr.String(), "disk full") {
			t.Errorf("%q: exit code %d, %s", args, code, &stderr)
		}
	}
}

// TestUCI: the engine plays from the tables of the directory, ends with its input, and fails where nobody hears it.
func TestUCI(t *testing.T) {
	const in = "uci\nposition fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\ngo\n"
	matewright(
		t,
		in,
		"uci",
		"--dir",
		tables(t),
	).want(t, 0, `id name Matewright\n.*uciok\ninfo depth 1 .* score mate 1 .* pv g1g8\nbestmove g1g8\n`, "")
	matewright(
		t,
		"position fen 8/1K6/8/4k3/1P6/8/8/8 w - - 99 1\ngo nodes 1\n",
		"uci",
		"--metric",
		"dtm50",
		"--dir",
		tables(t),
	).want(t, 0, `info depth .* score mate 14 .*\nbestmove b4b5.*`, "")
	matewright(
		t,
		in+"quit\nuci\n",
		"uci",
		"--cache",
		"1",
		"--dir",
		t.TempDir(),
	).want(t, 0, `id name .*uciok\ninfo string the table of KQvK is missing; .*bestmove .*`, "")
	var stderr bytes.Buffer
	if code := run(t.Context(), []string{"uci", "--dir", tables(t)}, strings.NewReader(in), failing{}, &stderr); code != 1 ||
		!strings.Contains(stderr.String(), "disk full") {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
}

// TestIdle: a program that waits for a line, or is given a pipe in place of a file, ends when it is told to.
func TestIdle(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	in, out := io.Pipe()
	defer out.Close()
	var stderr bytes.Buffer
	if code := run(ctx, []string{"probe", "--json", "-", "--dir", tables(t)}, in, io.Discard, &stderr); code != 1 {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
	matewright(t, "", "import", t.TempDir(), "--dir", t.TempDir()).want(t, 1, ".* refused: .* is not a file\n", ".*")
}

// TestUnprovenSaid: whatever rests on a table whose bytes are not the known ones says so.
func TestUnprovenSaid(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "KQvK.mwt")
	alike := tabletest.Alike(t, tabletest.ImageOf(t, store.NewFileStore(tables(t)), "KQvK"))
	if err := os.WriteFile(file, alike.File(), 0o666); err != nil {
		t.Fatal(err)
	}
	const fen = "8/8/8/8/8/3k4/8/K3Q3 w"
	matewright(t, "", "import", file, "--dir", dir).want(t, 1, `.*refused.*`, `.*refused.*`)
	matewright(t, "", "list", "--dir", dir).want(t, 0, `0 tables.*`, "")
	alike.Put(
		t,
		store.NewFileStore(dir),
		"KQvKunproven",
	) // as an import leaves it that was stopped before it was proven
	matewright(t, "", "probe", fen, "--dir", dir).want(t, 0, `White mates in .*\nUNPROVEN: .*\[KQvK\].*`, "")
	matewright(t, "", "probe", "--json", fen, "--dir", dir).want(t, 0, `.*"unproven":\["KQvK"\].*`, "")
	matewright(t, "", "line", fen, "--dir", dir).want(t, 0, `.*UNPROVEN: .*`, "")
	matewright(t, "", "list", "--dir", dir).want(t, 0, `.*KQvK.*unproven.*`, "")
	matewright(
		t,
		"",
		"find",
		"KQvK",
		"--plies",
		"1",
		"--limit",
		"1",
		"--dir",
		dir,
	).want(t, 0, `.*win in 1\n`, `UNPROVEN: .*`)
	matewright(
		t,
		"",
		"find",
		"KQvK",
		"--plies",
		"1",
		"--limit",
		"1",
		"--json",
		"--dir",
		dir,
	).want(t, 0, `.*"unproven":\["KQvK"\].*`, `UNPROVEN: .*`)
	matewright(
		t,
		"",
		"find",
		"KQvK",
		"--plies",
		"99",
		"--dir",
		dir,
	).want(t, 0, "", `UNPROVEN: .*There is no such position.\n`)
	for _, command := range []string{"verify", "stats", "export"} {
		matewright(t, "", command, "KQvK", "--dir", dir).want(t, 1, "", `matewright: the table of KQvK is missing.*`)
	}
	wrong := filepath.Join(t.TempDir(), "KRvK.mwt")
	header := bytes.Replace(alike.Header[:len(alike.Header)-4], []byte("KQvK"), []byte("KRvK"), 1)
	forged := tabletest.Image{Data: alike.Data, Header: tabletest.Seal(header)}
	if err := os.WriteFile(wrong, forged.File(), 0o666); err != nil {
		t.Fatal(err)
	}
	forged.Put(t, store.NewFileStore(dir), "KRvKunproven")
	matewright(t, "", "import", "--unproven", wrong, t.TempDir(), "--dir", dir).want(t, 1,
		`.* refused: .* is not a file\nKRvK.mwt  refused: the values of KRvK were wrong, and the table was removed.*\n`,
		`matewright: 1 of 2 files were refused, and changed nothing; 1 of 2 files were wrong, and are removed, as is what was unproven of their classes before\n`)
	matewright(t, "", "probe", "8/8/8/8/8/3k4/8/K3R3 w", "--dir", dir).want(t, 1, "", `.*KRvK.*missing.*`)
	matewright(t, "", "import", "--unproven", file, "--dir", dir).want(t, 0, `KQvK .* proven: .*\n`, "")
	matewright(t, "", "list", "--dir", dir).want(t, 0, `KQvK +8\.2 KiB .*\n.*\n1 tables, 8\.2 KiB\n`, "")
}

// TestDiscard: what was saved of a table is listed, and goes on demand.
func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	files, err := home.Home(dir).Checkpoints(value.DTM).Open("KQvKR-0")
	if err != nil {
		t.Fatal(err)
	}
	record := &checkpoint.Record{
		Of:    checkpoint.Work{Class: "KQvKR", Method: "half-cycles"},
		Ply:   12,
		Saved: 1_795_000_000_000,
	}
	if err := errors.Join(checkpoint.Write(files.Record, record), files.Close()); err != nil {
		t.Fatal(err)
	}
	matewright(
		t,
		"",
		"list",
		"--dir",
		dir,
	).want(t, 0, `0 tables, .*\nKQvKR +[\d.]+ KiB  not finished, at ply 12, saved 2026-11-\d\d \d\d:\d\d\n`, "")
	matewright(t, "", "discard", "KRvKQ", "--dir", dir).want(t, 0, `KQvKR +[\d.]+ KiB  discarded\n`, "")
	matewright(t, "", "discard", "KQvKR", "--dir", dir).want(t, 1, "", `.*nothing was saved of KQvKR\n`)
	matewright(t, "", "list", "--dir", dir).want(t, 0, `0 tables, .*\n`, "")
}
