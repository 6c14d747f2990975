package exact

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/internal/methodtest"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

const sumsChange = "If the bytes are meant to change, raise format.Version if old tables can't be read.\n" +
	"Leave only the first line of core/known/%[1]s.tsv and run go test ./core/known -update, so that builds accept\n" +
	"any bytes. Build all tables, and run\n" +
	"go test ./core/internal/exact -run TestSums -update-sums -tables DIR\n"

// TestSums checks the bytes of every table and unit against the known ones, see package known, and the sizes against
// the planner. Tables that are built in a browser are compared with the same lists.
func TestSums(t *testing.T) {
	wantSums(t, value.DTM, stored, slices.Concat(built, castling))
	classes := material.UpTo(men)
	if *tables != "" {
		classes = material.UpTo(material.UsualMen)
	}
	classes = slices.Concat(classes, castlingOf(classes))
	for _, metric := range []*value.Metric{value.DTC, value.DTZ50} {
		wantSums(t, metric, storedBy(t, metric), classes)
	}
}

func wantSums(t *testing.T, metric *value.Metric, stored store.Store, classes []material.Class) {
	t.Helper()
	name := strings.ToLower(metric.Name())
	var lines strings.Builder
	fmt.Fprintln(&lines, "name\tbytes\tsha256")
	for _, class := range classes {
		blob, err := catalog.Open(t.Context(), stored, class)
		if err != nil {
			t.Fatal(err)
		}
		defer blob.Close()
		names, files := []string{class.String()}, []store.Blob{blob}
		for i, unit := range catalog.Parts(blob) {
			if l := slice.NewLayout(class); format.Units(l) > 1 && metric == value.DTM {
				names, files = append(names, format.UnitName(l, i+1)), append(files, unit)
			}
		}
		for i, name := range names {
			sum, bytes := fileOf(t, files[i])
			fmt.Fprintf(&lines, "%s\t%d\t%v\n", name, bytes, sum)
			if *updateSums {
				continue
			}
			if err := known.Check(metric, name, sum); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if planned := storedAsPlanned(t, metric, class); i == 0 && bytes != planned {
				t.Errorf("%s: the planner expects %d bytes, it has %d", name, planned, bytes)
			}
		}
	}
	if *updateSums {
		writeSums(t, name, lines.String())
	}
	if t.Failed() {
		t.Errorf(sumsChange, name)
	}
}

var updateParts = flag.Bool("update-parts", false, "write the lists of parts of tables on web servers")

// TestParts checks the sums of parts of tables on web servers, for all classes with up to four men. With -update-parts
// it writes the lists.
func TestParts(t *testing.T) {
	classes := material.UpTo(men)
	classes = slices.Concat(classes, castlingOf(classes))
	for metric, stored := range map[*value.Metric]store.Store{
		value.DTM: stored, value.DTC: storedBy(t, value.DTC), value.DTZ50: storedBy(t, value.DTZ50),
	} {
		lines := "name\tsha256\n"
		for _, class := range classes {
			blob, err := catalog.Open(t.Context(), stored, class)
			if err != nil {
				t.Fatal(err)
			}
			defer blob.Close()
			before, after := store.FileFrame(blob.Size(), blob.Header())
			data := make([]byte, blob.Size())
			if err := blob.ReadAt(t.Context(), data, 0); err != nil {
				t.Fatal(err)
			}
			file := slices.Concat(before, data, after)
			sum, err := remote.SumOfParts(t.Context(), bytes.NewReader(file), int64(len(file)))
			if err != nil {
				t.Fatal(err)
			}
			lines += fmt.Sprintf("%v\t%v\n", class, sum)
			if *updateParts {
				continue
			}
			if proven, err := known.CheckParts(metric, class.String(), sum); err != nil || !proven {
				t.Errorf("%v by %s: %t, %v", class, metric.Name(), proven, err)
			}
		}
		if *updateParts {
			writeSums(t, "parts-"+strings.ToLower(metric.Name()), lines)
		}
	}
	if t.Failed() {
		t.Error("run go test ./core/internal/exact -run TestParts -update-parts")
	}
}

// writeSums writes a list of package known.
func writeSums(t *testing.T, name, lines string) {
	t.Helper()
	packed, err := known.Pack(lines)
	list := "../../known/" + name
	err = errors.Join(
		err,
		os.WriteFile(list+".tsv", []byte(lines), 0o644),
		os.WriteFile(list+".bin", packed, 0o644),
	)
	if err != nil {
		t.Fatal(err)
	}
}

// TestWins checks the list of classes that White wins from all positions with White to move, except a few listed draws.
// It compares all classes with their tables, in the list or not.
func TestWins(t *testing.T) {
	const (
		list      = "../../known/wins.tsv"
		mostDraws = 20 // that are worth listing
	)
	want := map[material.Class][]string{}
	for _, w := range known.Wins() {
		want[w.Class] = []string{}
		for _, p := range w.Draws {
			want[w.Class] = append(want[w.Class], p.FEN())
		}
	}
	var lines strings.Builder
	fmt.Fprintln(&lines, "class\tbut for")
	for class := range want {
		if *tables != "" && !slices.Contains(built, class) {
			t.Errorf("%v is in the list, but has no table", class)
		}
	}
	for _, class := range built {
		sums := openTable(t, class).Header.Statistics[board.White].Categories(value.DTM)
		win, draw, loss := sums[value.WinCategory], sums[value.DrawCategory], sums[value.LossCategory]
		var draws []string
		if all := win.Distinct > 0 && draw.Distinct <= mostDraws && loss.Distinct == 0; all {
			draws = drawsOf(t, class)
			fmt.Fprintf(&lines, "%v\t%s\n", class, strings.Join(draws, ","))
		}
		if *updateSums {
			continue
		}
		if !slices.Equal(want[class], draws) || (want[class] == nil) != (draws == nil) {
			t.Errorf("%v: the list has %q, the table %q (nil if there are more)", class, want[class], draws)
		}
	}
	if *updateSums {
		if err := os.WriteFile(list, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// drawsOf lists the drawn positions of a class with White to move, up to symmetry.
func drawsOf(t *testing.T, class material.Class) []string {
	t.Helper()
	lib := library.New(stored, 256<<20)
	defer lib.Close()
	search, err := find.New(
		t.Context(),
		lib,
		find.Query{Class: class, Side: board.White, Values: find.Ending(value.Draw.Outcome())},
	)
	if err != nil {
		t.Fatal(err)
	}
	draws := []string{}
	if total, _ := search.Total(); total == 0 {
		return draws
	}
	if _, err := search.Each(0, func(f find.Found) bool {
		draws = append(draws, f.Position.FEN())
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return draws
}

// fileOf returns the SHA-256 and the size of the file of a table or a unit.
func fileOf(t *testing.T, blob store.Blob) (sum known.Sum, bytes int64) {
	t.Helper()
	sum, err := store.Sum(t.Context(), blob)
	if err != nil {
		t.Fatal(err)
	}
	before, after := store.FileFrame(blob.Size(), blob.Header())
	return sum, int64(len(before)+len(after)) + blob.Size()
}

// storedAsPlanned returns the size of a table by the planner.
func storedAsPlanned(t *testing.T, metric *value.Metric, class material.Class) int64 {
	t.Helper()
	p, err := builder.Provide(class, metric, 1<<30, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p.Stored()
}

// TestMethods builds the same tables by all other methods together: not a byte may differ. With
// -tables it builds the named classes, from a directory with all tables that they need:
//
//	go test ./core/internal/exact -run TestMethods -tables DIR -classes KQRvKQ,KRPvKR
func TestMethods(t *testing.T) {
	classes, other := built, t.TempDir()
	if *tables != "" {
		var err error
		if classes, err = material.ParseAll(strings.Split(*methodClasses, ",")); err != nil {
			t.Fatal(err)
		}
		linkTables(t, other)
	}
	others := store.NewFileStore(other).Derived()
	job, err := builder.PlanAgain(t.Context(), others, classes...)
	if err != nil {
		t.Fatal(err)
	}
	options := builder.Options{Method: methodtest.Together(methods.All()[1:])}
	if err := builder.Build(t.Context(), others, job, options); err != nil {
		t.Fatal(err)
	}
	for _, class := range classes {
		blob, err := catalog.Open(t.Context(), others, class)
		if err != nil {
			t.Fatal(err)
		}
		defer blob.Close()
		sum, _ := fileOf(t, blob)
		if err := known.Check(value.DTM, class.String(), sum); err != nil {
			t.Errorf("%v: %v", class, err)
		}
	}
}

// linkTables puts all tables into another directory, too.
func linkTables(t *testing.T, other string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"+store.FileExt))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if err := os.Symlink(file, filepath.Join(other, filepath.Base(file))); err != nil {
			t.Fatal(err)
		}
	}
}
