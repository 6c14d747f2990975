package find

import (
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/words"
)

// maxMen is the number of men on a board.
const maxMen = material.MaxMen

// A Demand is for a man of a type on one of some squares.
type Demand struct {
	Colors  [2]bool // by colour, which it may have
	Type    board.PieceType
	Squares board.Bitboard
}

// A MenError is a demand that can't be read.
type MenError struct {
	Text string
	Why  words.Message
}

// Message returns a message with the text and the reason.
func (e *MenError) Message() words.Message {
	return words.New("core.places.invalid", "text", strconv.Quote(e.Text), "why", e.Why)
}

// Error names the text and the reason, and gives an example.
func (e *MenError) Error() string { return e.Message().String() }

// parseDemand reads a man and its places from words. The item is the text that has them, for errors.
func parseDemand(item string, list []string) (d Demand, err error) {
	if len(list) == 0 {
		return d, &MenError{item, words.New("core.places.noMan")}
	}
	rest := slices.Clone(list)
	if color, t, places, ok := cutLetter(rest[0]); ok {
		d.Colors[color], d.Type = true, t
		rest[0] = places
	} else {
		rest = d.addMan(rest)
	}
	if d.Type == board.NoPiece {
		return d, &MenError{strings.Join(list, " "), words.New("core.places.noMan")}
	}
	for _, word := range rest {
		word = strings.ToLower(word)
		if word == "" || slices.Contains(fillers, word) {
			continue
		}
		squares, ok := parsePlace(word)
		if !ok {
			return d, &MenError{item, words.New("core.places.noPlace", "text", strconv.Quote(word))}
		}
		d.Squares |= squares
	}
	if d.Squares == 0 {
		d.Squares = ^board.Bitboard(0)
	}
	return d, nil
}

// Words without a meaning of their own: articles before a man, and fillers after it. After a man, "a" is a file.
var (
	articles = []string{"the", "a", "an"}
	fillers  = []string{"on", "the", "or", "file", "rank"}
)

var typeNames = map[string]board.PieceType{
	"king":   board.King,
	"queen":  board.Queen,
	"rook":   board.Rook,
	"bishop": board.Bishop,
	"knight": board.Knight,
	"pawn":   board.Pawn,
}

// addMan takes the words that name the man, and returns those after it.
func (d *Demand) addMan(words []string) (rest []string) {
	d.Colors = [2]bool{true, true}
	for i, word := range words {
		word = strings.ToLower(word)
		switch t := typeNames[word]; {
		case t != board.NoPiece:
			d.Type = t
			return words[i+1:]
		case word == "white":
			d.Colors[board.Black] = false
		case word == "black":
			d.Colors[board.White] = false
		case !slices.Contains(articles, word):
			return nil
		}
	}
	return nil
}

// cutLetter cuts a word such as "Ph7" into its man and the place.
func cutLetter(word string) (color board.Color, t board.PieceType, place string, ok bool) {
	letter, place := word[:1], word[1:]
	if letter != strings.ToUpper(letter) {
		color = board.Black
	}
	for _, named := range typeNames {
		if strings.ToUpper(letter)[0] == named.Letter() {
			_, ok = parsePlace(place)
			return color, named, place, ok || place == ""
		}
	}
	return color, t, place, false
}

// parsePlace reads a square, a file or a rank, or from which one to which.
func parsePlace(word string) (squares board.Bitboard, ok bool) {
	word = strings.TrimSuffix(strings.TrimSuffix(word, "-file"), "-rank")
	if len(word) == 3 {
		for _, ending := range []string{"st", "nd", "rd", "th"} {
			word = strings.TrimSuffix(word, ending)
		}
	}
	from, to, isRange := strings.Cut(word, "-")
	if !isRange {
		to = from
	}
	one, ok := cornersOf(from)
	other, isPlace := cornersOf(to)
	if !ok || !isPlace || len(from) != len(to) {
		return 0, false
	}
	first, last := min(one[0].File(), other[0].File()), max(one[1].File(), other[1].File())
	low, high := min(one[0].Rank(), other[0].Rank()), max(one[1].Rank(), other[1].Rank())
	for s := range board.Square(64) {
		if first <= s.File() && s.File() <= last && low <= s.Rank() && s.Rank() <= high {
			squares |= s.Bit()
		}
	}
	return squares, true
}

// cornersOf returns the first and the last square of a square, a file or a rank.
func cornersOf(place string) (corners [2]board.Square, ok bool) {
	file, rank := [2]string{"a", "h"}, [2]string{"1", "8"}
	switch {
	case len(place) == 2:
		file, rank = [2]string{place[:1], place[:1]}, [2]string{place[1:], place[1:]}
	case len(place) != 1:
		return corners, false
	case place[0] >= 'a':
		file = [2]string{place, place}
	default:
		rank = [2]string{place, place}
	}
	for i := range corners {
		s, err := board.ParseSquare(file[i] + rank[i])
		if err != nil {
			return corners, false
		}
		corners[i] = s
	}
	return corners, true
}

// image returns the demand in the image of the positions: see [Men.images].
func (d Demand) image(t board.Symmetry) Demand {
	d.Squares = t.Inverse().Bitboard(d.Squares)
	return d
}

// isFor reports whether a man has the type and the color.
func (d *Demand) isFor(m *board.Man) bool { return m.Type == d.Type && d.Colors[m.Color] }
