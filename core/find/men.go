package find

import (
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// Men are demands for men. Each of Standing must be met by a different man.
type Men struct {
	Standing  []Demand
	Relations []Relation
}

// isEmpty reports whether there are no demands.
func (d *Men) isEmpty() bool { return len(d.Standing)+len(d.Relations) == 0 }

// ParseMen reads demands for men, separated by commas. A demand is in words, such as "rook on the d-file or e4", or
// begins with a letter, such as "Ph7" or "ra1-c3". Capitals are White's. A place is a square, a file, a rank, or a
// rectangle or range of them. A demand can also be a [Relation] of two men, such as "K in front of P".
func ParseMen(text string) (list Men, err error) {
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		if r, ok, err := parseRelation(item); err != nil {
			return Men{}, err
		} else if ok {
			list.Relations = append(list.Relations, r)
			continue
		}
		d, err := parseDemand(item, strings.Fields(item))
		if err != nil {
			return Men{}, err
		}
		list.Standing = append(list.Standing, d)
	}
	return list, nil
}

// images returns the demands for positions of the table: tables have one of the positions that are symmetric to each
// other. A position meets an image of the demands if its image by that symmetry of the class meets the demands.
func (d *Men) images(class material.Class) (list []menImage) {
	symmetries := board.Symmetry(board.Symmetries)
	switch {
	case class.Rights() != 0:
		symmetries = 1
	case class.Pawns() > 0:
		symmetries = board.MirrorFiles + 1
	}
	for t := range symmetries {
		image := menImage{symmetry: t}
		for _, each := range d.Standing {
			image.men.Standing = append(image.men.Standing, each.image(t))
		}
		for _, each := range d.Relations {
			image.men.Relations = append(image.men.Relations, each.image(t))
		}
		if !slices.ContainsFunc(list, func(other menImage) bool { return other.men.equals(&image.men) }) {
			list = append(list, image)
		}
	}
	return list
}

// equals reports whether two lists are the same.
func (d *Men) equals(other *Men) bool {
	return slices.Equal(d.Standing, other.Standing) && slices.Equal(d.Relations, other.Relations)
}

type menImage struct {
	symmetry board.Symmetry // from positions of the table to those that meet the demands
	men      Men
}

// lanes returns the lanes in which men meet the demands, given the possible squares of each man. The squares of the
// inner man are the lanes.
func (d *Men) lanes(men []board.Man, inner int, at *[maxMen]board.Bitboard) board.Bitboard {
	lanes := standing(d.Standing, men, inner, at)
	for i := range d.Relations {
		if lanes == 0 {
			break
		}
		lanes &= d.Relations[i].lanes(men, inner, at)
	}
	return lanes
}

// standing is [Men.lanes] for some demands, each met by a different man.
func standing(d []Demand, men []board.Man, inner int, at *[maxMen]board.Bitboard) (lanes board.Bitboard) {
	if len(d) == 0 {
		return ^board.Bitboard(0)
	}
	for i := range men {
		squares := at[i] & d[0].Squares
		if squares == 0 || !d[0].isFor(&men[i]) {
			continue
		}
		before := at[i]
		at[i] = 0 // not available for the other demands
		rest := standing(d[1:], men, inner, at)
		at[i] = before
		if i == inner {
			rest &= squares
		}
		lanes |= rest
	}
	return lanes
}
