// Package indexeddb keeps tables in the browser's IndexedDB. Its [Store] is a
// store.Store; there is one only under GOOS=js GOARCH=wasm, on a page or in a
// worker. It also opens scratch files, outside of IndexedDB where that is possible.
//
// # The database
//
// It has two object stores. Keys are left of the arrow, values right:
//
//	tables   name              ->  {generation, size, header}
//	blocks   [generation, n]   ->  Blob: the table's nth 4 MiB, the last one shorter,
//	                               or 1 MiB of a scratch file, which has no table
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
// # Reading
//
// To get a Blob is not to read it: any part of it can be read later. Requests
// that are made together take much less time than one after the other. So what
// goroutines ask for at about the same time, of whatever tables, becomes one
// transaction, and parts that lie close together are read as one. Who has many
// places to read should do it in as many goroutines.
//
// Blobs, and not arrays, because parts of arrays can't be read. Arrays short
// enough that this doesn't matter are kept by Chromium in a log-structured
// file, which does not shrink when they are deleted: once the storage was full,
// removing tables would not help.
//
// A table becomes a file for export ([Store.File]) without passing through memory: a
// Blob made of the database's. A file to be imported is read in parts ([File]).
//
// # Caveats
//
//   - A transaction ends as soon as its goroutine waits for anything but a
//     request of that transaction. Therefore none outlives a method of this
//     package, and methods must not be called from within a js.Func: they wait
//     for the event loop, which such a callback holds up.
//   - JavaScript's memory behind a js.Value is freed only after Go's collector
//     has run, and beside a big Go heap that is seldom. So the buffers that
//     this package is done with are emptied by hand. A writer's Blobs can't be:
//     the browser may keep them, on disk if they are many, while the writer's
//     worker lives.
//   - If another tab wants to upgrade or delete the database, the connection
//     is closed at once, and opened anew at the next call. After a deletion
//     the store is empty, and writers that were at work fail to commit.
package indexeddb
