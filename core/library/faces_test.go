package library_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/store/storetest"
)

// wantFace reads some slices of a face, and compares legal entries with the values of the same positions in the whole
// slices.
func wantFace(t *testing.T, source solve.Source, whole *slice.Layout, f material.Face, want []*solve.Values) {
	t.Helper()
	l := whole.FaceOf(f)
	for number := slice.Number(0); number < l.Slices(); number += 1 + l.Slices()/12 {
		wantFaceSlice(t, source, l, whole, f, number, want)
	}
}

// wantFaceSlice is wantFace for one slice of the face, which has the layout l.
func wantFaceSlice(
	t *testing.T,
	source solve.Source,
	l, whole *slice.Layout,
	f material.Face,
	number slice.Number,
	want []*solve.Values,
) {
	t.Helper()
	size := l.FrameEntries()
	for entry := 0; entry < l.Entries(); entry += 1 | l.Entries()/5000 {
		place := slice.Place{Slice: number, Side: f.Turn(), Entry: slice.Entry(entry)}
		p := l.Position(place)
		if !l.Leads(number, l.FrameOf(place.Entry)) || p.Occupied().Count() < len(l.Men) || p.Check() != nil {
			continue
		}
		span, err := source.Span(l, number, f.Turn(), l.FrameOf(place.Entry))
		if err != nil {
			t.Fatal(err)
		}
		at := whole.LocateFor(&p, board.White)
		got := span.Frame(l.FrameOf(place.Entry), size)[entry%size]
		if want := want[at.Slice][at.Side][at.Entry]; got != want {
			t.Fatalf("%v: %s is a %v, want %v", f, p.FEN(), got, want)
		}
	}
}

// encodeFaces is encode with all faces of the class.
func encodeFaces(t *testing.T, tables, faces store.Store, l *slice.Layout) []*solve.Values {
	t.Helper()
	e := tabletest.NewEncoder(t, tables, l)
	e.Faces(t.Context(), faces, tabletest.FacesOf(l))
	return tabletest.Fill(
		t,
		e,
		tabletest.AllUnits(l),
		func(number slice.Number) *solve.Values { return tabletest.MadeUp(l, number) },
	)
}

// TestFaces compares faces with the whole class. It covers faces that were written with the table, faces cut out of it,
// and faces made of it afterwards.
func TestFaces(t *testing.T) {
	for _, name := range []string{"KQvK", "KRvKN", "KRBvK", "KBvKP", "KRPvK"} {
		l := tabletest.Layout(t, name)
		tables, faces, made := store.NewMemStore(), store.NewMemStore(), store.NewMemStore()
		values := encodeFaces(t, tables, faces, l)
		for _, from := range []*store.MemStore{faces, nil, made} {
			lib := library.New(tables, 100<<20)
			if from != nil {
				lib.Faces(from)
			}
			if from == made {
				source, observe := lib.Source(t.Context()), func() error { return nil }
				if err := lib.MakeFaces(source, l.Class, tabletest.FacesOf(l), observe); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range tabletest.FacesOf(l) {
				wantFace(t, lib.Source(t.Context()), l, f, values)
			}
			if err := lib.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestFacesRead checks that a source reads a stored face instead of the table. A face with the other side to move is
// cut out of the table.
func TestFacesRead(t *testing.T) {
	l := tabletest.Layout(t, "KRvKN")
	tables, faces := &storetest.FaultStore{Store: store.NewMemStore()}, store.NewMemStore()
	values := encodeFaces(t, tables, faces, l)
	lib := library.New(tables, 100<<20).Faces(faces)
	defer lib.Close()
	source := lib.Source(t.Context())
	tables.Fail(storetest.Read, 1, store.ErrCorrupt)
	for _, f := range tabletest.FacesOf(l) {
		wantFace(t, source, l, f, values)
		face := l.FaceOf(f)
		if _, err := source.Span(face, 0, f.Turn().Other(), 0); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%v with the other side to move is not read from the table: %v", f, err)
		}
		tables.Fail(storetest.Read, 1, store.ErrCorrupt)
	}
}

// TestFacesOfUnits checks that each unit has its part of a face.
func TestFacesOfUnits(t *testing.T) {
	l := tabletest.Layout(t, "KBvKP")
	tabletest.SmallGroups(t, l, 3)
	tables, faces := tabletest.StoreOf(l), store.NewMemStore()
	tabletest.Encode(t, tables, l)
	var values []*solve.Values
	for unit := range format.Units(l) {
		e := tabletest.NewEncoder(t, tabletest.StoreOf(l), l, unit+1)
		e.Faces(t.Context(), faces, tabletest.FacesOf(l))
		values = append(
			values,
			tabletest.Fill(
				t,
				e,
				[]int{unit + 1},
				func(number slice.Number) *solve.Values { return tabletest.MadeUp(l, number) },
			)...)
		entries, err := faces.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		missing := library.MissingFaces(tabletest.ParamsOf(l), entries, tabletest.FacesOf(l))
		if (len(missing) == 0) != (unit+1 == format.Units(l)) {
			t.Errorf("with %d units, %v are missing", unit+1, missing)
		}
	}
	lib := library.New(tables, 100<<20).Faces(faces)
	defer lib.Close()
	for _, f := range tabletest.FacesOf(l) {
		wantFace(t, lib.Source(t.Context()), l, f, values)
	}
}

// TestFacesBeside checks faces that are made while their table is read. Slices may be added in any order of the units.
// Within a unit the order counts.
func TestFacesBeside(t *testing.T) {
	l := tabletest.Layout(t, "KBvKP")
	tabletest.SmallGroups(t, l, 3)
	tables := tabletest.StoreOf(l)
	values := encodeFaces(t, tables, store.NewMemStore(), l)
	inTurns := slices.SortedStableFunc(slices.Values(numbers(l)), func(a, b slice.Number) int {
		first := func(n slice.Number) slice.Number {
			first, _ := format.UnitSlices(l, format.UnitOf(l, n))
			return first
		}
		return int(a - first(a) - (b - first(b)))
	})
	for _, order := range []struct {
		numbers  []slice.Number
		complete bool
	}{
		{numbers(l), true},
		{inTurns, true},
		{append(slices.Clone(inTurns[1:]), inTurns[0]), false},
		{inTurns[:len(inTurns)-1], false},
	} {
		faces := store.NewMemStore()
		lib := library.New(tables, 100<<20).Faces(faces)
		table, err := lib.Open(t.Context(), l.Class)
		if err != nil {
			t.Fatal(err)
		}
		beside := table.FacesBeside(t.Context(), tabletest.FacesOf(l))
		for _, number := range order.numbers {
			beside.AddSlice(lib.Source(t.Context()), number)
		}
		beside.Close()
		entries, err := faces.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		missing := library.MissingFaces(tabletest.ParamsOf(l), entries, tabletest.FacesOf(l))
		if (len(missing) == 0) != order.complete {
			t.Errorf("after the slices %v, %v are missing", order.numbers, missing)
		}
		for _, f := range tabletest.FacesOf(l) {
			wantFace(t, lib.Source(t.Context()), l, f, values)
		}
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
}

// numbers lists the slices of a layout.
func numbers(l *slice.Layout) (list []slice.Number) {
	for number := range l.Slices() {
		list = append(list, number)
	}
	return list
}

// TestFaceDamage checks that a source treats a face with damage at any place as missing.
func TestFaceDamage(t *testing.T) {
	l := tabletest.Layout(t, "KRvKN")
	tables, faces := store.NewMemStore(), store.NewMemStore()
	values := encodeFaces(t, tables, faces, l)
	f := tabletest.FacesOf(l)[0]
	name := facefile.Name(f, f.Class.String())
	intact := tabletest.ImageOf(t, faces, name)
	for _, damage := range []func(im *tabletest.Image){
		func(im *tabletest.Image) { im.Data[0] ^= 1 },
		func(im *tabletest.Image) { im.Data[len(im.Data)/3] ^= 0x80 },
		func(im *tabletest.Image) { im.Data[len(im.Data)-3] ^= 1 }, // of the directory
		func(im *tabletest.Image) { im.Data = im.Data[:len(im.Data)-1] },
		func(im *tabletest.Image) { im.Data = append(im.Data, 0) },
		func(im *tabletest.Image) { im.Header[5] ^= 1 },
		func(im *tabletest.Image) { im.Header = im.Header[:7] },
		func(im *tabletest.Image) { im.Header = nil },
		func(im *tabletest.Image) { // of an older version, which packed in another way
			im.Header = tabletest.Seal(append([]byte("MWTF"), im.Header[4:len(im.Header)-4]...))
		},
	} {
		im := tabletest.Image{Data: bytes.Clone(intact.Data), Header: bytes.Clone(intact.Header)}
		damage(&im)
		damaged := im.Store(t, name)
		entries, err := damaged.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		headerIsDamaged := !bytes.Equal(im.Header, intact.Header)
		missing := library.MissingFaces(tabletest.ParamsOf(l), entries, []material.Face{f})
		if (len(missing) == 1) != headerIsDamaged {
			t.Errorf("with the header %q, %v are missing", im.Header, missing)
		}
		lib := library.New(tables, 100<<20).Faces(damaged)
		wantFace(t, lib.Source(t.Context()), l, f, values)
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestNextStretch checks that a reader of a face also reads the next stretch, and that Close waits for the end of that.
func TestNextStretch(t *testing.T) {
	l := tabletest.Layout(t, "KBvKP")
	begun, release := make(chan bool, 1), make(chan bool)
	tables, faces := store.NewMemStore(), &watchedStore{Store: store.NewMemStore(), onRead: func(off int64) {
		if off == 256<<10 {
			begun <- true
			<-release
		}
	}}
	encodeFaces(t, tables, faces.Store, l)
	lib := library.New(tables, 100<<20).Faces(faces)
	f := tabletest.FacesOf(l)[0]
	if _, err := lib.Source(t.Context()).Span(l.FaceOf(f), 0, f.Turn(), 0); err != nil {
		t.Fatal(err)
	}
	<-begun
	closing := make(chan error)
	go func() { closing <- lib.Close() }()
	select {
	case err := <-closing:
		t.Errorf("the face was closed while its next stretch was read: %v", err)
	case <-time.After(20 * time.Millisecond):
		close(release)
		if err := <-closing; err != nil {
			t.Error(err)
		}
	}
}

// TestFacesFull checks that a table is finished without its faces if their store is full.
func TestFacesFull(t *testing.T) {
	l := tabletest.Layout(t, "KQvK")
	for _, op := range []storetest.Op{storetest.Create, storetest.Write, storetest.Commit} {
		tables, faces := store.NewMemStore(), &storetest.FaultStore{Store: store.NewMemStore()}
		faces.Fail(op, 1, store.ErrFull)
		values := encodeFaces(t, tables, faces, l)
		wantEach(t, tabletest.Open(t, tables, l), values)
		entries, err := faces.List(t.Context())
		if err != nil || len(entries) > 0 {
			t.Errorf("%v: %d faces, %v", op, len(entries), err)
		}
	}
}

// TestRemoveFaces checks that a needed face stays and can be read, and that all other faces are removed.
func TestRemoveFaces(t *testing.T) {
	l := tabletest.Layout(t, "KRvKN")
	tables, faces := store.NewMemStore(), store.NewMemStore()
	values := encodeFaces(t, tables, faces, l)
	tabletest.ImageOf(t, faces, tabletest.FacesOf(l)[0].String()).Put(t, faces, "stray")
	lib := library.New(tables, 100<<20).Faces(faces)
	defer lib.Close()
	source := lib.Source(t.Context())
	for _, f := range tabletest.FacesOf(l) {
		wantFace(t, source, l, f, values)
	}
	kept := tabletest.FacesOf(l)[1]
	if err := lib.RemoveFaces(t.Context(), func(f material.Face) bool { return f == kept }); err != nil {
		t.Fatal(err)
	}
	if got := tabletest.Names(t, faces); !slices.Equal(got, []string{kept.String()}) {
		t.Errorf("%v are left", got)
	}
	for _, f := range tabletest.FacesOf(l) {
		wantFace(t, source, l, f, values)
	}
}
