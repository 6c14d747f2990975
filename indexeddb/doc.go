// Package indexeddb keeps tables in the browser's IndexedDB. Its [Store] is a
// table.Store; there is one only under GOOS=js GOARCH=wasm, on a page or in a
// worker.
//
// # The database
//
// It has two object stores. Keys are left of the arrow, values right:
//
//	tables   name              ->  {generation, size, header}
//	blocks   [generation, n]   ->  Uint8Array: the table's nth MiB, the last one shorter
//
// A generation is a random string, new for every writer. So writers never
// meet, and a reader that began with one generation can't be given bytes of
// another.
//
// # Commit
//
// A writer stores its blocks in one transaction each. They belong to no table
// and nobody sees them. Commit is one more transaction: it stores the last
// block, counts that all blocks are there, points the name at the new
// generation and deletes the blocks of the old one. The browser carries a
// transaction out wholly or not at all.
//
// A tab that is closed while it writes leaves blocks without a table. Only who
// knows that nobody else is writing can tell them from those of a writer at
// work: whoever holds the lock for building calls [Store.ClearOrphans].
//
// # Caveats
//
//   - A transaction ends as soon as its goroutine waits for anything but a
//     request of that transaction. Therefore none outlives a method of this
//     package, and methods must not be called from within a js.Func: they wait
//     for the event loop, which such a callback holds up.
//   - JavaScript's memory behind a js.Value is freed only after Go's collector
//     has run, and beside a big Go heap that is seldom. So the buffers that
//     this package is done with are emptied by hand.
//   - If another tab wants to upgrade or delete the database, the connection
//     is closed at once, and opened anew at the next call. After a deletion
//     the store is empty, and writers that were at work fail to commit.
package indexeddb
