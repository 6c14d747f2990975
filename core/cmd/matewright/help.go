package main

import (
	"iter"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/words"
)

// newParser returns the parser of a grammar, with its help from the catalogue.
func newParser(grammar *commands, options ...kong.Option) *kong.Kong {
	parser, err := kong.New(grammar, append(
		options,
		kong.Name("matewright"),
		kong.Vars{"metric": strings.ToLower(kind.Default().Name())},
		kong.ExplicitGroups([]kong.Group{{Key: "profiling", Title: words.New("command.group.profiling").String()}}),
	)...)
	if err != nil {
		panic(err) // the grammar is constant
	}
	values := words.Values{
		"default": kind.Default().Name(),
		"dir":     string(home.Default()),
		"lacking": lacking(),
		"methods": methods.All().Names(),
		"metrics": strings.ToLower(kind.Names()),
	}
	for key, text := range helpTexts(parser.Model) {
		*text = words.Message{Key: key, Values: values}.String()
	}
	return parser
}

// helpTexts returns the help of all commands, arguments and flags, with the keys of their messages.
func helpTexts(app *kong.Application) iter.Seq2[string, *string] {
	return func(yield func(string, *string) bool) {
		if !yield("command.help.matewright", &app.Help) || !yieldValues("", app.Node, yield) {
			return
		}
		for _, command := range app.Children {
			if !yield("command.help."+command.Name, &command.Help) || !yieldValues(command.Name, command, yield) {
				return
			}
		}
	}
}

// yieldValues yields the help of a command's own arguments and flags. It returns false if yield does.
func yieldValues(command string, node *kong.Node, yield func(string, *string) bool) bool {
	for _, argument := range node.Positional {
		if !yield(helpKey(command, argument.Name), &argument.Help) {
			return false
		}
	}
	for _, flag := range node.Flags {
		if !yield(helpKey(command, flag.Name), &flag.Help) {
			return false
		}
	}
	return true
}

// helpKey returns the key for an argument or flag: that of the command if the catalogue has it, otherwise the shared
// one.
func helpKey(command, name string) string {
	if key := "command.help." + command + "." + name; words.Has(key) {
		return key
	}
	return "command.help.any." + name
}

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
			sentences = append(
				sentences,
				words.New("command.lacking", "metric", k.Name(), "commands", names).String(),
			)
		}
	}
	return strings.Join(sentences, " ")
}
