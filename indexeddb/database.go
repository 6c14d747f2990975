//go:build js && wasm

package indexeddb

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"sync"

	"github.com/hack-pad/go-indexeddb/idb"

	"github.com/matewright/matewright/core/store"
)

const (
	version     = 1
	tablesStore = "tables"
	blocksStore = "blocks"
)

// A database is a connection that is opened again when it turns out to be closed.
type database struct {
	factory *idb.Factory
	name    string
	records gathering[*recordAsk]

	mu     sync.Mutex // held while connecting
	db     *idb.Database
	closed bool
}

// openDatabase opens the database of a name, and creates it if need be.
func openDatabase(ctx context.Context, factory *idb.Factory, name string) (*database, error) {
	db, err := connect(ctx, factory, name)
	if err != nil {
		return nil, err
	}
	return &database{factory: factory, name: name, db: db}, nil
}

// Close closes the connection. The store's blobs and writers fail from then on.
func (d *database) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil
	}
	d.closed = true
	return d.db.Close()
}

// connection returns an open connection other than the dead one, which may be
// nil.
func (d *database) connection(ctx context.Context, dead *idb.Database) (*idb.Database, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, fmt.Errorf("database %s: %w", d.name, fs.ErrClosed)
	}
	if d.db == dead {
		db, err := connect(ctx, d.factory, d.name)
		if err != nil {
			return nil, err
		}
		d.db = db
	}
	return d.db, nil
}

func connect(ctx context.Context, factory *idb.Factory, name string) (*idb.Database, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // frees the listeners of a failed request
	request, err := factory.Open(ctx, name, version, func(db *idb.Database, _, _ uint) error {
		for _, kind := range []string{tablesStore, blocksStore} {
			if _, err := db.CreateObjectStore(kind, idb.ObjectStoreOptions{}); err != nil {
				return err
			}
		}
		return nil
	})
	var db *idb.Database
	if err == nil {
		db, err = request.Await(ctx)
	}
	err = cmp.Or(err, ctx.Err()) // a cancelled Await returns no error of its own
	if isException(err, "VersionError") {
		err = fmt.Errorf("%w: %w", store.ErrNewer, err)
	}
	if err != nil {
		return nil, fmt.Errorf("database %s can't be opened: %w", name, err)
	}
	return db, nil
}
