package format_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/store"
)

// TestFindShards: those are found that are whole and have their right name.
func TestFindShards(t *testing.T) {
	l, tables := tabletest.ThreeShards(t)
	first := tabletest.ImageOf(t, tables, "KPvKshard1")
	first.Put(t, tables, "KPvKshard3") // under a wrong name
	for _, stray := range []string{"KPvKshard0", "KPvKshard4", "KPvKshard01", "KRvKPshard1", "Kshard1", "shard1", "KPvKshard"} {
		first.Put(t, tables, stray)
	}
	entries, err := tables.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := format.FindShards(l, entries); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("found %v", got)
	}
	if err := format.ClearShards(t.Context(), tables); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"KPvKshard3", "KPvKshard4", "KRvKPshard1"} {
		if slices.Contains(tabletest.Names(t, tables), name) {
			t.Errorf("%s is still there", name)
		}
	}
	if class, shard, ok := format.ParseShardName(format.ShardName(l.Class, 12)); class != l.Class || shard != 12 || !ok {
		t.Errorf("%v, %d, %v", class, shard, ok)
	}
	for _, name := range []string{"KPvK", "kpvkshard1", "KvKPshard1", "KPvKshard-1", "KPvKshard1x"} {
		if _, _, ok := format.ParseShardName(name); ok {
			t.Errorf("%s is a shard", name)
		}
	}
}

// FuzzDecodeShard: a header of a shard is refused, or the only way to write it.
func FuzzDecodeShard(f *testing.F) {
	l := tabletest.Layout(f, "KPvK")
	tabletest.SmallGroups(f, l, 3)
	tables := tabletest.WithNeeded(f, l)
	if err := tabletest.BuildShard(f.Context(), tables, l, 1); err != nil {
		f.Fatal(err)
	}
	im := tabletest.ImageOf(f, tables, "KPvKshard1")
	f.Add(im.Header[:len(im.Header)-4])
	f.Fuzz(func(t *testing.T, unsealed []byte) {
		header := tabletest.Seal(unsealed)
		again, err := format.RecodeShard(l, 1, header, int64(len(im.Data)))
		if err == nil && !bytes.Equal(again, header) {
			t.Errorf("%x is read as %x", header, again)
		}
		if err != nil && !errors.Is(err, store.ErrCorrupt) {
			t.Error(err)
		}
	})
}
