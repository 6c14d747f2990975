package checkpoint

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/matewright/matewright/core/scratch"
)

func record(ply int) *Record {
	return &Record{
		Of:  Work{Format: 1, Class: "KQRvKQ", Slice: 2, Metric: "DTM", Method: "half-cycles"},
		Ply: ply, Decided: 1 << 40, Index: scratch.Piece{Offset: 1 << 35, Size: 77, Checksum: 0xdeadbeef},
		Saved: time.Date(2026, 11, 25, 16, 0, 0, 0, time.UTC),
	}
}

// TestRecord: of records that are written one after the other the last is read, and the one before if the last is cut
// off or damaged at any byte.
func TestRecord(t *testing.T) {
	room := &scratch.Memory{}
	if r := Read(room); r != nil {
		t.Errorf("%+v is read from nothing", r)
	}
	for ply := range 5 {
		if err := Write(room, record(ply)); err != nil {
			t.Fatal(err)
		}
		if r := Read(room); r == nil || *r != *record(ply) {
			t.Errorf("%+v is read after %+v", r, record(ply))
		}
	}
	fifth, n := last(room)
	for at := int64(n) * slotSize; at < int64(n)*slotSize+slotHeader+int64(len(fifth.record)); at++ {
		b := make([]byte, 1)
		_, _ = room.ReadAt(b, at)
		_, _ = room.WriteAt([]byte{b[0] ^ 4}, at)
		if r := Read(room); r == nil || *r != *record(3) {
			t.Fatalf("byte %d of the last record is damaged: %+v is read", at, r)
		}
		_, _ = room.WriteAt(b, at)
	}
}

func TestDir(t *testing.T) {
	dir := Dir(filepath.Join(t.TempDir(), "checkpoints"))
	open := func(name string) *Files {
		t.Helper()
		files, err := dir.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	wantNames := func(want ...string) {
		t.Helper()
		list, err := dir.List()
		var names []string
		for _, e := range list {
			names = append(names, e.Name)
		}
		if err != nil || !slices.Equal(names, want) {
			t.Errorf("%v are listed, %v, want %v", names, err, want)
		}
	}
	wantNames()
	if err := errors.Join(dir.Clear(), dir.Remove("none")); err != nil {
		t.Error(err)
	}

	a, b := open("a"), open("b")
	for _, file := range []scratch.File{a.Bits, a.Lists} {
		if _, err := file.WriteAt([]byte("some"), 96); err != nil {
			t.Fatal(err)
		}
	}
	if err := Write(a.Record, record(7)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		if _, err := dir.Open(name); !errors.Is(err, ErrOpen) {
			t.Errorf("%s is opened a second time: %v", name, err)
		}
		if err := dir.Remove(name); !errors.Is(err, ErrOpen) {
			t.Errorf("%s is removed while it is open: %v", name, err)
		}
	}
	if err := dir.Clear(); err != nil { // b is open
		t.Error(err)
	}
	wantNames("a")
	if err := errors.Join(a.Close(), b.Close(), dir.Clear()); err != nil {
		t.Error(err)
	}
	wantNames("a")
	if _, err := os.Stat(filepath.Join(string(dir), "b")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what has no record is not cleared: %v", err)
	}
	if list, err := dir.List(); err != nil || list[0].Bytes < 200 || *list[0].Record != *record(7) {
		t.Errorf("%+v is listed, %v", list, err)
	}

	a = open("a")
	some := make([]byte, 4)
	if _, err := a.Lists.ReadAt(some, 96); err != nil || string(some) != "some" || Read(a.Record).Ply != 7 {
		t.Errorf("%q is read again, %v", some, err)
	}
	if err := errors.Join(a.Close(), dir.Remove("a")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(string(dir)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory is left: %v", err)
	}
}
