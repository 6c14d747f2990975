package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/value"
)

// freshParent, in the environment, marks a process that [fresh] has started.
const freshParent = "MATEWRIGHT_TEST_BUDGET"

// fresh reports whether the process runs only the present test. If not, it starts one that does. Linux counts the
// memory of a process before it executed a program, which is that of its parent. So a command whose memory is measured
// gets a parent that has run no other tests.
func fresh(t *testing.T) bool {
	if os.Getenv(freshParent) != "" {
		return true
	}
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	again.Env = append(os.Environ(), freshParent+"=1")
	out, err := again.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatal(err)
	}
	return false
}

// within runs the command in a process of its own, which may not take more than some MiB of memory at any time. It
// returns the output.
func within(t *testing.T, budget int64, args ...string) []byte {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), asMain+"=1")
	command.Args = append([]string{"matewright"}, args...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v: %s", args, err, out)
	}
	peak := command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	t.Logf("%v within %d MiB: %s", args, budget, formatBytes(peak))
	if peak > budget<<20 {
		t.Errorf("%v took %s of %d MiB", args, formatBytes(peak), budget)
	}
	return out
}

// TestBudget builds tables within a budget. The bytes are those of any other build.
func TestBudget(t *testing.T) {
	if !fresh(t) {
		return
	}
	for _, test := range []struct {
		class   string
		budget  int64 // MiB
		threads int
	}{
		{"KRPvK", 56, 0},
		{"KRPvK", 128, 2},
		{"KQRvKQ", 128, 0},
		{"KQRvKQ", 64, 0},
	} {
		dir := t.TempDir()
		within(t, test.budget, "--dir", dir, "build", test.class,
			"--budget", fmt.Sprint(test.budget, "MiB"), "--threads", fmt.Sprint(test.threads))
		file, err := os.ReadFile(filepath.Join(dir, test.class+".mwt"))
		if err != nil {
			t.Fatal(err)
		}
		if err := known.Check(value.DTM, test.class, sha256.Sum256(file)); err != nil {
			t.Errorf("%s: %v", test.class, err)
		}
	}
}

// TestEndingBudget solves an ending with two pieces in the least memory that allows this.
func TestEndingBudget(t *testing.T) {
	if !fresh(t) {
		return
	}
	least := (ending.LeastMemory(2)+outsideGo)>>20 + 1
	out := within(t, least, "ending", "8/8/8/3k4/8/8/4K3/N6n w - - 0 1", "--memory", fmt.Sprint(least, "MiB"), "--json")
	var solved solvedEnding
	if err := json.Unmarshal(out, &solved); err != nil {
		t.Fatal(err)
	}
	if solved.Low != value.DrawCategory || solved.High != value.DrawCategory {
		t.Errorf("%s", out)
	}
}
