package home

import (
	"errors"
	"testing"

	"github.com/matewright/matewright/core/board"
)

func TestOpenEnding(t *testing.T) {
	h := Home(t.TempDir())
	p, err := board.ParseFEN("8/8/2k5/3p4/3P4/8/2K5/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	file, err := h.OpenEnding(&p)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.OpenEnding(&p); !errors.Is(err, ErrEndingInUse) {
		t.Errorf("opened twice: %v", err)
	}
	black := p
	black.Turn = board.Black
	other, err := h.OpenEnding(&black)
	if err != nil {
		t.Errorf("another ending: %v", err)
	}
	other.Close()
	file.Close()
	if file, err = h.OpenEnding(&p); err != nil {
		t.Errorf("opened again: %v", err)
	}
	file.Close()
}
