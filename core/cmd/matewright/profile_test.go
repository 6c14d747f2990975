package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestProfiles measures commands that succeed, fail and are stopped. Each leaves whole profiles and a whole trace.
func TestProfiles(t *testing.T) {
	dir := tables(t)
	for _, test := range []struct {
		name string
		args []string
		time time.Duration // after which it is stopped
		code int
		says string
	}{
		{"success", []string{"verify", "KQvK", "--dir", dir}, time.Minute, 0, ""},
		{"failure", []string{"stats", "KQQvK", "--dir", dir}, time.Minute, 1, "the table of KQQvK is missing"},
		{"flaws", []string{"check", "-", "--dir", dir}, time.Minute, 3, ""},
		{"stop", []string{"build", "KRPvKR", "--dir", t.TempDir()}, 200 * time.Millisecond, 1, "stopped; "},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), test.time)
			defer cancel()
			stopped, stop := context.WithCancel(context.Background()) // as Ctrl-C does
			defer stop()
			context.AfterFunc(ctx, stop)
			to := t.TempDir()
			cpu, memory, trace := filepath.Join(to, "cpu"), filepath.Join(to, "memory"), filepath.Join(to, "trace")
			args := append(test.args, "--cpuprofile", cpu, "--memprofile", memory, "--trace", trace)
			const game = "[FEN \"8/8/8/3k4/8/8/1Q6/K7 w - - 0 1\"]\n\n1. Qg2+ Kd6 2. Qg3+ Kd5 3. Qg8+ *\n"
			var stdout, stderr bytes.Buffer
			code := run(stopped, args, strings.NewReader(game), &stdout, &stderr)
			if code != test.code || !strings.Contains(stderr.String(), test.says) {
				t.Errorf("exit code %d, want %d: %s", code, test.code, &stderr)
			}
			for path, want := range map[string]string{cpu: "cpu", memory: "alloc_space"} {
				if profile := unzipped(t, path); !bytes.Contains(profile, []byte(want)) {
					t.Errorf("%s is no profile of %s: %d bytes", path, want, len(profile))
				}
			}
			if b, err := os.ReadFile(trace); err != nil || !bytes.HasPrefix(b, []byte("go 1.")) || len(b) < 100 {
				t.Errorf("the trace has %d bytes, %v", len(b), err)
			}
		})
	}
}

// unzipped reads a whole file that is packed with gzip.
func unzipped(t *testing.T, path string) []byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r) // compares its checksum
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestProfilesFail names files that cannot be created. The command does nothing, and leaves nothing running.
func TestProfilesFail(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "none", "file")
	for _, flag := range []string{"--cpuprofile", "--memprofile", "--trace"} {
		matewright(t, "", "list", "--dir", tables(t), flag, nowhere).want(t, 1, "", `matewright: open .*\n`)
	}
	cpu := filepath.Join(t.TempDir(), "cpu")
	half := matewright(t, "", "list", "--dir", tables(t), "--cpuprofile", cpu, "--trace", nowhere)
	half.want(t, 1, "", `matewright: open .*\n`)
	matewright(t, "", "list", "--dir", tables(t), "--cpuprofile", cpu).want(t, 0, ".*", "")
}
