package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestHangUp checks that a build ends like a stopped one if its terminal is closed, and leaves no partial files. Under
// nohup it continues.
func TestHangUp(t *testing.T) {
	for _, nohup := range []bool{false, true} {
		dir := t.TempDir()
		args := []string{os.Args[0], "--dir", dir, "build", "--men", "4", "--threads", "1"}
		if nohup {
			args = append([]string{"nohup"}, args...)
		}
		command := exec.Command(args[0], args[1:]...)
		command.Env = append(os.Environ(), asMain+"=1")
		var stderr strings.Builder
		command.Stderr = &stderr
		out, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		lines.Scan() // the first table is finished
		if err := command.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		if nohup {
			for range 6 { // a slow test may find some that were printed before
				if !lines.Scan() {
					t.Error("nohup true: the build ends")
				}
			}
			command.Process.Signal(syscall.SIGTERM)
		}
		for lines.Scan() { // until the build ends
		}
		if err := command.Wait(); err == nil ||
			!strings.Contains(
				stderr.String(),
				"matewright: stopped; finished parts are kept, run the same command again to resume\n",
			) {
			t.Errorf("nohup %t: %v: %s", nohup, err, &stderr)
		}
		if temps, _ := filepath.Glob(filepath.Join(dir, "*.mwt-tmp")); len(temps) > 0 {
			t.Errorf("nohup %t: %q are left", nohup, temps)
		}
	}
}
