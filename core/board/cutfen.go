package board

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// CutFEN cuts a text that begins with the board of a FEN after the last field of that FEN. The board may be followed by
// the other fields, or by anything else: words, moves, operations of EPD. [ReadFEN] checks the fields.
//
// A FEN ends before a character that no field has, such as a comma, a quotation mark or a bracket.
// It ends at a full stop, too, and before the result of a game. A word is the next field if it
//
//   - has the form of that field: w or b; letters of KQkq; a square; a number; a dash. A number
//     with a full stop and a move after it is that of the move, and not a counter.
//   - looks like a broken one. Then [ReadFEN] refuses the FEN: without the word, the fields after
//     it would be lost.
//
// These look like broken fields:
//
//   - Any word up to the en-passant square, if the two words after it have the form of the next
//     two fields.
//   - The castling rights, or two numbers, where a field before them is missing.
//   - For castling rights, four letters or fewer that are all from a to h, or have a K or Q. The text must end there,
//     or a square or a dash must follow.
//   - For a square, a letter with a digit, or a digit, if the text ends there or a number follows.
//   - For a counter, a single sign, if the text ends there or with the other counter. A word that begins with a digit
//     is a counter, too, unless the word continues with a move. If it has letters, the text must end there, or a
//     number must follow.
//   - A word with characters that no field has, such as "(Q)" or "0,5". Without these characters, it and the words
//     after it must have the forms of the next fields, up to a number. A FEN ends before ; # =.
//
// So "w Qh4 wins", "w - - bm Kb2" and "draws" have no fields after w, the second dash, and the
// board. But "w xQ - 3 40" has five, and is refused.
func CutFEN(text string) (fen, rest string) {
	words := fenWords(text)
	if len(words) == 0 {
		return "", text
	}
	n := 1
	for n < len(words) && n < 6 && isField(n, words[n:]) {
		n++
	}
	fields := make([]string, n)
	for i := range fields {
		fields[i] = words[i].text
	}
	fen, rest = strings.Join(fields, " "), text[words[n-1].end:]
	end := brokenEnd(n, rest)
	return fen + rest[:end], rest[end:]
}

// brokenEnd returns how much of the text after some fields belongs to one with characters that no
// field has: the last one, or the next.
func brokenEnd(fields int, text string) int {
	start := len(text) - len(strings.TrimLeftFunc(text, isGap))
	word, isApart := firstWord(text[start:]), start > 0
	if fields > 5 || isResult(word) || !strings.ContainsAny(word, endsFEN) ||
		isApart && strings.Trim(word, endsFEN) == "" {
		return 0
	}
	words := fenWords(strings.Map(func(c rune) rune {
		if strings.ContainsRune(endsFEN, c) && !strings.ContainsRune(";#=", c) {
			return ' '
		}
		return c
	}, text))
	for field := fields; field == fields || field < 5; field++ {
		if i := field - fields; i >= len(words) || !hasForm(field, words[i].plain) {
			return 0
		}
	}
	if isApart && fields > 3 && len(words) > 1 && !hasForm(5, words[1].plain) { // (3 moves)
		return 0
	}
	return start + len(word)
}

// firstWord returns the text before the first gap.
func firstWord(text string) string {
	if i := strings.IndexFunc(text, isGap); i >= 0 {
		return text[:i]
	}
	return text
}

// A fenWord is a word of a text with a FEN.
type fenWord struct {
	text  string
	plain string // with hyphens for dashes
	end   int    // in the text
}

// endsFEN has characters that no field has, and that nobody writes for one that a field has.
const endsFEN = ",;:\"'`()[]{}<>|&#=!*\\~^$%@“”„‘’‚«»‹›…"

// isResult reports whether a word is the result of a game.
func isResult(word string) bool {
	switch strings.TrimRight(strings.Map(hyphen, word), ".,;!") {
	case "1-0", "1:0", "0-1", "0:1", "1/2", "1/2-1/2":
		return true
	}
	return false
}

// endsWord reports whether a character ends the word before it.
func endsWord(c rune) bool { return isGap(c) || strings.ContainsRune(endsFEN, c) }

// fenWords returns the words of a text as far as a FEN can go.
func fenWords(text string) (words []fenWord) {
	for end := 0; len(words) < 7; {
		start := end + len(text[end:]) - len(strings.TrimLeftFunc(text[end:], isGap))
		end = len(text)
		if i := strings.IndexFunc(text[start:], endsWord); i >= 0 {
			end = start + i
		}
		if isResult(firstWord(text[start:])) {
			return words
		}
		word := strings.TrimRight(text[start:end], ".")
		if word == "" || start+len(word) < end && isNumber(word) && beginsWithMove(text[end:]) {
			return words
		}
		words = append(words, fenWord{word, strings.Map(hyphen, word), start + len(word)})
		if start+len(word) < end || end < len(text) && strings.IndexFunc(text[end:], isGap) != 0 {
			return words
		}
	}
	return words
}

// beginsWithMove reports whether a text looks as if its first word were a move.
func beginsWithMove(text string) bool {
	text = strings.TrimLeftFunc(text, isGap)
	if len(text) < 2 {
		return false
	}
	switch {
	case strings.IndexByte("KQRBN", text[0]) >= 0:
		return strings.IndexByte("abcdefgh12345678x", text[1]) >= 0
	case 'a' <= text[0] && text[0] <= 'h':
		return strings.IndexByte("12345678x", text[1]) >= 0
	}
	return strings.HasPrefix(text, "O-O") || strings.HasPrefix(text, "0-0")
}

// isField reports whether the first one of some words is a certain field of a FEN, from 1 for the
// side to move.
func isField(field int, words []fenWord) bool {
	are := func(i int, fields ...int) bool { // whether the words from i on have these forms
		for j, f := range fields {
			if i+j >= len(words) || !hasForm(f, words[i+j].plain) {
				return false
			}
		}
		return true
	}
	end := len(words)
	if are(0, field) || field < 4 && are(1, field+1, field+2) {
		return true
	}
	word := words[0].plain
	switch field {
	case 1:
		return are(0, 2, 3, 4) || end == 2 && are(0, 2, 3)
	case 2:
		return are(0, 4, 5) || looksLikeRights(word) && (end == 1 || are(1, 3))
	case 3:
		digit := strings.TrimLeft(word, "ABCDEFGHabcdefgh")
		return are(0, 4, 5) || len(word) <= 2 && len(digit) == 1 && isNumber(digit) && (end == 1 || are(1, 4))
	case 4:
		return isSign(word) && (end == 1 || end == 2 && (are(1, 5) || words[1].plain == word)) ||
			looksLikeCounter(words)
	case 5:
		return isSign(word) && end == 1 || looksLikeCounter(words)
	}
	return false
}

// looksLikeCounter reports whether the first one of some words may be meant for a number.
func looksLikeCounter(words []fenWord) bool {
	word := words[0].plain
	after := strings.TrimLeft(word, "0123456789")
	if move := strings.TrimLeft(after, "."); after == word || move != after && beginsWithMove(move) {
		return false
	}
	return !strings.ContainsFunc(word, unicode.IsLetter) || len(words) == 1 || hasForm(5, words[1].plain)
}

// isSign reports whether a word is a single character.
func isSign(word string) bool { return utf8.RuneCountInString(word) == 1 }

// hasForm reports whether a word is written as a certain field is, or as one that [ReadFEN]
// repairs.
func hasForm(field int, word string) bool {
	switch field {
	case 1:
		return word == "w" || word == "b"
	case 2:
		return len(word) <= 8 && strings.Trim(word, "KQkq-") == ""
	case 3:
		_, err := ParseSquare(strings.ToLower(word))
		return err == nil || isDash(word)
	case 4, 5:
		return isNumber(strings.TrimPrefix(word, "-"))
	}
	return false
}

func isNumber(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// looksLikeRights reports whether letters may be meant for castling rights.
func looksLikeRights(word string) bool {
	letters := strings.Trim(word, "abcdefghABCDEFGHKQkq") == "" || strings.ContainsAny(word, "KQ")
	return letters && len(word) <= 4 && !strings.ContainsAny(word, "0123456789.")
}
