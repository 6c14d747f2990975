package main

import (
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
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"

	"github.com/matewright/matewright/cluster/beamstore"
	"github.com/matewright/matewright/cluster/internal/clustertest"
	"github.com/matewright/matewright/cluster/steps"
)

var (
	kills = flag.Int("kills", 2, "how often a build is killed")

	patience = flag.Int("patience", 30, "seconds without a new file until a build is stopped")
)

func TestMain(m *testing.M) {
	if as := os.Getenv(role); as != "" {
		play(as)
		return
	}
	flag.Parse()
	beam.Init()
	quiet()
	os.Exit(m.Run())
}

// lastKill is the first ply of KQvKQ at which no build is killed. The class has 26 plies.
const lastKill = 20

// TestKill checks that a build that is killed at any time resumes, and has the same bytes.
func TestKill(t *testing.T) {
	list := clustertest.Parse(t, "KQvKQ")
	want := clustertest.Build(t, list)
	files := beamstore.Files{Dir: t.TempDir()}
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 2))
	killed := 0
	for round := 0; ; round++ {
		command := startAs(t, theCommand, "--dir", files.Dir, "--shards", "3", "KQvKQ")
		if killed < *kills {
			if command.reaches(files.Dir, r.IntN(lastKill)) {
				time.Sleep(time.Duration(r.IntN(300)) * time.Millisecond)
				command.kill()
			}
		}
		err := command.wait()
		if err == nil && killed < *kills { // the build was too quick: start again
			os.RemoveAll(files.Dir)
			killed++
			continue
		}
		if err == nil {
			break
		}
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.Exited() {
			t.Fatalf("%v: %s", err, command.printed())
		}
		killed++
	}
	clustertest.WantTables(t, files, list, want)
}

// TestKillApart kills the workers, the runner or the driver, which are separate processes. The driver ends with an
// error or is stopped. With all of them running again, it resumes, and has the same bytes. Long because it starts three
// processes and waits for them.
//
// Prism may hang, even if nothing was killed. Such a round is stopped when no file of the build changes for some time.
// Its stacks are logged, and the next round resumes the build. The test fails after some of these rounds.
func TestKillApart(t *testing.T) {
	const mostHung = 3
	list := clustertest.Parse(t, "KQvKQ")
	want := clustertest.Build(t, list)
	files := beamstore.Files{Dir: t.TempDir()}
	staged := filepath.Join(t.TempDir(), "worker") // for new workers, and these are already running
	if err := os.WriteFile(staged, []byte("unused"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 3))
	var killed, hung [3]int
	for hungAlone := 0; ; {
		processes := startApart(t, files.Dir, staged)
		driver := processes[2]
		which := -1
		if all := killed[0] + killed[1] + killed[2]; all < *kills {
			which = all % 3
			if driver.reaches(files.Dir, r.IntN(lastKill)) {
				time.Sleep(time.Duration(r.IntN(300)) * time.Millisecond)
				processes[which].kill()
				killed[which]++
			} else {
				if err := driver.wait(); err != nil {
					t.Fatalf("%v: %s", err, driver.printed())
				}
				os.RemoveAll(files.Dir) // the build was too quick: start again
			}
		}
		ends := driver.endsWhileFilesChange(files.Dir, time.Duration(*patience)*time.Second)
		switch {
		case ends:
		case which >= 0: // prism waits for its dead workers, so the test stops the driver
			hung[which]++
		default:
			hungAlone++
			logStacks(t, processes)
		}
		for _, p := range processes {
			p.kill()
			p.wait()
		}
		if hungAlone == mostHung {
			t.Fatalf("the build does not end: %s", driver.printed())
		}
		if which < 0 && ends {
			if err := driver.wait(); err != nil {
				t.Fatalf("%v: %s", err, driver.printed())
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
