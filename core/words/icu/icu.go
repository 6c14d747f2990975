// Package icu writes messages of ICU MessageFormat, with the plurals of their language and the numbers of English. They
// may have arguments, plain or as a number, and select and plural. Tags are left as they are.
package icu

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Text is a message. It may be used by several goroutines.
type Text struct {
	message string
	plurals Plurals
	once    sync.Once
	parts   []part
}

// New returns a message with such plurals. It is parsed on its first use.
func New(message string, plurals Plurals) *Text { return &Text{message: message, plurals: plurals} }

// Names returns the names of the message's values, sorted.
func (t *Text) Names() []string {
	names := map[string]bool{}
	addNames(names, t.read())
	return slices.Sorted(maps.Keys(names))
}

func addNames(names map[string]bool, parts []part) {
	for _, p := range parts {
		if p.name != "" {
			names[p.name] = true
		}
		for _, o := range p.options {
			addNames(names, o.parts)
		}
	}
}

func (t *Text) read() []part {
	t.once.Do(func() { t.parts, _ = parse(t.message, false) })
	return t.parts
}

// A part of a text is literal, a number sign or an argument.
type part struct {
	kind    kind
	literal string // or the style of a number
	name    string // of the argument
	options []option
}

type kind int

const (
	literal kind = iota
	plainly
	number
	sign // the number of the plural around it
	choice
	plural
)

// An option is the text of a select or a plural in one case, such as "other" or "=0".
type option struct {
	when  string
	parts []part
}

// Format returns the message with values: strings, integers, floating-point numbers and lists. Others are written as
// fmt writes them.
func (t *Text) Format(values map[string]any) string {
	var b strings.Builder
	t.write(&b, t.read(), values, nil)
	return b.String()
}

func (t *Text) write(b *strings.Builder, parts []part, values map[string]any, count any) {
	for i := range parts {
		p := &parts[i]
		value := values[p.name]
		switch p.kind {
		case literal:
			b.WriteString(p.literal)
		case plainly:
			b.WriteString(plainText(value))
		case number:
			b.WriteString(grouped(value, p.literal))
		case sign:
			b.WriteString(grouped(count, ""))
		case choice:
			t.write(b, p.option(plainText(value)), values, count)
		case plural:
			digits := plainText(value)
			t.write(b, p.option("="+digits, t.plurals(digits)), values, value)
		}
	}
}

// option returns the parts of the first case that exists, or those of "other".
func (p *part) option(cases ...string) []part {
	for _, when := range append(cases, "other") {
		for _, o := range p.options {
			if o.when == when {
				return o.parts
			}
		}
	}
	return nil
}

// plainText writes a value without the conventions of a language.
func plainText(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case []string:
		return strings.Join(value, ", ")
	case []any:
		texts := make([]string, len(value))
		for i, each := range value {
			texts[i] = plainText(each)
		}
		return strings.Join(texts, ", ")
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// grouped writes a number with a comma between thousands. The style "::.0" stands for one digit after
// the point.
func grouped(value any, style string) string {
	digits := plainText(value)
	if f, ok := value.(float64); ok {
		digits = strings.TrimRight(strings.TrimRight(strconv.FormatFloat(f, 'f', 3, 64), "0"), ".")
	}
	whole, rest, _ := strings.Cut(digits, ".")
	if style == "::.0" {
		rest = (rest + "0")[:1]
	}
	first := strings.Count(whole, "-")
	for at := len(whole) - 3; at > first; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if rest != "" {
		whole += "." + rest
	}
	return whole
}

// parse reads parts up to the brace that closes an option, or to the end. It returns the rest of the message.
func parse(message string, inPlural bool) (parts []part, rest string) {
	var b strings.Builder
	add := func(more ...part) {
		if b.Len() > 0 {
			parts = append(parts, part{kind: literal, literal: b.String()})
			b.Reset()
		}
		parts = append(parts, more...)
	}
	for message != "" {
		c := message[0]
		message = message[1:]
		switch {
		case c == '\'':
			message = unquote(&b, message, inPlural)
		case c == '}':
			add()
			return parts, message
		case c == '#' && inPlural:
			add(part{kind: sign})
		case c == '{':
			var p part
			p, message = argument(message, inPlural)
			add(p)
		default:
			b.WriteByte(c)
		}
	}
	add()
	return parts, ""
}

// unquote writes the text that an apostrophe quotes: a syntax character and the text after it up to the next
// apostrophe. Without a syntax character it writes the apostrophe itself.
func unquote(b *strings.Builder, message string, inPlural bool) string {
	special := "{}<>"
	if inPlural {
		special += "#"
	}
	if after, doubled := strings.CutPrefix(message, "'"); doubled {
		b.WriteByte('\'')
		return after
	}
	if message == "" || !strings.Contains(special, message[:1]) {
		b.WriteByte('\'')
		return message
	}
	for {
		quoted, after, _ := strings.Cut(message, "'")
		b.WriteString(quoted)
		if message = after; !strings.HasPrefix(message, "'") {
			return message
		}
		b.WriteByte('\'')
		message = message[1:]
	}
}

// argument reads an argument after its opening brace.
func argument(message string, inPlural bool) (part, string) {
	end := strings.IndexAny(message, ",}")
	p := part{kind: plainly, name: strings.TrimSpace(message[:end])}
	if message[end] == '}' {
		return p, message[end+1:]
	}
	message = message[end+1:]
	end = strings.IndexAny(message, ",}")
	switch kind := strings.TrimSpace(message[:end]); kind {
	case "number":
		p.kind = number
		style, rest, _ := strings.Cut(message[end:], "}")
		p.literal = strings.TrimSpace(strings.TrimPrefix(style, ","))
		return p, rest
	case "select":
		p.kind = choice
	case "plural":
		p.kind, inPlural = plural, true
	default:
		panic("words: " + kind + " is not supported")
	}
	message = strings.TrimSpace(message[end+1:])
	for !strings.HasPrefix(message, "}") {
		when, inside, _ := strings.Cut(message, "{")
		o := option{when: strings.TrimSpace(when)}
		o.parts, message = parse(inside, inPlural)
		p.options = append(p.options, o)
		message = strings.TrimSpace(message)
	}
	return p, message[1:]
}
