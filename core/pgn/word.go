package pgn

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
)

// A word is one word between the comments and brackets of a game, taken apart. The page reads the same words
// (web/src/features/game/pgn.js): both are checked against testdata/moves.json.
type word struct {
	move  string // as [readMove] reads it, [board.NullSAN] for a null move, or "" for marks alone
	marks []int  // numeric annotation glyphs
}

// glyphs are the marks that have signs.
var glyphs = map[string]int{
	"!": game.Good, "?": game.Mistake, "!!": game.VeryGood, "??": game.Blunder,
	"!?": game.Interesting, "?!": game.Dubious, "□": game.Only,
	"=": 10, "∞": 13, "~": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15,
	"±": 16, "+/-": 16, "∓": 17, "-/+": 17,
	"+-": 18, "-+": 19, "⨀": 22, "RR": 145, "N": 146, "TN": 146, "D": 220,
}

// longestGlyph is the length of the longest of them, in bytes.
const longestGlyph = 3

var (
	moveNumber = regexp.MustCompile(`^\d+(?:[.…]+|$)|^[.…]+`)

	// moveName matches the beginning of a move: its name, and the mark of en passant. Only pawns can promote.
	moveName = regexp.MustCompile(
		`^([KQRBN][a-h]?[1-8]?[x:-]?[a-h][1-8]` +
			`|P?[a-h]?[1-8]?[x:-]?(?:[a-h][18](?:[=/(]?[QRBNqrbn]\)?)?|[a-h][2-7])` +
			`|[0Oo]-[0Oo](?:-[0Oo])?)(?:e\.?p\.?)?`,
	)

	// enPassant matches the mark of en passant after a move, in a word of its own or in two.
	enPassant = regexp.MustCompile(`^(?i:e\.?p\.?|e\.$|p\.)`)

	// nextNumber matches the number of the next move: chess.js 1.4.0 loses the space before it if a comment meets the
	// end of a line.
	nextNumber = regexp.MustCompile(`\d+\.+$`)

	// plain spells figurines, dashes and signs as PGN does, and drops invisible characters.
	plain = strings.NewReplacer(
		"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B",
		"♞", "N", "♟", "", "‐", "-", "‑", "-", "–", "-", "—", "-", "−", "-", "×", "x", "‼", "!!",
		"⁇", "??", "⁈", "?!", "⁉", "!?", "\u00ad", "", "\u200b", "", "\u200c", "", "\u200d", "",
		"\u200e", "", "\u200f", "", "\u2060", "", "\ufe0e", "", "\ufe0f", "",
	)
)

// wordOf takes a word apart. The name of a move may be anything that is neither marks nor a number.
func wordOf(text string) (w word) {
	text = plain.Replace(text)
	if !board.IsNull(text) { // 0000 is a null move
		text = text[len(moveNumber.FindString(text)):]
	}
	if match := numbered.FindStringSubmatch(text); match != nil {
		n, err := strconv.Atoi(match[1])
		marks, isMarks := marksOf(match[2])
		if err == nil && n <= lastGlyph && isMarks {
			return word{marks: append([]int{n}, marks...)}
		}
	}
	if strings.HasPrefix(text, "$") {
		return word{move: text}
	}
	if name := strings.TrimRight(text, "!?□"); board.IsNull(name) {
		marks, _ := marksOf(text[len(name):])
		return word{board.NullSAN, marks}
	}
	if marks, isMarks := marksOf(text[len(enPassant.FindString(text)):]); isMarks {
		return word{marks: marks}
	}
	if match := moveName.FindStringSubmatch(text); match != nil {
		if marks, isMarks := marksOf(nextNumber.ReplaceAllString(text[len(match[0]):], "")); isMarks {
			return word{match[1], marks}
		}
	}
	return word{move: strings.TrimRight(text, "!?")}
}

// numbered matches a numeric annotation glyph, and signs after it.
var numbered = regexp.MustCompile(`^\$(\d+)(.*)$`)

// lastGlyph is the largest number of a numeric annotation glyph.
const lastGlyph = 255

// marksOf returns the marks of a run of signs, and false if the text is anything else. It skips unknown signs.
func marksOf(text string) (marks []int, isMarks bool) {
	for text != "" {
		n := min(longestGlyph, len(text))
		for n > 0 && glyphs[text[:n]] == 0 {
			n--
		}
		if n > 0 {
			marks = append(marks, glyphs[text[:n]])
		} else {
			var r rune
			if r, n = utf8.DecodeRuneInString(text); unicode.IsLetter(r) || unicode.IsDigit(r) || r == '@' {
				return nil, false
			}
		}
		text = text[n:]
	}
	return marks, true
}

// isMove matches an operand of EPD that is meant as a move, not as a remark such as "Duals(4)" or "00:00".
var isMove = regexp.MustCompile(
	`^(?:\d+[.…]+)?(?:[KQRBNP♔-♟]?[a-h]?[1-8]?[x×:‐‑–—−-]?[a-h]\d|[0Oo][‐‑–—−-][0Oo])`,
)
