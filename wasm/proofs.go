//go:build js && wasm

package main

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/store"
)

// seconds is a duration.
type seconds float64

// duration returns the duration, and a minute for one that makes no sense.
func (s seconds) duration() time.Duration {
	if s > 0 && s <= 24*60*60 {
		return time.Duration(float64(s) * float64(time.Second))
	}
	return time.Minute
}

// proofs is the search of a worker, with its memory from one position to the next.
type proofs struct {
	library *library.Library
	search  *search.Search

	searching sync.Mutex // held during a search
	mu        sync.Mutex // guards the next fields
	stop      func()     // ends the search that is under way
	beside    bool       // a build
	stale     bool       // new tables may exist
}

// proofCache is the memory for the tables of a search.
const proofCache = 48 << 20

// workInterval is how long a search works before it lets the worker process messages.
const workInterval = 100 * time.Millisecond

// open returns a search with the given memory, which reads the tables that are stored now.
func (pr *proofs) open(tables store.Store, memory int64) (*search.Search, error) {
	if pr.library == nil {
		pr.library = library.New(tables, proofCache)
	}
	if pr.search == nil || pr.search.Table().Stats().Bytes != memory/search.EntryBytes*search.EntryBytes {
		pr.search = nil
		runtime.GC() // free the memory of the old search first
		pr.search = search.New(nil, search.NewTable(memory)).UseKnownWins()
	}
	return pr.search, pr.renew()
}

// renew makes the search look for tables again.
func (pr *proofs) renew() error {
	pr.search.Use(pr.library.Reader(context.Background()))
	return pr.library.Renew()
}

// poll returns whether a build runs beside the search, and whether new tables may exist since the last poll.
func (pr *proofs) poll() (beside, stale bool) {
	pr.mu.Lock()
	defer pr.mu.Unlock()
	beside, stale = pr.beside, pr.stale
	pr.stale = false
	return beside, stale
}

// forget closes the open tables. The search opens them again when it needs them.
func (pr *proofs) forget() error { return pr.library.Close() }
