package builder_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/store/storetest"
)

// TestUnits checks that units built by themselves, in any possible order, have the bytes of a table built in one go.
// It builds with faces of pushes and without.
func TestUnits(t *testing.T) {
	for _, test := range []struct {
		class         string
		units, orders int
	}{
		{"KPvK", 21, 3}, // of groups with one slice; the first unit has four of them
		{"KPvK", 7, 3},  // of three; the first one has two
		{"KPvK", 6, 3},
		{"KRvKP", 4, 2},
		{"KPvKP", 4, 1},
	} {
		name, want := test.class, test.units
		t.Run(fmt.Sprint(name, want), func(t *testing.T) {
			l := tabletest.Layout(t, name)
			tabletest.SmallGroups(t, l, want)
			tables := tabletest.WithNeeded(t, l)
			if err := builder.Build(t.Context(), tables, plan(t, tables, name), builder.Options{}); err != nil {
				t.Fatal(err)
			}
			all := tabletest.Names(t, tables)
			whole := tabletest.TableOf(t, tables, l.Class)
			for seed := range uint64(test.orders) {
				if err := catalog.Remove(t.Context(), tables, l.Class); err != nil {
					t.Fatal(err)
				}
				if got := len(tabletest.UnitsOf(t, tables, l)); got != want {
					t.Fatalf("%d units, want %d", got, want)
				}
				var faces store.Store // nil: none are left for the next unit
				if seed > 0 {
					faces = store.NewMemStore()
				}
				tabletest.BuildUnits(t, tables, faces, l, seed)
				wantTable(t, tables, l, whole)
				if faces != nil &&
					!slices.Contains(
						tabletest.Names(t, faces),
						facefile.Name(l.Class.PushFace(), format.UnitName(l, 1)),
					) {
					t.Errorf("the first unit has left no face of pushes, but %v", tabletest.Names(t, faces))
				}
				if got := tabletest.Names(t, tables); !slices.Equal(got, all) {
					t.Errorf("%v are stored, want %v", got, all)
				}
			}
		})
	}
}

func wantTable(t *testing.T, tables store.Store, l *slice.Layout, want tabletest.Image) {
	t.Helper()
	got := tabletest.TableOf(t, tables, l.Class)
	if !bytes.Equal(got.Header, want.Header) || !bytes.Equal(got.Data, want.Data) {
		t.Fatal("the units make another table")
	}
}

// TestUnitsResume checks that a stopped build of several units leaves the finished ones, and that the next
// build continues from there.
func TestUnitsResume(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 6)
	needed := tabletest.WithNeeded(t, l)
	if err := tabletest.BuildUnit(t.Context(), needed, l, 6); !errors.Is(err, store.ErrMissing) ||
		!strings.Contains(err.Error(), "KPvKunit") {
		t.Errorf("units that are pushed into are missing: %v", err)
	}
	undisturbed := tabletest.Copy(t, needed)
	if err := builder.Build(t.Context(), undisturbed, plan(t, undisturbed, "KPvK"), builder.Options{}); err != nil {
		t.Fatal(err)
	}
	want := tabletest.TableOf(t, undisturbed, l.Class)
	for _, op := range []storetest.Op{storetest.Create, storetest.Write, storetest.Commit} {
		for n := 1; n <= 6; n++ {
			tables := &storetest.FaultStore{Store: tabletest.Copy(t, needed)}
			tables.Fail(op, n, store.ErrFull)
			faces := store.NewMemStore()
			err := builder.Build(t.Context(), tables, plan(t, tables, "KPvK"), builder.Options{Faces: faces})
			if err == nil && op == storetest.Write {
				break // the build has fewer writes
			}
			if !errors.Is(err, store.ErrFull) {
				t.Fatalf("%v %d: %v", op, n, err)
			}
			left := plan(t, tables.Store, "KPvK").Steps[0].Units
			if op != storetest.Write && len(left) != 6-(n-1) {
				t.Errorf("%v %d: units %v are left", op, n, left)
			}
			var stored builder.Result
			options := builder.Options{Faces: faces, Built: func(r builder.Result) { stored = r }}
			if err := builder.Build(t.Context(), tables.Store, plan(t, tables.Store, "KPvK"), options); err != nil {
				t.Fatal(err)
			}
			wantTable(t, tables.Store, l, want)
			if stored.Header == nil ||
				!stored.Header.Statistics.Equal(&tabletest.Open(t, tables.Store, l).Header.Statistics) ||
				stored.Bytes != int64(len(want.Data)+len(want.Header)) {
				t.Errorf("%v %d: what is said of the table is not what is stored", op, n)
			}
		}
	}
}

// TestUnitsAgain checks that a table that is built again by its units replaces a table in one piece.
func TestUnitsAgain(t *testing.T) {
	l, tables := tabletest.ThreeUnits(t)
	want := tabletest.TableOf(t, tables, l.Class)
	files := store.NewMemStore()
	if err := tabletest.Open(t, tables, l).Export(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	damaged := tabletest.ImageOf(t, files, "KPvK")
	damaged.Data[7] ^= 1
	if err := catalog.Remove(t.Context(), tables, l.Class); err != nil {
		t.Fatal(err)
	}
	damaged.Put(t, tables, "KPvK")
	if job := plan(t, tables, "KPvK"); len(job.Steps) > 0 {
		t.Errorf("a table in one piece is there: %v", job.Steps)
	}
	job, err := builder.PlanAgain(t.Context(), tables, l.Class)
	if err != nil {
		t.Fatal(err)
	}
	if err := builder.Build(t.Context(), tables, job, builder.Options{}); err != nil {
		t.Fatal(err)
	}
	wantTable(t, tables, l, want)
	if names := tabletest.Names(t, tables); slices.Contains(names, "KPvK") {
		t.Errorf("the old one is still there: %v", names)
	}
}

// TestUnitDamage damages a unit in many places. It checks that the damage is reported, or the unit is built again, or
// nothing reads the damaged bytes. The resulting table is never wrong.
func TestUnitDamage(t *testing.T) {
	l, tables := tabletest.ThreeUnits(t)
	sound := tabletest.ImageOf(t, tables, "KPvKunit1")
	second := tabletest.ImageOf(t, tables, "KPvKunit2") // that pushes into it
	size := len(sound.Data) + len(sound.Header)
	caught := map[string]int{}
	for at := 0; at < size; at += 1 + size/300 {
		im := tabletest.Image{Data: bytes.Clone(sound.Data), Header: bytes.Clone(sound.Header)}
		if at < len(im.Data) {
			im.Data[at] ^= 0x10
		} else {
			im.Header[at-len(im.Data)] ^= 0x10
		}
		im.Put(t, tables, "KPvKunit1")
		if at >= len(im.Data) {
			if step := plan(t, tables, "KPvK").Steps[0]; !slices.Equal(step.Units, []int{1}) {
				t.Fatalf("byte %d: units %v are to be built", at, step.Units)
			}
			caught["planning"]++
		}
		switch err := tabletest.BuildUnit(t.Context(), tables, l, 2); { // without a face of pushes
		case err != nil && !errors.Is(err, store.ErrCorrupt):
			t.Fatalf("byte %d: %v", at, err)
		case err != nil:
			caught["pushing"]++
		default:
			if again := tabletest.ImageOf(t, tables, "KPvKunit2"); !bytes.Equal(again.Data, second.Data) {
				t.Fatalf("byte %d: another unit was made", at)
			}
		}
		tab, err := library.Open(t.Context(), tables, l.Class)
		if err == nil {
			err = errors.Join(tab.Check(t.Context()), tab.Close())
		}
		if !errors.Is(err, store.ErrCorrupt) {
			t.Fatalf("byte %d: %v", at, err)
		}
	}
	if caught["pushing"] < 50 || caught["planning"] < 5 {
		t.Errorf("%v of 300", caught)
	}
}
