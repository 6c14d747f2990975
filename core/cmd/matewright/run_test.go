package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// message returns a regular expression that matches only a message.
func message(key string, values ...any) string {
	return regexp.QuoteMeta(words.New(key, values...).String())
}

// result is the result of a command line.
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

// want checks the exit code, and the outputs against regular expressions. Each must match the whole output. "" wants no
// output.
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

// tables returns a directory with KPvK and its dependencies, which tests only read.
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

// asMain, in the environment, turns the program of the tests into the command itself.
const asMain = "MATEWRIGHT_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asMain) != "" {
		main()
	}
	code := m.Run()
	os.RemoveAll(shared.dir)
	os.Exit(code)
}

// TestRefusals checks that errors are on stderr, with advice. Long because it has a table of many commands.
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
			"matewright: --threads: " + message(
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
			"matewright: --cache: " + message(
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
			"matewright: --budget: " + message("command.size", "text", `"1e-300MiB"`) + "\n" + help,
			[]string{"build", "KQvK", "--budget", "1e-300MiB"},
		},
		{
			2,
			"matewright: --budget: " + message("command.sizeRange", "text", `"16385GiB"`, "most", 16384) + ".*" + help,
			[]string{"plan", "KQvK", "--budget", "16385GiB"},
		},
		{
			2,
			"matewright: --budget: " + message("command.sizeRange", "text", `"-1MiB"`, "most", 16384) + ".*" + help,
			[]string{"bench", "KQvK", "--budget=-1MiB"},
		},
		{
			2,
			"matewright: --budget: " + message("command.size", "text", `"NaNMiB"`) + ".*" + help,
			[]string{"build", "KQvK", "--budget=NaNMiB"},
		},
		{
			2,
			"matewright: --budget: " + message("command.size", "text", `"1e300GiB"`) + ".*" + help,
			[]string{"plan", "KQvK", "--budget=1e300GiB"},
		},
		{
			2,
			"matewright: --budget: " + message("command.size", "text", `"128"`) + "\n" + help,
			[]string{"build", "KQvK", "--budget=128"},
		},
		{
			2,
			`matewright: --json and --csv can't be used together.*` + help,
			[]string{"stats", "KQvK", "--json", "--csv"},
		},
		{2, `matewright: .*--men must be from 3 to 5.*` + help, []string{"build", "--men", "6"}},
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
			`matewright: the table of KRvKR is missing\n` +
				`Build the missing tables with: matewright build --dir "[^"]+" KRvKR\n`,
			[]string{"probe", "k7/8/8/8/8/8/8/KR5r w"},
		},
		{
			1,
			`matewright: the table of KRvKR is missing\n` +
				`Build the missing tables with: matewright build --dir "[^"]+" KRvKR\n`,
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
		{1, `matewright: give a condition: .*\n`, []string{"find", "KQvK"}},
		{1, `matewright: "Tower a1" names no man: .*\n`, []string{"find", "KQvK", "--men", "Tower a1"}},
		{
			1,
			"matewright: " + message("core.find.row", "count", 2, "most", find.MostInRow) + "\n",
			[]string{"find", "KQvK", "--zugzwang", "--in-a-row", "2"},
		},
		{
			2,
			`matewright: --plies: invalid number of plies "5-3" \(examples: 5, 5-9\)\n` + help,
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

// TestStopped checks the message of a command that a signal stops, with the effect of running it again.
func TestStopped(t *testing.T) {
	dir, file := tables(t), filepath.Join(t.TempDir(), "game.pgn")
	if err := os.WriteFile(file, []byte("[FEN \"8/3P4/8/8/8/8/8/k1K5 w - - 0 1\"]\n\n1. Kc2 *\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const again = "run the same command again to start over"
	const resume = "finished parts are kept, run the same command again to resume"
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
	// These run until they are stopped.
	for _, args := range [][]string{{"uci"}, {"serve", "--listen", "127.0.0.1:0", "--log", "error"}} {
		var stderr bytes.Buffer
		if code := run(ctx, append(args, "--dir", dir), strings.NewReader(""), io.Discard, &stderr); code != 0 ||
			stderr.Len() > 0 {
			t.Errorf("%v: %d, %q", args, code, &stderr)
		}
	}
}

// TestUsage checks the help and the version of the command.
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
	matewright(t, "", "help", "nonsense").want(t, 2,
		"", `matewright: unexpected argument nonsense\nRun "matewright --help" .*`)
	dir := t.TempDir()
	matewright(t, "", "--dir", dir).want(t, 0, exactly(all.stdout), "")
	matewright(t, "", "--dir", dir, "help", "find").want(t, 0, exactly(find.stdout), "")
	matewright(t, "", "--dir", dir, "help").want(t, 0, exactly(all.stdout), "")
	matewright(t, "", "--metric", "nonsense").want(t, 2, "", `matewright: .*NONSENSE.*\nRun "matewright --help" .*`)
	matewright(t, "", "--version").want(t, 0, `matewright \S+(, commit [0-9a-f]+(, modified)?)?, go\S+\n`, "")
}

func TestHint(t *testing.T) {
	here := &commands{Dir: string(home.Default()), Metric: kindName{kind.Default()}}
	full := fmt.Errorf("writing: %w", &store.Error{Table: "KQvK", Err: store.ErrFull})
	if got := here.hint(full, problem.From(full)); !strings.Contains(got, "Free some space") ||
		!strings.Contains(got, "are kept") {
		t.Errorf("%v: %q", full, got)
	}
	something := errors.New("something")
	if got := here.hint(something, problem.From(something)); got != "" {
		t.Errorf("an error without a cure: %q", got)
	}
}

// failing is a writer to a full disk.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// TestFullOutput checks that a command fails if it cannot write its output.
func TestFullOutput(t *testing.T) {
	const fen = "k7/1Q6/1K6/8/8/8/8/8 b"
	for _, args := range [][]string{
		{"probe", fen}, {"probe", "--json", fen}, {"line", "8/8/8/8/8/3k4/8/K3Q3 w"}, {"list"},
		{"find", "KQvK", "--plies", "1"}, {"verify", "KNvK"}, {"stats", "KQvK"},
	} {
		var stderr bytes.Buffer
		code := run(t.Context(), append(args, "--dir", tables(t)), strings.NewReader(""), failing{}, &stderr)
		if code != 1 || !strings.Contains(stderr.String(), "disk full") {
			t.Errorf("%q: exit code %d, %s", args, code, &stderr)
		}
	}
}

// TestIdle checks that a command that waits for a line ends with its context, and that a directory is refused as a
// file.
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
