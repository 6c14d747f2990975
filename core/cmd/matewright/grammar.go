package main

import (
	"cmp"
	"errors"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
)

// commands is the grammar of the command line. Its help is in the catalogue, see [helpTexts].
type commands struct {
	Dir    string   `placeholder:"DIR" env:"MATEWRIGHT_DIR"`
	Metric kindName `placeholder:"NAME" default:"${metric}"`

	Build   buildCommand   `cmd:""`
	Probe   probeCommand   `cmd:""`
	Prove   proveCommand   `cmd:""`
	Ending  endingCommand  `cmd:""`
	Line    lineCommand    `cmd:""`
	Find    findCommand    `cmd:""`
	Check   checkCommand   `cmd:""`
	Stats   statsCommand   `cmd:""`
	Inspect inspectCommand `cmd:""`
	Verify  verifyCommand  `cmd:""`
	Import  importCommand  `cmd:""`
	Export  exportCommand  `cmd:""`
	UCI     uciCommand     `cmd:"" name:"uci"`
	Serve   serveCommand   `cmd:""`
	List    listCommand    `cmd:""`
	Discard discardCommand `cmd:""`
	Plan    planCommand    `cmd:""`
	Bench   benchCommand   `cmd:""`
	Help    helpCommand    `cmd:""`

	Version kong.VersionFlag

	Profiles profileFlags `embed:"" group:"profiling"`

	params format.Params // of tables; only tests change them
}

// helpCommand stands for --help, see [commands.helpOf].
type helpCommand struct {
	Command []string `arg:"" optional:""`
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

// home returns the directory of all tables.
func (c *commands) home() home.Home { return cmp.Or(home.Home(c.Dir), home.Default()) }
