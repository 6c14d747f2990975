package icu_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/words/icu"
)

func TestFormat(t *testing.T) {
	for _, test := range []struct{ message, values, want string }{
		{"plain", `{}`, "plain"},
		{"{a} and {b}", `{"a": "x", "b": 3}`, "x and 3"},
		{"{n, plural, one {# man} other {# men}}", `{"n": 1}`, "1 man"},
		{"{n, plural, one {# man} other {# men}}", `{"n": 1234567}`, "1,234,567 men"},
		{"{n, plural, =0 {none} one {one} other {more}}", `{"n": 0}`, "none"},
		{"{n, number} {m}", `{"n": -1234, "m": 1234}`, "-1,234 1234"},
		{"{n, number, ::.0}", `{"n": 1234.5}`, "1,234.5"},
		{"{n, number}", `{"n": 0.12345}`, "0.123"},
		{"{s, select, a {A {n}} other {other}}", `{"s": "a", "n": 1}`, "A 1"},
		{"{s, select, a {A} other {other}}", `{"s": "b"}`, "other"},
		{"{n, plural, other {{s, select, a {#} other {}}}}", `{"s": "a", "n": 1000}`, "1,000"},
		{"it's, it''s, '{a}', '{it''s}'", `{}`, "it's, it's, {a}, {it's}"},
		{"'#' # {n, plural, other {'#' #}}", `{"n": 2}`, "'#' # # 2"},
		{"<b>{a}</b>", `{"a": "x"}`, "<b>x</b>"},
	} {
		var values map[string]any
		if err := json.Unmarshal([]byte(test.values), &values); err != nil {
			t.Fatal(err)
		}
		if got := icu.New(test.message, icu.PluralsOf("en")).Format(values); got != test.want {
			t.Errorf("%s with %s is %q, want %q", test.message, test.values, got, test.want)
		}
	}
}

func TestNames(t *testing.T) {
	got := icu.New("{b} {n, plural, one {{c}} other {#, {s, select, x {{a}} other {}}}} {m, number}", nil).Names()
	if want := []string{"a", "b", "c", "m", "n", "s"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
