package find

import (
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/words"
)

// Men are demands for men on squares. Each must be met by a different man.
type Men []Demand

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

// ParseMen reads demands for men, separated by commas. A demand is in words, such as "rook on the d-file or e4", or
// begins with a letter, such as "Ph7" or "ra1-c3". Capitals are White's. A place is a square, a file, a rank, or a
// rectangle or range of them.
func ParseMen(text string) (list Men, err error) {
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		d, err := parseDemand(item)
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, nil
}

func parseDemand(item string) (d Demand, err error) {
	rest := strings.Fields(item)
	if color, t, places, ok := cutLetter(rest[0]); ok {
		d.Colors[color], d.Type = true, t
		rest[0] = places
	} else {
		rest = d.addMan(rest)
	}
	if d.Type == board.NoPiece {
		return d, &MenError{item, words.New("core.places.noMan")}
	}
	for _, word := range rest {
		word = strings.ToLower(word)
		if slices.Contains(fillers, word) {
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
			return color, named, place, ok
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

// images returns the demands for positions of the table: tables have one of the positions that are symmetric to each
// other. A position meets an image of the demands if its image by that symmetry of the class meets the demands.
func (d Men) images(class material.Class) (list []menImage) {
	symmetries := board.Symmetry(board.Symmetries)
	switch {
	case class.Rights() != 0:
		symmetries = 1
	case class.Pawns() > 0:
		symmetries = board.MirrorFiles + 1
	}
	for t := range symmetries {
		image := menImage{t, slices.Clone(d)}
		for i := range image.men {
			image.men[i].Squares = t.Inverse().Bitboard(d[i].Squares)
		}
		if !slices.ContainsFunc(list, func(other menImage) bool { return slices.Equal(other.men, image.men) }) {
			list = append(list, image)
		}
	}
	return list
}

type menImage struct {
	symmetry board.Symmetry // from positions of the table to those that meet the demands
	men      Men
}

// lanes returns the lanes in which men meet the demands, given the possible squares of each man. The squares of the
// inner man are the lanes.
func (d Men) lanes(men []board.Man, inner int, at *[material.MaxMen]board.Bitboard) (lanes board.Bitboard) {
	if len(d) == 0 {
		return ^board.Bitboard(0)
	}
	for i := range men {
		squares := at[i] & d[0].Squares
		if squares == 0 || men[i].Type != d[0].Type || !d[0].Colors[men[i].Color] {
			continue
		}
		before := at[i]
		at[i] = 0 // not available for the other demands
		rest := d[1:].lanes(men, inner, at)
		at[i] = before
		if i == inner {
			rest &= squares
		}
		lanes |= rest
	}
	return lanes
}
