package find

import (
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/words"
)

// A Theme is a property of the single move that a query looks for. A query with several themes requires all of them.
type Theme string

// The themes of single moves.
const (
	// Sacrifice is a move that gives up material. The other side can legally capture a man after it. After the capture
	// that costs most, and the best legal recapture on its square, the mover has less material than before the move. A
	// pawn is worth 1, a knight or bishop 3, a rook 5 and a queen 9. Play after that does not count.
	Sacrifice Theme = "sacrifice"

	// Corner is a move to a1, h1, a8 or h8.
	Corner Theme = "corner"

	// Underpromotion is a promotion to a rook, bishop or knight. As the move is the single one, a queen does not keep
	// the result.
	Underpromotion Theme = "underpromotion"

	Quiet    Theme = "quiet" // no capture, promotion or check
	Capture  Theme = "capture"
	Check    Theme = "check"
	Castling Theme = "castling"
)

// Themes lists the themes.
var Themes = []Theme{Sacrifice, Corner, Underpromotion, Quiet, Capture, Check, Castling}

// themes has the predicate of each theme. It gets a position and a legal move.
var themes = map[Theme]func(p *board.Position, m board.Move) bool{
	Sacrifice:      isSacrifice,
	Corner:         isToCorner,
	Underpromotion: func(_ *board.Position, m board.Move) bool { return isUnderpromotion(m) },
	Quiet:          isQuiet,
	Capture:        (*board.Position).IsCapture,
	Check:          isCheck,
	Castling:       func(p *board.Position, m board.Move) bool { return p.Castle(m) != nil },
}

// Has reports whether a legal move of a position has the theme.
func (t Theme) Has(p *board.Position, m board.Move) bool { return themes[t](p, m) }

// ParseThemes reads themes, separated by commas.
func ParseThemes(text string) (list []Theme, err error) {
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		theme := Theme(strings.ToLower(item))
		if !slices.Contains(Themes, theme) {
			return nil, words.Error("core.find.theme", "text", strconv.Quote(item), "themes", themeNames())
		}
		list = append(list, theme)
	}
	return list, nil
}

func themeNames() string {
	names := make([]string, len(Themes))
	for i, t := range Themes {
		names[i] = string(t)
	}
	return strings.Join(names, ", ")
}

// haveAll reports whether a legal move of a position has all of the themes.
func haveAll(list []Theme, p *board.Position, m board.Move) bool {
	return !slices.ContainsFunc(list, func(t Theme) bool { return !t.Has(p, m) })
}

// isToCorner excludes castling, which may name a corner as the square of the rook.
func isToCorner(p *board.Position, m board.Move) bool {
	const corners = 1<<0 | 1<<7 | 1<<56 | 1<<63
	return board.Bitboard(corners).Has(m.To) && p.Castle(m) == nil
}

func isUnderpromotion(m board.Move) bool {
	return m.Promotion != board.NoPiece && m.Promotion != board.Queen
}

func isQuiet(p *board.Position, m board.Move) bool {
	return m.Promotion == board.NoPiece && !p.IsCapture(m) && !isCheck(p, m)
}

func isCheck(p *board.Position, m board.Move) bool {
	after := p.Play(m)
	return after.InCheck(after.Turn)
}

func isSacrifice(p *board.Position, m board.Move) bool {
	after := p.Play(m)
	least := lead(p, p.Turn)
	var captures, replies [64]board.Move
	for _, c := range after.LegalCaptures(captures[:0]) {
		taken := after.Play(c)
		left := lead(&taken, p.Turn)
		if left >= least {
			continue
		}
		for _, r := range taken.LegalCaptures(replies[:0]) {
			if r.To == c.To {
				back := taken.Play(r)
				left = max(left, lead(&back, p.Turn))
			}
		}
		if left < least {
			return true
		}
	}
	return false
}

// lead returns how much more material a side has than the other one.
func lead(p *board.Position, side board.Color) (n int) {
	for _, m := range p.Men() {
		if m.Color == side {
			n += m.Type.Worth()
		} else {
			n -= m.Type.Worth()
		}
	}
	return n
}
