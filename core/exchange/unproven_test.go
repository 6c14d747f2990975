package exchange_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
)

// TestUnproven imports a table with right values in other bytes as an unproven table. If the store also has the known
// table, the unproven one is neither used nor listed. Builds never use it, and lines from it are marked. Long because
// the checks follow the life of one table.
func TestUnproven(t *testing.T) {
	tables := tabletest.Built(t, "KPvK")
	known := tabletest.ImageOf(t, tables, "KQvK")
	alike := tabletest.Alike(t, known).File()
	remove(t, tables, "KQvK")
	if r, err := take(t.Context(), tables, alike, exchange.Options{Unproven: true}); err != nil || !r.Unproven ||
		r.Proven ||
		r.Checked != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	known.Put(t, tables, "KQvK") // as a build does
	unproven := func() []store.Entry {
		t.Helper()
		there, err := catalog.List(t.Context(), tables)
		if err != nil {
			t.Fatal(err)
		}
		return there.Unproven
	}
	unprovenOf := func(fen string) []material.Class {
		t.Helper()
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		prober := probe.New(tables).Unproven()
		defer prober.Close()
		line, err := prober.Line(t.Context(), p)
		if err != nil || len(line.Moves) == 0 {
			t.Fatalf("%s: %v, %v", fen, line, err)
		}
		return line.Unproven
	}
	const promotes, plays = "8/P6k/8/8/8/8/8/K7 w - - 0 1", "8/8/8/8/8/3k4/8/K3Q3 w - - 0 1"
	if list := unprovenOf(promotes); len(list) > 0 {
		t.Errorf("beside the known one, the verdict depends on %v", list)
	}
	if list := unproven(); len(list) > 0 {
		t.Errorf("beside the known one, there are %v", list)
	}
	remove(t, tables, "KQvK")
	if list := unproven(); len(list) != 1 {
		t.Errorf("without the known one, there are %v", list)
	}
	want := []material.Class{class(t, "KQvK")}
	for _, fen := range []string{promotes, plays} {
		if list := unprovenOf(fen); !slices.Equal(list, want) {
			t.Errorf("%s depends on %v", fen, list)
		}
	}
	prober := probe.New(tables).Unproven()
	if v, err := prober.ProbeNullMove(t.Context(), tabletest.Position(t, plays), 0); v != nil ||
		err != nil { // the result would have no mark
		t.Errorf("a null move has the value %v, %v", v, err)
	}
	prober.Close()
	if job, err := builder.Plan(t.Context(), tables, class(t, "KPvK")); err != nil || len(job.Steps) != 1 ||
		job.Steps[0].Class != want[0] {
		t.Errorf("to be built: %v, %v", job, err)
	}
	if r, err := take(t.Context(), tables, known.File(), exchange.Options{}); err != nil || !r.Proven {
		t.Errorf("%+v, %v", r, err)
	}
	if list := unprovenOf(plays); len(list) > 0 {
		t.Errorf("with the known one back, the verdict depends on %v", list)
	}
	if err := catalog.Clear(t.Context(), tables); err != nil {
		t.Fatal(err)
	}
	if names := tabletest.Names(t, tables); slices.Contains(names, format.UnprovenName(want[0])) ||
		!slices.Contains(names, "KQvK") {
		t.Errorf("cleared, there are %q", names)
	}
	tabletest.Alike(t, known).Put(t, tables, format.UnprovenName(want[0]))
	if err := catalog.Remove(t.Context(), tables, want[0]); err != nil {
		t.Fatal(err)
	}
	if names := tabletest.Names(t, tables); slices.ContainsFunc(
		names,
		func(name string) bool { return strings.HasPrefix(name, "KQvK") },
	) {
		t.Errorf("removed, there are %q", names)
	}
}

// TestUnprovenBlamed checks that an error names the unproven table if it disagrees with a proven one.
func TestUnprovenBlamed(t *testing.T) {
	tables := tabletest.Built(t, "KPvK")
	forged := renamed(t, tables, "KRvK")
	remove(t, tables, "KRvK")
	if r, err := take(t.Context(), tables, forged, exchange.Options{Unproven: true}); err != nil || !r.Unproven {
		t.Fatalf("%+v, %v", r, err)
	}
	prober := probe.New(tables).Unproven()
	defer prober.Close()
	var named *store.Error
	underpromotes := tabletest.Position(t, "8/5P1k/5K2/8/8/8/8/8 w - - 0 1") // a queen on f8 is stalemate
	if _, err := prober.Probe(t.Context(), underpromotes); !errors.As(err, &named) ||
		!errors.Is(err, store.ErrCorrupt) ||
		named.Table != "KRvK" {
		t.Errorf("%v", err)
	}
}
