package find

import (
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/words"
)

// A Relation is a demand for two different men that stand to each other in some way. Other demands and relations may
// mean the same men, or others.
type Relation struct {
	First, Second Demand

	// near has the squares of the first man, by the color and the square of the second one.
	near near
}

// near has squares of one man by the color and the square of another one.
type near [2][64]board.Bitboard

// A phrase is a relation in words.
type phrase struct {
	words string
	holds holds
}

// holds reports whether a man on a square has a relation to a man of a color on another square.
type holds func(s board.Square, color board.Color, other board.Square) bool

// phrases has the relations between a man and another one: see docs/guide/searching.md. The words "on the" before a
// phrase are fillers of the first man.
var phrases = []phrase{
	{"in front of", isAhead},
	{"behind", func(s board.Square, color board.Color, other board.Square) bool {
		return isAhead(other, color, s)
	}},
	{"beside", isAdjacent},
	{"next to", isAdjacent},
	{"opposite", isOpposite},
	{"file of", func(s board.Square, _ board.Color, other board.Square) bool { return s.File() == other.File() }},
	{"rank of", func(s board.Square, _ board.Color, other board.Square) bool { return s.Rank() == other.Rank() }},
	{"diagonal of", func(s board.Square, _ board.Color, other board.Square) bool {
		return apart(s.File(), other.File()) == apart(s.Rank(), other.Rank())
	}},
}

// opposition is a phrase for both kings.
const opposition = "kings in opposition"

// isAhead reports whether a square is on the file of a man, as its pawns move from there.
func isAhead(s board.Square, color board.Color, other board.Square) bool {
	if color == board.Black {
		s, other = other, s
	}
	return s.File() == other.File() && s.Rank() > other.Rank()
}

func isAdjacent(s board.Square, _ board.Color, other board.Square) bool {
	return distance(s, other) == 1
}

// isOpposite reports whether two squares have a single one between them on a file or a rank.
func isOpposite(s board.Square, _ board.Color, other board.Square) bool {
	return distance(s, other) == 2 && (s.File() == other.File() || s.Rank() == other.Rank())
}

// distance returns the number of moves of a king from a square to another one.
func distance(s, t board.Square) int {
	return max(apart(s.File(), t.File()), apart(s.Rank(), t.Rank()))
}

func apart(i, k int) int { return max(i-k, k-i) }

// newNear returns the squares at which a relation holds.
func newNear(is holds) (n near) {
	for _, color := range board.Colors {
		for other := range board.Square(64) {
			for s := range board.Square(64) {
				if s != other && is(s, color, other) {
					n[color][other] |= s.Bit()
				}
			}
		}
	}
	return n
}

// parseRelation reads a relation, such as "K in front of P" or "distance K k <= 2". It returns false if the words have
// none.
func parseRelation(item string) (r Relation, ok bool, err error) {
	list := strings.Fields(item)
	lower := strings.Fields(strings.ToLower(item))
	switch {
	case strings.Join(lower, " ") == opposition:
		list, lower = strings.Fields("K opposite k"), strings.Fields("k opposite k")
	case lower[0] == "distance":
		r, err = parseDistance(item, list[1:])
		return r, true, err
	}
	for i := range lower {
		for _, p := range phrases {
			rest, isPhrase := strings.CutPrefix(strings.Join(lower[i:], " ")+" ", p.words+" ")
			if !isPhrase {
				continue
			}
			second := list[len(list)-len(strings.Fields(rest)):]
			if r.First, err = parseDemand(item, list[:i]); err == nil {
				r.Second, err = parseDemand(item, second)
			}
			r.near = newNear(p.holds)
			return r, true, err
		}
	}
	return r, false, nil
}

// comparisons has those that a distance can have to a number. The longer ones come first.
var comparisons = []struct {
	sign string
	is   func(i, k int) bool
}{
	{"<=", func(i, k int) bool { return i <= k }},
	{">=", func(i, k int) bool { return i >= k }},
	{"<", func(i, k int) bool { return i < k }},
	{">", func(i, k int) bool { return i > k }},
	{"=", func(i, k int) bool { return i == k }},
}

// parseDistance reads two men and a comparison, given the words after "distance".
func parseDistance(item string, list []string) (r Relation, err error) {
	text := strings.Join(list, " ")
	for _, c := range comparisons {
		men, number, isThis := strings.Cut(text, c.sign)
		if !isThis {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil {
			break
		}
		r.near = newNear(func(s board.Square, _ board.Color, other board.Square) bool {
			return c.is(distance(s, other), n)
		})
		list := slices.DeleteFunc(strings.Fields(men), func(word string) bool {
			return strings.EqualFold(word, "between") || strings.EqualFold(word, "and")
		})
		return r, r.addMen(item, list)
	}
	return r, &MenError{item, words.New("core.places.noNumber")}
}

// addMen reads two men that follow each other.
func (r *Relation) addMen(item string, list []string) (err error) {
	for i := 1; i < len(list); i++ {
		if r.First, err = parseDemand(item, list[:i]); err != nil {
			continue
		}
		if r.Second, err = parseDemand(item, list[i:]); err == nil {
			return nil
		}
	}
	return &MenError{item, words.New("core.places.noPair")}
}

// image returns the relation in the image of the positions: see [Men.images].
func (r Relation) image(t board.Symmetry) Relation {
	image := Relation{First: r.First.image(t), Second: r.Second.image(t)}
	for color := range r.near {
		for s := range board.Square(64) {
			image.near[color][s] = t.Inverse().Bitboard(r.near[color][t.Square(s)])
		}
	}
	return image
}

// lanes returns the lanes in which two men have the relation: see [Men.lanes].
func (r *Relation) lanes(men []board.Man, inner int, at *[maxMen]board.Bitboard) (lanes board.Bitboard) {
	for i := range men {
		if !r.First.isFor(&men[i]) {
			continue
		}
		for k := range men {
			if k != i && r.Second.isFor(&men[k]) {
				squares := &r.near[men[k].Color]
				lanes |= pairs(squares, at[i]&r.First.Squares, at[k]&r.Second.Squares, i == inner, k == inner)
			}
		}
	}
	return lanes
}

// pairs returns the lanes in which a man near another one is on one of some squares, and so is the other one.
func pairs(
	near *[64]board.Bitboard, first, second board.Bitboard, isFirstInner, isSecondInner bool,
) (lanes board.Bitboard) {
	for ; second != 0; second = second.Rest() {
		switch there := near[second.First()] & first; {
		case isFirstInner:
			lanes |= there
		case there != 0 && isSecondInner:
			lanes |= second.First().Bit()
		case there != 0:
			return ^board.Bitboard(0)
		}
	}
	return lanes
}
