package uci

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/words"
)

// An option is a setting of the user. It prints as its declaration.
type option struct {
	name, kind  string
	preset      int64
	least, most int64 // of a spin
	set         func(t *tools, n int64)
	press       func(t *tools)                    // of a button
	write       func(t *tools, text string) error // of a string
}

// noText stands for an empty string in the protocol.
const noText = "<empty>"

const (
	presetHash  = 64   // MiB
	presetDisk  = 2048 // MiB
	mostDisk    = 1 << 20
	mostLines   = 256
	mostSeconds = 10 // of overhead
)

// optionsFor returns the options, with the largest number of bytes of the search's table, and with or without those of
// builds.
func optionsFor(mostHash int64, builds bool) []option {
	most := max(1, min(mostHash, search.MaxTableBytes)>>20)
	list := []option{
		{name: optionHash, kind: "spin", preset: min(presetHash, most), least: 1, most: most, set: (*tools).setHash},
		{name: "Clear Hash", kind: "button", press: func(t *tools) { t.search.Table().Clear() }},
		{name: "Ponder", kind: "check", set: func(*tools, int64) {}}, // the GUI decides whether to ponder
		{
			name:   "MultiPV",
			kind:   "spin",
			preset: 1,
			least:  1,
			most:   mostLines,
			set:    func(t *tools, n int64) { t.lines = int(n) },
		},
		{
			name:   "Syzygy50MoveRule",
			kind:   "check",
			preset: 1,
			set:    (*tools).setRule,
		}, // the usual name in programs
		{name: "UCI_Chess960", kind: "check", set: func(t *tools, n int64) { t.chess960 = n != 0 }},
		{name: "PlayByDTZ", kind: "check", set: func(t *tools, n int64) { t.byDTZ = n != 0 }},
		{name: "SyzygyPath", kind: "string", write: (*tools).openSyzygy},
		{
			name:   "Move Overhead",
			kind:   "spin",
			preset: 30,
			most:   mostSeconds * 1000,
			set:    func(t *tools, n int64) { t.overhead = time.Duration(n) * time.Millisecond },
		},
	}
	if builds {
		list = append(list,
			option{name: "BuildTables", kind: "check", set: (*tools).setBuilds},
			option{name: optionDisk, kind: "spin", preset: presetDisk, least: 1, most: mostDisk, set: (*tools).setDisk},
		)
	}
	return list
}

// String is the line that declares the option.
func (o *option) String() string {
	s := fmt.Sprintf("option name %s type %s", o.name, o.kind)
	switch o.kind {
	case "spin":
		s += fmt.Sprintf(" default %d min %d max %d", o.preset, o.least, o.most)
	case "check":
		s += fmt.Sprintf(" default %t", o.preset != 0)
	case "string":
		s += " default " + noText
	}
	return s
}

// setOption carries out "setoption name NAME value VALUE".
func setOption(options []option, t *tools, given []string) error {
	if len(given) == 0 || given[0] != "name" {
		return words.Error("command.uci.option")
	}
	text, value, _ := strings.Cut(strings.Join(given[1:], " ")+" ", " value ")
	name, value := strings.TrimSpace(text), strings.TrimSpace(value)
	for i := range options {
		if o := &options[i]; strings.EqualFold(o.name, name) {
			return o.change(t, value)
		}
	}
	return words.Error("command.uci.unknownOption", "name", quoted(name))
}

// change sets an option to a value.
func (o *option) change(t *tools, value string) error {
	var n int64
	switch o.kind {
	case "button":
		o.press(t)
		return nil
	case "string":
		if value == noText {
			value = ""
		}
		return o.write(t, value)
	case "check":
		yes, err := strconv.ParseBool(value)
		if err != nil {
			return words.Error("command.uci.check", "name", o.name, "text", quoted(value))
		}
		if yes {
			n = 1
		}
	case "spin":
		var err error
		if n, err = strconv.ParseInt(value, 10, 64); err != nil || n < o.least || n > o.most {
			return words.Error("command.uci.spin",
				"name", o.name, "least", o.least, "most", o.most, "text", quoted(value))
		}
	}
	o.set(t, n)
	return nil
}
