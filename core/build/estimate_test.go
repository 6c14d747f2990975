package build

import (
	"testing"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/solve"
)

// TestEstimates: there is one for every class, which grows with less memory.
func TestEstimates(t *testing.T) {
	for _, class := range material.UpTo(5) {
		last := 0.0
		for _, method := range solve.Methods() {
			p, err := Provide(class, 4<<30, method)
			if err != nil {
				t.Fatal(err)
			}
			if p.Seconds() <= last || p.Stored() < 200 || p.Peak() > p.Budget || p.Peak() < p.Solving.Bytes() {
				t.Errorf("%v by %s: %g s, after %g by a faster one, %d bytes stored, %d of memory", class, method.Name(), p.Seconds(), last, p.Stored(), p.Peak())
			}
			last = p.Seconds()
		}
	}
}
