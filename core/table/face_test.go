package table_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
	"github.com/matewright/matewright/core/table/storetest"
	"github.com/matewright/matewright/core/value"
)

// facesOf lists the faces that a class can have, of each type of piece.
func facesOf(l *slice.Layout) (list []material.Face) {
	for _, m := range l.Men {
		if m.Type != board.King && m.Type != board.Pawn {
			list = append(list, material.Face{Class: l.Class, Promoted: m})
		}
	}
	return list
}

// wantFace reads a face in some slices, and holds legal entries to the values of the same
// positions in the whole slices.
func wantFace(t *testing.T, source solve.Source, whole *slice.Layout, f material.Face, want []*solve.Values) {
	t.Helper()
	l := whole.Face(f.Promoted)
	size := l.FrameEntries()
	for number := 0; number < l.Slices(); number += 1 + l.Slices()/12 {
		for entry := 0; entry < l.Entries(); entry += 1 | l.Entries()/5000 {
			place := slice.Place{Slice: number, Side: f.Turn(), Entry: entry}
			p := l.Position(place)
			if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
				continue
			}
			span, err := source.Span(l, number, f.Turn(), entry/size)
			if err != nil {
				t.Fatal(err)
			}
			at := whole.LocateFor(&p, board.White)
			if got, want := span.Frame(entry/size, size)[entry%size], want[at.Slice][at.Side][at.Entry]; got != want {
				t.Fatalf("%v: %s is a %v, want %v", f, p.FEN(), got, want)
			}
		}
	}
}

// encodeFaces is encode with all faces of the class.
func encodeFaces(t *testing.T, store, faces table.Store, l *slice.Layout) []*solve.Values {
	t.Helper()
	e, err := table.NewEncoder(t.Context(), store, l, value.DTM)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Abort()
	e.Faces(t.Context(), faces, facesOf(l))
	return fill(t, e, 0, l.Slices(), func(number int) *solve.Values { return madeUp(l, number) })
}

// TestFaces: faces are what the whole class has there: written with the table, cut out of it
// where there are none, and made of it afterwards.
func TestFaces(t *testing.T) {
	for _, name := range []string{"KQvK", "KRvKN", "KRBvK", "KBvKP", "KRPvK"} {
		l := layout(t, name)
		store, faces, made := table.NewMemStore(), table.NewMemStore(), table.NewMemStore()
		values := encodeFaces(t, store, faces, l)
		for _, from := range []*table.MemStore{faces, nil, made} {
			lib := table.NewLibrary(store, 100<<20)
			if from != nil {
				lib.Faces(from)
			}
			for _, f := range facesOf(l) {
				if from == made {
					if err := lib.MakeFace(t.Context(), f, func(float64) error { return nil }); err != nil {
						t.Fatal(err)
					}
				}
				wantFace(t, lib.Source(t.Context()), l, f, values)
			}
			if err := lib.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestFacesRead: a face that is there is read, and not its table; one with the other side
// to move is cut out.
func TestFacesRead(t *testing.T) {
	l := layout(t, "KRvKN")
	store, faces := &storetest.FaultStore{Store: table.NewMemStore()}, table.NewMemStore()
	values := encodeFaces(t, store, faces, l)
	lib := table.NewLibrary(store, 100<<20).Faces(faces)
	defer lib.Close()
	source := lib.Source(t.Context())
	store.Fail(storetest.Read, 1, table.ErrCorrupt)
	for _, f := range facesOf(l) {
		wantFace(t, source, l, f, values)
		face := l.Face(f.Promoted)
		if _, err := source.Span(face, 0, f.Turn().Other(), 0); !errors.Is(err, table.ErrCorrupt) {
			t.Errorf("%v with the other side to move is there: %v", f, err)
		}
		store.Fail(storetest.Read, 1, table.ErrCorrupt)
	}
}

// TestFacesOfShards: each shard has its part of a face.
func TestFacesOfShards(t *testing.T) {
	l := layout(t, "KBvKP")
	smallGroups(t, l, 3)
	store, faces := table.NewMemStore(), table.NewMemStore()
	encode(t, store, l)
	var values []*solve.Values
	for shard := range table.Shards(l) {
		e, err := table.NewShard(t.Context(), table.NewMemStore(), l, value.DTM, shard+1)
		if err != nil {
			t.Fatal(err)
		}
		e.Faces(t.Context(), faces, facesOf(l))
		first, end := table.ShardSlices(l, shard+1)
		values = append(values, fill(t, e, first, end, func(number int) *solve.Values { return madeUp(l, number) })...)
		entries, err := faces.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if missing := table.MissingFaces(entries, facesOf(l)); (len(missing) == 0) != (shard+1 == table.Shards(l)) {
			t.Errorf("with %d shards, %v are missing", shard+1, missing)
		}
	}
	lib := table.NewLibrary(store, 100<<20).Faces(faces)
	defer lib.Close()
	for _, f := range facesOf(l) {
		wantFace(t, lib.Source(t.Context()), l, f, values)
	}
}

// TestFaceDamage: a face that is damaged, wherever, is as good as missing.
func TestFaceDamage(t *testing.T) {
	l := layout(t, "KRvKN")
	store, faces := table.NewMemStore(), table.NewMemStore()
	values := encodeFaces(t, store, faces, l)
	f := facesOf(l)[0]
	name := table.FaceName(f, 0)
	intact := imageOf(t, faces, name)
	for _, damage := range []func(im *image){
		func(im *image) { im.data[0] ^= 1 },
		func(im *image) { im.data[len(im.data)/3] ^= 0x80 },
		func(im *image) { im.data[len(im.data)-3] ^= 1 }, // of the directory
		func(im *image) { im.data = im.data[:len(im.data)-1] },
		func(im *image) { im.data = append(im.data, 0) },
		func(im *image) { im.header[5] ^= 1 },
		func(im *image) { im.header = im.header[:7] },
		func(im *image) { im.header = nil },
	} {
		im := image{bytes.Clone(intact.data), bytes.Clone(intact.header)}
		damage(&im)
		lib := table.NewLibrary(store, 100<<20).Faces(im.store(t, name))
		wantFace(t, lib.Source(t.Context()), l, f, values)
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestFacesFull: a table is finished without its faces where these find no room.
func TestFacesFull(t *testing.T) {
	l := layout(t, "KQvK")
	for _, op := range []storetest.Op{storetest.Create, storetest.Write, storetest.Commit} {
		store, faces := table.NewMemStore(), &storetest.FaultStore{Store: table.NewMemStore()}
		faces.Fail(op, 1, table.ErrFull)
		values := encodeFaces(t, store, faces, l)
		wantEach(t, open(t, store, l), values)
		entries, err := faces.List(t.Context())
		if err != nil || len(entries) > 0 {
			t.Errorf("%v: %d faces, %v", op, len(entries), err)
		}
	}
}

// TestRemoveFaces: what is needed stays, and can be read; all else goes.
func TestRemoveFaces(t *testing.T) {
	l := layout(t, "KRvKN")
	store, faces := table.NewMemStore(), table.NewMemStore()
	values := encodeFaces(t, store, faces, l)
	imageOf(t, faces, table.FaceName(facesOf(l)[0], 0)).put(t, faces, "stray")
	lib := table.NewLibrary(store, 100<<20).Faces(faces)
	defer lib.Close()
	source := lib.Source(t.Context())
	for _, f := range facesOf(l) {
		wantFace(t, source, l, f, values)
	}
	kept := facesOf(l)[1]
	if err := lib.RemoveFaces(t.Context(), func(f material.Face) bool { return f == kept }); err != nil {
		t.Fatal(err)
	}
	if got := names(t, faces); !slices.Equal(got, []string{table.FaceName(kept, 0)}) {
		t.Errorf("%v are left", got)
	}
	for _, f := range facesOf(l) {
		wantFace(t, source, l, f, values)
	}
}

// TestFaceNames: names are taken apart again, and nothing else is a face's.
func TestFaceNames(t *testing.T) {
	for _, class := range material.UpTo(4) {
		for _, f := range facesOf(slice.NewLayout(class)) {
			for _, shard := range []int{0, 1, 12} {
				name := table.FaceName(f, shard)
				if got, n, ok := table.ParseFaceName(name); !ok || got != f || n != shard {
					t.Errorf("%s is %v, %d, %v", name, got, n, ok)
				}
			}
		}
	}
	for _, name := range []string{"", "KQvK", "KQvKface", "KQvKfacewK", "KQvKfacexQ", "kqvkfacewQ", "KvKQfacewQ", "KQvKshard0facewQ", "facewQ"} {
		if f, _, ok := table.ParseFaceName(name); ok {
			t.Errorf("%q is the face %v", name, f)
		}
	}
}
