//go:build js && wasm && check

package main

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"syscall/js"

	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/core/syzygy/write"
	"github.com/matewright/matewright/indexeddb"
)

type syzygyNeedsRequest struct {
	Classes []string `json:"classes"`
}

// syzygyNeedShape has the needs of the Syzygy files of a class.
type syzygyNeedShape struct {
	Class  string `json:"class"`
	Memory int64  `json:"memory"` // the least bytes to write them
}

// leastCache is the least cache of tables while Syzygy files are written.
const leastCache = 16 << 20

// syzygyNeeds returns the memory that the Syzygy files of classes need.
func (e *engine) syzygyNeeds(_ context.Context, request syzygyNeedsRequest) ([]syzygyNeedShape, error) {
	classes, err := material.ParseAll(request.Classes)
	if err != nil {
		return nil, err
	}
	needs := []syzygyNeedShape{}
	for _, class := range classes {
		needs = append(needs, syzygyNeedShape{class.String(), write.Memory(class) + leastCache + outsideGo})
	}
	return needs, nil
}

type syzygyWriteRequest struct {
	Class   string `json:"class"`
	Memory  memory `json:"memory"`
	Rounded bool   `json:"rounded"` // the distances of wins and losses, by two plies
}

// syzygyWritingShape is the progress of writing.
type syzygyWritingShape struct {
	Done int64 `json:"done"` // positions; 0 while faces are made
	Of   int64 `json:"of"`
}

// errMetric is the error of an engine that does not list the tables that Syzygy files are written from.
var errMetric = errors.New("only tables of DTZ50 have the values of Syzygy files")

// writeSyzygy returns the Syzygy files of a class, with its outcomes and its distances, from its stored table. It may
// store faces.
func (e *engine) writeSyzygy(
	ctx context.Context, request syzygyWriteRequest, report func(syzygyWritingShape),
) ([]js.Value, error) {
	class, err := material.Parse(request.Class)
	if err != nil {
		return nil, err
	}
	if !e.metric.HasFiftyMoveRule() {
		return nil, errMetric
	}
	faces, err := e.openFaces(ctx)
	if err != nil {
		return nil, err
	}
	budget := request.Memory.bytes() - outsideGo
	if !inMemory { // in memory the heap also has tables and a search
		debug.SetMemoryLimit(budget)
	}
	lib := library.New(e.store, max(leastCache, (budget-write.Memory(class))/4*3)).ForMetric(e.metric).Faces(faces)
	defer lib.Close()
	report = sparsely(report)
	breathe := breathing()
	observe := func(done, all int64) {
		runtime.Gosched() // the collector needs its turn: nothing preempts a goroutine here
		report(syzygyWritingShape{done, all})
		breathe()
	}
	files, err := write.Class(ctx, lib, class, write.Options{
		Threads: 1,
		Rounded: request.Rounded,
		Observe: observe,
		Faces:   func(_, _ int) { observe(0, 1) },
	})
	if err != nil {
		return nil, err
	}
	return []js.Value{
		fileWith(files.Outcomes, class.String()+syzygy.WDLFile.Extension()),
		fileWith(files.Distances, class.String()+syzygy.DTZFile.Extension()),
	}, nil
}

// fileWith returns bytes as a file with a name.
func fileWith(data []byte, name string) js.Value {
	options := map[string]any{"type": "application/octet-stream"}
	return js.Global().Get("File").New([]any{bytesOf(data)}, name, options)
}

// wholeSyzygy returns the names of those files that are whole Syzygy files: their content matches their name and their
// checksum.
func (e *engine) wholeSyzygy(_ context.Context, files indexeddb.Files) ([]string, error) {
	whole := []string{}
	for _, file := range files {
		err := syzygy.Check(file.Name(), pairs.FromReader(file, file.Size()))
		if err == nil {
			err = syzygy.VerifySource(file, file.Size())
		}
		if err == nil {
			whole = append(whole, file.Name())
		}
	}
	return whole, nil
}
