package material

import "testing"

// TestParseOpposed checks names of classes with opposed pawns, and that they are written as they are read.
func TestParseOpposed(t *testing.T) {
	for name, want := range map[string]string{
		"KRPpKRp": "KRPvKRP", "KPpKp": "KPvKP", "KPPpKRp": "KRPvKPP", "KQPpKPp": "KQPvKPP", "KPpKRp": "KRPvKP",
		"KRPPpKRp": "", "KRPvKRP": "", "krppkrp": "", "KRPpKR": "", "KRpKRp": "", "KRPpKRP": "", "KRPPPpKRp": "",
		"KRPpvKRp": "", "": "",
	} {
		class, ok := ParseOpposed(name)
		if ok != (want != "") || ok && class.String() != want {
			t.Errorf("%s is read as %v, want %q", name, class, want)
		}
	}
	for name, want := range map[string]string{
		"KRPvKRP": "KRPpKRp", "KPvKP": "KPpKp", "KPPvKPP": "KPPpKPp", "KRPvK": "", "KRPvKR": "", "KRPvKRP-h1": "",
	} {
		class, err := Parse(name)
		if got := class.OpposedName(); err != nil && want != "" || got != want {
			t.Errorf("%s is written as %q, want %q", name, got, want)
		}
		if again, ok := ParseOpposed(want); want != "" && (!ok || again != class) {
			t.Errorf("%s is read as %v", want, again)
		}
	}
}
