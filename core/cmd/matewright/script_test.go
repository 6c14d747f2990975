package main

import (
	"context"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScript runs the scripts of testdata/script. They have these additional commands:
//
//	matewright ARG...      runs the command in this process, so paths must be absolute
//	input FILE             is what the next command reads; without it a command reads nothing
//	status N               compares the last exit code
//	output stdout|stderr FILE
//	                       compares the whole output with the lines of a file. Each line is a regular expression;
//	                       the line "..." stands for any number of lines
//
// $TABLES is a directory with KPvK and the tables that it needs, only to be read. $SYZYGY is one with Syzygy files of
// KQvK, KPvK and others. $FEN has castling rights without rooks at home, and an impossible en-passant square.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("TABLES", tables(t))
			files, err := filepath.Abs("../../syzygy/testdata")
			if err != nil {
				return err
			}
			env.Setenv("SYZYGY", files)
			env.Setenv("FEN", "8/8/8/8/8/2k5/8/K6R w KQkq c4 73 90")
			env.Values[input{}] = new(string)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"matewright": runInScript,
			"status": func(ts *testscript.TestScript, neg bool, args []string) {
				if got := ts.Getenv("status"); neg || len(args) != 1 || got != args[0] {
					ts.Fatalf("exit code %s, want %q", got, args)
				}
			},
			"input": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) != 1 {
					ts.Fatalf("usage: input FILE")
				}
				*ts.Value(input{}).(*string) = ts.ReadFile(args[0])
			},
			"output": wantOutput,
		},
	})
}

// input is the key of the text that the next command of a script reads.
type input struct{}

// runInScript runs the command. After "!" it must fail, otherwise it must succeed.
func runInScript(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.Value(input{}).(*string)
	code := run(context.Background(), args, strings.NewReader(*text), ts.Stdout(), ts.Stderr())
	*text = ""
	ts.Setenv("status", strconv.Itoa(code))
	if (code != 0) != neg {
		ts.Fatalf("exit code %d", code)
	}
}

// wantOutput compares an output with a file of regular expressions.
func wantOutput(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: output stdout|stderr FILE")
	}
	got, want := ts.ReadFile(args[0]), ts.ReadFile(args[1])
	var pattern strings.Builder
	pattern.WriteString("^")
	for line := range strings.Lines(want) {
		if line = strings.TrimSuffix(line, "\n"); line == "..." {
			pattern.WriteString(`(.*\n)*`)
		} else {
			pattern.WriteString("(?:" + line + `)\n`)
		}
	}
	pattern.WriteString("$")
	whole, err := regexp.Compile(pattern.String())
	ts.Check(err)
	if !whole.MatchString(got) {
		ts.Fatalf("%s is\n%s\nwant\n%s", args[0], got, want)
	}
}
