package exact

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

const men = 4

// five has the classes with five men that are quick enough to be built here,
// too. A browser builds them in e2e/bytes.test.js.
var five = []string{"KNNvKN"}

var (
	updateSums = flag.Bool("update-sums", false, "write the lists of package known anew")
	tables     = flag.String("tables", "", "use all tables in this directory, instead of building the small ones")

	every = flag.Int("every", 16, "one entry in so many is recomputed alone, too, by TestVerify")

	methodClasses = flag.String("classes", "KNNvKN", "classes that TestMethods builds if there are tables")
)

// dir and store hold the tables of all classes in built, and those with rights to castle, once for all tests.
var (
	dir      string
	stored   store.Store
	built    []material.Class
	castling []material.Class
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(func() int {
		clean, err := haveTables(context.Background())
		defer clean()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

// haveTables finds or builds the tables.
func haveTables(ctx context.Context) (clean func(), err error) {
	clean = func() {}
	if *updateSums && *tables == "" {
		return clean, errors.New("-update-sums takes all tables: name their directory with -tables")
	}
	if *tables != "" {
		dir, stored = *tables, store.NewFileStore(*tables)
		there, err := catalog.List(ctx, stored)
		if err != nil {
			return clean, err
		}
		for _, e := range there.Tables {
			header, err := format.ParamsOf(stored).DecodeEntry(e)
			if err != nil {
				return clean, err
			}
			if header.Class.Rights() != 0 {
				castling = append(castling, header.Class)
			} else {
				built = append(built, header.Class)
			}
		}
		slices.SortFunc(built, material.Compare)
		slices.SortFunc(castling, material.Compare)
		return clean, nil
	}
	if dir = tabletest.SharedDir(value.DTM); dir == "" {
		if dir, err = os.MkdirTemp("", "matewright-exact-"); err != nil {
			return clean, err
		}
		clean = func() { os.RemoveAll(dir) }
	}
	stored = store.NewFileStore(dir).Derived()
	large, err := material.ParseAll(five)
	if err != nil {
		return clean, err
	}
	castling = castlingOf(material.UpTo(men))
	built = append(material.UpTo(men), large...)
	err = tabletest.BuildMissing(ctx, stored, value.DTM, slices.Concat(built, castling))
	if errors.Is(err, known.ErrOther) {
		err = fmt.Errorf("%w\n"+sumsChange, err, "dtm")
	}
	return clean, err
}

func openTable(t *testing.T, class material.Class) *library.Table {
	t.Helper()
	tb, err := library.Open(t.Context(), stored, class)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tb.Close() })
	return tb
}

// TestCounts holds the number of positions of every outcome and depth, and so
// every single one of them, to the independent counts.
func TestCounts(t *testing.T) {
	type key struct {
		class, side, outcome string
		plies                int
	}
	want := map[key]uint64{}
	for _, row := range readTSV(t, "counts-3-4-men.tsv") {
		plies := 0
		if row["dtm_plies"] != "" {
			plies = number(t, row["dtm_plies"])
		}
		if n := number(t, row["count"]); n > 0 {
			want[key{row["material"], row["side_to_move"], row["outcome"], plies}] = uint64(n)
		}
	}
	classes := material.UpTo(men)
	if len(classes) != 35 {
		t.Fatalf("%d classes", len(classes))
	}
	for _, class := range classes {
		for _, side := range reportOf(t, class).Sides {
			check := func(outcome string, plies int, got uint64) {
				t.Helper()
				k := key{class.String(), string(side.Side), outcome, plies}
				if got != want[k] {
					t.Errorf("%v: %d positions, want %d", k, got, want[k])
				}
				delete(want, k)
			}
			if side.All.Draw > 0 {
				check("draw", 0, side.All.Draw)
			}
			for _, p := range side.Plies {
				check(string(p.Outcome), p.Plies, p.All)
			}
		}
	}
	for k, n := range want {
		t.Errorf("%v: no positions, want %d", k, n)
	}
}

// reportOf returns the statistics of a stored table.
func reportOf(t *testing.T, class material.Class) *stats.Report {
	t.Helper()
	h := openTable(t, class).Header
	return stats.NewReport(h.Class, h.Metric, &h.Statistics)
}

// TestSixMen compares the outcomes of all positions of the tables with six men in the directory of -tables with
// independent counts. Those by DTM count cursed wins as wins, and those by DTZ50 have all five categories.
//
// The counts are up to symmetry, and distinguish like pieces. A placement with pawns has two images. A placement
// without pawns has eight, or four if all men are on a long diagonal, because then it is the image of itself. So the
// test looks up the positions on the diagonal one by one.
func TestSixMen(t *testing.T) {
	if *tables == "" {
		t.Skip("needs -args -tables DIR")
	}
	want := map[material.Class]*[2]map[value.Category]uint64{}
	for _, row := range readTSV(t, "six-men-wdl.tsv") {
		class := tabletest.Classes(t, row["class"])[0]
		if want[class] == nil {
			want[class] = &[2]map[value.Category]uint64{{}, {}}
		}
		side := slices.Index([]string{"w", "b"}, row["side_to_move"])
		want[class][side][value.Category(row["outcome"])] = uint64(number(t, row["count"]))
	}
	for class, sides := range want {
		for metric, tables := range map[*value.Metric]store.Store{
			value.DTM: stored, value.DTZ50: storedBy(t, value.DTZ50),
		} {
			lib := library.New(tables, 256<<20).ForMetric(metric)
			defer lib.Close()
			if err := lib.Has(t.Context(), class); !errors.Is(err, store.ErrMissing) {
				wantPlacements(t, tables, class, metric, sides)
			}
		}
	}
}

// wantPlacements compares the categories of a table with the numbers of placements of each, up to symmetry.
func wantPlacements(
	t *testing.T, tables store.Store, class material.Class, metric *value.Metric, want *[2]map[value.Category]uint64,
) {
	t.Helper()
	tb, err := library.Open(t.Context(), tables, class)
	if err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	unruled := map[value.Category]value.Category{
		value.CursedWinCategory: value.WinCategory, value.BlessedLossCategory: value.LossCategory,
	}
	placements, images := placementsOf(t, tables, tb)
	for _, c := range board.Colors {
		left := map[value.Category]int64{}
		for category, n := range want[c] {
			if !metric.HasFiftyMoveRule() {
				category = cmp.Or(unruled[category], category)
			}
			left[category] += int64(images * n)
		}
		for v, n := range placements[c] {
			left[metric.Category(v)] -= int64(n)
		}
		for category, n := range left {
			if n != 0 {
				t.Errorf("%v by %s, %v to move, %s: %d placements too few", class, metric.Name(), c, category, n)
			}
		}
		t.Logf("%v by %s, %v to move: %v", class, metric.Name(), c, want[c])
	}
}

// placementsOf returns the number of placements of labelled men by side to move and value, and the number of images of
// each. A placement on a long diagonal counts for two images more, as it is the image of itself.
func placementsOf(
	t *testing.T, tables store.Store, tb *library.Table,
) (placements [2]map[value.Value]uint64, images uint64) {
	t.Helper()
	class := tb.Header.Class
	images, placements = 2, [2]map[value.Value]uint64{{}, {}}
	if class.Pawns() == 0 {
		images, placements = 8, countOnDiagonal(t, tables, class)
	}
	for _, c := range board.Colors {
		for v := range placements[c] {
			placements[c][v] *= 2
		}
		for v, n := range tb.Header.Statistics[c].Count {
			placements[c][value.Value(v)] += n.All * likeOrders(class)
		}
	}
	return placements, images
}

// likeOrders returns the number of orders of like pieces.
func likeOrders(class material.Class) uint64 {
	orders := uint64(1)
	for _, c := range board.Colors {
		for kind := board.Queen; kind <= board.Pawn; kind++ {
			for n := range class.Count(c, kind) {
				orders *= uint64(n + 1)
			}
		}
	}
	return orders
}

// countOnDiagonal counts the positions with all men on a1-h8 by side to move and value, and distinguishes like pieces.
func countOnDiagonal(t *testing.T, tables store.Store, class material.Class) (counts [2]map[value.Value]uint64) {
	t.Helper()
	counts = [2]map[value.Value]uint64{{}, {}}
	lib := library.New(tables, 256<<20)
	defer lib.Close()
	var batch []board.Position
	flush := func() {
		values, _, err := lib.Values(t.Context(), batch)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			counts[batch[i].Turn][v]++
		}
		batch = batch[:0]
	}
	men := slices.Clone(slice.NewLayout(class).Men)
	var place func(i int)
	place = func(i int) {
		if i < len(men) {
			for n := range 8 {
				men[i].Square = board.Square(9 * n)
				if !slices.ContainsFunc(men[:i], func(m board.Man) bool { return m.Square == men[i].Square }) {
					place(i + 1)
				}
			}
			return
		}
		for _, c := range board.Colors {
			if p := board.NewPosition(c, men...); p.Check() == nil {
				batch = append(batch, p)
			}
		}
		if len(batch) >= 64 {
			flush()
		}
	}
	place(0)
	flush()
	return counts
}

// TestDistinct checks the counts of stats up to symmetry against each other and against
// the other counts. The kings allow at most one symmetry to map a position onto
// itself, so it has all images or half of them.
func TestDistinct(t *testing.T) {
	for _, class := range material.UpTo(men) {
		images := uint64(8)
		if class.Pawns() > 0 {
			images = 2
		}
		for _, side := range reportOf(t, class).Sides {
			check := func(name string, all, distinct uint64) {
				t.Helper()
				if all > images*distinct || all < images/2*distinct {
					t.Errorf(
						"%v, %s to move, %s: %d positions, %d up to symmetry",
						class,
						side.Side,
						name,
						all,
						distinct,
					)
				}
			}
			var sum stats.OutcomeCounts
			for _, p := range side.Plies {
				check(fmt.Sprint(p.Outcome, " in ", p.Plies), p.All, p.Distinct)
				if p.Outcome == "win" {
					sum.Win += p.Distinct
				} else {
					sum.Loss += p.Distinct
				}
			}
			sum.Draw = side.Distinct.Draw
			check("draw", side.All.Draw, side.Distinct.Draw)
			if sum != side.Distinct || sum == (stats.OutcomeCounts{}) {
				t.Errorf("%v, %s to move: %v up to symmetry, by plies %v", class, side.Side, side.Distinct, sum)
			}
		}
	}
}

// TestSamples probes random positions, among them some with colours swapped
// and some with en passant.
func TestSamples(t *testing.T) {
	prober := probe.New(stored)
	defer prober.Close()
	rows := readTSV(t, "samples-3-4-men.tsv.gz")
	if len(rows) < 7000 {
		t.Fatalf("%d samples", len(rows))
	}
	for _, row := range rows {
		r, err := prober.Probe(t.Context(), tabletest.Position(t, row["fen"]))
		if err != nil {
			t.Fatalf("%s: %v", row["fen"], err)
		}
		dtm := 0
		if r.DTM != nil {
			dtm = *r.DTM
		}
		if want := number(t, row["dtm_plies"]); string(r.Category) != row["wdl"] || dtm != want ||
			r.Checkmate != (row["mated"] == "1") {
			t.Errorf("%s: %s %d, want %s %d", row["fen"], r.Category, dtm, row["wdl"], want)
		}
	}
}

// TestLongestMates compares the longest win of every side with the literature,
// and plays our longest one out.
func TestLongestMates(t *testing.T) {
	prober := probe.New(stored)
	defer prober.Close()
	seen := 0
	for _, row := range readTSV(t, "longest-mates.tsv") {
		class, err := material.Parse(row["class"])
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(built, class) {
			continue
		}
		seen++
		side := reportOf(t, class).Sides[0]
		if row["winner"] == "second" {
			side = reportOf(t, class).Sides[1]
		}
		if row["plies"] == "-" {
			if side.Longest != nil {
				t.Errorf("%v, %s side: a win in %d, want none", class, row["winner"], side.Longest.Plies)
			}
			continue
		}
		want := number(t, row["plies"])
		if side.Longest == nil || side.Longest.Plies != want {
			t.Errorf("%v, %s side: %v, want %d plies", class, row["winner"], side.Longest, want)
			continue
		}
		playOut(t, prober, side.Longest.FEN, want)
		playOut(t, prober, row["fen"], want)
	}
	if seen < 60 {
		t.Errorf("only %d longest mates are known", seen)
	}
}

// playOut checks that the best line mates after exactly the given number of plies.
func playOut(t *testing.T, prober *probe.Prober, fen string, plies int) {
	t.Helper()
	p := tabletest.Position(t, fen)
	line, err := prober.Line(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range line.Moves {
		legal := false
		for _, m := range p.LegalMoves(nil) {
			if m.String() == move.UCI {
				p, legal = p.Play(m), true
				break
			}
		}
		if !legal {
			t.Fatalf("%s: %s is not legal in %s", fen, move.UCI, p.FEN())
		}
	}
	if mated := len(p.LegalMoves(nil)) == 0 && p.InCheck(p.Turn); len(line.Moves) != plies || !mated {
		t.Errorf("%s: the line has %d plies and ends in %s, want mate after %d", fen, len(line.Moves), p.FEN(), plies)
	}
}

// readTSV reads a file of testdata into one map a row.
func readTSV(t *testing.T, name string) []map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = bufio.NewReader(f)
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	c := csv.NewReader(r)
	c.Comma = '\t'
	rows, err := c.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]string
	for _, row := range rows[1:] {
		m := map[string]string{}
		for i, column := range rows[0] {
			m[column] = row[i]
		}
		list = append(list, m)
	}
	return list
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
