package table_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/build"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
	"github.com/matewright/matewright/core/table/storetest"
	"github.com/matewright/matewright/core/value"
)

// withNeeded returns a store that has all that a class needs, but not the class.
func withNeeded(t testing.TB, l *slice.Layout) table.Store {
	t.Helper()
	store := table.NewMemStore()
	job, err := build.Plan(t.Context(), store, l.Class.Successors()...)
	if err != nil {
		t.Fatal(err)
	}
	if err := build.Build(t.Context(), store, job, build.Options{}); err != nil {
		t.Fatal(err)
	}
	return store
}

func buildShard(ctx context.Context, store table.Store, l *slice.Layout, shard int) error {
	job, err := build.PlanShard(ctx, store, l.Class, shard)
	if err != nil {
		return err
	}
	return build.Build(ctx, store, job, build.Options{})
}

func shardsOf(t testing.TB, store table.Store, l *slice.Layout) []build.Shard {
	t.Helper()
	entries, err := store.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return build.Shards(l, entries)
}

// ready returns the numbers of the shards that can be built now.
func ready(all []build.Shard) (list []int) {
	for _, s := range all {
		isAbsent := func(n int) bool { return !all[n-1].Present }
		if !s.Present && !slices.ContainsFunc(s.Needs, isAbsent) {
			list = append(list, s.Number)
		}
	}
	return list
}

// buildShards builds all shards that are absent, in an order that is drawn.
func buildShards(t testing.TB, store table.Store, l *slice.Layout, seed uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	for {
		list := ready(shardsOf(t, store, l))
		if len(list) == 0 {
			return
		}
		if err := buildShard(t.Context(), store, l, list[random.IntN(len(list))]); err != nil {
			t.Fatal(err)
		}
	}
}

func join(ctx context.Context, store table.Store, l *slice.Layout) error {
	_, _, err := table.Join(ctx, store, l, func(float64) error { return nil })
	return err
}

func names(t testing.TB, store table.Store) (list []string) {
	t.Helper()
	entries, err := store.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name)
	}
	return list
}

// TestShards: a table of shards, each built by itself and in whatever order they
// come, is the one that is built in one go, byte for byte.
func TestShards(t *testing.T) {
	for _, test := range []struct {
		class          string
		shards, orders int
	}{
		{"KPvK", 21, 3}, // of groups with one slice; the first shard has four of them
		{"KPvK", 7, 3},  // of three; the first one has two
		{"KPvK", 6, 3},
		{"KRvKP", 4, 1},
		{"KPvKP", 4, 1},
	} {
		name, want := test.class, test.shards
		t.Run(fmt.Sprint(name, want), func(t *testing.T) {
			l := layout(t, name)
			smallGroups(t, l, want)
			store := withNeeded(t, l)
			job, err := build.Plan(t.Context(), store, l.Class)
			if err != nil {
				t.Fatal(err)
			}
			if err := build.Build(t.Context(), store, job, build.Options{}); err != nil {
				t.Fatal(err)
			}
			all := names(t, store)
			whole := imageOf(t, store, name)
			for seed := range uint64(test.orders) {
				if err := store.Remove(t.Context(), name); err != nil {
					t.Fatal(err)
				}
				if got := len(shardsOf(t, store, l)); got != want {
					t.Fatalf("%d shards, want %d", got, want)
				}
				buildShards(t, store, l, seed)
				h, size, err := table.Join(t.Context(), store, l, func(float64) error { return nil })
				if err != nil {
					t.Fatal(err)
				}
				joined := imageOf(t, store, name)
				if !bytes.Equal(joined.header, whole.header) || !bytes.Equal(joined.data, whole.data) {
					t.Fatal("the shards make another table")
				}
				if size != int64(len(whole.header)+len(whole.data)) || h.Statistics != open(t, store, l).Header.Statistics {
					t.Errorf("what is said of the table, %d bytes, is not what is stored", size)
				}
				if got := names(t, store); !slices.Equal(got, all) {
					t.Errorf("%v are stored, want %v", got, all)
				}
			}
		})
	}
}

// smallGroups makes groups so small that a class has so many shards.
func smallGroups(t testing.TB, l *slice.Layout, shards int) {
	t.Helper()
	for slices := l.Slices(); table.Shards(l) < shards && slices > 0; slices-- {
		table.SmallGroups(t, slices*l.Entries())
	}
	if got := table.Shards(l); got != shards {
		t.Fatalf("%v has %d shards, want %d", l.Class, got, shards)
	}
}

// TestShardsResume: what stops a build of shards, or their joining, leaves those
// that are finished, and it goes on from there.
func TestShardsResume(t *testing.T) {
	l := layout(t, "KPvK")
	smallGroups(t, l, 6)
	memory := withNeeded(t, l)
	if err := join(t.Context(), memory, l); !errors.Is(err, table.ErrMissing) || !strings.Contains(err.Error(), "KPvKshard1") {
		t.Errorf("nothing is joined: %v", err)
	}
	if err := buildShard(t.Context(), memory, l, 6); !errors.Is(err, table.ErrMissing) {
		t.Errorf("shards that are pushed into are missing: %v", err)
	}
	for _, at := range []storetest.Op{storetest.Create, storetest.Write, storetest.Commit} {
		store := &storetest.FaultStore{Store: memory}
		store.Fail(at, 1, table.ErrFull)
		if err := buildShard(t.Context(), store, l, 1); !errors.Is(err, table.ErrFull) {
			t.Errorf("%v: %v", at, err)
		}
	}
	buildShards(t, memory, l, 0)
	before := names(t, memory)
	for _, at := range []storetest.Op{storetest.Create, storetest.Read, storetest.Write, storetest.Commit} {
		store := &storetest.FaultStore{Store: memory}
		store.Fail(at, 1, table.ErrFull)
		if err := join(t.Context(), store, l); !errors.Is(err, table.ErrFull) {
			t.Errorf("%v: %v", at, err)
		}
		if after := names(t, memory); !slices.Equal(after, before) {
			t.Errorf("%v: %v became %v", at, before, after)
		}
	}
	stopped := errors.New("stopped")
	if _, _, err := table.Join(t.Context(), memory, l, func(float64) error { return stopped }); !errors.Is(err, stopped) {
		t.Errorf("%v", err)
	}
	// The table is there, but a crash came before its shards were removed.
	if err := join(t.Context(), &storetest.FaultStore{Store: keeping{memory}}, l); err != nil {
		t.Fatal(err)
	}
	if got := len(names(t, memory)); got != len(before)+1 {
		t.Errorf("%d tables and shards", got)
	}
	if err := table.ClearShards(t.Context(), memory); err != nil {
		t.Error(err)
	}
	if got, want := len(names(t, memory)), len(before)+1-6; got != want {
		t.Errorf("%d tables, want %d", got, want)
	}
}

// keeping is a store that forgets to remove.
type keeping struct{ table.Store }

func (keeping) Remove(context.Context, string) error { return nil }

// threeShards returns a store that has a class in three shards.
func threeShards(t *testing.T) (*slice.Layout, table.Store) {
	t.Helper()
	l := layout(t, "KPvK")
	smallGroups(t, l, 3)
	store := withNeeded(t, l)
	buildShards(t, store, l, 0)
	return l, store
}

// TestShardDamage: wherever a shard is damaged, it is said which, or the damage
// is where nobody looks; the table is never wrong.
func TestShardDamage(t *testing.T) {
	l, store := threeShards(t)
	sound := imageOf(t, store, "KPvKshard1")
	second := imageOf(t, store, "KPvKshard2") // that pushes into it
	joined := &storetest.FaultStore{Store: keeping{store}}
	if err := join(t.Context(), joined, l); err != nil {
		t.Fatal(err)
	}
	whole := imageOf(t, store, "KPvK")
	size := len(sound.data) + len(sound.header)
	caught := map[string]int{}
	for at := 0; at < size; at += 1 + size/300 {
		im := image{bytes.Clone(sound.data), bytes.Clone(sound.header)}
		if at < len(im.data) {
			im.data[at] ^= 0x10
		} else {
			im.header[at-len(im.data)] ^= 0x10
		}
		im.put(t, store, "KPvKshard1")
		named := func(err error) bool {
			return errors.Is(err, table.ErrCorrupt) && strings.Contains(err.Error(), "KPvKshard1")
		}
		switch err := buildShard(t.Context(), store, l, 2); {
		case err != nil && !named(err):
			t.Fatalf("byte %d: %v", at, err)
		case err != nil:
			caught["pushing"]++
		default:
			if again := imageOf(t, store, "KPvKshard2"); !bytes.Equal(again.data, second.data) {
				t.Fatalf("byte %d: another shard was made", at)
			}
		}
		switch err := join(t.Context(), joined, l); {
		case err != nil && !named(err):
			t.Fatalf("byte %d: %v", at, err)
		case err != nil:
			caught["joining"]++
		default:
			if again := imageOf(t, store, "KPvK"); !bytes.Equal(again.data, whole.data) || !bytes.Equal(again.header, whole.header) {
				t.Fatalf("byte %d: another table was made", at)
			}
		}
		if err := store.Remove(t.Context(), "KPvK"); err != nil && !errors.Is(err, table.ErrMissing) {
			t.Fatal(err)
		}
		if at%50 == 0 {
			wantCleared(t, store, "KPvKshard1")
		}
	}
	if caught["pushing"] < 50 || caught["joining"] < 50 {
		t.Errorf("%v of 300", caught)
	}
}

// wantCleared clears the shards, and expects just one of them to be removed.
func wantCleared(t *testing.T, store table.Store, shard string) {
	t.Helper()
	want := slices.DeleteFunc(names(t, store), func(name string) bool { return name == shard })
	if err := table.ClearShards(t.Context(), store); err != nil {
		t.Error(err)
	}
	if got := names(t, store); !slices.Equal(got, want) {
		t.Errorf("left are %v, want %v", got, want)
	}
}

// TestShardsOfOneSide: a table that stores one side to move is joined like one
// that stores both.
func TestShardsOfOneSide(t *testing.T) {
	l := layout(t, "KPvK")
	smallGroups(t, l, 6)
	only := func(e *table.Encoder, err error) *table.Encoder {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		table.StoreOnly(e, board.Black)
		return e
	}
	made := func(number int) *solve.Values { return madeUp(l, number) }
	whole, shards := table.NewMemStore(), table.NewMemStore()
	fill(t, only(table.NewEncoder(t.Context(), whole, l, value.DTM)), 0, l.Slices(), made)
	for shard := 1; shard <= 6; shard++ {
		first, end := table.ShardSlices(l, shard)
		fill(t, only(table.NewShard(t.Context(), shards, l, value.DTM, shard)), first, end, made)
	}
	if err := join(t.Context(), shards, l); err != nil {
		t.Fatal(err)
	}
	want, got := imageOf(t, whole, "KPvK"), imageOf(t, shards, "KPvK")
	if !bytes.Equal(got.header, want.header) || !bytes.Equal(got.data, want.data) {
		t.Error("the shards make another table")
	}
}

// TestFindShards: those are found that are whole and have their right name.
func TestFindShards(t *testing.T) {
	l, store := threeShards(t)
	first := imageOf(t, store, "KPvKshard1")
	first.put(t, store, "KPvKshard3") // under a wrong name
	for _, stray := range []string{"KPvKshard0", "KPvKshard4", "KPvKshard01", "KRvKPshard1", "Kshard1", "shard1", "KPvKshard"} {
		first.put(t, store, stray)
	}
	entries, err := store.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := table.FindShards(l, entries); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("found %v", got)
	}
	if err := table.ClearShards(t.Context(), store); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"KPvKshard3", "KPvKshard4", "KRvKPshard1"} {
		if slices.Contains(names(t, store), name) {
			t.Errorf("%s is still there", name)
		}
	}
	if class, shard, ok := table.ParseShardName(table.ShardName(l.Class, 12)); class != l.Class || shard != 12 || !ok {
		t.Errorf("%v, %d, %v", class, shard, ok)
	}
	for _, name := range []string{"KPvK", "kpvkshard1", "KvKPshard1", "KPvKshard-1", "KPvKshard1x"} {
		if _, _, ok := table.ParseShardName(name); ok {
			t.Errorf("%s is a shard", name)
		}
	}
}

// FuzzDecodeShard: a header of a shard is refused, or the only way to write it.
func FuzzDecodeShard(f *testing.F) {
	l := layout(f, "KPvK")
	smallGroups(f, l, 3)
	store := withNeeded(f, l)
	if err := buildShard(f.Context(), store, l, 1); err != nil {
		f.Fatal(err)
	}
	im := imageOf(f, store, "KPvKshard1")
	f.Add(im.header[:len(im.header)-4])
	f.Fuzz(func(t *testing.T, unsealed []byte) {
		header := table.Seal(unsealed)
		again, err := table.RecodeShard(l, 1, header, int64(len(im.data)))
		if err == nil && !bytes.Equal(again, header) {
			t.Errorf("%x is read as %x", header, again)
		}
		if err != nil && !errors.Is(err, table.ErrCorrupt) {
			t.Error(err)
		}
	})
}
