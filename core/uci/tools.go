package uci

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/search"
)

// tools are used by all thoughts, one after the other.
type tools struct {
	*output
	ctx     context.Context
	probers [2]*probe.Prober // without and with the fifty-move rule
	library *library.Library // of the search
	search  *search.Search
	endings *shelf.Shelf // or nil

	lines    int  // MultiPV
	rule     bool // whether the fifty-move rule counts
	overhead time.Duration
}

// setHash gives the search a table of the given size in MiB.
func (t *tools) setHash(mebibytes int64) {
	if t.search != nil {
		if t.search.Table().Stats().Bytes == mebibytes<<20 {
			return
		}
		t.search = nil // free the memory of the old table first
		debug.FreeOSMemory()
	}
	t.search = search.New(nil, search.NewTable(mebibytes<<20))
}
