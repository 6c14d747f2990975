//go:build js && wasm

package main

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/library"
)

// findBytes bounds what a search remembers of tables.
const findBytes = 128 << 20

// find looks for positions, and reports now and then which were found since.
func (e *engine) find(ctx context.Context, asked findRequest, report func(findingShape)) (*findingShape, error) {
	query, err := asked.query()
	if err != nil {
		return nil, err
	}
	lib := library.New(e.store, findBytes)
	defer lib.Close()
	search, err := find.New(ctx, lib, query)
	if err != nil {
		return nil, err
	}
	all := newFinding(search)
	if asked.Random {
		f, ok, err := search.Random(rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
		if ok {
			all.Found = append(all.Found, f.Record(query.Kind))
		}
		return all, err
	}
	since, last := newFinding(search), time.Now()
	breathe := breathing()
	tell := func(next int64) {
		breathe()
		if since.Next = next; time.Since(last) >= progressInterval {
			report(*since)
			since.Found, last = []find.Record{}, time.Now()
		}
	}
	search.Observe, search.Until = tell, asked.Until
	found := func(f find.Found) bool {
		record := f.Record(query.Kind)
		all.Found, since.Found = append(all.Found, record), append(since.Found, record)
		tell(f.Next)
		return len(all.Found) < asked.Limit
	}
	if asked.Varied {
		all.Next, err = search.Varied(uint64(asked.Seed), asked.From, found)
	} else {
		all.Next, err = search.Each(asked.From, found)
	}
	return all, err
}
