package matewright_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/matewright/matewright"
)

// TestSyzygy checks that Syzygy files answer in an empty directory, and that they are marked.
func TestSyzygy(t *testing.T) {
	tables := open(t, matewright.Options{Syzygy: "core/syzygy/testdata"})
	a, err := tables.Probe(t.Context(), queen)
	if err != nil {
		t.Fatal(err)
	}
	if !a.Syzygy || a.Category != matewright.Win || a.DTZ == nil || !a.Rounded || a.DTM != nil {
		t.Errorf("%+v", a)
	}
	line, err := tables.Line(t.Context(), queen)
	if err != nil || !line.Syzygy || len(line.Moves) == 0 || !line.Moves[len(line.Moves)-1].Checkmate {
		t.Errorf("%+v, %v", line, err)
	}
	if _, err := tables.Probe(t.Context(), "8/8/8/8/8/2k5/8/K5RQ w - - 0 1"); !errors.Is(err, matewright.ErrMissing) {
		t.Errorf("without a file: %v", err)
	}
	proof, err := tables.Prove(t.Context(), queen)
	if err != nil || proof.Low != matewright.Win {
		t.Errorf("%+v, %v", proof, err)
	}
	byRule := open(t, matewright.Options{Syzygy: "core/syzygy/testdata", Metric: matewright.DTZ50})
	found := 0
	for f, err := range byRule.Find(t.Context(), matewright.Query{Class: "KQvK", Men: "Kd4, ke7, Qa1", MinPlies: 1}) {
		found++
		if err != nil || !f.Syzygy || f.Plies == 0 || f.Category == matewright.Draw {
			t.Errorf("found %+v, %v", f, err)
		}
	}
	if found != 2 { // either side to move
		t.Errorf("%d positions are found", found)
	}
	build(t, tables, "KQvK")
	if a, err := tables.Probe(t.Context(), queen); err != nil || a.DTM == nil || !a.Syzygy {
		t.Errorf("beside a table: %+v, %v", a, err) // the table has no DTZ
	}
	outcomes := t.TempDir()
	b, err := os.ReadFile("core/syzygy/testdata/KQvK.rtbw")
	if err == nil {
		err = os.WriteFile(filepath.Join(outcomes, "KQvK.rtbw"), b, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	without := open(t, matewright.Options{Syzygy: outcomes})
	if a, err := without.Probe(t.Context(), queen); err != nil || a.Category != matewright.Win || a.DTZ != nil {
		t.Errorf("without a DTZ file: %+v, %v", a, err)
	}
	if _, err := without.Line(t.Context(), queen); !errors.Is(err, matewright.ErrMissing) {
		t.Errorf("a line without a DTZ file: %v", err)
	}
	if _, err := matewright.Open(matewright.Options{Syzygy: "no/such/directory"}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a directory: %v", err)
	}
}
