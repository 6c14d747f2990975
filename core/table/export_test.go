package table

import (
	"bytes"
	"os"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/slice"
)

// StoreOnly lets an encoder store one side to move, whatever its class.
func StoreOnly(e *Encoder, c board.Color) { e.header.sides = only(c) }

// CommitBegun commits a table of which only the first slices were added. The
// others cannot be read.
func CommitBegun(t *testing.T, e *Encoder) {
	t.Helper()
	missing := groups(e.layout)*e.header.sides.count() - len(e.header.sections)
	e.header.sections = append(e.header.sections, make([]sectionRef, missing)...)
	e.added = e.layout.Slices()
	if _, _, err := e.Commit(); err != nil {
		t.Fatal(err)
	}
}

// RedirectWriter lets a file store's writer write to another file.
func RedirectWriter(t *testing.T, w Writer, path string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	w.(*fileWriter).buf.Reset(file)
}

// KeptSlices returns how many slices an encoder keeps to be read.
func KeptSlices(e *Encoder) int {
	numbers := map[int]bool{}
	for key := range e.kept.chunks {
		numbers[key.number] = true
	}
	return len(numbers)
}

// SmallGroups makes groups of so many entries, for the time of a test: so small
// tables have many groups, and are made of many shards.
func SmallGroups(t testing.TB, entries int) {
	old := groupEntries
	groupEntries = entries
	t.Cleanup(func() { groupEntries = old })
}

// Seal ends a header with its checksum.
func Seal(unsealed []byte) []byte { return seal(bytes.Clone(unsealed)) }

// RecodeShard reads a shard's header and writes it again.
func RecodeShard(l *slice.Layout, shard int, header []byte, size int64) ([]byte, error) {
	h, err := newShards(nil, newKeptChunks(l)).decode(shard, header, size)
	if err != nil {
		return nil, err
	}
	return h.encode(l), nil
}
