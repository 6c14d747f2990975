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

// seconds is a time.
type seconds float64

// duration returns the time, and a minute for one that makes no sense.
func (s seconds) duration() time.Duration {
	if s > 0 && s <= 24*60*60 {
		return time.Duration(float64(s) * float64(time.Second))
	}
	return time.Minute
}

// proofs is the search of a worker, and what it remembers from one position to the next.
type proofs struct {
	library *library.Library
	search  *search.Search

	searching sync.Mutex // held by who searches
	mu        sync.Mutex // guards what follows
	stop      func()     // ends the search that is under way
	beside    bool       // a build
	stale     bool       // there may be more tables than it has looked for
}

// proofCache is the memory for the tables that a search asks.
const proofCache = 48 << 20

// workInterval is how long a search works before it lets the worker hear what it is told.
const workInterval = 100 * time.Millisecond

// open returns a search with so much memory, which asks the tables that are there now.
func (pr *proofs) open(tables store.Store, memory int64) (*search.Search, error) {
	if pr.library == nil {
		pr.library = library.New(tables, proofCache)
	}
	if pr.search == nil || pr.search.Table().Stats().Bytes != memory/search.EntryBytes*search.EntryBytes {
		pr.search = nil
		runtime.GC() // its memory goes before the other one's comes
		pr.search = search.New(nil, search.NewTable(memory)).UseKnownWins()
	}
	return pr.search, pr.renew()
}

// renew has the search look anew for tables.
func (pr *proofs) renew() error {
	pr.search.Use(pr.library.Reader(context.Background()))
	return pr.library.Renew()
}

// heed returns what the search was told: whether there is a build beside it, and whether there may be more tables than
// when this was last asked.
func (pr *proofs) heed() (beside, stale bool) {
	pr.mu.Lock()
	defer pr.mu.Unlock()
	beside, stale = pr.beside, pr.stale
	pr.stale = false
	return beside, stale
}

// forget closes the tables that were opened: they are opened anew when they are asked.
func (pr *proofs) forget() error { return pr.library.Close() }
