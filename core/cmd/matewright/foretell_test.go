package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/store"
)

// TestForetold checks that a search that has begun without tables uses those that are built meanwhile.
func TestForetold(t *testing.T) {
	p := tabletest.Position(t, "kQ6/8/8/8/8/8/8/2BNK3 b") // Kxb8 is the only move, and bishop and knight win
	tables := store.NewMemStore()
	lib := library.New(tables, 64<<20)
	defer lib.Close()
	var out strings.Builder
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		foretold(ctx, &out, lib, p)
	}()
	tabletest.Build(t, tables, "KBNvK")
	<-ended
	const want = "White wins (proven). The distance is being computed.\n"
	if !strings.Contains(out.String(), want) {
		t.Errorf("the output is %q, want %q", out.String(), want)
	}
}
