package shelf

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/scratch"
)

const memory = 64 << 20

// TestExchange copies an ending to a file, and to another directory. Nothing is stored that check refuses, or that is
// worse than the stored ending. Long because each step needs the one before.
func TestExchange(t *testing.T) {
	dir, files, other := Dir(t.TempDir()), Dir(t.TempDir()+"/new"), Dir(t.TempDir()+"/new")
	p := tabletest.Position(t, "8/8/8/8/1p6/2k5/p7/K7 w - - 0 1")
	name := ending.Name(&p)
	if _, err := Export(dir, name, files); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing to export: %v", err)
	}
	solveSome(t, dir, &p)
	if _, err := Export(dir, name, files); err != nil {
		t.Fatal(err)
	}
	early := read(t, files.Path(name))
	solve(t, dir, &p)
	e, err := Export(dir, name, files)
	if err != nil || e.Name != name || e.Position != p || e.Bytes == 0 {
		t.Fatalf("%+v, %v", e, err)
	}
	whole := read(t, files.Path(name))

	var checked []board.Position
	accept := func(r *ending.Reader) error {
		checked = append(checked, r.Position())
		return r.Verify(t.Context(), ending.VerifyOptions{Memory: memory}, nil)
	}
	imported := func(file []byte, check func(*ending.Reader) error) error {
		path := filepath.Join(t.TempDir(), "foreign")
		if err := os.WriteFile(path, file, 0o666); err != nil {
			t.Fatal(err)
		}
		foreign, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer foreign.Close()
		_, err = Import(other, foreign, memory, check)
		return err
	}
	refusal := errors.New("refused")
	if err := imported(whole, func(*ending.Reader) error { return refusal }); !errors.Is(err, refusal) {
		t.Error(err)
	}
	if err := imported([]byte("no journal"), accept); err == nil || len(checked) > 0 {
		t.Errorf("no journal: %v, %v", err, checked)
	}
	damaged := bytes.Clone(whole)
	damaged[len(whole)-20] ^= 1
	for _, file := range [][]byte{whole[:len(whole)-1], damaged} {
		if err := imported(file, accept); !errors.Is(err, ErrCut) || len(checked) > 0 {
			t.Errorf("cut or damaged: %v, %v", err, checked)
		}
	}
	if files, err := os.ReadDir(string(other)); len(files) > 0 {
		t.Errorf("files are left: %v, %v", files, err)
	}

	for _, test := range []struct {
		file, want []byte
		err        error
	}{{early, adopted(t, files, early), nil}, {whole, whole, nil}, {early, whole, ErrBetter}, {whole, whole, nil}} {
		if err := imported(test.file, accept); !errors.Is(err, test.err) || (err == nil) != (test.err == nil) {
			t.Errorf("%v, want %v", err, test.err)
		}
		if got := read(t, other.Path(name)); !bytes.Equal(got, test.want) {
			t.Errorf("%d bytes are stored, want %d", len(got), len(test.want))
		}
	}
	if len(checked) != 4 || checked[0] != p {
		t.Errorf("checked: %v", checked)
	}
	open, err := other.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if err := imported(whole, accept); !errors.Is(err, ErrInUse) {
		t.Errorf("while it is solved: %v", err)
	}
	if files, err := os.ReadDir(string(other)); len(files) != 1 {
		t.Errorf("files: %v, %v", files, err)
	}
}

// solveSome solves some slices of an ending.
func solveSome(t *testing.T, dir Dir, p *board.Position) {
	file, err := dir.Open(ending.Name(p))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	e, err := ending.New(*p, ending.Options{Memory: memory, Room: file})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	if err := e.Solve(ctx, func(p ending.Progress) {
		if p.Solved == 2 {
			stop()
		}
	}); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// adopted returns a stranger's journal as [ending.Adopt] copies it.
func adopted(t *testing.T, dir Dir, journal []byte) []byte {
	t.Helper()
	foreign, own := new(scratch.Memory), dir.Path("adopted")
	if _, err := foreign.WriteAt(journal, 0); err != nil {
		t.Fatal(err)
	}
	copied, err := os.Create(own)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if _, err := ending.Adopt(foreign, copied); err != nil {
		t.Fatal(err)
	}
	return read(t, own)
}
