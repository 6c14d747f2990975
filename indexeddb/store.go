//go:build js && wasm

package indexeddb

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"github.com/matewright/matewright/core/store"
)

// A Store is a [store.Store] in one database of the page's origin. Any number
// of tabs and workers may have it open at once.
type Store struct {
	*database
	committing idb.TransactionOptions // for transactions that make tables visible, or remove them
	reader     *reader
}

// Open opens the database of that name, and creates it if need be.
func Open(ctx context.Context, name string) (*Store, error) {
	return openIn(ctx, idb.Global(), name)
}

// OpenDerived is [Open] for derived data, which can be computed again. Commits are faster, but may be lost if the
// machine fails.
func OpenDerived(ctx context.Context, name string) (*Store, error) {
	s, err := Open(ctx, name)
	if err == nil {
		s.committing = appending
	}
	return s, err
}

func openIn(ctx context.Context, factory *idb.Factory, name string) (*Store, error) {
	db, err := openDatabase(ctx, factory, name)
	if err != nil {
		return nil, err
	}
	return &Store{database: db, committing: committing, reader: &reader{database: db}}, nil
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
	return &blob{reader: s.reader, name: name, handles: &handles{record: r, known: map[int]js.Value{}}}, nil
}

func (s *Store) Create(ctx context.Context, name string) (store.Writer, error) {
	if err := cmp.Or(store.CheckName(name), ctx.Err()); err != nil {
		return nil, err
	}
	w := &writer{
		ctx:        ctx,
		database:   s.database,
		committing: s.committing,
		name:       name,
		record:     record{generation: rand.Text()},
	}
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

// ClearOrphans deletes the blocks that belong to no table: those of writers that died. Call it only while no writer is
// at work in any tab. Otherwise the Commit of that writer fails.
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
