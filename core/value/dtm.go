package value

import "github.com/matewright/matewright/core/material"

// DTM counts plies to mate.
var DTM = New(dtm{})

type dtm struct{}

func (dtm) Name() string { return "DTM" }

// After adds a ply, whatever the move.
func (dtm) After(_ MoveKind, child Value) Value {
	if child == Draw {
		return Draw
	}
	return Decided(child.Round() + 1)
}

func (dtm) Ply(round int) int { return round }

// Limit comes from the tables of other programs: KPPvKP has the longest line of five men, KRNvKNN that of six.
func (dtm) Limit(class material.Class) int {
	switch men := class.Men(); {
	case men <= 5:
		return 254
	case men == 6:
		return 524
	}
	return MaxRound
}
