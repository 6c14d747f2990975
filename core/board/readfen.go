package board

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"github.com/matewright/matewright/core/words"
)

// A Reading is the position and the counters of a FEN.
type Reading struct {
	Position Position
	Counters Counters
	Warnings []Warning // repaired faults, in the order of the fields
}

// FEN returns the reading as a standard FEN, which reads without warnings.
func (r *Reading) FEN() string { return r.Position.FENWith(r.Counters) }

// A Warning describes a fault of a FEN, and how [ReadFEN] repaired it.
type Warning struct {
	Code  WarningCode `json:"code"`
	Words string      `json:"message"` // the fault, and after a semicolon the repair

	Message words.Message `json:"-"` // the same as a message
}

// A WarningCode names the field of a FEN that was repaired.
type WarningCode string

// The codes of warnings.
const (
	WarnTurn      WarningCode = "turn"
	WarnCastling  WarningCode = "castling"
	WarnEnPassant WarningCode = "en-passant"
	WarnClock     WarningCode = "clock"
	WarnNumber    WarningCode = "number"
	WarnDash      WarningCode = "dash" // in several fields
)

// ReadFEN reads a FEN as boards, libraries and people write it, and checks the position.
//
// These variants mean the same as the standard form, and cause no warnings. Underscores may replace spaces. The
// counters may be missing, as in EPD: then they are 0 and 1. The castling rights and the en-passant square may be
// missing if the position allows none. A castling right may be the file of its rook, as in Shredder-FEN. So rights of
// Chess960 are read, with king and rook anywhere on the first rank of their side. An en-passant square is dropped if no
// pawn can legally capture there. Move number 0 is read as 1.
//
// These faults are repaired, each with a [Warning]:
//
//   - The side to move is missing. It is White, or Black if Black is in check.
//   - The castling rights are missing, but king and rook are at home. Then no side may castle.
//   - A castling right has no king or rook at home. It is dropped.
//   - A castling right is written twice.
//   - The en-passant square is missing although a pawn could be captured en passant, or no pawn can have jumped over
//     it. Then the position has no en-passant square.
//   - A counter is negative or larger than 9999. It becomes the nearest one in range, so a clock beyond the fifty-move
//     rule stays beyond it. A dash for a counter is read as 0 or 1.
//   - Dashes are not hyphens, or are doubled, or stand among castling rights.
//
// ReadFEN refuses everything else with a [*FENError], such as impossible positions: see [Position.Check]. It also
// refuses one of KQkq for a king on the e-file whose rook is not in the corner. [FromXFEN] helps there.
func ReadFEN(text string) (Reading, error) { return readFEN(text, false, fenReader{}) }

// ReadFENStrictly is [ReadFEN], but refuses FENs that need repairs.
func ReadFENStrictly(text string) (Reading, error) { return readFEN(text, true, fenReader{}) }

// ReadFENAsLichess is [ReadFEN], but drops one of KQkq without a rook in the corner with a [Warning], as the tablebase
// server of Lichess does.
func ReadFENAsLichess(text string) (Reading, error) {
	return readFEN(text, false, fenReader{dropsInner: true})
}

func readFEN(text string, strictly bool, r fenReader) (Reading, error) {
	err := r.read(text)
	if err == nil {
		err = r.p.Check()
	}
	if err == nil {
		r.finish()
	}
	if err == nil && strictly {
		err = r.fault
	}
	if err != nil {
		return Reading{}, &FENError{FEN: text, Reason: *err.(*words.Message), Men: len(r.p.Men())}
	}
	return Reading{r.p, r.counters, r.warnings}, nil
}

// ParseFEN returns the position of [ReadFENStrictly].
func ParseFEN(fen string) (Position, error) {
	r, err := ReadFENStrictly(fen)
	return r.Position, err
}

// A fenReader reads one FEN.
type fenReader struct {
	p        Position
	counters Counters
	warnings []Warning
	fault    error // the first one, a *words.Message
	fields   []string

	dropsInner bool // KQkq with a rook further inside are dropped, not refused
}

// warn records a fault and how it was repaired.
func (r *fenReader) warn(code WarningCode, fault, repair words.Message) {
	said := words.New("core.repair", "fault", fault, "repair", repair)
	r.warnings = append(r.warnings, Warning{code, said.String(), said})
	if r.fault == nil {
		r.fault = &fault
	}
}

func (r *fenReader) read(text string) error {
	if len(text) > 200 {
		return words.Error("core.fen.long", "count", len(text))
	}
	r.fields = strings.FieldsFunc(text, isGap)
	if len(r.fields) == 0 {
		return words.Error("core.fen.empty")
	}
	if len(r.fields) > 6 {
		return words.Error("core.fen.fields", "count", len(r.fields))
	}
	p, err := parseBoard(r.fields[0])
	if err != nil {
		return err
	}
	r.p = p
	r.p.EnPassant, r.counters.Number = NoSquare, 1
	r.hyphens()
	for i, read := range []func(string) error{r.turn, r.castling, r.enPassant, r.clock, r.number} {
		if len(r.fields) > i+1 {
			if err := read(r.fields[i+1]); err != nil {
				return err
			}
		}
	}
	if len(r.fields) == 1 {
		r.assumeTurn()
	}
	return nil
}

// isGap reports whether a character parts fields.
func isGap(c rune) bool { return c == '_' || unicode.IsSpace(c) }

// hyphens replaces other dashes by hyphens, and a field of several dashes by one.
func (r *fenReader) hyphens() {
	odd := ""
	for i, field := range r.fields[1:] {
		plain := strings.Map(hyphen, field)
		if len(plain) > 1 && isDash(plain) {
			plain = "-"
		}
		if plain != field && odd == "" {
			odd = field
		}
		r.fields[i+1] = plain
	}
	if odd != "" {
		r.warn(WarnDash, words.New("core.fen.dash", "text", strconv.Quote(odd)), words.New("core.repair.dashRead"))
	}
}

// hyphen returns a hyphen for any dash or minus sign, and other characters as they are.
func hyphen(c rune) rune {
	if c >= '\u2010' && c <= '\u2015' || strings.ContainsRune("\u2212\ufe58\ufe63\uff0d", c) {
		return '-'
	}
	return c
}

// isDash reports whether a field is made of hyphens only.
func isDash(field string) bool { return field != "" && strings.Trim(field, "-") == "" }

func (r *fenReader) turn(field string) error {
	switch field {
	case "w":
		r.p.Turn = White
	case "b":
		r.p.Turn = Black
	default:
		return words.Error("core.fen.turn", "text", strconv.Quote(field))
	}
	return nil
}

// assumeTurn finds out who is to move where the FEN is a board alone.
func (r *fenReader) assumeTurn() {
	if r.p.Check() != nil {
		turned := r.p
		if turned.Turn = Black; turned.Check() == nil {
			r.p.Turn = Black
			r.warn(WarnTurn, words.New("core.fen.noTurn"), words.New("core.repair.blackInCheck"))
			return
		}
	}
	r.warn(WarnTurn, words.New("core.fen.noTurn"), words.New("core.repair.white"))
}

func (r *fenReader) castling(field string) error {
	if field == "-" {
		return nil
	}
	lost := "" // letters
	seen := ""
	twice, dash := false, false
	for _, letter := range field {
		if letter == '-' {
			dash = true
			continue
		}
		right, err := r.p.rightOf(letter)
		if err != nil && r.dropsInner && strings.ContainsRune(rightLetters, letter) {
			r.warn(WarnCastling, *err.(*words.Message), words.New("core.repair.dropped"))
			continue
		}
		if err != nil {
			return err
		}
		switch same := r.p.Rights.Only(right); {
		case strings.ContainsRune(seen, letter) || right != 0 && right == same:
			twice = true
		case right == 0:
			lost += string(letter)
		case same != 0:
			return words.Error("core.fen.twoRooks", "text", strconv.Quote(field))
		default:
			r.p.Rights |= right
		}
		seen += string(letter)
	}
	if dash {
		r.warn(
			WarnDash,
			words.New("core.fen.dashInRights", "text", strconv.Quote(field)),
			words.New("core.repair.ignored"),
		)
	}
	if twice {
		r.warn(
			WarnCastling,
			words.New("core.fen.rightTwice", "text", strconv.Quote(field)),
			words.New("core.repair.once"),
		)
	}
	switch len(lost) {
	case 0:
	case 1:
		fault := words.New("core.fen.fileNotAtHome", "letter", lost)
		if way := strings.Index(rightLetters, lost); way >= 0 {
			c := &Castles[way]
			fault = words.New("core.fen.rightNotAtHome", "letter", lost, "king", c.King, "rook", c.Rook)
		}
		r.warn(WarnCastling, fault, words.New("core.repair.dropped"))
	default:
		r.warn(
			WarnCastling,
			words.New("core.fen.rightsNotAtHome", "letters", lost),
			words.New("core.repair.theyDropped"),
		)
	}
	return nil
}

func (r *fenReader) enPassant(field string) (err error) {
	if field == "-" {
		return nil
	}
	if r.p.EnPassant, err = ParseSquare(strings.ToLower(field)); err != nil {
		return words.Error("core.fen.enPassantNotSquare", "text", strconv.Quote(field))
	}
	if err := r.p.checkEnPassant(); err != nil {
		r.p.EnPassant = NoSquare
		r.warn(WarnEnPassant, *err.(*words.Message), words.New("core.repair.dropped"))
	}
	return nil
}

func (r *fenReader) clock(field string) (err error) {
	r.counters.Clock, err = r.counter(WarnClock, field, 0)
	return err
}

func (r *fenReader) number(field string) (err error) {
	r.counters.Number, err = r.counter(WarnNumber, field, 1)
	return err
}

// counter reads a counter, the first of which has a value.
func (r *fenReader) counter(code WarningCode, field string, first int) (int, error) {
	n, err := strconv.Atoi(field) // the nearest number where the field's is too large for an int
	switch {
	case field == "-":
		r.warn(
			code,
			words.New("core.fen.counterMissing", "counter", string(code)),
			words.New("core.repair.assumed", "value", first),
		)
		return first, nil
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, words.Error("core.fen.counterNotNumber", "counter", string(code), "text", strconv.Quote(field))
	case n < 0:
		fault := words.New("core.fen.counterNegative", "counter", string(code), "text", field)
		r.warn(code, fault, words.New("core.repair.assumed", "value", first))
	case n > maxCounter:
		fault := words.New("core.fen.counterLarge", "counter", string(code), "text", field, "most", maxCounter)
		r.warn(code, fault, words.New("core.repair.assumed", "value", maxCounter))
	}
	return min(max(n, first), maxCounter), nil
}

// finish repairs missing fields of a valid position, and drops an en-passant square without a legal capture.
func (r *fenReader) finish() {
	if len(r.fields) < 3 && r.p.PossibleRights() != 0 {
		r.warn(WarnCastling, words.New("core.fen.noRights"), words.New("core.repair.noCastling"))
	}
	if len(r.fields) < 4 && len(r.p.EnPassantSquares()) > 0 {
		r.warn(WarnEnPassant, words.New("core.fen.noEnPassant"), words.New("core.repair.noEnPassant"))
	}
	if r.p.EnPassant != NoSquare && !r.p.canTakeEnPassant() {
		r.p.EnPassant = NoSquare
	}
}
