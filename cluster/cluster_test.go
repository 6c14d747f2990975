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
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"

	"github.com/matewright/matewright/cluster/beamstore"
	"github.com/matewright/matewright/cluster/internal/clustertest"
	"github.com/matewright/matewright/cluster/steps"
)

var (
	kills = flag.Int("kills", 2, "how often a build is killed")

	patience = flag.Int("patience", 60, "seconds until a build ends of which something was killed, or else is stopped")
)

// role is the environment variable with the part that the test binary plays, if any.
const role = "MATEWRIGHT_CLUSTER"

const (
	theCommand = "command"
	theRunner  = "runner"  // prism's job server, apart from the command
	theWorkers = "workers" // of that job server
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

// TestKill checks that a build that is killed at any time resumes, and has the same bytes.
func TestKill(t *testing.T) {
	list := clustertest.Parse(t, "KRvKN")
	want := clustertest.Build(t, list)
	files := beamstore.Files{Dir: t.TempDir()}
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 2))
	killed := 0
	for round := 0; ; round++ {
		var out bytes.Buffer
		command := startAs(t, theCommand, &out, "--dir", files.Dir, "--shards", "4", "KRvKN")
		if killed < *kills {
			time.AfterFunc(time.Duration(300+r.IntN(2500))*time.Millisecond, func() { command.Process.Kill() })
		}
		err := command.Wait()
		if err == nil && killed < *kills { // the build was too quick: start again
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
	clustertest.WantTables(t, files, list, want)
}

// TestKillApart kills the workers, the runner or the driver, which are separate processes. The driver ends with an
// error or is stopped. With all of them running again, it resumes, and has the same bytes. Long because it starts three
// processes and waits for them.
func TestKillApart(t *testing.T) {
	list := clustertest.Parse(t, "KRvKN")
	want := clustertest.Build(t, list)
	files := beamstore.Files{Dir: t.TempDir()}
	staged := filepath.Join(t.TempDir(), "worker") // for new workers, and these are already running
	if err := os.WriteFile(staged, []byte("unused"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 3))
	var killed, hung [3]int
	for {
		runnerAt, workersAt := freePort(t), freePort(t)
		var out bytes.Buffer
		driver := []string{
			"--dir",
			files.Dir,
			"--shards",
			"4",
			"--runner",
			"portable",
			"--endpoint",
			"localhost:" + runnerAt,
			"--environment_type",
			"EXTERNAL",
			"--environment_config",
			"localhost:" + workersAt,
			"--worker_binary",
			staged,
			"KRvKN",
		}
		processes := []*exec.Cmd{
			startAs(t, theRunner, io.Discard, runnerAt),
			startAs(t, theWorkers, io.Discard, workersAt),
			nil,
		}
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
				os.RemoveAll(files.Dir) // the build was too quick: start again
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
				t.Fatalf("the build does not end: %s (%v)", &out, <-ended)
			}
			hung[which]++ // prism waits for its dead workers, so the test stops the driver
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
	clustertest.WantTables(t, files, list, want)
	t.Logf(
		"killed, of those that the driver did not end after: runner %d, %d, workers %d, %d, driver %d",
		killed[0],
		hung[0],
		killed[1],
		hung[1],
		killed[2],
	)
}

// freePort returns a port without a listener.
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

// await waits until a port has a listener.
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

// TestProblems checks that problems are reported before the build begins, with their remedies.
func TestProblems(t *testing.T) {
	there := beamstore.Files{Dir: t.TempDir()}
	inTheWay := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(inTheWay, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	nobody := "127.0.0.1:" + freePort(t)
	endpoint := *jobopts.Endpoint
	defer func() { *runners.Runner, *jobopts.Endpoint = "", endpoint }()
	for _, test := range []struct {
		files            beamstore.Files
		runner, endpoint string
		want             string
	}{
		{there, "", "", ""},
		{there, "spork", "", `there is no runner "spork", but prism, flink`},
		{there, "flink", "", "the address of the job server of flink is missing: --endpoint HOST:PORT"},
		{there, "portable", nobody, "nobody answers at the job server " + nobody + ": start it"},
		{beamstore.Files{Dir: filepath.Join(inTheWay, "x")}, "", "", "can't be written to: create it, or the bucket"},
		{beamstore.Files{Dir: "nowhere://bucket/x"}, "", "", "no file system for nowhere://bucket/x: name a folder"},
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
	if words := explain(fmt.Errorf("ply 7: %w", context.Canceled)); !strings.Contains(words, "continues from there") {
		t.Error(words)
	}
	six := steps.NewDriver(there, 4, io.Discard).Build(t.Context(), clustertest.Parse(t, "KRNvKNN"))
	if six == nil || !strings.Contains(six.Error(), "254 plies") {
		t.Errorf("six men: %v", six)
	}
}
