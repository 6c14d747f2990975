package dtm50

import "github.com/matewright/matewright/core/format"

// pairPlanes are the planes of a pair.
type pairPlanes struct {
	mates, left int
	leveled     bool // the plane after that of mates has their later level
}

// planesOf returns the planes of the pair with a number. If there is no such plane, its number is too large.
func planesOf(sections []format.SectionRef, number int) (p pairPlanes) {
	for p.left = -1; number >= 0; number-- {
		p.mates = p.left + 1
		p.leveled = p.mates+1 < len(sections) && sections[p.mates+1].Later
		if p.left = p.mates + 1; p.leveled {
			p.left++
		}
	}
	return p
}

// A Plane is a plane of a pair.
type Plane struct {
	Pair int // from 0 on
	Part PlanePart
}

// PlanePart is the part of a pair that a plane has.
type PlanePart uint8

// The parts of a pair.
const (
	MatePart  PlanePart = iota
	LaterPart           // the later level of mates
	LeftPart
)

// PlaneAt returns the plane with a number among those of a group with a side to move.
func PlaneAt(sections []format.SectionRef, number int) Plane {
	pair := 0
	planes := planesOf(sections, pair)
	for ; planes.left < number; planes = planesOf(sections, pair) {
		pair++
	}
	switch number {
	case planes.left:
		return Plane{pair, LeftPart}
	case planes.mates:
		return Plane{pair, MatePart}
	}
	return Plane{pair, LaterPart}
}
