package shelf

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/internal/tabletest"
)

func TestDir(t *testing.T) {
	dir := Dir(t.TempDir() + "/endings")
	if list, err := dir.List(); len(list) > 0 || err != nil {
		t.Errorf("no directory: %v, %v", list, err)
	}
	p := tabletest.Position(t, "8/8/2k5/3p4/3P4/8/2K5/8 w - - 0 1")
	name := ending.Name(&p)
	if err := dir.Remove(name); err != nil {
		t.Errorf("nothing to delete: %v", err)
	}
	if _, err := dir.Read(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing to read: %v", err)
	}
	file, err := dir.Open(name)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dir.Open(name); !errors.Is(err, ErrInUse) {
		t.Errorf("opened twice: %v", err)
	}
	if err := dir.Remove(name); !errors.Is(err, ErrInUse) {
		t.Errorf("deleted while it is open: %v", err)
	}
	if _, err := ending.New(p, ending.Options{Memory: 32 << 20, Room: file}); err != nil {
		t.Fatal(err)
	}
	other, err := dir.Open("another")
	if err != nil {
		t.Fatal(err)
	}
	other.Close() // empty, so no journal
	file.Close()
	list, err := dir.List()
	if err != nil || len(list) != 1 || list[0].Name != name || list[0].Position != p {
		t.Errorf("listed: %+v, %v", list, err)
	}
	if info, err := os.Stat(dir.Path(name)); err != nil || list[0].Bytes != info.Size() {
		t.Errorf("bytes: %d, %v", list[0].Bytes, err)
	}
	if err := dir.Remove(name); err != nil {
		t.Error(err)
	}
	if list, err := dir.List(); len(list) > 0 || err != nil {
		t.Errorf("after deletion: %v, %v", list, err)
	}
}
