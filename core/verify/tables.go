package verify

import (
	"context"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/table"
)

// tables keeps the slices of tables in memory as they are asked for.
type tables struct {
	ctx   context.Context
	store table.Store
	open  map[material.Class]*openTable
}

type openTable struct {
	*table.Table
	slices []*solve.Values
}

func newTables(ctx context.Context, store table.Store) *tables {
	return &tables{ctx, store, map[material.Class]*openTable{}}
}

func (ts *tables) layout(class material.Class) (*slice.Layout, error) {
	if t := ts.open[class]; t != nil {
		return t.Layout, nil
	}
	t, err := table.Open(ts.ctx, ts.store, class)
	if err != nil {
		return nil, err
	}
	ts.open[class] = &openTable{t, make([]*solve.Values, t.Layout.Slices())}
	return t.Layout, nil
}

// values returns a slice of a class whose layout was asked for before.
func (ts *tables) values(l *slice.Layout, number int) (*solve.Values, error) {
	t := ts.open[l.Class]
	if v := t.slices[number]; v != nil {
		return v, nil
	}
	v := solve.NewValues(l)
	if err := t.Values(ts.ctx, number, v); err != nil {
		return nil, err
	}
	t.slices[number] = v
	return v, nil
}

func (ts *tables) close() {
	for _, t := range ts.open {
		t.Close()
	}
}
