package builder_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/store/storetest"
	"github.com/matewright/matewright/core/value"
)

// TestFaces checks that promotions are read from faces that the same build has written, never from
// its tables. A table whose faces are missing makes them first, with the same bytes in the end. Faces
// that no table still reads are removed.
func TestFaces(t *testing.T) {
	want := built(t)
	for _, threads := range []int{1, 3} {
		tables, faces := &storetest.FaultStore{Store: store.NewMemStore()}, store.NewMemStore()
		tables.Fail(storetest.Read, 1, store.ErrCorrupt)
		options := builder.Options{Threads: threads, Faces: faces}
		if err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), options); err != nil {
			t.Fatal(err)
		}
		tables.Fail(storetest.Read, 0, nil)
		wantFaces(t, faces)
		if err := tables.Remove(t.Context(), "KPvK"); err != nil {
			t.Fatal(err)
		}
		options.Later = []material.Class{class(t, "KPvK")}
		var read []int
		options.Observe = func(p builder.Progress) error {
			if p.Doing == builder.Preparing && (len(read) == 0 || p.Table != read[len(read)-1]) {
				read = append(read, p.Table)
			}
			if p.Doing == builder.Preparing && p.Tables != 4 {
				t.Errorf("%d tables are read, want 4", p.Tables)
			}
			return nil
		}
		if err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), options); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(read, []int{0, 1, 2, 3}) {
			t.Errorf("the progress has the tables %v", read)
		}
		if !maps.Equal(images(t, tables), want) {
			t.Error("with faces made of the tables, the bytes differ")
		}
		wantFaces(t, faces, "KBvKfacewB", "KNvKfacewN", "KQvKfacewQ", "KRvKfacewR")
	}
}

// TestUnpacked builds small classes as large ones are built. The targets of captures and promotions are unpacked to
// scratch, slice by slice, and read from there, unless the same build has made faces. The bytes are the same.
func TestUnpacked(t *testing.T) {
	// By captures of the knight, a pawn is promoted to a single piece.
	for name, made := range map[string]int{"KRPvK": 0, "KNvKP": 4} {
		needed := tabletest.WithNeeded(t, tabletest.Layout(t, name))
		want := tabletest.Copy(t, needed)
		tabletest.Build(t, want, name)
		for _, from := range []store.Store{needed, store.NewMemStore()} {
			tables, written := tabletest.Copy(t, from), int64(0)
			job := plan(t, tables, name)
			if len(job.Steps) > 1 {
				made = 0
			}
			err := builder.Build(t.Context(), tables, job, builder.Options{
				UnpackedFrame: 64,
				Observe: func(p builder.Progress) error {
					if p.Doing == builder.Preparing && p.Tables != made {
						t.Errorf("%s: faces of %d tables are made, want %d", name, p.Tables, made)
					}
					return nil
				},
				Built: func(r builder.Result) { written = r.ScratchWritten },
			})
			if err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(images(t, tables), images(t, want)) {
				t.Errorf("%s: the bytes differ", name)
			}
			if most := int64(1 << 16); (written > most) != (len(job.Steps) == 1) {
				t.Errorf("%s, after %d tables: %d bytes went to scratch", name, len(job.Steps)-1, written)
			}
		}
	}
}

// TestUnpackedCastling builds small classes with castling rights as those with six men are built. The faces of their
// rights are unpacked to scratch, each slice to a place of its own, and read from there. The bytes are the same, also
// if tables store one side to move, and in levels.
func TestUnpackedCastling(t *testing.T) {
	for _, test := range []struct {
		metric *value.Metric
		men    string
		rights []string
	}{
		{value.DTM, "KRvKR", []string{"h1h8", "kb1a1"}},
		{metrictest.Short, "KRvKN", []string{"a1"}},
	} {
		var params format.Params
		if test.metric != value.DTM { // whose bytes with other parameters are unknown
			params.MostMenBothSides = 2
		}
		needed := format.With(store.NewMemStore(), params)
		build := func(tables store.Store, name string, options builder.Options) (written int64) {
			options.Metric = test.metric
			options.Built = func(r builder.Result) { written += r.ScratchWritten }
			if err := builder.Build(t.Context(), tables, plan(t, tables, name), options); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return written
		}
		build(needed, test.men, builder.Options{})
		want := tabletest.Copy(t, needed)
		for _, rights := range test.rights {
			name := test.men + "-" + rights
			build(want, name, builder.Options{})
			if build(needed, name, builder.Options{UnpackedFrame: 64}) == 0 {
				t.Errorf("%s: nothing went to scratch", name)
			}
		}
		if !maps.Equal(images(t, needed), images(t, want)) {
			t.Errorf("%s: the bytes differ", test.men)
		}
	}
}

// wantFaces compares the names of the stored faces.
func wantFaces(t *testing.T, faces store.Store, want ...string) {
	t.Helper()
	if got := slices.Sorted(maps.Keys(images(t, faces))); !slices.Equal(got, want) {
		t.Errorf("the faces are %v, want %v", got, want)
	}
}

// TestFacesLost checks that a build works without faces that cannot be written or read.
func TestFacesLost(t *testing.T) {
	want := built(t)
	for _, op := range []storetest.Op{storetest.Create, storetest.Write, storetest.Commit, storetest.Read} {
		for n := 1; n < 40; n += n {
			tables, faces := store.NewMemStore(), &storetest.FaultStore{Store: store.NewMemStore()}
			err := store.ErrFull
			if op == storetest.Read {
				err = store.ErrCorrupt
			}
			faces.Fail(op, n, err)
			options := builder.Options{Faces: faces}
			if err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), options); err != nil {
				t.Fatalf("%v %d: %v", op, n, err)
			}
			if !maps.Equal(images(t, tables), want) {
				t.Errorf("%v %d: the bytes differ", op, n)
			}
		}
	}
}

// TestFacesForged builds from a changed face whose checksums are all right, so the tables are wrong.
// It checks that none of them is stored, and that the next build makes its faces again.
func TestFacesForged(t *testing.T) {
	for _, threads := range []int{1, 2} {
		testFacesForged(t, threads)
	}
}

func testFacesForged(t *testing.T, threads int) {
	tables, faces := store.NewMemStore(), store.NewMemStore()
	options := builder.Options{Faces: faces, Later: []material.Class{class(t, "KPvK")}}
	if err := builder.Build(t.Context(), tables, plan(t, tables, "KQvK", "KRvK", "KBvK", "KNvK"), options); err != nil {
		t.Fatal(err)
	}
	l := tabletest.Layout(t, "KQvK")
	w, err := facefile.NewWriter(t.Context(), faces, l, tabletest.FacesOf(l)[0], format.WholePiece(l))
	if err != nil {
		t.Fatal(err)
	}
	draws := slices.Repeat([]value.Byte{value.DrawByte}, l.FrameEntries())
	if err := w.AddSlice(w.Cut(func(slice.FrameNo) ([]value.Byte, error) { return draws, nil })); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	options.Threads = threads
	err = builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), options)
	if !errors.Is(err, known.ErrOther) || !strings.Contains(err.Error(), "KPvK") {
		t.Errorf("with %d threads: %v", threads, err)
	}
	if got := tabletest.Names(t, tables); !slices.Equal(got, []string{"KBvK", "KNvK", "KQvK", "KRvK"}) {
		t.Errorf("with %d threads %v are stored", threads, got)
	}
	if err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), options); err != nil {
		t.Errorf("once more with %d threads: %v", threads, err)
	}
}
