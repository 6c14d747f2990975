package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
)

// role is the environment variable with the part that the test binary plays, if any.
const role = "MATEWRIGHT_CLUSTER"

const (
	theCommand = "command"
	theRunner  = "runner"  // prism's job server, apart from the command
	theWorkers = "workers" // of that job server
)

// play plays a part. The runner and the workers play it until they are killed.
func play(as string) {
	switch as {
	case theCommand:
		main()
	case theRunner:
		serve(startRunner)
	case theWorkers:
		beam.Init()
		quiet()
		serve(func() (string, error) {
			workers, err := extworker.StartLoopback(context.Background(), 0)
			if err != nil {
				return "", err
			}
			return workers.EnvironmentConfig(context.Background()), nil
		})
	}
}

// serve starts a server, prints its address and waits.
func serve(start func() (address string, err error)) {
	address, err := start()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(servesAt + address)
	select {}
}

// startRunner starts prism's job server at a free port. The port is only in prism's log.
func startRunner() (string, error) {
	quiet()
	var endpoint atomic.Pointer[string]
	slog.SetDefault(slog.New(endpointHandler{slog.Default().Handler(), &endpoint}))
	if _, err := prism.CreateJobServer(context.Background(), prism.Options{}); err != nil {
		return "", err
	}
	if endpoint.Load() == nil {
		return "", errors.New("prism has logged no endpoint")
	}
	return *endpoint.Load(), nil
}

// An endpointHandler takes the first attribute "endpoint" from a log.
type endpointHandler struct {
	slog.Handler
	endpoint *atomic.Pointer[string] // points to nil until the endpoint is known
}

// Enabled enables all levels until the endpoint is known.
func (h endpointHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.endpoint.Load() == nil || h.Handler.Enabled(ctx, level)
}

// Handle looks for the endpoint.
func (h endpointHandler) Handle(ctx context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "endpoint" {
			endpoint := a.Value.String()
			h.endpoint.CompareAndSwap(nil, &endpoint)
		}
		return true
	})
	if !h.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// A process is a run of the test binary in a role.
type process struct {
	as      string
	command *exec.Cmd
	ended   chan struct{} // closed at the end
	err     error         // with which it ended

	mu  sync.Mutex
	out bytes.Buffer
}

// startAs starts the test binary in a role. It is killed when the test ends.
func startAs(t *testing.T, as string, args ...string) *process {
	t.Helper()
	p := &process{as: as, command: exec.Command(os.Args[0], args...), ended: make(chan struct{})}
	p.command.Env = append(os.Environ(), role+"="+as)
	p.command.Stdout, p.command.Stderr = p, p
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.err = p.command.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		p.kill()
		p.wait()
	})
	return p
}

// Write keeps the output of the process.
func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(b)
}

// printed returns the output of the process.
func (p *process) printed() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

func (p *process) kill() { p.command.Process.Kill() }

// wait waits for the end of the process, and returns its error.
func (p *process) wait() error {
	<-p.ended
	return p.err
}

// servesAt begins the line in which a server prints its address. Other lines are logs.
const servesAt = "serves at "

// address waits for the address that a server prints.
func (p *process) address(t *testing.T) string {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); {
		for line := range strings.Lines(p.printed()) {
			if address, ok := strings.CutPrefix(line, servesAt); ok && strings.HasSuffix(address, "\n") {
				return strings.TrimSpace(address)
			}
		}
		select {
		case <-p.ended:
			t.Fatalf("the %s ended (%v): %s", p.as, p.err, p.printed())
		case <-time.After(20 * time.Millisecond):
		}
	}
	t.Fatalf("the %s does not start: %s", p.as, p.printed())
	return ""
}

// startApart starts a runner, workers and a driver that builds KQvKQ in a directory.
func startApart(t *testing.T, dir, staged string) [3]*process {
	t.Helper()
	runner, workers := startAs(t, theRunner), startAs(t, theWorkers)
	driver := startAs(
		t,
		theCommand,
		"--dir",
		dir,
		"--shards",
		"3",
		"--runner",
		"portable",
		"--endpoint",
		runner.address(t),
		"--environment_type",
		"EXTERNAL",
		"--environment_config",
		workers.address(t),
		"--worker_binary",
		staged,
		"KQvKQ",
	)
	return [3]*process{runner, workers, driver}
}

// reaches waits until a build in a directory has done a ply. It returns false if the process ends before.
func (p *process) reaches(dir string, ply int) bool {
	done := filepath.Join(dir, "work", "KQvKQ-*", "wave-00", fmt.Sprintf("ply-%04d", ply), "done")
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); { // a process may hang before the ply
		select {
		case <-p.ended:
			return false
		case <-time.After(10 * time.Millisecond):
		}
		if found, err := filepath.Glob(done); err == nil && len(found) > 0 {
			break
		}
	}
	return true
}

// endsWhileFilesChange waits for the end of the process. It returns false if the files of a directory don't change for
// some time, and the process runs on.
func (p *process) endsWhileFilesChange(dir string, patience time.Duration) bool {
	changed, seen := time.Now(), newest(dir)
	for {
		select {
		case <-p.ended:
			return true
		case <-time.After(time.Second):
		}
		if now := newest(dir); !now.Equal(seen) {
			changed, seen = time.Now(), now
		}
		if time.Since(changed) > patience {
			return false
		}
	}
}

// newest returns the time of the last change of a directory's files, some of which may be removed meanwhile.
func newest(dir string) (last time.Time) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
		return nil
	})
	return last
}

// logStacks ends processes and logs the stacks that they print.
func logStacks(t *testing.T, processes [3]*process) {
	for _, p := range processes {
		p.command.Process.Signal(syscall.SIGQUIT)
		select {
		case <-p.ended:
		case <-time.After(10 * time.Second):
		}
		t.Logf("the %s hangs: %s", p.as, p.printed())
	}
}
