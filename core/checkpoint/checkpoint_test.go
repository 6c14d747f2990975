package checkpoint_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/checkpoint/checkpointtest"
	"github.com/matewright/matewright/core/scratch"
)

// TestRecord writes records one after the other. It expects the last one back, and the one before if any byte of the
// last is damaged.
func TestRecord(t *testing.T) {
	room := &scratch.Memory{}
	if r, err := checkpoint.Read(room); err != nil || r != nil {
		t.Errorf("%+v is read from nothing", r)
	}
	for ply := range 5 {
		if err := checkpoint.Write(room, checkpointtest.Record(ply)); err != nil {
			t.Fatal(err)
		}
		if r, err := checkpoint.Read(room); err != nil || r == nil || *r != *checkpointtest.Record(ply) {
			t.Errorf("%+v is read after ply %d", r, ply)
		}
	}
	if _, err := checkpoint.Read(unreadable{}); !errors.Is(err, errUnreadable) {
		t.Errorf("what can't be read is taken for nothing: %v", err)
	}
	first, length := checkpoint.LastSlot(room)
	if length < 50 {
		t.Fatalf("the last record has %d bytes", length)
	}
	for at := first; at < first+length; at++ {
		b := make([]byte, 1)
		_, _ = room.ReadAt(b, at)
		_, _ = room.WriteAt([]byte{b[0] ^ 4}, at)
		if r, err := checkpoint.Read(room); err != nil || r == nil || *r != *checkpointtest.Record(3) {
			t.Fatalf("byte %d of the last record is damaged: %+v is read", at, r)
		}
		_, _ = room.WriteAt(b, at)
	}
	if err := checkpoint.Erase(room); err != nil {
		t.Fatal(err)
	}
	if r, err := checkpoint.Read(room); err != nil || r != nil {
		t.Errorf("%+v is read after all was erased, %v", r, err)
	}
}

var errUnreadable = errors.New("input/output error")

type unreadable struct{}

func (unreadable) ReadAt([]byte, int64) (int, error) { return 0, errUnreadable }

// TestDir also wants nothing to be left.
func TestDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "checkpoints")
	checkpointtest.Run(t, checkpoint.Dir(dir))
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory is left: %v", err)
	}
}

// TestDirKilled: a process that ended just before the directory of the last checkpoint went leaves nothing for good.
func TestDirKilled(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "checkpoints")
	for _, left := range []string{dir, filepath.Join(dir, "KQvK")} {
		if err := os.MkdirAll(left, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := checkpoint.Dir(dir).Clear(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is left: %v", dir, err)
		}
	}
}
