package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/words"
)

// version returns the version of the program that the go command has recorded.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "matewright, " + runtime.Version()
	}
	text := "matewright " + cmp.Or(info.Main.Version, "(devel)")
	if commit, modified := revision(); commit != "" {
		text += ", commit " + commit
		if modified {
			text += ", modified"
		}
	}
	return text + ", " + info.GoVersion
}

// run carries out one command line and returns the exit code. 0 is success, 1 a failure and 2 a usage error. 3 means
// that check found flaws.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return runWith(ctx, format.Params{}, args, stdin, stdout, stderr)
}

// runWith is [run] with tables that have some parameters.
func runWith(ctx context.Context, params format.Params, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	grammar := commands{params: params}
	exited := -1
	parser := newParser(
		&grammar,
		kong.Vars{"version": version()},
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { exited = code }),
	)
	parsed, err := parser.Parse(args)
	if exited < 0 {
		if help := grammar.helpOf(parsed, err); help != nil {
			parsed, err = parser.Parse(help)
		}
	}
	if exited >= 0 { // --help or --version
		return exited
	}
	if err != nil {
		fmt.Fprintf(stderr, "matewright: %v\n%v\n", err, words.New("command.usage"))
		return 2
	}
	profiles, err := grammar.Profiles.begin()
	if err != nil {
		fmt.Fprintf(stderr, "matewright: %v\n", err)
		return 1
	}
	code := grammar.carryOut(ctx, parsed, stdin, stdout, stderr)
	if err := profiles.end(); err != nil {
		fmt.Fprintf(stderr, "matewright: %v\n", err)
		code = max(code, 1)
	}
	return code
}

// carryOut carries out a parsed command, and returns its exit code like [run].
func (c *commands) carryOut(
	ctx context.Context, parsed *kong.Context, stdin io.Reader, stdout, stderr io.Writer,
) (code int) {
	out := &output{Writer: stdout}
	k := c.Metric.Kind
	all := c.home()
	place := all.Place(k)
	place.Tables = format.With(place.Tables, c.params)
	s := &session{ctx, k, place, place.Tables, all.Dir(k), all, c.Dir != "", c.params, nil, stdin, out, stderr}
	err := s.openSyzygy(parsed.Selected().Target.Addr().Interface())
	defer s.closeSyzygy()
	if command, ok := parsed.Selected().Target.Addr().Interface().(demanding); ok && err == nil {
		err = k.Supports(command.needs())
	}
	if err == nil {
		err = parsed.Run(s)
	}
	if errors.Is(err, errFlaws) && out.err == nil {
		return 3
	}
	if err == nil || errors.Is(err, errFlaws) {
		err = out.err
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		fmt.Fprintf(stderr, "matewright: %s\n", stopped(parsed.Selected()))
		return 1
	}
	if err != nil {
		p := problem.From(err)
		fmt.Fprintf(stderr, "matewright: %v\n", p)
		if hint := c.hint(err, p); hint != "" {
			fmt.Fprintf(stderr, "%s\n", hint)
		}
		if unknown := (*unknownError)(nil); errors.As(err, &unknown) {
			if hint := unknown.hint(c.home()); hint != "" {
				fmt.Fprintf(stderr, "%s\n", hint)
			}
		}
		return 1
	}
	return 0
}

// A resumer is a command that may keep its finished parts when it is stopped.
type resumer interface{ resumes() bool }

// stopped returns the message for a stopped command, with the effect of running it again.
func stopped(command *kong.Node) words.Message {
	if c, ok := command.Target.Addr().Interface().(resumer); ok && c.resumes() {
		return words.New("command.stopped.resume")
	}
	return words.New("command.stopped.again")
}

// hint returns advice for the user after an error, or "".
func (c *commands) hint(err error, p *problem.Problem) string {
	build := "matewright build"
	if dir := c.home(); dir != home.Default() {
		build += fmt.Sprintf(" --dir %q", dir)
	}
	if k := c.Metric; !k.IsDefault() {
		build += " --metric " + home.DirName(k)
	}
	switch {
	case p.Code == problem.Full:
		return words.New("command.hint.full").String()
	case p.Code == problem.Missing && p.Needed != nil:
		return words.New("command.hint.needed", "command", build+" "+p.Class).String()
	case p.Code == problem.Missing && p.Class != "":
		return words.New("command.hint.missing", "command", build+" "+p.Class).String()
	case p.Code == problem.Damaged && p.Class != "":
		return words.New("command.hint.damaged", "command", build+" --rebuild "+p.Class).String()
	}
	return ""
}
