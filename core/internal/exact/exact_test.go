package exact

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
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
	if dir, err = os.MkdirTemp("", "matewright-exact-"); err != nil {
		return clean, err
	}
	clean = func() { os.RemoveAll(dir) }
	stored = store.NewFileStore(dir)
	large, err := material.ParseAll(five)
	if err != nil {
		return clean, err
	}
	castling = castlingOf(material.UpTo(men))
	built = append(material.UpTo(men), large...)
	job, err := builder.Plan(ctx, stored, slices.Concat(built, castling)...)
	if err != nil {
		return clean, err
	}
	err = builder.Build(ctx, stored, job, builder.Options{})
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

var fromSmallFrames = library.Unpacking{Tables: 1 << 12, Faces: 1 << 12}

// TestUnpacked reads a table with five men and its faces frame by frame from scratch, with either side to move: they
// are as from the library.
func TestUnpacked(t *testing.T) {
	class, err := material.Parse("KNNvKN")
	if err != nil {
		t.Fatal(err)
	}
	file, err := scratch.FilesIn(t.TempDir())()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lib := library.New(stored, 64<<20)
	defer lib.Close()
	source, unpacked := lib.Source(t.Context()), lib.Source(t.Context()).Unpack(file, fromSmallFrames, tile.CutBytes(1))
	l, err := source.Layout(class)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range board.Colors {
		face := l.Face(board.Man{Color: c, Type: board.Knight})
		wantUnpacked(t, source, unpacked, face, 1, c.Other(), r, 200)
		wantUnpacked(t, source, unpacked, face, 0, c, r, 50)
		wantUnpacked(t, source, unpacked, face, 0, c.Other(), r, 200)
		wantUnpacked(t, source, unpacked, l, 0, c, r, 30)
	}
}

// wantUnpacked holds some frames of a slice from one source to those from another one.
func wantUnpacked(
	t *testing.T,
	source, unpacked solve.Source,
	l *slice.Layout,
	number slice.Number,
	c board.Color,
	r *rand.Rand,
	frames int,
) {
	t.Helper()
	if library.UnpackedEntries(l, fromSmallFrames) == 0 {
		t.Fatalf("%v is not unpacked", l.Class)
	}
	size, legal := l.FrameEntries(), 0
	var words slice.Words
	words.Begin(l, number)
	for range frames {
		frame := slice.FrameNo(r.IntN(int(l.Frames().Len())))
		want, err := source.Span(l, number, c, frame)
		got, gotErr := unpacked.Span(l, number, c, frame)
		if err != nil || gotErr != nil {
			t.Fatal(err, gotErr)
		}
		gotValues, wantValues := got.Frame(frame, size), want.Frame(frame, size)
		for n := range size / 64 {
			if !words.Word(slice.WordNo(int(frame)*size/64 + n)) {
				continue
			}
			for lanes := ^words.Illegal(c); lanes != 0; lanes = lanes.Rest() {
				legal++
				if i := n<<6 | int(lanes.First()); gotValues[i] != wantValues[i] {
					t.Fatalf(
						"%v, slice %d, frame %d, entry %d with %v to move is a %v, want %v",
						l.Class,
						number,
						frame,
						i,
						c,
						gotValues[i],
						wantValues[i],
					)
				}
			}
		}
	}
	if legal < frames*size/3 {
		t.Errorf("only %d positions are legal", legal)
	}
}

// TestSixMen holds the outcomes of all positions of such tables with six men as there are to independent counts.
//
// Those are up to symmetry, with like pieces that can be told apart: of two images of a placement with pawns; of eight
// of one without, or of four if it is the image of itself, because all men are on a long diagonal. So these are looked
// up one by one.
func TestSixMen(t *testing.T) {
	want := map[string]uint64{}
	for _, row := range readTSV(t, "six-men-wdl.tsv") {
		want[row["class"]+row["side_to_move"]+row["outcome"]] = uint64(number(t, row["count"]))
	}
	for _, class := range built {
		if class.Men() < 6 || want[class.String()+"wdraw"] == 0 {
			continue
		}
		images, onDiagonal := uint64(2), [2][3]uint64{}
		if class.Pawns() == 0 {
			images = 8
			for c, counts := range countOnDiagonal(t, stored, class) {
				for v, n := range counts {
					onDiagonal[c][1+int(v.Outcome())] += n
				}
			}
		}
		for c, side := range reportOf(t, class).Sides {
			got := [3]uint64{side.All.Loss, side.All.Draw, side.All.Win}
			for i, outcome := range []string{"loss", "draw", "win"} {
				placements := got[i]*likeOrders(class) + 2*onDiagonal[c][i]
				if n := want[class.String()+string(side.Side)+outcome]; placements != images*n {
					t.Errorf(
						"%v, %s to move, %s: %d placements, want %d",
						class,
						side.Side,
						outcome,
						placements,
						images*n,
					)
				}
			}
		}
		t.Logf(
			"%v: %d wins, %d draws, %d losses with the first side to move",
			class,
			want[class.String()+"wwin"],
			want[class.String()+"wdraw"],
			want[class.String()+"wloss"],
		)
	}
}

// likeOrders returns in how many orders like pieces can stand.
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

// countOnDiagonal counts the positions with all men on a1-h8 by side to move and value, like pieces told apart.
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

// TestDistinct holds what stats prints up to symmetry to itself and to the
// other counts: the kings allow at most one symmetry to map a position onto
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

// playOut checks that the best line is mate after exactly so many plies.
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

// TestVerify recomputes every entry of every table from its legal moves, and a sample of them in the
// slow and independent way, too. Both ways had all of them when the sums of package known were
// written down; it is done again by
//
//	go test ./core/internal/exact -run TestVerify -timeout 1h -every 1
func TestVerify(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes")
	}
	for _, class := range material.UpTo(men) {
		t.Run(class.String(), func(t *testing.T) {
			t.Parallel()
			r, err := verifyStored(t.Context(), class, verify.Options{Every: *every, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			legal := int64(0)
			st := &openTable(t, class).Header.Statistics
			for c := range st {
				for _, n := range st[c].Count {
					legal += int64(n.Distinct)
				}
			}
			if r.Entries < legal || r.Alone < r.Entries/int64(2**every) || *every == 1 && r.Alone != r.Entries {
				t.Errorf(
					"%d entries recomputed, %d of them alone, but %d positions are distinct",
					r.Entries,
					r.Alone,
					legal,
				)
			}
		})
	}
}

// verifyStored verifies one of the tables.
func verifyStored(ctx context.Context, class material.Class, options verify.Options) (*verify.Result, error) {
	lib := library.New(stored, 256<<20)
	defer lib.Close()
	return verify.Table(ctx, lib, class, options)
}

// TestVerifyTogether: of a class of which one side to move is stored, several
// threads recompute the other one at the same time.
func TestVerifyTogether(t *testing.T) {
	for _, class := range built {
		if class.Men() <= men {
			continue
		}
		if _, err := verifyStored(t.Context(), class, verify.Options{Threads: 4}); err != nil {
			t.Error(err)
		}
	}
}

// TestFaces: of a class of which one side to move is stored, faces made of the table are what
// the table says, also for the other side to move.
func TestFaces(t *testing.T) {
	for _, class := range built {
		if class.Men() <= men || class.Pawns() > 0 {
			continue
		}
		tab := openTable(t, class)
		values := solve.NewValues(tab.Layout)
		if err := tab.Values(t.Context(), 0, values); err != nil {
			t.Fatal(err)
		}
		faces := store.NewMemStore()
		lib := library.New(stored, 256<<20).Faces(faces)
		for _, c := range board.Colors {
			f := material.Face{Class: class, Still: board.Man{Color: c, Type: board.Rook}}
			if class.Count(c, board.Rook) == 0 {
				continue
			}
			if err := lib.MakeFaces(lib.Source(t.Context()), class, []material.Face{f}, func() error { return nil }); err != nil {
				t.Fatal(err)
			}
			wantFace(t, lib.Source(t.Context()), tab.Layout, f, values)
		}
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
		if *tables != "" {
			return // one of them is enough
		}
	}
}

// wantFace holds the legal entries of a face to the whole class.
func wantFace(t *testing.T, source solve.Source, whole *slice.Layout, f material.Face, want *solve.Values) {
	t.Helper()
	l := whole.FaceOf(f)
	size := l.FrameEntries()
	compared := 0
	for number := range l.Slices() {
		for frame := range l.Frames().Len() {
			span, err := source.Span(l, number, f.Turn(), frame)
			if err != nil {
				t.Fatal(err)
			}
			values := span.Frame(frame, size)
			for entry := int(frame) % 101; entry < size; entry += 101 {
				p := l.Position(
					slice.Place{Slice: number, Side: f.Turn(), Entry: l.FirstEntry(frame) + slice.Entry(entry)},
				)
				if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
					continue
				}
				compared++
				if at := whole.LocateFor(&p, board.White); values[entry] != want[at.Side][at.Entry] {
					t.Fatalf("%v: %s is a %v, want %v", f, p.FEN(), values[entry], want[at.Side][at.Entry])
				}
			}
		}
	}
	if compared < 100_000 {
		t.Errorf("%v: %d positions were compared", f, compared)
	}
}

const sumsChange = "If the bytes are meant to change, raise format.Version where old tables can't be read, leave nothing but the first line\n" +
	"of core/known/%[1]s.tsv and run go test ./core/known -update, so that builds take any bytes, build all tables, and run\n" +
	"go test ./core/internal/exact -run TestSums -update-sums -tables DIR\n"

// TestSums holds the bytes of every table and unit to those that are known, see package known, and to what the planner
// says. The same lists are held against tables built in a browser.
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
				t.Errorf("%s: the planner says %d bytes, it has %d", name, planned, bytes)
			}
		}
	}
	if *updateSums {
		packed, err := known.Pack(lines.String())
		list := "../../known/" + name
		if err := errors.Join(err, os.WriteFile(list+".tsv", []byte(lines.String()), 0o644), os.WriteFile(list+".bin", packed, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if t.Failed() {
		t.Errorf(sumsChange, name)
	}
}

// TestWins holds the classes that are won whenever White is to move to their tables: those that are in the list and
// those that are not.
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
			t.Errorf("%v is in the list, and there is no table to hold it to", class)
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
			t.Errorf("%v: the list has %q, the table %q (nil where there are more)", class, want[class], draws)
		}
	}
	if *updateSums {
		if err := os.WriteFile(list, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// drawsOf lists the drawn positions of a class with White to move, one of those that are symmetric to each other.
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

// storedAsPlanned returns the bytes that the planner says a table has.
func storedAsPlanned(t *testing.T, metric *value.Metric, class material.Class) int64 {
	t.Helper()
	p, err := builder.Provide(class, metric, 1<<30, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p.Stored()
}

// TestMethods builds the same tables by all other methods: not a byte may differ.
// Of five men, it builds those
// that are named, from a directory that has all they need:
//
//	go test ./core/internal/exact -run TestMethods -tables DIR -classes KQRvKQ,KRPvKR
func TestMethods(t *testing.T) {
	classes := built
	if *tables != "" {
		var err error
		if classes, err = material.ParseAll(strings.Split(*methodClasses, ",")); err != nil {
			t.Fatal(err)
		}
	}
	for _, method := range methods.All()[1:] {
		other := t.TempDir()
		if *tables != "" {
			linkTables(t, other)
		}
		others := store.NewFileStore(other)
		job, err := builder.PlanAgain(t.Context(), others, classes...)
		if err != nil {
			t.Fatal(err)
		}
		if err := builder.Build(t.Context(), others, job, builder.Options{Method: method}); err != nil {
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
				t.Errorf("%v by %s: %v", class, method.Name(), err)
			}
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
