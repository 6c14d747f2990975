package material

import (
	"strings"

	"github.com/matewright/matewright/core/board"
)

// ParseOpposed reads a name such as KRPpKRp. It stands for the positions of KRPvKRP in which a pawn of either side
// faces one of the other, as [Opposed] reports. A small p ends the men of either side: first the opposing pawn, and
// then the pawn of the second side. ParseOpposed returns false for all other names. Letters must have their case.
func ParseOpposed(name string) (Class, bool) {
	first, second, ok := opposedSides(name)
	if !ok {
		return Class{}, false
	}
	class, err := Parse(first + "v" + second + "P")
	return class, err == nil
}

// opposedSides returns the men of both sides of a name that has the form of those that [ParseOpposed] reads. The second
// side lacks its pawn of the pair.
func opposedSides(name string) (first, second string, ok bool) {
	first, second, _ = strings.Cut(name, "p")
	second, ok = strings.CutSuffix(second, "p")
	return first, second, ok && isSide(first) && isSide(second) && strings.HasSuffix(first, "P")
}

// isSide reports whether capital letters are a king, and then pieces, and then pawns.
func isSide(letters string) bool {
	men, found := strings.CutPrefix(letters, "K")
	return found && strings.Trim(strings.TrimRight(men, "P"), "QRBN") == ""
}

// OpposedName returns the name that [ParseOpposed] reads, or "" if not both sides have pawns.
func (c Class) OpposedName() string {
	if !c.HasEnPassant() || c.rights != 0 {
		return ""
	}
	first, second, _ := strings.Cut(c.String(), "v")
	return first + "p" + strings.TrimSuffix(second, "P") + "p"
}

// Opposed reports whether a pawn of White faces one of Black on its file, each in the way of the other.
func Opposed(men []board.Man) bool {
	for _, white := range men {
		if white.Type != board.Pawn || white.Color != board.White {
			continue
		}
		for _, black := range men {
			if black.Type == board.Pawn && black.Color == board.Black &&
				black.Square.File() == white.Square.File() && black.Square > white.Square {
				return true
			}
		}
	}
	return false
}
