//go:build js && wasm

package indexeddb

import (
	"testing"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending/shelf/shelftest"
)

func TestEndings(t *testing.T) {
	before := endingPatience
	endingPatience = 100 * time.Millisecond
	defer func() { endingPatience = before }()
	r, err := board.ReadFEN("8/8/2k5/3p4/3P4/8/2K5/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	shelftest.Run(t, Endings("matewright-test-endings"), r.Position)
}
