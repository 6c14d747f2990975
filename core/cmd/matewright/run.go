package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/solve/catalog"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// commands is the grammar of the command line.
type commands struct {
	Dir    string     `help:"Directory of the tables (${dir})." placeholder:"DIR" env:"MATEWRIGHT_DIR"`
	Metric metricName `help:"Of tables whose plies count this: ${metrics}. Those of each but the first are in a directory of their own, in that of the tables. DTM50 is for ${byClock}." placeholder:"NAME" default:"${metric}"`

	Build   buildCommand   `cmd:"" help:"Build tables and all they depend on."`
	Probe   probeCommand   `cmd:"" help:"Judge a position and each of its moves."`
	Prove   proveCommand   `cmd:"" help:"Prove a win, draw or loss by looking ahead, where tables are missing or have not so many men."`
	Line    lineCommand    `cmd:"" help:"Show best play to mate."`
	Find    findCommand    `cmd:"" help:"Find positions of a class: mates in n plies, mutual zugzwangs, single winning moves."`
	Check   checkCommand   `cmd:"" help:"Judge the moves of games, studies and positions in a file, and find the flaws of studies: cooks, duals, mistakes."`
	Stats   statsCommand   `cmd:"" help:"Show the statistics of a table."`
	Inspect inspectCommand `cmd:"" help:"Describe the bytes of a table: header, sections, a tile, an entry."`
	Verify  verifyCommand  `cmd:"" help:"Recompute every entry of tables from its moves."`
	Import  importCommand  `cmd:"" help:"Check tables in files from elsewhere, and take them in."`
	Export  exportCommand  `cmd:"" help:"Write tables to files, each in one piece."`
	UCI     uciCommand     `cmd:"" name:"uci" help:"Be the engine of a chess program with a board (UCI): play and analyse."`
	Serve   serveCommand   `cmd:"" help:"Answer programs over HTTP, with lichess's tablebase API."`
	List    listCommand    `cmd:"" help:"List the tables that are there."`
	Discard discardCommand `cmd:"" help:"Delete what was saved of tables in the middle of their making. Finished parts stay."`
	Plan    planCommand    `cmd:"" help:"Show how tables would be made within a memory budget."`
	Bench   benchCommand   `cmd:"" help:"Build tables and measure it: time, memory, size."`
	Help    helpCommand    `cmd:"" help:"Show what a command does, and its options."`

	Version kong.VersionFlag `help:"Print the version."`

	Profiles profileFlags `embed:"" group:"Flags for profiling:"`
}

// helpCommand stands for --help, see [commands.helpOf].
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Such as build."`
}

// helpOf returns the arguments that ask for help instead of those that were parsed, or nil. Without a command they mean "--help", and "help COMMAND"
// means "COMMAND --help".
func (c *commands) helpOf(parsed *kong.Context, err error) []string {
	failed := (*kong.ParseError)(nil)
	switch {
	case errors.As(err, &failed) && failed.Context.Error == nil && failed.Context.Selected() == nil:
		return []string{"--help"}
	case err == nil && parsed.Selected().Name == "help":
		return append(slices.Clone(c.Help.Command), "--help")
	}
	return nil
}

// version returns the version of the program, as the go command has recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "matewright, " + runtime.Version()
	}
	words := "matewright " + cmp.Or(info.Main.Version, "(devel)")
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if commit := settings["vcs.revision"]; commit != "" {
		words += ", commit " + commit
		if settings["vcs.modified"] == "true" {
			words += ", modified"
		}
	}
	return words + ", " + info.GoVersion
}

// session is what a command works with.
type session struct {
	ctx    context.Context
	metric *value.Metric  // nil for the tables that go by the clock
	place  *service.Place // where the tables of the metric are built
	store  store.Store    // of these tables
	dir    string         // of the store
	home   home.Home      // directory of all tables
	chosen bool           // by the user
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// output is where answers go. It remembers that they did not arrive, such as on a full disk.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (n int, err error) {
	n, err = o.Writer.Write(p)
	o.err = cmp.Or(o.err, err)
	return n, err
}

// prober returns who answers by the metric, and says what the tables of others say, too.
func (s *session) prober() *probe.Prober { return s.proberBy(s.metric) }

// proberBy is prober with another metric than that which was named, or nil for the tables that go by the clock.
func (s *session) proberBy(metric *value.Metric) *probe.Prober {
	return s.home.Prober(metric, value.Metrics()...).Unproven()
}

// run carries out one command line and returns the exit code: 0 for success,
// 1 if the command failed, 2 if it was not understood, 3 if it found flaws where it was asked to look for some.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var grammar commands
	exited := -1
	parser, err := kong.New(&grammar,
		kong.Name("matewright"),
		kong.Description("Exact chess endgame tables: win, draw or loss, and the distance to mate."),
		kong.Vars{"dir": string(home.Default()), "methods": catalog.Methods().Names(), "metric": strings.ToLower(value.Default().Name()),
			"metrics": strings.ToLower(value.MetricNames() + ", " + dtm50.Name), "byClock": byClockNames, "version": version()},
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { exited = code }),
	)
	if err != nil {
		panic(err) // the grammar is constant
	}
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
		fmt.Fprintf(stderr, "matewright: %v\nRun \"matewright --help\" for all commands and options.\n", err)
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

// carryOut carries out a command that was parsed, and returns its exit code as [run] does.
func (c *commands) carryOut(
	ctx context.Context, parsed *kong.Context, stdin io.Reader, stdout, stderr io.Writer,
) (code int) {
	out := &output{Writer: stdout}
	metric := c.Metric.Metric
	all := c.home()
	place := all.Place(metric)
	s := &session{ctx, metric, place, place.Tables, all.Dir(metric), all, c.Dir != "", stdin, out, stderr}
	var err error
	if metric != nil {
		err = parsed.Run(s)
	} else {
		err = runByClock(s, parsed.Selected())
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
		p := problem.Of(err)
		fmt.Fprintf(stderr, "matewright: %v\n", p)
		if hint := c.hint(err, p); hint != "" {
			fmt.Fprintf(stderr, "%s\n", hint)
		}
		return 1
	}
	return 0
}

// A resumer is a command that may keep what it has finished when it is stopped.
type resumer interface{ resumes() bool }

// stopped says that a command was stopped, and what running it again does.
func stopped(command *kong.Node) string {
	if c, ok := command.Target.Addr().Interface().(resumer); ok && c.resumes() {
		return "stopped; finished parts are kept, run the same command again to resume"
	}
	return "stopped; run the same command again to start over"
}

// hint says what is safe and what to do about an error.
func (c *commands) hint(err error, p *problem.Problem) string {
	build := "matewright build"
	if dir := c.home(); dir != home.Default() {
		build += fmt.Sprintf(" --dir %q", dir)
	}
	if m := c.Metric; m.Metric == nil || !m.IsDefault() {
		build += " --metric " + home.DirName(m.Metric)
	}
	switch {
	case p.Code == problem.Full:
		return "What was finished is kept. Free some space and run the same command again."
	case p.Code == problem.Missing && p.Needed != nil:
		return fmt.Sprintf("Build what it needs with: %s %s", build, p.Class)
	case p.Code == problem.Missing && p.Class != "":
		return fmt.Sprintf("Build it with: %s %s", build, p.Class)
	case p.Code == problem.Damaged && p.Class != "":
		return fmt.Sprintf("Build it again with: %s --rebuild %s", build, p.Class)
	}
	return ""
}

// home is where all tables are.
func (c *commands) home() home.Home { return cmp.Or(home.Home(c.Dir), home.Default()) }
