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
	Metric kindName `help:"Of tables whose plies count this: ${metrics}. Those of each but the first are in a directory of their own, in that of the tables. ${lacking}" placeholder:"NAME" default:"${metric}"`

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

	params format.Params // of tables; only tests change them
}

// helpCommand stands for --help, see [commands.helpOf].
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Such as build."`
}

// helpOf returns the arguments that ask for help instead of those that were parsed, or nil. Without a command they mean
// "--help", and "help COMMAND" means "COMMAND --help".
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

// A demanding command is for kinds of tables with a feature only.
type demanding interface{ needs() kind.Feature }

// lacking says for people which commands some kinds of tables are not for; "" if all are for all.
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
			sentences = append(sentences, fmt.Sprintf("%s is not for %s.", k.Name(), strings.Join(names, ", ")))
		}
	}
	return strings.Join(sentences, " ")
}

// home is where all tables are.
func (c *commands) home() home.Home { return cmp.Or(home.Home(c.Dir), home.Default()) }
