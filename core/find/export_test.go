package find

import "testing"

// LookAhead has mutual zugzwangs found by looking ahead in whole frames, wherever a side to move is not stored.
func LookAhead(t *testing.T) {
	before := manyLeft
	manyLeft = 1 << 40
	t.Cleanup(func() { manyLeft = before })
}
