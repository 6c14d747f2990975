package material

import (
	"regexp"
	"strings"

	"github.com/matewright/matewright/core/board"
)

// opposedPattern matches the name of a class with opposed pawns. A small p ends the men of either side. It is the
// opposing pawn after those of the first side, and its own pawn after those of the second.
var opposedPattern = regexp.MustCompile(`^(K[QRBN]*P+)p(K[QRBN]*P*)p$`)

// ParseOpposed reads a name such as KRPpKRp. It stands for the positions of KRPvKRP in which a pawn of either side
// faces one of the other, as [Opposed] reports. It returns false for all other names. Letters must have their case.
func ParseOpposed(name string) (Class, bool) {
	sides := opposedPattern.FindStringSubmatch(name)
	if sides == nil {
		return Class{}, false
	}
	class, err := Parse(sides[1] + "v" + sides[2] + "P")
	return class, err == nil
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
