package library_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// TestLone checks that lone slices are read like units, with and without stored units, and that all other slices are
// missing. Lone slices of a stored unit and damaged ones are cleared. Long because all checks share one store.
func TestLone(t *testing.T) {
	l := tabletest.Layout(t, "KPvKP")
	tabletest.SmallGroups(t, l, 6)
	ctx, tables := t.Context(), tabletest.StoreOf(l)
	there := map[slice.Number]*solve.Values{}
	add := func(pieces ...format.Piece) {
		t.Helper()
		e, err := encode.NewEncoder(ctx, tables, l, value.DTM, pieces)
		if err != nil {
			t.Fatal(err)
		}
		for _, piece := range pieces {
			for number := piece.First; number < piece.End; number++ {
				there[number] = tabletest.MadeUp(l, number)
				if err := e.AddSlice(number, there[number]); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
	check := func() {
		t.Helper()
		lib := library.New(tables, 1<<20)
		defer lib.Close()
		source := lib.Source(ctx)
		if _, err := lib.Open(ctx, l.Class); !errors.Is(err, store.ErrMissing) {
			t.Errorf("a part of the table is taken for all of it: %v", err)
		}
		opened, err := lib.OpenAll(ctx, tabletest.Classes(t, "KPvKP"))
		if err != nil {
			t.Fatal(err)
		}
		l := opened[0].Layout
		for number := range l.Slices() {
			frame := l.Frames().Len() / 3
			for _, c := range board.Colors {
				span, err := source.Span(l, number, c, frame)
				want := there[number]
				if want == nil {
					if !errors.Is(err, store.ErrMissing) {
						t.Fatalf("slice %d is missing: %v", number, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				wantLegal(
					t,
					l,
					slice.Place{Slice: number, Side: c, Entry: l.FirstEntry(frame)},
					span.Frame(frame, l.FrameEntries()),
					want[c][l.FirstEntry(frame):],
				)
			}
		}
	}
	first, end := format.UnitSlices(l, 2)
	add(format.LonePiece(l, first+1), format.LonePiece(l, end-1), format.LonePiece(l, l.Slices()-1))
	check()
	add(format.UnitPiece(l, 4))
	check()
	add(format.UnitPiece(l, 2))
	check()
	im := tabletest.ImageOf(t, tables, format.LonePiece(l, l.Slices()-1).Name)
	im.Data[len(im.Data)/2] ^= 1
	im.Put(t, tables, format.LonePiece(l, l.Slices()-1).Name)
	if err := catalog.Clear(ctx, tables); err != nil {
		t.Fatal(err)
	}
	if names := tabletest.Names(t, tables); !slices.Equal(names, []string{"KPvKPunit2", "KPvKPunit4"}) {
		t.Errorf("there are %v", names)
	}
	delete(there, l.Slices()-1)
	check()
	add(format.LonePiece(l, 0))
	if err := catalog.Remove(ctx, tables, l.Class); err != nil {
		t.Fatal(err)
	}
	if names := tabletest.Names(t, tables); len(names) > 0 {
		t.Errorf("%v are left", names)
	}
}

// TestLoneFaces checks that the face of a lone slice is read for promotions into that slice only.
func TestLoneFaces(t *testing.T) {
	l := tabletest.Layout(t, "KBPvKP")
	ctx, tables, faces := t.Context(), store.NewMemStore(), store.NewMemStore()
	lone := l.Slices() / 2
	e, err := encode.NewEncoder(ctx, tables, l, value.DTM, []format.Piece{format.LonePiece(l, lone)})
	if err != nil {
		t.Fatal(err)
	}
	list := tabletest.FacesOf(l)
	e.Faces(ctx, faces, list)
	values := tabletest.MadeUp(l, lone)
	if err := e.AddSlice(lone, values); err != nil {
		t.Fatal(err)
	}
	if names := tabletest.Names(t, faces); len(list) != 1 ||
		!slices.Equal(names, []string{facefile.Name(list[0], format.LonePiece(l, lone).Name)}) {
		t.Fatalf("there are %v", names)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	f := list[0]
	whole := make([]*solve.Values, l.Slices())
	whole[lone] = values
	lib := library.New(tables, 1<<20).Faces(faces)
	defer lib.Close()
	source := lib.Source(ctx)
	face := l.FaceOf(f)
	first, end := face.FaceSlices(lone)
	for number := first; number < end; number++ {
		wantFaceSlice(t, source, face, l, f, number, whole)
	}
	if _, err := source.Span(face, 0, f.Turn(), 0); !errors.Is(err, store.ErrMissing) {
		t.Errorf("the face of another slice is there: %v", err)
	}
}

// wantLegal compares the values of the legal positions from a place on.
func wantLegal(t *testing.T, l *slice.Layout, at slice.Place, got, want []value.Byte) {
	t.Helper()
	for i := range got {
		place := at
		place.Entry += slice.Entry(i)
		if got[i] != want[i] {
			if p := l.Position(place); p.Occupied().Count() == len(l.Men) && p.Check() == nil {
				t.Fatalf("%s is a %v, want %v", p.FEN(), got[i], want[i])
			}
		}
	}
}
