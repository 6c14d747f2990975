package material

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
)

// TestCastling: the classes with rights to castle of the same men.
func TestCastling(t *testing.T) {
	for name, want := range map[string][]string{
		"KQvK":  nil,
		"KRvK":  {"KRvK-h1", "KRvK-a1"},
		"KQvKR": {"KQvKR-h8", "KQvKR-a8"},
		"KRRvK": {"KRRvK-h1", "KRRvK-a1", "KRRvK-h1a1"},
		"KRvKR": {"KRvKR-h1", "KRvKR-a1", "KRvKR-h1h8", "KRvKR-a1h8", "KRvKR-a1a8"}, // the sides are alike
		"KRPvKR": {
			"KRPvKR-h1", "KRPvKR-a1", "KRPvKR-h8", "KRPvKR-a8",
			"KRPvKR-h1h8", "KRPvKR-a1h8", "KRPvKR-h1a8", "KRPvKR-a1a8",
		},
		"KRRvKRR": nil, // six men have such tables by name
	} {
		class, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range class.Castling() {
			if again, err := Parse(c.String()); again != c || err != nil || c.WithoutRights() != class ||
				Compare(c, class) <= 0 {
				t.Errorf("%v is read as %v: %v", c, again, err)
			}
			got = append(got, c.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("with rights %s is %v, want %v", name, got, want)
		}
	}
	all := 0
	for _, c := range WithCastling(UpTo(UsualMen)...) {
		if c.Rights() != 0 {
			all++
		}
	}
	if all != 168 {
		t.Errorf("there are %d classes with rights to castle, want 168", all)
	}
}

// TestParseRights checks names with invalid rights.
func TestParseRights(t *testing.T) {
	for _, name := range []string{
		"KRvK-", "KRvK-h", "KRvK-h8", "KRvK-h1a1", "KRvK-h1h1", "KRvK-e1", "KQvK-h1", "KRvK-K", "KRvK-h1-a1",
		"KRPvKRP-h1", "KRPPvKR-kf1h1", "KRvK-k", "KRvK-kf", "KRvK-kf1", "KRvK-kf8h1", "KRvK-kf1kg1h1",
		"KRvK-h1kf1", "KRvK-kf1f1",
		"KQvK-kf1", "KRvK-f2", "KRvK-kf1h2", "KRRvK-h1g1",
	} {
		if c, err := Parse(name); err == nil {
			t.Errorf("%q is read as %v", name, c)
		}
	}
	for name, want := range map[string]string{
		"KRvK-KF1H1": "KRvK-kf1h1", "KRvK-ke1h1": "KRvK-h1", "KRRvK-kf1a1h1": "KRRvK-kf1h1a1", "KRvK-g1": "KRvK-g1",
		"KRvKR-kb1a1kc8h8": "KRvKR-kc1h1kb8a8", "KRvKRP-kf1h1": "KRPvKR-kf8h8",
		"KRRvKRR-h1": "KRRvKRR-h1", "KRRvKRR-h8a8": "KRRvKRR-h1a1", "KBPvKRR-ka8h8": "KRRvKBP-ka1h1",
	} {
		if c, err := Parse(name); err != nil || c.String() != want {
			t.Errorf("%s is read as %v: %v", name, c, err)
		}
	}
	if c, err := Parse("krkrp-A8"); err != nil || c.String() != "KRPvKR-a1" { // of the side that comes first then
		t.Errorf("%v, %v", c, err)
	}
	if c, err := Parse("KRvKRP-H1"); err != nil || c.Rights() != board.BlackKingside {
		t.Errorf("%v has the rights %v: %v", c, c.Rights(), err)
	}
}
