package tile

import (
	"github.com/matewright/matewright/core/value"
)

// terms are the numbers of a model that are added to codes.
type terms [allTerms]int8

// sum adds up terms of a first question.
func (t *terms) sum(l *look) int {
	return int(t[l[0]]) + int(t[l[1]]) + int(t[l[2]]) + int(t[l[3]]) + int(t[l[4]])
}

// laterTerms returns the terms of the second question, 0, the third one, 1, and that for the outcome, 2.
func laterTerms(question, at int, first value.Rank, above int) (row, sum int) {
	from := ofLater + question*laterAll
	return from + at>>6<<8 | int(first), from + laterSum + above
}

// later adds up the terms of a later question.
func (t *terms) later(question, at int, first value.Rank, above int) int {
	row, sum := laterTerms(question, at, first, above)
	return int(t[row]) + int(t[sum])
}

// bit adds up the terms of a bit of a distance, given the node of the trees.
func (t *terms) bit(f *farLook, node int) int {
	node &= 0xff
	return int(t[f[0]+node]) + int(t[f[1]+node]) + int(t[f[2]+node]) +
		int(t[f[3]+node]) + int(t[f[4]+node]) + int(t[f[5]+node])
}
