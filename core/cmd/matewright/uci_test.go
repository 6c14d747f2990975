package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/words"
)

// TestUCIBuilds checks that the engine builds the tables of a position in another process, and plays by them.
func TestUCIBuilds(t *testing.T) {
	dir := t.TempDir()
	engine := exec.CommandContext(t.Context(), os.Args[0])
	engine.Env = append(os.Environ(), asMain+"=1")
	engine.Args = []string{"matewright", "uci", "--dir", dir}
	in, err := engine.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := engine.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	until := func(part string) {
		t.Helper()
		var before []string
		for lines.Scan() {
			if before = append(before, lines.Text()); strings.Contains(lines.Text(), part) {
				return
			}
		}
		t.Fatalf("%q came after %q", part, before)
	}
	fmt.Fprintln(in, "setoption name BuildTables value true\nposition fen 8/8/8/8/8/2k5/8/KR6 w - - 0 1")
	for _, metric := range []string{"DTM", "DTZ50"} {
		until(words.New("command.uci.built", "class", "KRvK", "metric", metric).String())
	}
	fmt.Fprintln(in, "go movetime 1000")
	until("score mate 14 ")
	fmt.Fprintln(in, "quit")
	if err := engine.Wait(); err != nil {
		t.Error(err)
	}
	for _, metric := range []string{"dtm", "dtz50"} {
		matewright(t, "", "verify", "--quick", "KRvK", "--dir", dir, "--metric", metric).want(t, 0, ".*", "")
	}
}
