//go:build js && wasm

package indexeddb

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"io/fs"
	"sync"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"github.com/matewright/matewright/core/store"
)

const (
	version     = 1
	tablesStore = "tables"
	blocksStore = "blocks"
)

// A Store is a [store.Store] in one database of the page's origin. Any number
// of tabs and workers may have it open at once.
type Store struct {
	factory    *idb.Factory
	name       string
	committing idb.TransactionOptions // for what makes tables visible, or removes them
	reader     reader
	records    gathering[*recordAsk]

	mu     sync.Mutex // held while connecting
	db     *idb.Database
	closed bool
}

// Open opens the database of that name, and creates it if need be.
func Open(ctx context.Context, name string) (*Store, error) {
	return openIn(ctx, idb.Global(), name)
}

// OpenDerived is [Open] for what can be made again. What is committed is visible sooner, and may be gone if the machine
// fails.
func OpenDerived(ctx context.Context, name string) (*Store, error) {
	s, err := Open(ctx, name)
	if err == nil {
		s.committing = appending
	}
	return s, err
}

func openIn(ctx context.Context, factory *idb.Factory, name string) (*Store, error) {
	db, err := connect(ctx, factory, name)
	if err != nil {
		return nil, err
	}
	s := &Store{factory: factory, name: name, committing: committing, db: db}
	s.reader.store = s
	return s, nil
}

// Close closes the connection. The store's blobs and writers fail from then
// on.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.db.Close()
}

func (s *Store) List(ctx context.Context) ([]store.Entry, error) {
	var entries []store.Entry
	err := s.transact(ctx, reading, func(tx *transaction) error {
		return tx.eachTable(func(name string, r record) {
			entries = append(entries, store.Entry{Name: name, Size: r.size + int64(len(r.header)), Header: r.header})
		})
	})
	return entries, err
}

func (s *Store) Open(ctx context.Context, name string) (store.Blob, error) {
	r, err := s.record(ctx, name)
	if err != nil {
		return nil, err
	}
	if r.generation == "" {
		return nil, &store.Error{Table: name, Err: fmt.Errorf("%w: its record can't be read", store.ErrCorrupt)}
	}
	return &blob{store: s, name: name, record: r, blocks: map[int]js.Value{}}, nil
}

func (s *Store) Create(ctx context.Context, name string) (store.Writer, error) {
	if err := cmp.Or(store.CheckName(name), ctx.Err()); err != nil {
		return nil, err
	}
	w := &writer{ctx: ctx, store: s, name: name, record: record{generation: rand.Text()}}
	w.buffer = bufio.NewWriterSize(blockWriter{w}, atOnce)
	return w, nil
}

func (s *Store) Remove(ctx context.Context, name string) error {
	if err := cmp.Or(store.CheckName(name), ctx.Err()); err != nil {
		return err
	}
	return s.transact(ctx, s.committing, func(tx *transaction) error {
		r, err := tx.getRecord(name)
		if err != nil {
			return err
		}
		if err := tx.deleteBlocks(r.generation); err != nil {
			return err
		}
		return tx.deleteRecord(name)
	})
}

// ClearOrphans deletes the blocks that belong to no table: those of writers
// that died. It must be called only by who knows that there is no writer at
// work, in any tab. If there is one nevertheless, its Commit fails.
func (s *Store) ClearOrphans(ctx context.Context) error {
	return s.transact(ctx, s.committing, func(tx *transaction) error {
		done := map[string]bool{} // generations to keep, and those deleted already
		if err := tx.eachTable(func(_ string, r record) { done[r.generation] = true }); err != nil {
			return err
		}
		generations, err := tx.blockGenerations()
		if err != nil {
			return err
		}
		for _, generation := range generations {
			if done[generation] {
				continue
			}
			done[generation] = true
			if err := tx.deleteBlocks(generation); err != nil {
				return err
			}
		}
		return nil
	})
}

// record returns what the database knows of a table; it has no generation if
// it is damaged.
func (s *Store) record(ctx context.Context, name string) (r record, err error) {
	if err := cmp.Or(store.CheckName(name), ctx.Err()); err != nil {
		return record{}, err
	}
	ask := &recordAsk{name: name, done: make(chan struct{})}
	s.records.add(s.getRecords, ask)
	<-ask.done
	return ask.record, ask.err
}

// A recordAsk is someone who wants the record of a table.
type recordAsk struct {
	name   string
	record record
	err    error
	done   chan struct{} // closed when there is an answer
}

// getRecords answers those who ask at about the same time: a probe opens some
// ten tables.
func (s *Store) getRecords(asks []*recordAsk) {
	err := s.transact(context.Background(), reading, func(tx *transaction) error {
		return tx.getRecords(asks)
	})
	for _, ask := range asks {
		ask.err = cmp.Or(ask.err, err)
		close(ask.done)
	}
}

// connection returns an open connection other than the dead one, which may be
// nil.
func (s *Store) connection(ctx context.Context, dead *idb.Database) (*idb.Database, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, fmt.Errorf("database %s: %w", s.name, fs.ErrClosed)
	}
	if s.db == dead {
		db, err := connect(ctx, s.factory, s.name)
		if err != nil {
			return nil, err
		}
		s.db = db
	}
	return s.db, nil
}

func connect(ctx context.Context, factory *idb.Factory, name string) (*idb.Database, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // frees what listens to a request that failed
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

// A record is a value of the tables object store.
type record struct {
	generation string
	size       int64 // of the data, in bytes
	header     []byte
}

// blocks returns how many blocks the data fill.
func (r record) blocks() int {
	return int((r.size + blockSize - 1) / blockSize)
}

// value returns the record as JavaScript's object.
func (r record) value() js.Value {
	return js.ValueOf(map[string]any{"generation": r.generation, "size": r.size, "header": bytesOf(r.header)})
}

// parseRecord is the inverse of value. It returns the zero record for whatever
// else may be found in a database.
func parseRecord(v js.Value) record {
	if v.Type() != js.TypeObject {
		return record{}
	}
	generation, size, header := v.Get("generation"), v.Get("size"), v.Get("header")
	if generation.Type() != js.TypeString || size.Type() != js.TypeNumber || !header.InstanceOf(uint8Array) {
		return record{}
	}
	const maxSize = 1 << 53 // integers are exact below
	if n := size.Float(); !(n >= 0 && n < maxSize) || header.Length() > store.MaxHeader {
		return record{}
	}
	r := record{generation.String(), int64(size.Float()), make([]byte, header.Length())}
	js.CopyBytesToGo(r.header, header)
	return r
}
