package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

const (
	tablesDir   = "tables"
	tableSuffix = ".mwt"
)

// tables is the store of the finished tables. On another file system than this machine's it is a copy of it, to which what is missing is
// fetched, and from which what is made is published.
type tables struct {
	store.Store
	files Files
	copy  string      // empty if there is none
	made  store.Store // where tables are made: they come to the copy when all can see them
}

// openTables opens the tables of a directory.
func openTables(ctx context.Context, f Files) (*tables, error) {
	if !strings.Contains(f.Dir, "://") {
		dir := f.join(tablesDir)
		local := store.NewFileStore(dir)
		return &tables{Store: local, files: f, made: local}, os.MkdirAll(dir, 0o755)
	}
	t := &tables{files: f, copy: filepath.Join(os.TempDir(), fmt.Sprintf("matewright-%x", sha256.Sum256([]byte(f.Dir)))[:32])}
	t.Store, t.made = store.NewFileStore(t.copy), store.NewFileStore(t.making())
	if err := os.MkdirAll(t.making(), 0o755); err != nil {
		return nil, err
	}
	return t, t.fetch(ctx)
}

func (t *tables) making() string { return filepath.Join(t.copy, "made") }

// fetch copies the tables that are missing, and drops those that are not there any more.
func (t *tables) fetch(ctx context.Context) error {
	copying.Lock()
	defer copying.Unlock()
	names, err := t.files.list(ctx, path.Join(tablesDir, "*"+tableSuffix))
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, name := range names {
		there[path.Base(name)] = true
	}
	copied, err := filepath.Glob(filepath.Join(t.copy, "*"+tableSuffix))
	if err != nil {
		return err
	}
	for _, name := range copied {
		if !there[filepath.Base(name)] {
			os.Remove(name)
		}
	}
	for _, name := range names {
		to := filepath.Join(t.copy, path.Base(name))
		if _, err := os.Stat(to); err == nil {
			continue
		}
		data, err := t.files.readRaw(ctx, name)
		if err != nil {
			return err
		}
		if err := (Files{}).writeRaw(ctx, to, data); err != nil {
			return err
		}
	}
	return nil
}

// copying is held while tables are copied, which several workers of a process may want to do.
var copying sync.Mutex

// publish makes a table, or a unit of one, visible to all.
func (t *tables) publish(ctx context.Context, name string) error {
	if t.copy == "" {
		return nil
	}
	from := filepath.Join(t.making(), name+tableSuffix)
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := t.files.writeRaw(ctx, t.files.join(path.Join(tablesDir, name+tableSuffix)), data); err != nil {
		return err
	}
	return os.Rename(from, filepath.Join(t.copy, name+tableSuffix))
}

// cacheBytes is how much a worker remembers of tables.
const cacheBytes = 256 << 20

// source returns what exits of a class lead to: finished tables, and its own slices as far as their values are known.
func (t *tables) source(ctx context.Context, class *classFiles) (*library.Source, func() error) {
	lib := library.New(t, cacheBytes)
	own := &ownSlices{ctx: ctx, files: class}
	lib.Begin(own)
	return lib.Source(ctx), func() error { return errors.Join(lib.End(own), lib.Close()) }
}

// ownSlices are the solved slices of a class whose table is not made yet.
type ownSlices struct {
	ctx   context.Context
	files *classFiles

	mu     sync.Mutex
	number slice.Number
	values *[2][]value.Byte // of that slice
}

// Layout implements [library.Unfinished].
func (o *ownSlices) Layout() *slice.Layout { return o.files.layout }

// Levels implements [library.Unfinished]: values are bytes.
func (o *ownSlices) Levels(slice.Number) int { return 1 }

// Chunk implements [library.Unfinished].
func (o *ownSlices) Chunk(facefile.ChunkKey) []value.Byte { return nil }

// ReadChunk implements [library.Unfinished].
func (o *ownSlices) ReadChunk(key facefile.ChunkKey, into []value.Byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.values == nil || o.number != key.Number {
		values, err := o.files.values(o.ctx, key.Number)
		if err != nil {
			return err
		}
		o.number, o.values = key.Number, (*[2][]value.Byte)(values)
	}
	first, _ := o.files.layout.Chunk(key.Chunk)
	copy(into, o.values[key.Side][o.files.layout.FirstEntry(first):])
	return nil
}
