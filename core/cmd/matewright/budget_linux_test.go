package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/value"
)

// freshParent, in the environment, marks the process that TestBudget starts for its builds.
const freshParent = "MATEWRIGHT_TEST_BUDGET"

// TestBudget builds tables in separate processes, whose memory may not exceed the budget at any time. The bytes are
// those of any other build.
func TestBudget(t *testing.T) {
	// Linux also counts the memory of a process before it executed a program, which is that of its parent. So the
	// builds get a parent that has run no other tests.
	if os.Getenv(freshParent) == "" {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestBudget$", "-test.v")
		again.Env = append(os.Environ(), freshParent+"=1")
		out, err := again.CombinedOutput()
		t.Logf("%s", out)
		if err != nil {
			t.Fatal(err)
		}
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
		command := exec.Command(os.Args[0])
		command.Env = append(os.Environ(), asMain+"=1")
		command.Args = []string{
			"matewright",
			"--dir",
			dir,
			"build",
			test.class,
			"--budget",
			fmt.Sprint(test.budget, "MiB"),
			"--threads",
			fmt.Sprint(test.threads),
		}
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", test.class, err, out)
		}
		peak := command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
		t.Logf("%s within %d MiB by %d threads: %s", test.class, test.budget, test.threads, formatBytes(peak))
		if peak > test.budget<<20 {
			t.Errorf("%s took %s of %d MiB", test.class, formatBytes(peak), test.budget)
		}
		file, err := os.ReadFile(filepath.Join(dir, test.class+".mwt"))
		if err != nil {
			t.Fatal(err)
		}
		if err := known.Check(value.DTM, test.class, sha256.Sum256(file)); err != nil {
			t.Errorf("%s: %v", test.class, err)
		}
	}
}
