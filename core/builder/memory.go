package builder

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/value"
)

// A memoryPlan is how a build uses memory. It is made once, from the job and its options, and never changes.
type memoryPlan struct {
	metric *value.Metric
	budget int64 // bytes that are never exceeded; 0 if memory is only a guide
	share
	tables []tablePlan // in the order of the steps
}

// A share divides memory among threads, slices and the library.
type share struct {
	threads int
	cache   int64 // bytes that the library remembers
	room    int64 // bytes for all slices under way
}

// A tablePlan is how one table is made.
type tablePlan struct {
	layout *slice.Layout
	plan   solve.Plan

	footprint int64 // bytes that a slice under way holds
	kept      int64 // bytes of finished slices that are kept in memory; 0 if they go to scratch
	unpacks   bool  // the tables that exits lead to, to scratch
	unpacked  library.Unpacking
	cutting   int64 // bytes to cut faces out of tables
}

// planMemory decides how each table of a job is made, and which memory the tables share. Plenty of memory is no
// bound. If it is short it becomes the budget, unless the tables need more. The parameters are those of the store.
func planMemory(job *Job, params format.Params, o *Options) (*memoryPlan, error) {
	s := setting{params, cmp.Or(o.UnpackedFrame, library.UnpackedFrame)}
	m := &memoryPlan{metric: cmp.Or(o.Metric, value.Default()), budget: o.Budget}
	threads, memory := o.Threads, o.Budget
	provided := memory
	if m.budget > 0 {
		threads = max(1, threads) // further threads take from the cache, which makes all of them quick
	} else {
		least, err := s.leastOf(job, m.metric, o.Method)
		if err != nil {
			return nil, err
		}
		threads = cmp.Or(threads, runtime.GOMAXPROCS(0))
		memory = cmp.Or(o.Memory, defaultMemory) + o.CacheBytes
		provided = max(memory, least)
	}
	provisions, err := s.provideEach(job, m.metric, provided, threads, o)
	if err != nil {
		return nil, err
	}
	if m.budget == 0 && slices.ContainsFunc(provisions, (*Provision).isShort) {
		m.budget = provided
	}
	if m.budget > 0 {
		m.share = shareBudget(provisions, m.budget, threads)
	} else {
		m.share = shareMemory(provisions, memory, threads, o.CacheBytes)
	}
	for _, p := range provisions {
		m.tables = append(m.tables, m.table(p))
	}
	return m, nil
}

// table returns how a table is made.
func (m *memoryPlan) table(p *Provision) tablePlan {
	tables, promoted := p.unpacked(m.cache)
	kept := p.kept
	if m.budget > 0 {
		kept = p.keptInMemory()
	}
	return tablePlan{
		layout:    p.layout,
		plan:      p.Solving,
		footprint: p.footprint,
		kept:      kept,
		unpacks:   tables+promoted > 0,
		unpacked:  p.unpackedFrame(m.cache),
		cutting:   p.cutting(),
	}
}

// leastOf returns the smallest budget with which all tables of a job can be made.
func (s setting) leastOf(job *Job, metric *value.Metric, method solve.Method) (least int64, err error) {
	for _, step := range job.Steps {
		n, err := s.least(step.Class, metric, method)
		if err != nil {
			return 0, err
		}
		least = max(least, n)
	}
	return least, nil
}

// provideEach returns how each table of a job is made in some memory.
func (s setting) provideEach(
	job *Job, metric *value.Metric, memory int64, threads int, o *Options,
) ([]*Provision, error) {
	var list []*Provision
	saved := savedMethods(o.Checkpoints)
	for _, step := range job.Steps {
		p, err := s.provideSaved(step.Class, metric, memory, o.Method, saved[step.Class.String()])
		if err != nil {
			return nil, err
		}
		p.Spread(threads)
		list = append(list, p)
	}
	return list, nil
}

// savedMethods returns the methods of the classes with a checkpoint, by the names of the classes. If the checkpoints
// cannot be listed, their slices start again.
func savedMethods(from checkpoint.Store) map[string]solve.Method {
	saved := map[string]solve.Method{}
	if from == nil {
		return saved
	}
	list, _ := from.List()
	for _, e := range list {
		if method, err := methods.All().Named(e.Record.Of.Method); err == nil && saved[e.Record.Of.Class] == nil {
			saved[e.Record.Of.Class] = method
		}
	}
	return saved
}

// provideSaved is [Provide] by the method of a checkpoint, if it fits and the user names no other one.
func (s setting) provideSaved(
	class material.Class, metric *value.Metric, memory int64, named, saved solve.Method,
) (*Provision, error) {
	if named == nil && saved != nil {
		if p, err := s.provide(class, metric, memory, saved); err == nil {
			return p, nil
		}
	}
	return s.provide(class, metric, memory, named)
}

// shareMemory shares out memory without a budget. A thread that finds no room for a slice waits, but one table always
// has room. The library gets the given cache or, if that is 0, a share of the rest.
func shareMemory(provisions []*Provision, memory int64, threads int, cache int64) (s share) {
	least, wanted := int64(0), int64(0)
	for _, p := range provisions {
		least = max(least, p.footprint+p.kept)
		wanted = max(wanted, ahead*p.footprint+p.kept)
	}
	memory -= programBytes
	s.threads = withinShare(threads, memory/threadsShare)
	s.room = max(least, min(memory/slicesShare, int64(s.threads)*wanted))
	s.cache = cmp.Or(cache, (memory-s.room-int64(s.threads)*readingBytes)*cacheEighths/eighths)
	return s
}

// withinShare limits a number of threads. Each except the first reads into readingBytes, and all of them together get
// a share of the memory.
func withinShare(threads int, share int64) int {
	return int(min(int64(threads), 1+share/readingBytes))
}

// shareBudget shares out a budget, as the table with the least spare memory requires. Threads except the first take up
// to a share of the cache.
func shareBudget(provisions []*Provision, budget int64, threads int) (s share) {
	largest, kept, spare := int64(0), int64(0), budget
	for _, p := range provisions {
		spare = min(spare, p.Cache/othersShare, p.Cache-p.leastCache())
		largest = max(largest, p.footprint)
		kept = max(kept, p.keptInMemory())
	}
	others := int64(withinShare(threads, spare/threadsShareOfSpare) - 1)
	fitting := func(others int64) int64 { return min(others, (spare-others*readingBytes)/largest) }
	for fewer := others - 1; fewer > 0; fewer-- { // a part that a thread reads may take the room of another one's slice
		if fitting(fewer) > fitting(others) {
			others = fewer
		}
	}
	s.threads = 1 + int(others)
	more := min(spare-others*readingBytes, others*largest) // for slices
	s.cache = budget
	for _, p := range provisions {
		cache := p.Cache - others*readingBytes - more
		uncounted := max(0, min(budget/uncountedShare, cache-p.leastCache()))
		s.cache = min(s.cache, libraryBytes(cache-uncounted))
	}
	s.room = largest + kept + more
	return s
}
