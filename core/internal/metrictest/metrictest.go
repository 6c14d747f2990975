// Package metrictest has metrics for tests: one that differs from DTM wherever metrics
// can, and one whose tables are refused.
package metrictest

import "github.com/matewright/matewright/core/value"

// DTC counts plies to a capture, a promotion or mate. To convert takes one ply if it
// keeps the outcome; pawns move on as pieces do. Who is lost may have to convert, too, so
// that wins can take an even number of plies, and losses an odd one: two rounds stand
// for each ply, the losses first.
var DTC = value.Register(dtc{})

type dtc struct{}

func (dtc) Name() string { return "DTC" }

func (dtc) After(kind value.MoveKind, child value.Value) value.Value {
	plies := child.Round()/2 + 1
	if kind == value.Capture || kind == value.Promotion {
		plies = 1
	}
	switch child.Outcome() {
	case value.Win:
		return value.Decided(2 * plies)
	case value.Loss:
		return value.Decided(2*plies + 1)
	}
	return value.Draw
}

func (dtc) Ply(round int) int { return round / 2 }

func (dtc) Limit(int) int { return value.MaxByteRound }

// DTZ10 is DTZ50 by a rule of ten plies, that tells no more than 16: with few men, too, there are cursed wins, and longer ones.
var DTZ10 = value.Register(value.NewDTZ("DTZ10", 10, 16))

// Wide is DTM, but for values that may not fit into bytes.
var Wide = value.Register(wide{value.DTM})

type wide struct{ value.Rules }

func (wide) Name() string { return "wide" }

func (wide) Limit(int) int { return value.MaxByteRound + 1 }

// Short is DTM, told in levels of 32 rounds where it takes more: as many as mates with three men without pawns take.
var Short = value.Register(short{value.DTM})

type short struct{ value.Rules }

func (short) Name() string { return "short" }

func (short) LevelRounds() int { return 32 }
