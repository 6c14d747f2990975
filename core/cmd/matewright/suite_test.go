package main

import (
	"bytes"
	"encoding/json"
	"math"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/kind"
)

// takeSuite takes measures of a small suite, and returns its lines.
func takeSuite(t *testing.T, names []string, count int) (lines []measured) {
	t.Helper()
	list := []stage{
		{class: "KQvK", probed: true, small: true},
		{class: "KPvK", rule: true, repeat: 2},
		{class: "KRvK", budget: 64 << 20},
	}
	var out bytes.Buffer
	s := &session{ctx: t.Context(), kind: kind.Default(), stdout: &out, stderr: new(bytes.Buffer)}
	if err := runSuite(s, list, names, false, count); err != nil {
		t.Fatal(err)
	}
	for text := range bytes.Lines(out.Bytes()) {
		var line measured
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	return lines
}

// TestSuite takes all kinds of measures, and checks their lines.
func TestSuite(t *testing.T) {
	limit := debug.SetMemoryLimit(-1)
	units := map[string]string{}
	for _, m := range takeSuite(t, nil, 1) {
		units[m.Name] = m.Unit
		if m.Value <= 0 || m.Reference <= 0 || m.Date.IsZero() || m.provenance != provenanceHere() {
			t.Errorf("%+v", m)
		}
		want, better := 0.0, "less"
		switch m.Unit {
		case "s":
			want = m.Value / m.Reference
		case "positions/s":
			want, better = m.Value*m.Reference, "more"
		}
		if (m.Ratio == nil) != (want == 0) || m.Ratio != nil && math.Abs(*m.Ratio/want-1) > 1e-9 || m.Better != better {
			t.Errorf("%+v has another ratio than %v, or is not better if %s", m, want, better)
		}
	}
	for name, unit := range map[string]string{
		"solve/KQvK": "s", "encode/KQvK": "s", "bytes/KQvK": "B", "warm/KQvK": "positions/s", "cold/KQvK": "s",
		"solve/KPvK/dtz50": "s", "encode/KPvK/dtz50": "s", "bytes/KPvK/dtz50": "B",
		"solve/KRvK/64MiB": "s", "encode/KRvK/64MiB": "s", "memory/KRvK/64MiB": "B",
	} {
		if units[name] != unit {
			t.Errorf("%s counts %q, want %s", name, units[name], unit)
		}
		delete(units, name)
	}
	if len(units) > 0 {
		t.Errorf("there are more measures: %v", units)
	}
	if now := debug.SetMemoryLimit(-1); now != limit {
		t.Errorf("the suite leaves a memory limit of %d, and it was %d", now, limit)
	}
}

// TestSuiteChosen checks that names choose measures, and that repeated ones count the same bytes.
func TestSuiteChosen(t *testing.T) {
	lines := takeSuite(t, []string{"bytes"}, 2)
	var names []string
	for i, m := range lines {
		names = append(names, m.Name)
		if i >= 2 && m.Value != lines[i-2].Value {
			t.Errorf("%+v, but before %v", m, lines[i-2].Value)
		}
	}
	want := slices.Repeat([]string{"bytes/KQvK", "bytes/KPvK/dtz50"}, 2)
	if !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// TestStages checks that all measures have different names, and all classes are valid.
func TestStages(t *testing.T) {
	names, err := chooseMeasures(stages(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Sort(names); len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("a name occurs twice in %q", names)
	}
}
