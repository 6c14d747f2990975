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

// TestForetold: a search that has begun without tables goes on with those that are built meanwhile.
func TestForetold(t *testing.T) {
	p := tabletest.Position(t, "kQ6/8/8/8/8/8/8/2BNK3 b") // Kxb8 is the only move, and bishop and knight win
	tables := store.NewMemStore()
	lib := library.New(tables, 64<<20)
	defer lib.Close()
	var said strings.Builder
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		foretold(ctx, &said, lib, p)
	}()
	tabletest.Build(t, tables, "KBNvK")
	<-ended
	if want := "White wins: that is proven, and the distance is being worked out.\n"; !strings.Contains(
		said.String(),
		want,
	) {
		t.Errorf("it said %q, want %q", said.String(), want)
	}
}
