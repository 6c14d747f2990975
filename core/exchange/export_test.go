package exchange

import "testing"

// CheckSome lets all tables be checked by a sample, for the time of a test.
func CheckSome(t *testing.T) {
	old := mostMenAll
	mostMenAll = 0
	t.Cleanup(func() { mostMenAll = old })
}
