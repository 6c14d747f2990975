// Package words has the messages for people. Its catalogues are files of ICU MessageFormat, one for each language,
// and all front ends read them. Go uses the keys that begin with "core.", and writes them in English.
//
// The engine of the page has no catalogue. It passes keys and values, and the page writes the messages in the
// language of its user.
package words

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Values are the values of a message by name: strings, integers, other messages, and lists ([]string or []any) of
// strings and messages.
type Values map[string]any

// A Message is the key of a message of the catalogue, with values. A message may be used as an error.
type Message struct {
	Key    string `json:"key"`
	Values Values `json:"values,omitempty"`
}

// New returns the message with the given key. Names of values and values alternate. A value with a method String is
// replaced by its text.
func New(key string, values ...any) Message {
	m := Message{Key: key}
	for i := 0; i+1 < len(values); i += 2 {
		if m.Values == nil {
			m.Values = make(Values, len(values)/2)
		}
		m.Values[values[i].(string)] = plain(values[i+1])
	}
	return m
}

func plain(v any) any {
	switch v := v.(type) {
	case Message:
		return v
	case fmt.Stringer:
		return v.String()
	}
	return v
}

// Error returns [New] as an error.
func Error(key string, values ...any) error {
	m := New(key, values...)
	return &m
}

// List returns the names of things, as a value.
func List[Thing fmt.Stringer](things []Thing) []string {
	names := make([]string, len(things))
	for i, thing := range things {
		names[i] = thing.String()
	}
	return names
}

// String returns the message in English, or its key in a program without the catalogue.
func (m Message) String() string { return english(m) }

// Code returns the key and the values in the order of their names, such as "core.fen.ranks count=7". Tests and logs use
// it, as it does not change with the words.
func (m Message) Code() string {
	var b strings.Builder
	b.WriteString(m.Key)
	for _, name := range slices.Sorted(maps.Keys(m.Values)) {
		fmt.Fprintf(&b, " %s=%v", name, coded(m.Values[name]))
	}
	return b.String()
}

// coded replaces messages in a value by their codes.
func coded(value any) any {
	switch value := value.(type) {
	case Message:
		return "(" + value.Code() + ")"
	case []any:
		codes := make([]any, len(value))
		for i, each := range value {
			codes[i] = coded(each)
		}
		return codes
	}
	return value
}

// Error is [Message.String].
func (m Message) Error() string { return m.String() }

// Message returns the message. Errors of other packages also have a method of this name.
func (m Message) Message() Message { return m }
