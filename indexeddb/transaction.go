//go:build js && wasm

package indexeddb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"github.com/matewright/matewright/core/table"
)

var (
	uint8Array = js.Global().Get("Uint8Array")
	jsBlob     = js.Global().Get("Blob")
	keyRange   = js.Global().Get("IDBKeyRange")
)

// What a transaction is for.
var (
	reading    = idb.TransactionOptions{Mode: idb.TransactionReadOnly}
	appending  = idb.TransactionOptions{Mode: idb.TransactionReadWrite, Durability: idb.DurabilityRelaxed}
	committing = idb.TransactionOptions{Mode: idb.TransactionReadWrite, Durability: idb.DurabilityStrict}
)

// A transaction is the two object stores while they can be used. Methods that
// return something wait for it; the others only make a request, and if that
// fails the whole transaction does.
type transaction struct {
	tables, blocks *idb.ObjectStore
}

// transact runs f in a transaction, and returns when that is complete or, with
// an error, when nothing of it happened. It can be cancelled only before it
// begins. The function f may wait for nothing but the methods of its argument.
func (s *Store) transact(ctx context.Context, options idb.TransactionOptions, f func(tx *transaction) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	idbTx, err := s.begin(ctx, options)
	if err != nil {
		return err
	}
	// Listen before f runs: a request that fails early ends the transaction
	// while f waits for the next one.
	end := make(chan error, 1)
	go func() { end <- idbTx.Await(context.Background()) }()

	err = run(idbTx, f)
	if err != nil {
		_ = idbTx.Abort() // fails if the transaction has aborted itself
	}
	endErr := <-end
	if err != nil && (endErr == nil || isException(endErr, "AbortError")) {
		return mark(err) // f is the cause, not the consequence
	}
	return mark(endErr)
}

// begin opens a transaction. If the connection turns out to be closed, for
// another tab upgraded or deleted the database, it connects anew, once.
func (s *Store) begin(ctx context.Context, options idb.TransactionOptions) (*idb.Transaction, error) {
	db, err := s.connection(ctx, nil)
	if err != nil {
		return nil, err
	}
	idbTx, err := db.TransactionWithOptions(options, tablesStore, blocksStore)
	if !isException(err, "InvalidStateError") {
		return idbTx, err
	}
	if db, err = s.connection(ctx, db); err != nil {
		return nil, err
	}
	return db.TransactionWithOptions(options, tablesStore, blocksStore)
}

func run(idbTx *idb.Transaction, f func(tx *transaction) error) error {
	tables, err := idbTx.ObjectStore(tablesStore)
	if err != nil {
		return err
	}
	blocks, err := idbTx.ObjectStore(blocksStore)
	if err != nil {
		return err
	}
	return f(&transaction{tables, blocks})
}

// eachTable calls f for every table, sorted by name. A damaged record is zero.
func (tx *transaction) eachTable(f func(name string, r record)) error {
	request, err := tx.tables.OpenCursor(idb.CursorNext)
	if err != nil {
		return err
	}
	return request.Iter(context.Background(), func(cursor *idb.CursorWithValue) error {
		key, keyErr := cursor.Key()
		value, valueErr := cursor.Value()
		if err := cmp.Or(keyErr, valueErr); err != nil {
			return err
		}
		if key.Type() == js.TypeString {
			f(key.String(), parseRecord(value))
		}
		return nil
	})
}

// getRecord returns the record of a table: the zero record if it is damaged, an
// error that matches ErrMissing if there is none.
func (tx *transaction) getRecord(name string) (record, error) {
	request, err := tx.tables.Get(js.ValueOf(name))
	if err != nil {
		return record{}, err
	}
	value, err := request.Await(context.Background())
	if err != nil {
		return record{}, err
	}
	if value.IsUndefined() {
		return record{}, &table.Error{Table: name, Err: table.ErrMissing}
	}
	return parseRecord(value), nil
}

func (tx *transaction) putRecord(name string, r record) error {
	_, err := tx.tables.PutKey(js.ValueOf(name), r.value())
	return err
}

func (tx *transaction) deleteRecord(name string) error {
	_, err := tx.tables.Delete(js.ValueOf(name))
	return err
}

// getBlocks returns blocks, undefined for those that are not there. It asks for
// all of them at once.
func (tx *transaction) getBlocks(keys []blockKey) ([]js.Value, error) {
	blocks := make([]js.Value, len(keys))
	answers := make(chan error, len(keys))
	for i, key := range keys {
		request, err := tx.blocks.Get(key.value())
		if err != nil {
			return nil, err
		}
		err = request.Listen(context.Background(), func() {
			var err error
			blocks[i], err = request.Result()
			answers <- err
		}, func() { answers <- damaged(key.n, request.Err()) })
		if err != nil {
			return nil, err
		}
	}
	for range keys {
		if err := <-answers; err != nil {
			return nil, err
		}
	}
	return blocks, nil
}

// damaged marks the errors of blocks that are there and can't be read. Chrome
// keeps large values in files of their own, and can lose one.
func damaged(n int, err error) error {
	for _, name := range []string{"DataError", "NotReadableError", "NotFoundError"} {
		if isException(err, name) {
			return fmt.Errorf("%w: block %d can't be read: %w", table.ErrCorrupt, n, err)
		}
	}
	return err
}

func (tx *transaction) putBlock(key blockKey, block js.Value) error {
	_, err := tx.blocks.PutKey(key.value(), block)
	return err
}

func (tx *transaction) countBlocks(generation string) (int, error) {
	request, err := tx.blocks.CountKey(blockKeys(generation))
	if err != nil {
		return 0, err
	}
	n, err := request.Await(context.Background())
	return int(n), err
}

func (tx *transaction) deleteBlocks(generation string) error {
	_, err := tx.blocks.Delete(blockKeys(generation))
	return err
}

// blockGenerations returns the generation of every block there is.
func (tx *transaction) blockGenerations() ([]string, error) {
	request, err := tx.blocks.GetAllKeys()
	if err != nil {
		return nil, err
	}
	keys, err := request.Await(context.Background())
	var generations []string
	for _, key := range keys {
		if key.Type() == js.TypeObject {
			generations = append(generations, key.Index(0).String())
		}
	}
	return generations, err
}

// A blockKey says which block of which writer.
type blockKey struct {
	generation string
	n          int
}

func (k blockKey) value() js.Value {
	return js.ValueOf([]any{k.generation, k.n})
}

// blockKeys is the range of all block keys of a generation.
func blockKeys(generation string) js.Value {
	afterNumbers := []any{} // an array sorts after every number
	return keyRange.Call("bound", js.ValueOf([]any{generation}), js.ValueOf([]any{generation, afterNumbers}))
}

// mark makes the errors of a full disk match ErrFull.
func mark(err error) error {
	if isException(err, "QuotaExceededError") {
		return fmt.Errorf("%w: %w", table.ErrFull, err)
	}
	return err
}

// isException reports whether an error is the DOMException of that name. Those
// that are thrown don't match by errors.Is, as those of failed requests do.
func isException(err error, name string) bool {
	if errors.Is(err, idb.NewDOMException(name)) {
		return true
	}
	var thrown js.Error
	return errors.As(err, &thrown) && thrown.Type() == js.TypeObject && thrown.Get("name").String() == name
}
