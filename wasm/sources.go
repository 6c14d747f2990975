//go:build js && wasm

package main

import (
	"errors"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
)

// again is [answerBySite]. Damaged Syzygy files are left out. Without the files of a position its error is that of a
// position without any files.
func again[T any](e *engine, p *board.Position, ask func() (T, error)) (T, error) {
	answer, err := answerBySite(e, ask)
	for e.extra != nil && e.extra.leaveOut(err) {
		answer, err = answerBySite(e, ask)
	}
	if errors.Is(err, store.ErrMissing) {
		if men := probe.CheckMen(p); men != nil {
			err = men
		}
	}
	return answer, err
}

// answerBySite is [service.Again], without the site after its fault.
func answerBySite[T any](e *engine, probe func() (T, error)) (T, error) {
	return remote.Answer(e.site, e.prober.Forget, func() (T, error) { return service.Again(e.forget, probe) })
}

// siteFault returns the fault of the site, or nil. It is behind a missing answer, which may be about any number of men:
// these can lead to too many classes to list.
func (e *engine) siteFault() *siteShape {
	if e.site == nil {
		return nil
	}
	fault := e.site.Fault()
	if fault == nil {
		return nil
	}
	return &siteShape{Name: e.site.Name(), Classes: []string{}, Trusted: []string{}, Fault: shapeProblem(fault)}
}

// siteShape returns the part of the site in an answer from the tables of a class, or nil.
func (e *engine) siteShape(class material.Class) *siteShape {
	if e.site == nil {
		return nil
	}
	read := slices.DeleteFunc(material.Closure(class), func(c material.Class) bool { return !e.site.Opened(c) })
	trusted := slices.DeleteFunc(slices.Clone(read), func(c material.Class) bool { return !e.site.Trusted(c) })
	shape := &siteShape{
		Name: e.site.Name(), Classes: namesWithoutRights(read), Trusted: namesWithoutRights(trusted),
	}
	if fault := e.site.Fault(); fault != nil {
		shape.Fault = shapeProblem(fault)
	}
	if len(shape.Classes) == 0 && shape.Fault == nil {
		return nil
	}
	return shape
}

// forgetBuilt forgets the data that was read from the site if the store has one of its tables by now.
func (e *engine) forgetBuilt(there *catalog.Listing) error {
	for _, entry := range there.Tables {
		class, err := material.Parse(entry.Name)
		if e.site != nil && err == nil && e.site.Opened(class) {
			e.site.Forget()
			return e.prober.Forget()
		}
	}
	return nil
}
