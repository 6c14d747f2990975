package find_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// files returns the Syzygy files in the test data of package syzygy.
func files(t testing.TB) *syzygy.Tables {
	t.Helper()
	files, err := syzygy.Open("../syzygy/testdata")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	return files
}

func searchFiles(t testing.TB, q find.Query) *find.Search {
	t.Helper()
	s, err := find.NewInFiles(t.Context(), files(t), q)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestInFiles compares a search in Syzygy files with one in tables. Only a position whose plies are rounded may be
// found in addition, and its exact plies are one more than those of the file.
func TestInFiles(t *testing.T) {
	for name, kindsOf := range map[string][]int{"KQvK": {1, 2, 11}, "KPvK": {5, 7, 16}} {
		c := class(t, name)
		lib := tabletest.ByFiftyMoves(t, c)
		exact := map[board.Position]value.Value{}
		for _, f := range all(t, search(t, lib, find.Query{Class: c, Both: true, Values: find.Within(0, 12)})) {
			exact[f.Position] = f.Value
		}
		for _, number := range kindsOf {
			k := kinds[number]
			q := find.Query{Class: c, Both: true, Kind: k.kind, Values: k.values, Men: men(t, k.men), Themes: k.themes}
			left := map[board.Position]find.Found{}
			for _, f := range all(t, search(t, lib, q)) {
				left[f.Position] = f
			}
			want, rounded, more := len(left), 0, 0
			for _, f := range all(t, searchFiles(t, q)) {
				table, ok := left[f.Position]
				delete(left, f.Position)
				if !ok {
					more++
				}
				isPlies := func(want, got value.Value, rounded bool) bool {
					return want == got || rounded && want == syzygy.OnePlyMore(got)
				}
				v, known := exact[f.Position]
				if known && !isPlies(v, f.Value, f.Rounded) || !ok && !f.Rounded ||
					ok && (f.Move != table.Move || !isPlies(table.Passed, f.Passed, f.PassedRounded)) {
					t.Fatalf("%s, %s: %+v, not %+v", name, k.name, f, table)
				}
				if f.Rounded {
					rounded++
				}
				if f.Rounded && f.Value == value.Decided(3) && v == f.Value { // one ply
					t.Fatalf("%s: %s may take two plies", name, f.Position.FEN())
				}
			}
			if len(left) > 0 {
				t.Errorf("%s, %s: %d of %d are not found", name, k.name, len(left), want)
			}
			t.Logf("%s, %s: %d, %d of them rounded, and %d more", name, k.name, want, rounded, more)
		}
	}
}

// TestSampledInFiles finds positions at random, and gives up without any.
func TestSampledInFiles(t *testing.T) {
	q := find.Query{Class: class(t, "KPvK"), Both: true, Kind: find.OnlyDraw, Values: find.Everything()}
	s := searchFiles(t, q)
	seen := map[board.Position]bool{}
	r := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		f, ok, err := s.Random(r)
		if err != nil || !ok || f.Value != value.Draw || f.Move == (board.Move{}) {
			t.Fatalf("%+v, %t, %v", f, ok, err)
		}
		seen[f.Position] = true
	}
	if len(seen) < 8 {
		t.Errorf("only %d of 10 positions differ", len(seen))
	}
	q.Kind, q.Values, q.Men = find.Any, find.Within(100, 200), men(t, "Kh8")
	if f, ok, err := searchFiles(t, q).Random(r); ok || keyOfMessage(err) != "core.find.sampled" {
		t.Errorf("%+v, %v", f, err)
	}
	other := search(t, tables(t), find.Query{Class: class(t, "KRvK"), Values: find.Within(5, 5)})
	if _, ok, err := find.Join(searchFiles(t, q), other).Random(r); !ok || err != nil {
		t.Error("the other table is not searched:", err)
	}
	alone := find.Join(searchFiles(t, q))
	if _, ok, err := alone.Random(r); ok || keyOfMessage(err) != "core.find.sampled" {
		t.Error(err)
	}
}

func keyOfMessage(err error) string {
	if m := (*words.Message)(nil); errors.As(err, &m) {
		return m.Key
	}
	return ""
}

// TestNotInFiles refuses questions that files can't answer.
func TestNotInFiles(t *testing.T) {
	missing := (*syzygy.MissingError)(nil)
	for _, name := range []string{"KRvK", "KRvKN"} { // one has no DTZ
		q := find.Query{Class: class(t, name), Values: find.Everything()}
		if _, err := find.NewInFiles(t.Context(), files(t), q); !errors.As(err, &missing) {
			t.Errorf("%s: %v", name, err)
		}
	}
	named := syzygy.New()
	for _, name := range []string{"KRvK.rtbw", "KRvK.rtbz", "KQRvKRB.rtbw", "KQRvKRB.rtbz"} {
		named.Add(name, pairs.InMemory(make([]byte, 80)))
	}
	castling := find.Query{Class: class(t, "KRvK-a1"), Values: find.Everything()}
	if _, err := find.NewInFiles(t.Context(), named, castling); !errors.Is(err, syzygy.ErrCastling) {
		t.Error(err)
	}
	large, err := find.NewInFiles(t.Context(), named, find.Query{Class: class(t, "KQRvKRB"), Values: find.Everything()})
	if err != nil {
		t.Fatal(err)
	}
	none := func(find.Found) bool { return false }
	if _, err := large.Each(0, none); keyOfMessage(err) != "core.find.largeInFiles" {
		t.Error(err)
	}
	if _, err := large.Varied(1, 0, none); keyOfMessage(err) != "core.find.largeInFiles" {
		t.Error(err)
	}
	if _, _, err := large.Random(rand.New(rand.NewPCG(1, 2))); !errors.Is(err, syzygy.ErrForeign) {
		t.Error(err)
	}
	q := find.Query{Class: class(t, "KPvK"), Values: find.Everything(), Kind: find.OnlyDraw, Row: 2}
	if _, err := find.NewInFiles(t.Context(), files(t), q); keyOfMessage(err) != "core.find.rowInFiles" {
		t.Error(err)
	}
}
