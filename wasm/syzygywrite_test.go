//go:build js && wasm && check

package main

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"syscall/js"
	"testing"

	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy/write"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/indexeddb"
)

// content returns the bytes of a file.
func content(t *testing.T, v js.Value) []byte {
	t.Helper()
	file, ok := indexeddb.NewFile(v)
	if !ok {
		t.Fatal("this is not a file")
	}
	data := make([]byte, file.Size())
	if _, err := file.ReadAt(data, 0); err != nil {
		t.Fatal(err)
	}
	return data
}

// writerEngine returns an engine with tables and an empty store of faces.
func writerEngine(t *testing.T, metric *value.Metric, names ...string) *engine {
	t.Helper()
	e := engineBy(t, metric, names...)
	e.faces = memoryStore{store.NewMemStore()}
	return e
}

// TestWriteSyzygy checks that files have the names and bytes of those that the command writes, and are whole.
func TestWriteSyzygy(t *testing.T) {
	e := writerEngine(t, value.ByFiftyMoves(), "KQvK")
	for _, rounded := range []bool{false, true} {
		reports := 0
		request := syzygyWriteRequest{Class: "KQvK", Memory: 256 << 20, Rounded: rounded}
		files, err := e.writeSyzygy(t.Context(), request, func(p syzygyWritingShape) {
			if reports++; p.Done < 0 || p.Done > p.Of {
				t.Errorf("%d of %d positions", p.Done, p.Of)
			}
		})
		if err != nil || reports == 0 {
			t.Fatal(reports, err)
		}
		class, err := material.Parse("KQvK")
		if err != nil {
			t.Fatal(err)
		}
		lib := library.New(e.store, 1<<20).ForMetric(e.metric)
		want, err := write.Class(t.Context(), lib, class, write.Options{Threads: 2, Rounded: rounded})
		if err := errors.Join(err, lib.Close()); err != nil {
			t.Fatal(err)
		}
		for i, data := range [][]byte{want.Outcomes, want.Distances} {
			name := []string{"KQvK.rtbw", "KQvK.rtbz"}[i]
			if got := files[i].Get("name").String(); got != name || !bytes.Equal(content(t, files[i]), data) {
				t.Errorf("rounded %v: %s instead of %s, or other bytes", rounded, got, name)
			}
		}
		if whole := wholeOf(t, e, files[0], files[1]); !slices.Equal(whole, []string{"KQvK.rtbw", "KQvK.rtbz"}) {
			t.Errorf("whole are %v", whole)
		}
	}
}

// wholeOf returns the names of the files that are whole.
func wholeOf(t *testing.T, e *engine, list ...any) []string {
	t.Helper()
	files, err := fromJS[indexeddb.Files](js.ValueOf(list))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := e.wholeSyzygy(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

// TestWholeSyzygy checks that only whole files count.
func TestWholeSyzygy(t *testing.T) {
	e, data := engineWith(t), syzygyFile(t, "KQvK.rtbw")
	whole := wholeOf(t, e,
		chosenFile("KQvK.rtbw", flipped(data)), chosenFile("KQvK.rtbw", data[:len(data)-64]),
		chosenFile("KRvK.rtbw", data), chosenFile("KQvK.rtbz", data), chosenFile("KNvK.rtbw", nil),
		chosenFile("KQvK.rtbw", data), chosenFile("other.rtbw", data))
	if !slices.Equal(whole, []string{"KQvK.rtbw"}) {
		t.Errorf("whole are %v", whole)
	}
}

// TestWriteSyzygyRefused checks the errors of other tables, of missing ones, and of a stopped call.
func TestWriteSyzygyRefused(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	byRule := writerEngine(t, value.ByFiftyMoves(), "KQvK")
	for name, c := range map[string]struct {
		engine *engine
		ctx    context.Context
		class  string
		want   error
	}{
		"metric":  {writerEngine(t, value.DTM, "KQvK"), t.Context(), "KQvK", errMetric},
		"missing": {byRule, t.Context(), "KRvK", store.ErrMissing},
		"stopped": {byRule, ended, "KQvK", context.Canceled},
	} {
		request := syzygyWriteRequest{Class: c.class, Memory: 256 << 20}
		files, err := c.engine.writeSyzygy(c.ctx, request, func(syzygyWritingShape) {})
		if !errors.Is(err, c.want) || files != nil {
			t.Errorf("%s: %d files, %v", name, len(files), err)
		}
	}
}

// TestSyzygyNeeds checks that a pawn's class needs the positions of a file, twice.
func TestSyzygyNeeds(t *testing.T) {
	needs, err := engineWith(t).syzygyNeeds(t.Context(), syzygyNeedsRequest{Classes: []string{"KQvK", "KRPvKR"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(needs) != 2 || needs[0].Class != "KQvK" || needs[1].Memory-needs[0].Memory < 2*80<<20 {
		t.Errorf("%+v", needs)
	}
	if _, err := engineWith(t).syzygyNeeds(t.Context(), syzygyNeedsRequest{Classes: []string{"K"}}); err == nil {
		t.Error("K is taken for a class")
	}
}
