package build_test

import (
	"context"
	"testing"

	"github.com/matewright/matewright/core/build"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/table"
)

func TestBuildAll(t *testing.T) {
	ctx := context.Background()
	store := table.NewFileStore(t.TempDir())
	job, err := build.Plan(ctx, store, material.UpTo(4)...)
	if err != nil {
		t.Fatal(err)
	}
	var sum int64
	if err := build.Build(ctx, store, job, build.Options{Built: func(r build.Result) {
		t.Log(r.Class, r.Bytes, r.Solving, r.Encoding)
		sum += r.Bytes
	}}); err != nil {
		t.Fatal(err)
	}
	t.Log(sum)
	pr := probe.New(store)
	r, err := pr.Probe(ctx, "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1")
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Category, *r.DTM, len(r.Moves), r.Moves[0])
}
