package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// TestJoin stops a build of several processes in the middle of a table: by a signal that no process survives, and by
// Ctrl+C. It checks that the others build all else, take over the table, and leave the files of a build alone.
func TestJoin(t *testing.T) {
	want := sums(t, tables(t))
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGINT} {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // which kills the processes
		defer cancel()
		dir := t.TempDir()
		stopped := beginJoint(t, ctx, dir)
		table := pauseAtWork(t, stopped.Cmd, dir)
		others := []*joint{beginJoint(t, ctx, dir), beginJoint(t, ctx, dir)}
		for _, class := range []string{"KQvK", "KRvK", "KBvK", "KNvK"} {
			for ctx.Err() == nil && class != table && !isFile(filepath.Join(dir, class+".mwt")) {
				time.Sleep(time.Millisecond)
			}
		}
		if isFile(filepath.Join(dir, table+".mwt")) {
			t.Errorf("%v: %s is built twice", signal, table)
		}
		stopped.Process.Signal(signal)
		stopped.Process.Signal(syscall.SIGCONT)
		for _, other := range others {
			if err := other.Wait(); err != nil || other.stderr.Len() > 0 {
				t.Errorf("%v: %v: %s", signal, err, &other.stderr)
			}
		}
		message := "matewright: " + words.New("command.stopped.resume").String() + "\n"
		if err := stopped.Wait(); err == nil || signal == syscall.SIGINT && stopped.stderr.String() != message {
			t.Errorf("%v: %v: %s", signal, err, &stopped.stderr)
		}
		if got := sums(t, dir); !maps.Equal(got, want) {
			t.Errorf("%v: the files are %v, want %v", signal, got, want)
		}
	}
}

// A joint is a process that builds KPvK together with others.
type joint struct {
	*exec.Cmd
	stderr strings.Builder
}

func beginJoint(t *testing.T, ctx context.Context, dir string) *joint {
	t.Helper()
	j := &joint{Cmd: exec.CommandContext(ctx, os.Args[0], "--dir", dir, "build", "KPvK", "--threads", "1", "--join")}
	j.Env = append(os.Environ(), asMain+"=1")
	j.Stderr = &j.stderr
	if err := j.Start(); err != nil {
		t.Fatal(err)
	}
	return j
}

// pauseAtWork pauses a build when it has claimed a table, and returns the name of the table.
func pauseAtWork(t *testing.T, build *exec.Cmd, dir string) (table string) {
	t.Helper()
	for {
		build.Process.Signal(syscall.SIGSTOP)
		var status syscall.WaitStatus
		_, err := syscall.Wait4(build.Process.Pid, &status, syscall.WUNTRACED, nil)
		if err != nil || !status.Stopped() {
			t.Fatalf("the build has ended: %v, %v", status, err)
		}
		if table := claimed(t, dir); table != "" && !isFile(filepath.Join(dir, table+".mwt")) {
			return table
		}
		build.Process.Signal(syscall.SIGCONT)
		time.Sleep(time.Millisecond)
	}
}

// claimed returns the name of a table that a process has claimed, or "".
func claimed(t *testing.T, dir string) string {
	t.Helper()
	locks, _ := filepath.Glob(filepath.Join(dir, "*.mwt-lock"))
	for _, path := range locks {
		name := strings.TrimSuffix(filepath.Base(path), ".mwt-lock")
		release, err := store.NewFileStore(dir).Claim(context.Background(), name)
		if errors.Is(err, store.ErrClaimed) {
			return name
		}
		if err != nil {
			t.Fatal(err)
		}
		release()
	}
	return ""
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// sums returns the SHA-256 of all files below a directory.
func sums(t *testing.T, dir string) map[string][sha256.Size]byte {
	t.Helper()
	sums := map[string][sha256.Size]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		sums[path] = sha256.Sum256(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}
