package encode_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/encode"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/store/storetest"
	"github.com/matewright/matewright/core/value"
)

func join(ctx context.Context, tables store.Store, l *slice.Layout) error {
	_, _, err := encode.Join(ctx, tables, l, func(float64) error { return nil })
	return err
}

// TestUnits: a table of units, each built by itself and in whatever order they
// come, is the one that is built in one go, byte for byte.
func TestUnits(t *testing.T) {
	for _, test := range []struct {
		class          string
		units, orders int
	}{
		{"KPvK", 21, 3}, // of groups with one slice; the first unit has four of them
		{"KPvK", 7, 3},  // of three; the first one has two
		{"KPvK", 6, 3},
		{"KRvKP", 4, 1},
		{"KPvKP", 4, 1},
	} {
		name, want := test.class, test.units
		t.Run(fmt.Sprint(name, want), func(t *testing.T) {
			l := tabletest.Layout(t, name)
			tabletest.SmallGroups(t, l, want)
			tables := tabletest.WithNeeded(t, l)
			job, err := builder.Plan(t.Context(), tables, l.Class)
			if err != nil {
				t.Fatal(err)
			}
			if err := builder.Build(t.Context(), tables, job, builder.Options{}); err != nil {
				t.Fatal(err)
			}
			all := tabletest.Names(t, tables)
			whole := tabletest.ImageOf(t, tables, name)
			for seed := range uint64(test.orders) {
				if err := tables.Remove(t.Context(), name); err != nil {
					t.Fatal(err)
				}
				if got := len(tabletest.UnitsOf(t, tables, l)); got != want {
					t.Fatalf("%d units, want %d", got, want)
				}
				tabletest.BuildUnits(t, tables, l, seed)
				h, size, err := encode.Join(t.Context(), tables, l, func(float64) error { return nil })
				if err != nil {
					t.Fatal(err)
				}
				joined := tabletest.ImageOf(t, tables, name)
				if !bytes.Equal(joined.Header, whole.Header) || !bytes.Equal(joined.Data, whole.Data) {
					t.Fatal("the units make another table")
				}
				if size != int64(len(whole.Header)+len(whole.Data)) || h.Statistics != tabletest.Open(t, tables, l).Header.Statistics {
					t.Errorf("what is said of the table, %d bytes, is not what is stored", size)
				}
				if got := tabletest.Names(t, tables); !slices.Equal(got, all) {
					t.Errorf("%v are stored, want %v", got, all)
				}
			}
		})
	}
}

// TestUnitsResume: what stops a build of units, or their joining, leaves those
// that are finished, and it goes on from there.
func TestUnitsResume(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 6)
	memory := tabletest.WithNeeded(t, l)
	if err := join(t.Context(), memory, l); !errors.Is(err, store.ErrMissing) || !strings.Contains(err.Error(), "KPvKunit1") {
		t.Errorf("nothing is joined: %v", err)
	}
	if err := tabletest.BuildUnit(t.Context(), memory, l, 6); !errors.Is(err, store.ErrMissing) {
		t.Errorf("units that are pushed into are missing: %v", err)
	}
	for _, at := range []storetest.Op{storetest.Create, storetest.Write, storetest.Commit} {
		tables := &storetest.FaultStore{Store: memory}
		tables.Fail(at, 1, store.ErrFull)
		if err := tabletest.BuildUnit(t.Context(), tables, l, 1); !errors.Is(err, store.ErrFull) {
			t.Errorf("%v: %v", at, err)
		}
	}
	tabletest.BuildUnits(t, memory, l, 0)
	before := tabletest.Names(t, memory)
	for _, at := range []storetest.Op{storetest.Create, storetest.Read, storetest.Write, storetest.Commit} {
		tables := &storetest.FaultStore{Store: memory}
		tables.Fail(at, 1, store.ErrFull)
		if err := join(t.Context(), tables, l); !errors.Is(err, store.ErrFull) {
			t.Errorf("%v: %v", at, err)
		}
		if after := tabletest.Names(t, memory); !slices.Equal(after, before) {
			t.Errorf("%v: %v became %v", at, before, after)
		}
	}
	stopped := errors.New("stopped")
	if _, _, err := encode.Join(t.Context(), memory, l, func(float64) error { return stopped }); !errors.Is(err, stopped) {
		t.Errorf("%v", err)
	}
	// The table is there, but a crash came before its units were removed.
	if err := join(t.Context(), &storetest.FaultStore{Store: keeping{memory}}, l); err != nil {
		t.Fatal(err)
	}
	if got := len(tabletest.Names(t, memory)); got != len(before)+1 {
		t.Errorf("%d tables and units", got)
	}
	if err := format.ClearUnits(t.Context(), memory); err != nil {
		t.Error(err)
	}
	if got, want := len(tabletest.Names(t, memory)), len(before)+1-6; got != want {
		t.Errorf("%d tables, want %d", got, want)
	}
}

// keeping is a store that forgets to remove.
type keeping struct{ store.Store }

func (keeping) Remove(context.Context, string) error { return nil }

// TestUnitDamage: wherever a unit is damaged, it is said which, or the damage
// is where nobody looks; the table is never wrong.
func TestUnitDamage(t *testing.T) {
	l, tables := tabletest.ThreeUnits(t)
	sound := tabletest.ImageOf(t, tables, "KPvKunit1")
	second := tabletest.ImageOf(t, tables, "KPvKunit2") // that pushes into it
	joined := &storetest.FaultStore{Store: keeping{tables}}
	if err := join(t.Context(), joined, l); err != nil {
		t.Fatal(err)
	}
	whole := tabletest.ImageOf(t, tables, "KPvK")
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
		named := func(err error) bool {
			return errors.Is(err, store.ErrCorrupt) && strings.Contains(err.Error(), "KPvKunit1")
		}
		switch err := tabletest.BuildUnit(t.Context(), tables, l, 2); {
		case err != nil && !named(err):
			t.Fatalf("byte %d: %v", at, err)
		case err != nil:
			caught["pushing"]++
		default:
			if again := tabletest.ImageOf(t, tables, "KPvKunit2"); !bytes.Equal(again.Data, second.Data) {
				t.Fatalf("byte %d: another unit was made", at)
			}
		}
		switch err := join(t.Context(), joined, l); {
		case err != nil && !named(err):
			t.Fatalf("byte %d: %v", at, err)
		case err != nil:
			caught["joining"]++
		default:
			if again := tabletest.ImageOf(t, tables, "KPvK"); !bytes.Equal(again.Data, whole.Data) || !bytes.Equal(again.Header, whole.Header) {
				t.Fatalf("byte %d: another table was made", at)
			}
		}
		if err := tables.Remove(t.Context(), "KPvK"); err != nil && !errors.Is(err, store.ErrMissing) {
			t.Fatal(err)
		}
		if at%50 == 0 {
			wantCleared(t, tables, "KPvKunit1")
		}
	}
	if caught["pushing"] < 50 || caught["joining"] < 50 {
		t.Errorf("%v of 300", caught)
	}
}

// wantCleared clears the units, and expects just one of them to be removed.
func wantCleared(t *testing.T, tables store.Store, unit string) {
	t.Helper()
	want := slices.DeleteFunc(tabletest.Names(t, tables), func(name string) bool { return name == unit })
	if err := format.ClearUnits(t.Context(), tables); err != nil {
		t.Error(err)
	}
	if got := tabletest.Names(t, tables); !slices.Equal(got, want) {
		t.Errorf("left are %v, want %v", got, want)
	}
}

// TestUnitsOfOneSide: a table that stores one side to move is joined like one
// that stores both.
func TestUnitsOfOneSide(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 6)
	only := func(e *encode.Encoder, err error) *encode.Encoder {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		encode.StoreOnly(e, board.Black)
		return e
	}
	made := func(number int) *solve.Values { return tabletest.MadeUp(l, number) }
	whole, units := store.NewMemStore(), store.NewMemStore()
	tabletest.Fill(t, only(encode.NewEncoder(t.Context(), whole, l, value.DTM)), 0, l.Slices(), made)
	for unit := 1; unit <= 6; unit++ {
		first, end := format.UnitSlices(l, unit)
		tabletest.Fill(t, only(encode.NewUnit(t.Context(), units, l, value.DTM, unit)), first, end, made)
	}
	if err := join(t.Context(), units, l); err != nil {
		t.Fatal(err)
	}
	want, got := tabletest.ImageOf(t, whole, "KPvK"), tabletest.ImageOf(t, units, "KPvK")
	if !bytes.Equal(got.Header, want.Header) || !bytes.Equal(got.Data, want.Data) {
		t.Error("the units make another table")
	}
}
