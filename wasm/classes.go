//go:build js && wasm

package main

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
)

// classes lists the classes with up to a number of men, and larger ones with data in the store. It adds the stored
// data.
func (e *engine) classes(ctx context.Context, request classesRequest) ([]classShape, error) {
	there, err := catalog.List(ctx, e.store)
	if err != nil {
		return nil, err
	}
	if err := e.forgetJudged(there.Unproven); err != nil {
		return nil, err
	}
	if err := e.forgetBuilt(there); err != nil {
		return nil, err
	}
	stored := map[string]store.Entry{}
	for _, entry := range there.Tables {
		stored[entry.Name] = entry
	}
	byName := byNameOf(there.Tables)
	saved := savedShapes(e.metric, e.checkpoints())
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.all == nil {
		e.all, e.shapes = material.UpTo(material.MaxMen), map[material.Class]classShape{}
	}
	e.addShapes(slices.DeleteFunc(slices.Clone(e.all), func(c material.Class) bool { return c.Men() > request.Men }))
	list := []classShape{}
	for _, class := range e.all {
		entry, whole := stored[class.String()]
		units, lone := there.Unfinished[class], there.Lone[class]
		unproven := unprovenOf(class, there)
		if class.Men() > request.Men && !whole && len(units) == 0 && len(lone) == 0 && saved[class.String()] == nil &&
			len(unproven) == 0 {
			continue
		}
		e.addShapes([]material.Class{class})
		shape := e.shapes[class]
		if whole {
			shape.addEntry(entry)
		}
		shape.addUnits(class, units)
		shape.addLone(lone)
		shape.addCastling(class, stored)
		for _, bytes := range byName[class] {
			shape.Bytes += bytes
		}
		shape.Unproven = unproven
		shape.Saved = saved[shape.Name]
		list = append(list, shape)
	}
	return list, nil
}

// addShapes computes the missing data of classes without the store. For many classes that takes a moment.
func (e *engine) addShapes(classes []material.Class) {
	classes = slices.DeleteFunc(classes, func(c material.Class) bool {
		_, known := e.shapes[c]
		return known
	})
	for class, closure := range material.Closures(classes...) {
		e.shapes[class] = shapeClass(class, closure)
	}
}

// details describes a stored table by its header.
func (e *engine) details(ctx context.Context, request classRequest) (*detailsShape, error) {
	t, err := e.openTable(ctx, request)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	return shapeDetails(t.Header), nil
}

// sum returns the SHA-256 of a table's file. It reads the whole table.
func (e *engine) sum(ctx context.Context, request classRequest) (*sumShape, error) {
	t, err := e.openTable(ctx, request)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	sum, proven, err := t.Prove(ctx)
	_, isKnown := known.HalfOf(t.Header.Metric, t.Header.Class.String())
	return &sumShape{sum.String(), isKnown, proven}, err
}

// openTable opens the stored table of a class.
func (e *engine) openTable(ctx context.Context, request classRequest) (*library.Table, error) {
	class, err := material.Parse(request.Class)
	if err != nil {
		return nil, err
	}
	return library.Open(ctx, e.store, class)
}
