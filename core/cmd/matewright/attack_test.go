package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
)

// attacks multiplies the number of attacks. docs/reference/testing.md has the results of this command:
//
//	go test ./core/cmd/matewright -run Attack -timeout 2h -args -attacks 20
var attacks = flag.Int("attacks", 1, "multiply the number of attacks by N")

// paged is a class whose builds are killed while bits are in scratch. The flag can name a larger one.
var paged = flag.String("paged", "KQvKR", "the class whose builds with checkpoints are killed")

// An attackedBuild is a build under attack.
type attackedBuild struct {
	classes []string
	flags   []string
}

// manyTables builds a quick table of each kind.
var manyTables = attackedBuild{[]string{"KPvKP", "KRPvK"}, []string{"--threads", "2"}}

// begin starts the build in its own process.
func (b *attackedBuild) begin(t *testing.T, dir string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	return beginCommand(t, slices.Concat([]string{"--dir", dir, "build"}, b.flags, b.classes)...)
}

// beginCommand starts the command in its own process.
func beginCommand(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), asMain+"=1")
	command.Args = append([]string{"matewright"}, args...)
	out := &bytes.Buffer{}
	command.Stdout, command.Stderr = out, out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return command, out
}

// wantProven checks all tables of a directory against the known bytes, and that the directory has nothing else.
func (b *attackedBuild) wantProven(t *testing.T, dir string) {
	t.Helper()
	classes, err := material.ParseAll(b.classes)
	if err != nil {
		t.Fatal(err)
	}
	all := fmt.Sprintf(`.*\n%d tables are proven.*`, len(material.Closure(material.WithCastling(classes...)...)))
	matewright(t, "", "verify", "--quick", "all", "--dir", dir).want(t, 0, all, "")
	for _, pattern := range []string{"*.mwt-tmp", "scratch-*", "checkpoints"} {
		if left, _ := filepath.Glob(filepath.Join(dir, pattern)); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
	}
}

// TestAttackKills kills builds at random moments. Each build resumes the one before, and the final bytes are the known
// ones.
func TestAttackKills(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "windows" {
		t.Skip("needs processes, and locks that end with them")
	}
	manyTables.kill(t, 12**attacks, 3, 0)
}

// TestAttackPaged kills builds in the middle of a slice, by each method that can resume there.
func TestAttackPaged(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "windows" {
		t.Skip("needs processes, and locks that end with them")
	}
	class, err := material.Parse(*paged)
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range methods.All() {
		if plan := method.Plan(slice.NewLayout(class)); plan.Resumable {
			build := attackedBuild{[]string{*paged}, []string{"--method", method.Name(), "--checkpoint", "1ms"}}
			if resumed := build.kill(t, 5**attacks, 1, 1); resumed == 0 {
				t.Errorf("%s never resumed from a checkpoint", method.Name())
			}
		}
	}
}

// TestAttackEnding kills the solving of an ending at random moments. Each process resumes from the one before. The
// slices in the end are those of an ending that nobody killed.
func TestAttackEnding(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "windows" {
		t.Skip("needs processes, and locks that end with them")
	}
	const fen = "8/8/2k5/3p1p2/3P1P2/8/2K5/8 w - - 0 1"
	sum := func(dir string) (sum [sha256.Size]byte) {
		p := tabletest.Position(t, fen)
		file, err := home.Home(dir).Endings().Open(ending.Name(&p))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		e, err := ending.New(p, ending.Options{Room: file})
		if err != nil {
			t.Fatal(err)
		}
		if sum, err = e.Sum(); err != nil {
			t.Fatal(err)
		}
		return sum
	}
	begin := func(dir string) (*exec.Cmd, *bytes.Buffer) {
		return beginCommand(t, "--dir", dir, "ending", "--keep", fen)
	}
	whole := t.TempDir()
	start := time.Now()
	if command, out := begin(whole); command.Wait() != nil {
		t.Fatal(out)
	}
	took, want := time.Since(start), sum(whole)
	dir := t.TempDir()
	for range 10 * *attacks {
		command, _ := begin(dir)
		time.Sleep(time.Duration(rand.Int64N(int64(took) / 2)))
		command.Process.Kill()
		command.Wait()
	}
	command, out := begin(dir)
	if err := command.Wait(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !strings.HasPrefix(out.String(), "Draw\n") || sum(dir) != want {
		t.Errorf("other slices than without a kill: %s", out)
	}
}

// kill kills builds the given number of times, and returns how many builds resumed from a checkpoint. If fewer than
// needed have resumed, it kills up to ten times as many. A build is killed within a part of the time that a whole build
// takes: one of parts equal ones. With more parts a build is killed more often before it is finished.
func (b *attackedBuild) kill(t *testing.T, times, parts, needed int) (resumed int) {
	t.Helper()
	dir := t.TempDir()
	begin := time.Now()
	b.finish(t, dir)
	within := time.Since(begin) / time.Duration(parts)
	var finished []string // before the last kill
	for kills := 0; kills < times || resumed < needed && kills < 10*times; {
		if there := tablesIn(t, dir); !subset(finished, there) {
			t.Fatalf("of %q only %q are left", finished, there)
		}
		build, out := b.begin(t, dir)
		ended := make(chan error, 1)
		go func() { ended <- build.Wait() }()
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			b.wantProven(t, dir)
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			finished = nil
		case <-time.After(time.Duration(rand.Int64N(int64(within)))):
			finished = tablesIn(t, dir)
			build.Process.Kill()
			<-ended
			kills++
		}
		resumed += strings.Count(out.String(), "resumed from ply")
	}
	b.finish(t, dir)
	return resumed
}

// finish runs the build to its end.
func (b *attackedBuild) finish(t *testing.T, dir string) {
	t.Helper()
	if build, out := b.begin(t, dir); build.Wait() != nil {
		t.Fatal(out)
	}
	b.wantProven(t, dir)
}

// tablesIn returns the names of the files with tables.
func tablesIn(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"+store.FileExt))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// subset reports whether a list has all of another one.
func subset(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// TestAttackTwo lets two processes build the same tables into the same directory.
func TestAttackTwo(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("needs processes")
	}
	for range *attacks {
		dir := t.TempDir()
		one, first := manyTables.begin(t, dir)
		other, second := manyTables.begin(t, dir)
		if err := one.Wait(); err != nil {
			t.Errorf("%v: %s", err, first)
		}
		if err := other.Wait(); err != nil {
			t.Errorf("%v: %s", err, second)
		}
		manyTables.wantProven(t, dir)
	}
}

// fens are positions whose verdicts need several of the attacked tables.
var fens = []string{
	"8/P6k/8/8/8/8/8/K7 w", "8/8/8/3k4/8/8/1P6/K7 w", "8/8/8/3k4/8/8/1P6/K7 b", "8/8/8/8/8/3k4/8/K3Q3 w",
	"8/8/8/8/8/3k4/8/K3R3 b", "8/3P4/8/3k4/8/8/8/K7 w", "8/2k5/8/2P5/2K5/8/8/8 b",
}

// judged returns the answers of a prober for fens, with "error" for an error.
func judged(t *testing.T, prober *probe.Prober) (answers []string) {
	t.Helper()
	for _, fen := range fens {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		r, err := prober.Probe(context.Background(), p)
		if err != nil {
			answers = append(answers, "error")
			continue
		}
		answer := verdict(&r.Position, &r.Verdict).String()
		for _, m := range r.Moves {
			answer += fmt.Sprint(" ", m.SAN, " ", verdict(&m.After, &m.Verdict))
		}
		answers = append(answers, answer)
	}
	return answers
}

// judgedIn is judged with the tables of a directory.
func judgedIn(t *testing.T, dir string) []string {
	t.Helper()
	prober := probe.New(store.NewFileStore(dir))
	defer prober.Close()
	return judged(t, prober)
}

// ownTables copies the tables of three men and KPvK into a new directory.
func ownTables(t *testing.T) (dir string, files []string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(tables(t))); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"+store.FileExt))
	if err != nil || len(files) != 5 {
		t.Fatalf("%q, %v", files, err)
	}
	return dir, files
}

// TestAttackSwapped replaces the files of tables while they are being read: by renaming another file, as builds do, and
// in place. Each answer is right or an error. With the original files all answers are right again.
func TestAttackSwapped(t *testing.T) {
	dir, files := ownTables(t)
	right := judgedIn(t, dir)
	images := map[string][]byte{}
	for _, path := range files {
		image, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		images[path] = image
	}
	stop := make(chan bool)
	var swapping errgroup.Group
	swapping.Go(func() error {
		for {
			select {
			case <-stop:
				return nil
			default:
			}
			path, other := files[rand.IntN(len(files))], files[rand.IntN(len(files))]
			var err error
			if rand.IntN(2) == 0 {
				err = os.WriteFile(path, images[other], 0o666)
			} else if err = os.WriteFile(path+".new", images[other], 0o666); err == nil {
				err = os.Rename(path+".new", path)
			}
			time.Sleep(time.Millisecond)
			if err == nil {
				err = os.WriteFile(path, images[path], 0o666)
			}
			if err != nil {
				return err
			}
		}
	})
	answered, refused := 0, 0
	for range 20 * *attacks {
		prober := probe.New(store.NewFileStore(dir))
		for range 10 {
			for i, answer := range judged(t, prober) {
				switch answer {
				case "error":
					refused++
				case right[i]:
					answered++
				default:
					t.Errorf("%s: %s, want %s", fens[i], answer, right[i])
				}
			}
		}
		prober.Close()
	}
	close(stop)
	if err := swapping.Wait(); err != nil {
		t.Fatal(err)
	}
	if answered == 0 || refused == 0 {
		t.Errorf("%d positions were answered, %d refused", answered, refused)
	}
	if got := judgedIn(t, dir); !slices.Equal(got, right) {
		t.Errorf("in the end %q, want %q", got, right)
	}
}

// TestAttackFlips flips single bits anywhere in the files of tables, truncates files and replaces one by another. Each
// answer is right or an error.
func TestAttackFlips(t *testing.T) {
	dir, files := ownTables(t)
	right := judgedIn(t, dir)
	refused := 0
	for range 150 * *attacks {
		path := files[rand.IntN(len(files))]
		image, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		damaged, how := bytes.Clone(image), ""
		switch kind := rand.IntN(10); kind {
		case 0:
			damaged, how = damaged[:rand.IntN(len(damaged))], "cut"
		case 1:
			other := files[rand.IntN(len(files))]
			how = "replaced by " + filepath.Base(other)
			if damaged, err = os.ReadFile(other); err != nil {
				t.Fatal(err)
			}
		default:
			bit := rand.IntN(8 * len(damaged))
			damaged[bit/8] ^= 1 << (bit % 8)
			how = fmt.Sprint("flipped ", bit)
		}
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		for i, answer := range judgedIn(t, dir) {
			if answer == "error" {
				refused++
			} else if answer != right[i] {
				t.Errorf("%s %s: %s: %s, want %s", filepath.Base(path), how, fens[i], answer, right[i])
			}
		}
		if err := os.WriteFile(path, image, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if refused == 0 {
		t.Error("no damage was ever found")
	}
}

// TestAttackNumbers gives extreme and invalid values to all flags with numbers. Each command ends by itself, without a
// panic.
func TestAttackNumbers(t *testing.T) {
	dir := tables(t)
	for _, command := range [][]string{
		{"build", "KQvK", "--threads"}, {"build", "KQvK", "--cache"}, {"build", "KQvK", "--budget"}, {"build", "--men"},
		{"plan", "KQvK", "--threads"}, {"plan", "KQvK", "--cache"}, {"plan", "KQvK", "--budget"},
		{"bench", "KQvK", "--threads"}, {"bench", "KQvK", "--cache"}, {"bench", "KQvK", "--budget"},
		{"verify", "KNvK", "--threads"}, {"verify", "KNvK", "--cache"}, {"verify", "KNvK", "--every"},
		{"verify", "KNvK", "--seed"}, {"verify", "KNvK", "--sample"},
		{"find", "KNvK", "--plies"}, {"find", "KQvK", "--plies", "1", "--limit"},
		{"find", "KNvK", "--plies", "1", "--cache"}, {"find", "KNvK", "--random", "--plies", "1", "--seed"},
		{"import", filepath.Join(dir, "KNvK.mwt"), "--threads"},
	} {
		for _, number := range []string{
			"-1", "0", "1", "4097", "2147483648", "8796093022208", "9223372036854775807", "9223372036854775808",
			"18446744073709551616", "1e300", "-1e300MiB", "1e-300MiB", "NaN", "NaNGiB", "Inf", "0x10", "", " ", "٣",
		} {
			args := append([]string{"--dir", t.TempDir()}, command[:len(command)-1]...)
			if command[0] != "build" && command[0] != "import" {
				args[1] = dir
			}
			args = append(args, command[len(command)-1]+"="+number)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			var stderr bytes.Buffer
			code := run(ctx, args, strings.NewReader(""), io.Discard, &stderr)
			if ctx.Err() != nil || code < 0 || code > 2 ||
				strings.Contains(stderr.String(), "no such position") &&
					strings.HasPrefix(command[len(command)-1], "--limit") {
				t.Errorf("%q: exit code %d, %s", args, code, &stderr)
			}
			cancel()
		}
	}
}
