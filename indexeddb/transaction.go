//go:build js && wasm

package indexeddb

import (
	"cmp"
	"context"
	"fmt"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"github.com/matewright/matewright/core/store"
)

// The kinds of transactions.
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

// transact runs f in a transaction, and returns when the transaction is complete. After an error, nothing of it has
// happened. transact does not wait for the end of a transaction that only reads. A context can cancel it only before it
// begins. The function f may wait only for the methods of its argument.
func (d *database) transact(ctx context.Context, options idb.TransactionOptions, f func(tx *transaction) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	idbTx, err := d.begin(ctx, options)
	if err != nil {
		return err
	}
	// Listen before f runs: a request that fails early ends the transaction
	// while f waits for the next one.
	end := make(chan error, 1)
	go func() { end <- idbTx.Await(context.Background()) }()

	err = run(idbTx, f)
	if err == nil && options.Mode == idb.TransactionReadOnly {
		return nil
	}
	if err != nil {
		_ = idbTx.Abort() // fails if the transaction has aborted itself
	}
	endErr := <-end
	if err != nil && (endErr == nil || isException(endErr, "AbortError")) {
		return mark(err) // f is the cause, not the consequence
	}
	return mark(endErr)
}

// begin opens a transaction. If the connection is closed, as another tab upgraded or deleted the database, it connects
// once more.
func (d *database) begin(ctx context.Context, options idb.TransactionOptions) (*idb.Transaction, error) {
	db, err := d.connection(ctx, nil)
	if err != nil {
		return nil, err
	}
	idbTx, err := db.TransactionWithOptions(options, tablesStore, blocksStore)
	if !isException(err, "InvalidStateError") {
		return idbTx, err
	}
	if db, err = d.connection(ctx, db); err != nil {
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

// getRecord returns the record of a table. A damaged record is zero. Without a record, the error matches ErrMissing.
func (tx *transaction) getRecord(name string) (record, error) {
	ask := &recordAsk{name: name}
	err := tx.getRecords([]*recordAsk{ask})
	return ask.record, cmp.Or(ask.err, err)
}

// getRecords answers as getRecord does.
func (tx *transaction) getRecords(asks []*recordAsk) error {
	names := make([]js.Value, len(asks))
	for i, ask := range asks {
		names[i] = js.ValueOf(ask.name)
	}
	values, _, err := getAll(tx.tables, names)
	for i, value := range values {
		if value.IsUndefined() {
			asks[i].err = &store.Error{Table: asks[i].name, Err: store.ErrMissing}
		} else {
			asks[i].record = parseRecord(value)
		}
	}
	return err
}

func (tx *transaction) putRecord(name string, r record) error {
	_, err := tx.tables.PutKey(js.ValueOf(name), r.value())
	return err
}

func (tx *transaction) deleteRecord(name string) error {
	_, err := tx.tables.Delete(js.ValueOf(name))
	return err
}

// getBlocks returns blocks; missing ones are undefined.
func (tx *transaction) getBlocks(keys []blockKey) ([]js.Value, error) {
	values := make([]js.Value, len(keys))
	for i, key := range keys {
		values[i] = key.value()
	}
	blocks, failed, err := getAll(tx.blocks, values)
	if failed >= 0 {
		err = damaged(keys[failed].n, err)
	}
	return blocks, err
}

// getAll returns the values of keys; missing ones are undefined. It requests all of them at once. After an error,
// failed is the index of the key that failed, or -1.
func getAll(from *idb.ObjectStore, keys []js.Value) (values []js.Value, failed int, err error) {
	type answer struct {
		key int
		err error
	}
	values = make([]js.Value, len(keys))
	answers := make(chan answer, len(keys))
	for i, key := range keys {
		request, err := from.Get(key)
		if err != nil {
			return nil, -1, err
		}
		err = request.Listen(context.Background(), func() {
			var err error
			values[i], err = request.Result()
			answers <- answer{i, err}
		}, func() { answers <- answer{i, request.Err()} })
		if err != nil {
			return nil, -1, err
		}
	}
	for range keys {
		if a := <-answers; a.err != nil {
			return nil, a.key, a.err
		}
	}
	return values, -1, nil
}

// damaged marks the errors of unreadable blocks. Chrome stores large values in separate files, and can lose one.
func damaged(n int, err error) error {
	for _, name := range []string{"DataError", "NotReadableError", "NotFoundError"} {
		if isException(err, name) {
			return fmt.Errorf("%w: block %d can't be read: %w", store.ErrCorrupt, n, err)
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

// record returns the record of a table. A damaged record has no generation.
func (d *database) record(ctx context.Context, name string) (r record, err error) {
	if err := cmp.Or(store.CheckName(name), ctx.Err()); err != nil {
		return record{}, err
	}
	ask := &recordAsk{name: name, done: make(chan struct{})}
	d.records.add(d.getRecords, ask)
	<-ask.done
	return ask.record, ask.err
}

// getRecords answers those who ask at about the same time: a probe opens some
// ten tables.
func (d *database) getRecords(asks []*recordAsk) {
	err := d.transact(context.Background(), reading, func(tx *transaction) error {
		return tx.getRecords(asks)
	})
	for _, ask := range asks {
		ask.err = cmp.Or(ask.err, err)
		close(ask.done)
	}
}
