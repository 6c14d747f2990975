package main

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
)

// commands is the grammar of the command line.
type commands struct {
	Dir    string   `help:"Directory of the tables (${dir})." placeholder:"DIR" env:"MATEWRIGHT_DIR"`
	Metric kindName `help:"${metricHelp}" placeholder:"NAME" default:"${metric}"`

	Build   buildCommand   `cmd:"" help:"Build tables and all they depend on."`
	Probe   probeCommand   `cmd:"" help:"Judge a position and each of its moves."`
	Prove   proveCommand   `cmd:"" help:"Prove a win, draw or loss by search, without the table of the position."`
	Line    lineCommand    `cmd:"" help:"Show best play to mate."`
	Find    findCommand    `cmd:"" help:"Find positions of a class: mates in N plies, mutual zugzwangs, only moves."`
	Check   checkCommand   `cmd:"" help:"Judge the moves of games and studies: cooks, duals, mistakes."`
	Stats   statsCommand   `cmd:"" help:"Show the statistics of a table."`
	Inspect inspectCommand `cmd:"" help:"Describe the bytes of a table: header, sections, a tile, an entry."`
	Verify  verifyCommand  `cmd:"" help:"Recompute every entry of tables from its moves."`
	Import  importCommand  `cmd:"" help:"Import and verify table files, such as exports from the page."`
	Export  exportCommand  `cmd:"" help:"Write tables to files, each in one piece."`
	UCI     uciCommand     `cmd:"" name:"uci" help:"Run as a UCI engine of a chess program: play and analyse."`
	Serve   serveCommand   `cmd:"" help:"Answer programs over HTTP, with lichess's tablebase API."`
	List    listCommand    `cmd:"" help:"List the stored tables."`
	Discard discardCommand `cmd:"" help:"Delete the checkpoints of tables. Finished parts stay."`
	Plan    planCommand    `cmd:"" help:"Show the method, memory and time that builds would need."`
	Bench   benchCommand   `cmd:"" help:"Build tables and measure time, memory and size."`
	Help    helpCommand    `cmd:"" help:"Show the help of a command."`

	Version kong.VersionFlag `help:"Print the version."`

	Profiles profileFlags `embed:"" group:"Flags for profiling:"`

	params format.Params // of tables; only tests change them
}

// helpCommand stands for --help, see [commands.helpOf].
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Such as build."`
}

// helpOf returns the arguments that print help, or nil if the parsed ones do not request it. No command means "--help",
// and "help COMMAND" means "COMMAND --help".
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

// A demanding command works only for kinds of tables with a feature.
type demanding interface{ needs() kind.Feature }

// lacking lists for people the commands that some kinds of tables do not support. It returns "" if all support all.
func lacking() string {
	var sentences []string
	for _, k := range kind.All() {
		var names []string
		for command := range reflect.TypeFor[commands]().Fields() {
			if c, ok := reflect.New(command.Type).Interface().(demanding); ok && k.Supports(c.needs()) != nil {
				names = append(names, strings.ToLower(command.Name))
			}
		}
		if len(names) > 0 {
			sentences = append(sentences, fmt.Sprintf("%s does not support %s.", k.Name(), strings.Join(names, ", ")))
		}
	}
	return strings.Join(sentences, " ")
}

// home returns the directory of all tables.
func (c *commands) home() home.Home { return cmp.Or(home.Home(c.Dir), home.Default()) }
