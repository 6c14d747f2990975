package tile

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/value"
)

// TestLook checks the terms of first questions against comparisons of one neighbour after the other.
func TestLook(t *testing.T) {
	for d := range describedTiles(t, rand.New(rand.NewPCG(11, 12)), "KRvKN", "KRPvKR") {
		c := &d.canvas
		for row := range Side {
			d.decide(row)
		}
		rankAt := func(at int) value.Rank {
			if at < 0 || c.traits[margin+at] == illegal {
				return noRank
			}
			return value.Rank(c.ranks[margin+at])
		}
		missed := func(at int) int {
			if at < 0 || c.traits[margin+at] == illegal {
				return 0
			}
			return int(unlike(value.Rank(c.ranks[margin+at]), c.rank(at, d.agreement(at).from[0])))
		}
		for row, lanes := range c.legal {
			for ; lanes != 0; lanes = lanes.Rest() {
				lane := int(lanes.First())
				at := row*Side + lane
				first := c.rank(at, d.agreement(at).from[0])
				compare := func(distances ...int) (number int) {
					for i, distance := range distances {
						number |= kindOf(rankAt(at-distance), first) << (3 * i)
					}
					return number
				}
				above, beside, around := compare(64, 128, 512, 65), compare(1, 8, 2, 63), 0
				for i, distance := range []int{65, 64, 63, 2, 1, 512, 8, 128} {
					around |= missed(at-distance) << i
				}
				var got look
				gotAbove := c.look(at, first, &got)
				want := look{
					byRow + row*256 + int(first),
					byLane + lane*256 + int(first),
					byAbove + above,
					byBeside + beside,
					byMissed + around,
				}
				if got != want || gotAbove != above {
					t.Fatalf(
						"%v, tile %d, entry %d: %v, %d instead of %v, %d",
						d.grid.layout.Class,
						d.tile,
						at,
						got,
						gotAbove,
						want,
						above,
					)
				}
			}
		}
	}
}

// kindOf returns the comparison of a neighbour with the first one.
func kindOf(rank, first value.Rank) int {
	difference, same := int(rank)-int(first), outcomeOf[rank] == outcomeOf[first]
	switch {
	case rank == noRank:
		return 7
	case difference == 0:
		return 0
	case !same && difference > 0:
		return 5
	case !same:
		return 6
	case difference == 1:
		return 1
	case difference == -1:
		return 2
	case difference > 0:
		return 3
	}
	return 4
}

// TestTerms checks that no two questions share a term, and that all terms are in the model.
func TestTerms(t *testing.T) {
	kinds := map[int]string{}
	for d := range describedTiles(t, rand.New(rand.NewPCG(13, 14)), "KRvKN", "KRPvKR") {
		for row, lanes := range d.canvas.legal {
			for ; lanes != 0; lanes = lanes.Rest() {
				d.eachSum(row*Side+int(lanes.First()), func(parts []int, answer uint32) {
					kind := "without terms"
					switch context := parts[0]; {
					case context < firstLater:
						kind = "the first question"
					case context < firstOutcome:
						kind = []string{"the second question", "the third question"}[(context-firstLater)/hints]
					case context < firstDelta && len(parts) > 1:
						kind = "the outcome"
					case context < firstDepth && context >= firstDelta:
						kind = "a distance"
					}
					if (len(parts) == 1) != (kind == "without terms") || len(parts) > mostParts {
						t.Fatalf("%s has %d terms", kind, len(parts)-1)
					}
					for i, part := range parts[1:] {
						term := kind + string(rune('0'+i))
						if part < contexts || part >= contexts+allTerms || kinds[part] != "" && kinds[part] != term {
							t.Fatalf("%d is a term of %s, and of %s", part-contexts, term, kinds[part])
						}
						kinds[part] = term
					}
				})
			}
		}
	}
}

// TestTrainer checks that odds that depend on two properties are learned as a sum. The bits of the decisions must be
// those of their chances, and a single answer must not make a term.
func TestTrainer(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	var trainer Trainer
	odds := [2][4]float64{{-12, -5, 4, 20}, {-9, 0, 7, 16}} // in sixths of a bit, as codes are
	worth, learned := 0.0, 0
	for round := range 2 {
		trainer.Bits()
		worth, learned = 0, 0
		for range 300_000 {
			i, k, noise := r.IntN(4), r.IntN(4), r.IntN(8)
			zero := 1 / (1 + math.Exp2(-(odds[0][i]+odds[1][k])/6))
			answer, p := uint32(0), zero
			if r.Float64() > zero {
				answer, p = 1, 1-zero
			}
			worth -= math.Log2(p)
			trainer.learn([]int{i, contexts + k, contexts + 100 + noise}, answer)
			learned++
		}
		if got := float64(trainer.bits) / bitsUnit; round > 0 && math.Abs(got-worth) > worth/50 {
			t.Errorf("%d decisions worth %.0f bits take %.0f", learned, worth, got)
		}
	}
	m := trainer.Model()
	for i := range 4 {
		for k := range 4 {
			got, want := float64(m.codes[i])+float64(m.codes[contexts+k]), odds[0][i]+odds[1][k]
			if math.Abs(got-want) > 3 {
				t.Errorf("%d and %d have the odds %v, want %v", i, k, got, want)
			}
		}
	}
	if !m.isSummed() {
		t.Error("the model is not summed")
	}
	var few Trainer
	few.learn([]int{0, contexts}, 1)
	if m := few.Model(); m.isSummed() {
		t.Errorf("one answer has made a term of %d", m.codes[contexts])
	}
}

// TestSteps checks that a number moves less the more it was moved.
func TestSteps(t *testing.T) {
	for moved := uint32(1); moved < 1<<31; moved += 1 + moved/5 {
		want := widestStep / math.Sqrt(float64(moved+movedFirst)/movedOne)
		if got := float64(stepFor(moved)); math.Abs(got-want) > want/10 {
			t.Errorf("after %d it is %.0f, want %.0f", moved, got, want)
		}
	}
}
