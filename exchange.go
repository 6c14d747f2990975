package matewright

import (
	"context"
	"errors"
	"io"
	"path/filepath"

	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
)

// Imported describes an imported table and how it was checked.
type Imported struct {
	Class   string `json:"class"`
	Bytes   int64  `json:"bytes"`   // of the table
	Proven  bool   `json:"proven"`  // its SHA-256 is the one that is known for the table of its class
	Checked int64  `json:"checked"` // otherwise: positions that agree with their moves, which are all of the class
}

// Import imports the table in a file of some bytes, and replaces a stored one of its class. It reads the whole file and
// trusts nothing in it. A file with the known SHA-256 of its table is right. If none is known, all positions are
// recomputed, which needs the tables that the class depends on.
//
// A file that fails a check, or that cannot be checked, is refused: the error matches [ErrRefused], and the directory
// does not change. Other errors match [ErrFull] or [ErrUsage], or are those of the reader.
func (t *Tables) Import(ctx context.Context, file io.ReaderAt, size int64) (*Imported, error) {
	if err := t.kind.Supports(kind.Import); err != nil {
		return nil, usage("%v", err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	end, err := t.beginBuilding(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	defer t.prober.Forget() // a table may have been replaced
	r, err := exchange.Import(ctx, t.home.Tables(t.kind), file, size, exchange.Options{
		Metric:  t.kind.Metric(),
		Threads: t.threads(),
		Observe: func(p exchange.Progress) { t.observe(p.Class.String(), p.Done, p.Of) },
	})
	if err != nil {
		return nil, coded(err)
	}
	return &Imported{r.Class.String(), r.Bytes, r.Proven, r.Checked}, nil
}

// Export writes the table of a class to a file in a directory, which need not exist, and returns the file's path.
// All bytes are compared with their checksums first. The file is named after the class. As names are the same for
// all metrics, the files of others than [DTM] go to a subdirectory with the metric's name. A file of that name is
// replaced once the new one is whole. Errors match [ErrClass], [ErrMissing], [ErrDamaged], [ErrFull] or [ErrUsage].
func (t *Tables) Export(ctx context.Context, class, dir string) (path string, err error) {
	if err := t.kind.Supports(kind.Export); err != nil {
		return "", usage("%v", err)
	}
	parsed, err := material.Parse(class)
	if err != nil {
		return "", coded(err)
	}
	table, err := library.Open(ctx, t.home.Tables(t.kind), parsed)
	if err != nil {
		return "", coded(err)
	}
	to := home.Home(dir)
	if err := errors.Join(table.Export(ctx, to.Tables(t.kind)), table.Close()); err != nil {
		return "", coded(err)
	}
	return filepath.Join(to.Dir(t.kind), parsed.String()+store.FileExt), nil
}
