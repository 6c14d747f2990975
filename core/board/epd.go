package board

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// An Operation is an operation of EPD: its code and its operands.
type Operation struct {
	Code     string
	Operands []string
}

// ReadEPD reads the position that a text begins with, by [ReadFEN] or [ReadFENStrictly], and the
// operations after it. [CutFEN] decides where its FEN ends. The operations hmvc and fmvn are read
// as the counters that it has not.
func ReadEPD(text string, read func(fen string) (Reading, error)) (Reading, []Operation, error) {
	fen, rest := CutFEN(text)
	operations := operationsOf(rest)
	r, err := read(fen)
	if err != nil {
		return r, operations, err
	}
	clock, number := "", ""
	fields := strings.Count(fen, " ") + 1
	if fields < 5 {
		clock = operandOf("hmvc", operations)
	}
	if fields < 6 {
		number = operandOf("fmvn", operations)
	}
	if clock == "" && number == "" {
		return r, operations, nil
	}
	fen = strings.TrimSuffix(r.Position.FEN(), "0 1")
	counted, err := read(fen + cmp.Or(clock, strconv.Itoa(r.Counters.Clock)) + " " + cmp.Or(number, "1"))
	if err != nil {
		return counted, operations, err
	}
	counted.Warnings = append(r.Warnings, counted.Warnings...)
	return counted, operations, nil
}

// operandOf returns the operand of an operation that has one, or "".
func operandOf(code string, operations []Operation) string {
	i := slices.IndexFunc(operations, func(o Operation) bool { return o.Code == code && len(o.Operands) == 1 })
	if i < 0 {
		return ""
	}
	return operations[i].Operands[0]
}

// operationsOf reads operations, each with a semicolon at its end. A text in quotation marks is one operand, and may
// contain semicolons.
func operationsOf(text string) (list []Operation) {
	var words []string
	end := func() {
		if len(words) > 0 {
			list = append(list, Operation{words[0], words[1:]})
		}
		words = nil
	}
	for text = strings.TrimLeftFunc(text, isGap); text != ""; text = strings.TrimLeftFunc(text, isGap) {
		switch text[0] {
		case ';':
			end()
			text = text[1:]
		case '"':
			word, rest, _ := strings.Cut(text[1:], `"`)
			words, text = append(words, word), rest
		default:
			n := strings.IndexFunc(text, func(c rune) bool { return isGap(c) || c == ';' || c == '"' })
			if n < 0 {
				n = len(text)
			}
			words, text = append(words, text[:n]), text[n:]
		}
	}
	end()
	return list
}
