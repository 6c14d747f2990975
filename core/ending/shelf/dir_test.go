package shelf_test

import (
	"errors"
	"io/fs"
	"os"
	"testing"
	"time"

	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/ending/shelf/shelftest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/scratch"
)

func TestDir(t *testing.T) {
	dir := shelf.Dir(t.TempDir() + "/endings")
	shelftest.Run(t, dir, tabletest.Position(t, "8/8/2k5/3p4/3P4/8/2K5/8 w - - 0 1"))
}

// TestParts: the new journal of a process that died is deleted, but not that of a living one, nor a young one.
func TestParts(t *testing.T) {
	dir := shelf.Dir(t.TempDir())
	dead, young, living := dir.Path("dead")+".part", dir.Path("young")+".part", dir.Path("living")+".part"
	exists := func(path string) bool {
		_, err := os.Stat(path)
		return !errors.Is(err, fs.ErrNotExist)
	}
	for _, path := range []string{dead, young} {
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	age := func(path string) {
		hour := time.Now().Add(-time.Hour)
		if err := os.Chtimes(path, hour, hour); err != nil {
			t.Fatal(err)
		}
	}
	p := tabletest.Position(t, "8/8/2k5/3p4/3P4/8/2K5/8 w - - 0 1")
	_, err := dir.Put("living", func(part scratch.Room) error {
		_, err := ending.New(p, ending.Options{Memory: 32 << 20, Room: part})
		age(dead)
		age(living)
		file, failed := dir.Open("another")
		if failed != nil {
			return failed
		}
		if exists(dead) || !exists(young) || !exists(living) {
			t.Errorf("dead: %v, young: %v, living: %v", exists(dead), exists(young), exists(living))
		}
		return errors.Join(err, file.Close())
	}, nil)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	age(young)
	if _, err := shelf.Export(dir, "living", dir+"/to"); err != nil {
		t.Fatal(err)
	}
	if !exists(young) {
		t.Error("reading deletes files")
	}
	if _, err := shelf.Export(dir, "living", dir); err != nil || exists(young) {
		t.Errorf("a copy leaves an old file: %v", err)
	}
}
