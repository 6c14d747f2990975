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
	tables  search.Tables // that it reads
	memory  lookTable
	endings *shelf.Shelf   // or nil
	given   *syzygy.Tables // or nil; without the option SyzygyPath
	syzygy  *syzygy.Tables // those in use, or nil
	builds  *builds
	hash    int64        // MiB
	chosen  buildChoices // with the memory and the disk of the options

	lines    int  // MultiPV
	rule     bool // whether the fifty-move rule counts
	byDTZ    bool // whether to play for the next capture, pawn move or mate
	chess960 bool // whether castling is written as the king's move onto its rook
	overhead time.Duration
}

// setHash shares out the given memory, in MiB.
func (t *tools) setHash(mebibytes int64) {
	t.hash = mebibytes
	t.share()
}

// setBuilds sets whether tables are built.
func (t *tools) setBuilds(n int64) {
	t.chosen.on = n != 0
	t.share()
}

// setDisk limits the space for tables, in MiB.
func (t *tools) setDisk(mebibytes int64) {
	t.chosen.disk = mebibytes << 20
	t.share()
}

// setRule sets whether the fifty-move rule counts.
func (t *tools) setRule(n int64) {
	t.rule, t.chosen.rule = n != 0, n != 0
	t.share()
}

// share gives the memory to the search or, if tables are built, most of it to these.
func (t *tools) share() {
	if t.hash == 0 {
		return // until all options are set
	}
	bytes := t.hash << 20
	if t.chosen.memory = 0; t.chosen.on {
		t.chosen.memory = bytes - searchShare(bytes)
		bytes = searchShare(bytes)
	}
	t.builds.choose(t.chosen)
	t.resize(bytes)
}

// resize gives the search a table of the given size in bytes.
func (t *tools) resize(bytes int64) {
	if t.search != nil {
		if t.search.Table().Stats().Bytes == bytes {
			return
		}
		t.search = nil // free the memory of the old table first
		debug.FreeOSMemory()
	}
	t.search = search.New(nil, search.NewTable(bytes))
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

// useTables makes the search read the tables of the library, as they are now.
func (t *tools) useTables() {
	t.tables = search.WithSyzygy(t.library.Reader(t.ctx), t.syzygy)
	t.search.Use(t.tables)
}
