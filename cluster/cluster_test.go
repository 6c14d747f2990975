package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

var (
	classes = flag.String("classes", "KQvKR,KPvK,KRBvK", "that are built on prism")
	kills   = flag.Int("kills", 2, "how often a build is killed")

	patience = flag.Int("patience", 60, "seconds until a build ends of which something was killed, or else is stopped")
)

// A role is what the test binary is run as, if this variable names one.
const role = "MATEWRIGHT_CLUSTER"

const (
	theCommand = "command"
	theRunner  = "runner"  // prism's job server, apart from the command
	theWorkers = "workers" // that it has do the work
)

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case theCommand:
		main()
		return
	case theRunner:
		quiet()
		serve(func(port int) error {
			_, err := prism.CreateJobServer(context.Background(), prism.Options{Port: port})
			return err
		})
	case theWorkers:
		beam.Init()
		quiet()
		serve(func(port int) error {
			_, err := extworker.StartLoopback(context.Background(), port)
			return err
		})
	}
	flag.Parse()
	beam.Init()
	quiet()
	os.Exit(m.Run())
}

// serve listens at the port that is named last, until it is killed.
func serve(listen func(port int) error) {
	port, err := strconv.Atoi(os.Args[len(os.Args)-1])
	if err == nil {
		err = listen(port)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	select {}
}

// startAs runs the test binary in a role.
func startAs(t *testing.T, as string, out io.Writer, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], args...)
	command.Env = append(os.Environ(), role+"="+as)
	command.Stdout, command.Stderr = out, out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return command
}

func parse(t *testing.T, names string) []material.Class {
	t.Helper()
	list, err := material.ParseAll(strings.Split(names, ","))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// wanted returns a store in which others have built classes, and what they depend on.
func wanted(t *testing.T, list []material.Class) store.Store {
	t.Helper()
	tables := store.NewMemStore()
	job, err := builder.Plan(t.Context(), tables, list...)
	if err == nil {
		err = builder.Build(t.Context(), tables, job, builder.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// wantTables holds the tables of a folder to those that others have built, byte for byte.
func wantTables(t *testing.T, files Files, list []material.Class, want store.Store) {
	t.Helper()
	got, err := openTables(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range material.Closure(list...) {
		if !bytes.Equal(image(t, got, class), image(t, want, class)) {
			t.Errorf("%v has other bytes", class)
		}
	}
}

func image(t *testing.T, tables store.Store, class material.Class) []byte {
	t.Helper()
	blob, err := catalog.Open(t.Context(), tables, class)
	if err != nil {
		t.Fatal(err)
	}
	defer blob.Close()
	data := make([]byte, blob.Size())
	if err := blob.ReadAt(t.Context(), data, 0); err != nil {
		t.Fatal(err)
	}
	return append(data, blob.Header()...)
}

// TestPrism: what is built on prism is what others build, on this machine's file system and on another one, and nothing is left behind.
func TestPrism(t *testing.T) {
	list := parse(t, *classes)
	want := wanted(t, list)
	for _, at := range []struct {
		dir    string
		shards int
	}{{t.TempDir(), 7}, {fmt.Sprintf("memfs://chess-%d", os.Getpid()), 3}} {
		files := Files{Dir: at.dir}
		if err := newDriver(files, at.shards, io.Discard).build(t.Context(), list); err != nil {
			t.Fatal(err)
		}
		wantTables(t, files, list, want)
		left, err := files.list(t.Context(), "work/*/*/*")
		if err != nil || len(left) > 0 {
			t.Errorf("%v are left in %s (%v)", left, at.dir, err)
		}
		if tables, err := openTables(t.Context(), files); err != nil {
			t.Error(err)
		} else if tables.copy != "" {
			os.RemoveAll(tables.copy)
		}
	}
}

// TestRepeat: whatever step fails, before it was run or after, the next one to come goes on with it, and repeats no other.
func TestRepeat(t *testing.T) {
	list := parse(t, "KQvKR")
	want := wanted(t, list)
	files := Files{Dir: t.TempDir()}
	r := rand.New(rand.NewPCG(1, 2))
	var done, failed int
	gone, stop := context.WithCancel(t.Context()) // one with another number of shards was stopped before
	other := newDriver(files, 3, io.Discard)
	run := other.run
	other.run = func(ctx context.Context, p *beam.Pipeline) error {
		if done++; done == 20 {
			stop()
		}
		return errors.Join(run(ctx, p), ctx.Err())
	}
	if err := other.build(gone, list); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	done = 0
	errGone := errors.New("the cluster is gone")
	for {
		d := newDriver(files, 4, io.Discard)
		run := d.run
		d.run = func(ctx context.Context, p *beam.Pipeline) error {
			switch r.IntN(12) {
			case 0:
				failed++
				return errGone
			case 1: // nobody hears that it is done
				failed++
				done++
				return errors.Join(run(ctx, p), errGone)
			}
			done++
			return run(ctx, p)
		}
		err := d.build(t.Context(), list)
		if err == nil {
			break
		}
		if !errors.Is(err, errGone) {
			t.Fatal(err)
		}
	}
	wantTables(t, files, list, want)
	if left, err := files.list(t.Context(), "work/*"); err != nil || len(left) > 0 {
		t.Errorf("%v are left (%v)", left, err)
	}
	if failed < 5 || done > 120 {
		t.Errorf("%d steps have failed, and %d were done", failed, done)
	}
}

// TestKill: a build that is killed at any time goes on, and has the same bytes.
func TestKill(t *testing.T) {
	list := parse(t, "KRvKN")
	want := wanted(t, list)
	files := Files{Dir: t.TempDir()}
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 2))
	killed := 0
	for round := 0; ; round++ {
		var out bytes.Buffer
		command := startAs(t, theCommand, &out, "--dir", files.Dir, "--shards", "4", "KRvKN")
		if killed < *kills {
			time.AfterFunc(time.Duration(300+r.IntN(2500))*time.Millisecond, func() { command.Process.Kill() })
		}
		err := command.Wait()
		if err == nil && killed < *kills { // it was too quick: from the beginning
			os.RemoveAll(files.Dir)
			killed++
			continue
		}
		if err == nil {
			break
		}
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.Exited() {
			t.Fatalf("%v: %s", err, &out)
		}
		killed++
	}
	wantTables(t, files, list, want)
}

// TestKillApart kills the workers, the runner or the driver, which are processes apart: the driver ends with an error or is stopped, and
// with all of them there again it goes on, and has the same bytes.
func TestKillApart(t *testing.T) {
	list := parse(t, "KRvKN")
	want := wanted(t, list)
	files := Files{Dir: t.TempDir()}
	staged := filepath.Join(t.TempDir(), "worker") // for workers to come, and these are there already
	if err := os.WriteFile(staged, []byte("unused"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 3))
	var killed, hung [3]int
	for {
		runnerAt, workersAt := freePort(t), freePort(t)
		var out bytes.Buffer
		driver := []string{"--dir", files.Dir, "--shards", "4", "--runner", "portable", "--endpoint", "localhost:" + runnerAt,
			"--environment_type", "EXTERNAL", "--environment_config", "localhost:" + workersAt, "--worker_binary", staged, "KRvKN"}
		processes := []*exec.Cmd{startAs(t, theRunner, io.Discard, runnerAt), startAs(t, theWorkers, io.Discard, workersAt), nil}
		for _, port := range []string{runnerAt, workersAt} {
			await(t, port)
		}
		processes[2] = startAs(t, theCommand, &out, driver...)
		ended := make(chan error, 1)
		go func() { ended <- processes[2].Wait() }()
		which := -1
		if killed[0]+killed[1]+killed[2] < *kills {
			which = (killed[0] + killed[1] + killed[2]) % 3
			select {
			case err := <-ended:
				ended <- err
				os.RemoveAll(files.Dir) // it was too quick: from the beginning
			case <-time.After(time.Duration(500+r.IntN(3000)) * time.Millisecond):
				processes[which].Process.Kill()
				killed[which]++
			}
		}
		err := error(nil)
		select {
		case err = <-ended:
		case <-time.After(time.Duration(*patience) * time.Second):
			if which < 0 {
				processes[2].Process.Kill()
				t.Fatalf("it goes on for ever: %s (%v)", &out, <-ended)
			}
			hung[which]++ // prism waits for the workers that it had: its user stops it
			processes[2].Process.Kill()
			err = <-ended
		}
		for _, p := range processes[:2] {
			p.Process.Kill()
			p.Wait()
		}
		if which < 0 {
			if err != nil {
				t.Fatalf("%v: %s", err, &out)
			}
			break
		}
	}
	wantTables(t, files, list, want)
	t.Logf("killed, of those that the driver did not end after: runner %d, %d, workers %d, %d, driver %d", killed[0], hung[0], killed[1], hung[1], killed[2])
}

// freePort returns a port that nobody listens at.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}

// await waits until somebody listens at a port.
func await(t *testing.T, port string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", "localhost:"+port)
		if err == nil {
			conn.Close()
			return
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// TestProblems: what goes wrong is said before anything is begun, with what to do.
func TestProblems(t *testing.T) {
	there := Files{Dir: t.TempDir()}
	inTheWay := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(inTheWay, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	nobody := "127.0.0.1:" + freePort(t)
	endpoint := *jobopts.Endpoint
	defer func() { *runners.Runner, *jobopts.Endpoint = "", endpoint }()
	for _, test := range []struct {
		files            Files
		runner, endpoint string
		want             string
	}{
		{there, "", "", ""},
		{there, "spork", "", `there is no runner "spork", but prism, flink`},
		{there, "flink", "", "say where the job server of flink is: --endpoint HOST:PORT"},
		{there, "portable", nobody, "nobody answers at the job server " + nobody + ": start it"},
		{Files{filepath.Join(inTheWay, "x")}, "", "", "can't be written to: create it, or the bucket"},
		{Files{"nowhere://bucket/x"}, "", "", "there can be no files in nowhere://bucket/x: name a folder, as"},
	} {
		*runners.Runner, *jobopts.Endpoint = test.runner, test.endpoint
		err := check(t.Context(), test.files)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v", test, err)
		}
	}
	if words := explain(errors.New("write /x: no space left on device")); !strings.Contains(words, "make room") {
		t.Error(words)
	}
	if words := explain(fmt.Errorf("ply 7: %w", context.Canceled)); !strings.Contains(words, "goes on from there") {
		t.Error(words)
	}
	six := newDriver(there, 4, io.Discard).build(t.Context(), parse(t, "KRNvKNN"))
	if six == nil || !strings.Contains(six.Error(), "254 plies") {
		t.Errorf("six men: %v", six)
	}
}

// TestPlaces: each frame of each slice is in one place.
func TestPlaces(t *testing.T) {
	for _, name := range []string{"KQvKR", "KRBvKN", "KQRPvK"} {
		for _, shards := range []int{1, 3, 16, 1000} {
			c, err := Job{Class: name, Shards: shards}.open()
			if err != nil {
				t.Fatal(err)
			}
			next := slice.FrameNo(0)
			for shard := range c.shards {
				first, end := c.frames(c.place(2, shard))
				if first != next || end <= first {
					t.Fatalf("%s: shard %d of %d has the frames from %d to %d", name, shard, c.shards, first, end)
				}
				for frame := first; frame < end; frame++ {
					if p := c.placeOf(2, frame); p != c.place(2, shard) || c.slice(p) != 2 {
						t.Fatalf("%s: frame %d is in %d", name, frame, p)
					}
				}
				next = end
			}
			if next != c.layout.Frames().Len() {
				t.Errorf("%s: %d frames are in a place", name, next)
			}
		}
	}
}

// TestDamage: sections and records that are cut short are errors.
func TestDamage(t *testing.T) {
	whole := record{question, 1, 300, 461, []byte("rows of a frame")}.append(nil)
	for n := range len(whole) {
		if r, err := parseRecord(whole[:n]); err == nil {
			t.Errorf("of %d bytes there is a record %v", n, r)
		}
	}
	if r, err := parseRecord(whole); err != nil || r.kind != question || r.color != 1 || r.frame != 300 || r.from != 461 || string(r.rows) != "rows of a frame" {
		t.Errorf("%v, %v", r, err)
	}
	files := Files{Dir: t.TempDir()}
	if err := files.write(t.Context(), "a", whole); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(files.Dir, "a")
	packed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := range packed {
		changed := bytes.Clone(packed)
		changed[at] ^= 4
		if err := os.WriteFile(path, changed, 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := files.read(t.Context(), "a"); err == nil && !bytes.Equal(got, whole) {
			t.Errorf("with another byte %d there is %q", at, got)
		}
	}
}
