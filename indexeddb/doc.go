// Package indexeddb stores tables in the browser's IndexedDB. Its [Store] implements store.Store, only for GOOS=js
// GOARCH=wasm, on a page or in a worker. The package also opens scratch files, outside of IndexedDB if possible.
//
// # The database
//
// The database has two object stores. Keys are left of the arrow, values right:
//
//	tables   name              ->  {generation, size, header}
//	blocks   [generation, n]   ->  Blob: the table's nth 4 MiB, the last one shorter,
//	                               or 1 MiB of a scratch file, which has no table
//
// A generation is a random string, new for every writer. So writers never collide, and a reader of one generation never
// gets bytes of another.
//
// # Commit
//
// A writer stores its blocks in one transaction each. They belong to no table, so readers do not see them. Commit is
// one more transaction. It stores the last block, counts that all blocks exist, points the name to the new generation,
// and deletes the blocks of the old one. The browser carries out a transaction as a whole or not at all.
//
// A tab that is closed while it writes leaves blocks without a table. They look like the blocks of a writer at work. So
// only the holder of the lock for building, the only writer, calls [Store.ClearOrphans].
//
// # Reading
//
// A request for a Blob returns a handle, and any part of the Blob can be read later. Requests made together take much
// less time than one after the other. So the store joins the requests that goroutines make at about the same time, for
// any tables, into one transaction. It also reads parts that are close together as one. To read many places, use as
// many goroutines.
//
// Blocks are Blobs because a part of an array cannot be read. Chromium stores short arrays in a log-structured file,
// which does not shrink when they are deleted. With arrays, removing tables would not free a full storage.
//
// An exported table ([FileOf]) is a Blob of the Blobs in the database, so its bytes do not pass through memory. An
// imported file is read in parts ([File]).
//
// # Caveats
//
//   - A transaction ends as soon as its goroutine waits for anything except a request of that transaction. So a
//     transaction never outlives a method of this package. Methods must not be called from within a js.Func: they wait
//     for the event loop, which such a callback blocks.
//   - JavaScript's memory behind a js.Value is freed only after Go's collector has run. With a large Go heap that is
//     rare, so this package empties the buffers that it no longer needs. It cannot empty the Blobs of a writer: the
//     browser may keep them while the worker lives, on disk if there are many.
//   - If another tab wants to upgrade or delete the database, the connection is closed at once. The next call opens it
//     again. After a deletion the store is empty, and unfinished writers fail to commit.
package indexeddb
