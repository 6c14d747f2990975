// Package metrictest has metrics for tests: with fewer plies or rounds than others, and one whose tables are refused.
package metrictest

import (
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// DTZ10 is DTZ50 by a rule of ten plies: with few men, too, there are cursed wins.
var DTZ10 = value.Add(value.NewDTZ("DTZ10", rule))

const rule = 10

// Wide is DTM with a limit of rounds that is larger than solvers support.
var Wide = value.Add(wide{value.DTM})

type wide struct{ value.Rules }

func (wide) Name() string { return "wide" }

func (wide) Limit(material.Class) int { return value.MostRounds + 1 }

// Short is DTM in levels of 32 rounds, the length of mates with three men without pawns. ShortDTC and ShortDTZ are DTC
// and DTZ10 in such levels.
var (
	Short    = value.Add(short{value.DTM, "short"})
	ShortDTC = value.Add(short{value.DTC, "short DTC"})
	ShortDTZ = value.Add(shortDTZ{short{DTZ10, "short DTZ10"}})
)

type short struct {
	value.Rules
	name string
}

func (s short) Name() string { return s.name }

func (short) LevelRounds() int { return 32 }

type shortDTZ struct{ short }

func (s shortDTZ) IsCursed(round int) bool { return s.Ply(round) > rule }
