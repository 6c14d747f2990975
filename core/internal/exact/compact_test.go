package exact

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

var updateCompact = flag.Bool("update-compact", false, "write the lists of compact tables, of all classes")

// compacted has classes without pawns, for every test run. All that they depend on have three men.
var compacted = []string{"KQvKR", "KRvKB", "KNNvK"}

// TestCompact makes compact tables of the usual ones. It compares their bytes with the known ones, and the values of
// random positions, with either side to move, with those of the usual tables. With -tables or -update-compact it does
// so for all classes with up to four men. That takes about two minutes. -update-compact also packs all tables with five
// men, which takes about two hours.
func TestCompact(t *testing.T) {
	if *updateCompact && *tables == "" {
		t.Fatal("-update-compact needs -tables DIR with all tables of up to five men")
	}
	classes := material.UpTo(men)
	if *tables == "" && !*updateCompact {
		large, err := material.ParseAll(compacted)
		if err != nil {
			t.Fatal(err)
		}
		classes = append(material.UpTo(3), large...)
	}
	for metric, usual := range map[*value.Metric]store.Store{
		value.DTM: stored, value.DTC: storedBy(t, value.DTC), value.DTZ50: storedBy(t, value.DTZ50),
	} {
		compact := store.NewMemStore()
		files, parts := "name\tbytes\tsha256\n", "name\tsha256\n"
		for _, class := range classes {
			file := makeCompact(t, compact, usual, metric, class)
			sum, err := remote.SumOfParts(t.Context(), bytes.NewReader(file.bytes), int64(len(file.bytes)))
			if err != nil {
				t.Fatal(err)
			}
			files += fmt.Sprintf("%v\t%d\t%v\n", class, len(file.bytes), file.sum)
			parts += fmt.Sprintf("%v\t%v\n", class, sum)
			if *updateCompact {
				continue
			}
			if err := known.Check(metric, class.String(), file.sum); err != nil {
				t.Errorf("%v by %s: %v", class, metric.Name(), err)
			}
			if proven, err := known.CheckParts(metric, class.String(), sum); err != nil || !proven {
				t.Errorf("parts of %v by %s: %t, %v", class, metric.Name(), proven, err)
			}
		}
		wantSameValues(t, compact, usual, classes)
		if *updateCompact && !metric.SumsModels() {
			files += packFive(t, usual, metric)
		}
		if *updateCompact {
			name := strings.ToLower(metric.Name())
			writeSums(t, "compact-"+name, files)
			writeSums(t, "compact-parts-"+name, parts)
		}
	}
	if t.Failed() {
		t.Error("run go test ./core/internal/exact -run TestCompact -update-compact -tables DIR -timeout 4h")
	}
}

// packFive makes compact tables of all with five men. It returns the lines of the list with their sums.
func packFive(t *testing.T, usual store.Store, metric *value.Metric) (lines string) {
	t.Helper()
	for _, class := range material.UpTo(material.UsualMen) {
		if class.Men() <= men {
			continue
		}
		into := store.NewMemStore()
		encodeCompact(t, into, usual, metric, slice.NewLayout(class))
		blob, err := catalog.Open(t.Context(), into, class)
		if err != nil {
			t.Fatal(err)
		}
		sum, bytes := fileOf(t, blob)
		lines += fmt.Sprintf("%v\t%d\t%v\n", class, bytes, sum)
	}
	return lines
}

// encodeCompact makes a compact table of the usual one.
func encodeCompact(t *testing.T, into, usual store.Store, metric *value.Metric, l *slice.Layout) {
	t.Helper()
	params := format.Params{Compact: true, SumModels: true}
	tabletest.Repack(t, tabletest.NewEncoderBy(t, format.With(into, params), l, metric), usual)
}

// A compactFile is the file of a compact table.
type compactFile struct {
	bytes []byte
	sum   known.Sum
}

// makeCompact makes a compact table of the usual one.
func makeCompact(
	t *testing.T, into *store.MemStore, usual store.Store, metric *value.Metric, class material.Class,
) compactFile {
	t.Helper()
	l := slice.NewLayout(class)
	encodeCompact(t, into, usual, metric, l)
	made := tabletest.Open(t, into, l)
	if made.Header.Sides == format.BothSides || made.Header.Levels() != tabletest.Open(t, usual, l).Header.Levels() {
		t.Errorf("%v by %s: compact with %v to move", class, metric.Name(), made.Header.Sides)
	}
	blob, err := into.Open(t.Context(), class.String())
	if err != nil {
		t.Fatal(err)
	}
	sum, _ := fileOf(t, blob)
	return compactFile{tabletest.ImageOf(t, into, class.String()).File(), sum}
}

// wantSameValues compares random positions of classes in two stores, also as a reader for searches finds them.
func wantSameValues(t *testing.T, got, want store.Store, classes []material.Class) {
	t.Helper()
	compact, usual := library.New(got, 64<<20), library.New(want, 64<<20)
	defer compact.Close()
	defer usual.Close()
	random := rand.New(rand.NewPCG(1, 2))
	reader := compact.Reader(t.Context())
	for _, class := range classes {
		positions := make([]board.Position, 2000)
		for i := range positions {
			positions[i] = tabletest.RandomPosition(random, class)
		}
		positions = append(positions, afterPushes(positions)...)
		values, _, err := compact.Values(t.Context(), positions)
		if err != nil {
			t.Fatalf("%v: %v", class, err)
		}
		right, _, err := usual.Values(t.Context(), positions)
		if err != nil {
			t.Fatalf("%v: %v", class, err)
		}
		for i := range positions {
			if values[i] != right[i] {
				t.Fatalf("%s is %v in the compact table, %v in the usual one", positions[i].FEN(), values[i], right[i])
			}
			if v, stored, err := reader.Value(&positions[i]); v != right[i] || stored != library.Here || err != nil {
				t.Fatalf("%s is read as %v (%d), want %v: %v", positions[i].FEN(), v, stored, right[i], err)
			}
		}
	}
}

// afterPushes returns the positions after double pushes that allow a capture en passant.
func afterPushes(positions []board.Position) (after []board.Position) {
	for i := range positions {
		for _, m := range positions[i].LegalMoves(nil) {
			if p := positions[i].Play(m); p.EnPassant != board.NoSquare {
				after = append(after, p)
			}
		}
	}
	return after
}
