package uci

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/syzygy"
)

// tools are used by all thoughts, one after the other.
type tools struct {
	*output
	ctx     context.Context
	probers [2]*probe.Prober // without and with the fifty-move rule
	library *library.Library // of the search
	search  *search.Search
	endings *shelf.Shelf   // or nil
	given   *syzygy.Tables // or nil; without the option SyzygyPath
	syzygy  *syzygy.Tables // those in use, or nil

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

// openSyzygy uses the Syzygy files of directories, in a list as the system's PATH. With no directories, or with an
// error, it uses those that the engine began with.
func (t *tools) openSyzygy(path string) error {
	files, err := t.given, error(nil)
	if path != "" {
		if files, err = syzygy.Open(path); err != nil {
			files = t.given
		}
	}
	old := t.syzygy
	t.useSyzygy(files)
	if old != nil && old != t.given {
		_ = old.Close() // read only
	}
	return err
}

// useSyzygy makes the probers read Syzygy files, or none if these are nil.
func (t *tools) useSyzygy(files *syzygy.Tables) {
	t.syzygy = files
	t.probers[0].WithSyzygyOutcomes(files)
	t.probers[1].WithSyzygy(files)
}

// mostMen is the largest number of men of positions in tables.
func (t *tools) mostMen() int {
	if t.syzygy == nil {
		return material.MaxMen
	}
	return max(material.MaxMen, t.syzygy.MostMen())
}

// searched returns the tables that the search reads.
func (t *tools) searched() search.Tables {
	return search.WithSyzygy(t.library.Reader(t.ctx), t.syzygy)
}
