package library

import (
	"slices"
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
)

// TestStretches checks that close tiles are read as one stretch, in any order of the wanted tiles. A tile can take no
// bytes, and then begins at the same offset as the next one.
func TestStretches(t *testing.T) {
	class, err := material.Parse("KQvK")
	if err != nil {
		t.Fatal(err)
	}
	tab := &Table{Header: &format.Header{Class: class}}
	at := func(offset int64, size int) *wantedTile {
		return &wantedTile{table: tab, packed: packedTile{offset: offset, size: size}}
	}
	tests := []struct {
		tiles []*wantedTile
		want  [][2]int64 // from, to
	}{
		{nil, nil},
		{[]*wantedTile{at(7, 3)}, [][2]int64{{7, 10}}},
		{[]*wantedTile{at(7, 3), at(7, 0)}, [][2]int64{{7, 10}}},
		{[]*wantedTile{at(7, 0), at(7, 3)}, [][2]int64{{7, 10}}},
		{[]*wantedTile{at(10+apart, 5), at(7, 3), at(7, 0)}, [][2]int64{{7, 15 + apart}}},
		{[]*wantedTile{at(11+apart, 5), at(7, 3)}, [][2]int64{{7, 10}, {11 + apart, 16 + apart}}},
	}
	for i, test := range tests {
		var got [][2]int64
		for _, s := range stretchesOf(test.tiles) {
			got = append(got, [2]int64{s.offset, s.end})
			for _, w := range s.tiles {
				if w.packed.offset < s.offset || w.packed.offset+int64(w.packed.size) > s.end {
					t.Errorf("test %d: a tile is not in its stretch", i)
				}
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("test %d: %v, want %v", i, got, test.want)
		}
	}
}
