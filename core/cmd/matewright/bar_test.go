package main

import (
	"io"
	"testing"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/words"
)

// TestBuildBar checks the text of the bar while tables begin and end.
func TestBuildBar(t *testing.T) {
	job := &builder.Job{Steps: make([]builder.Step, 145)}
	bar := newBuildBar(io.Discard, job)
	var classes []material.Class
	observe := func(index int, doing builder.Doing, slice, slices int) {
		t.Helper()
		p := builder.Progress{Class: classes[index], Index: index, Doing: doing, Slice: slice, Slices: slices}
		if err := bar.observe(p); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"KQRvKQ", "KRPvKR", "KBPvK", "KNvK"} {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		classes = append(classes, class)
	}
	steps := []struct {
		do   func()
		want string
	}{
		{func() {}, "0/145 done"},
		{func() { observe(1, builder.Solving, 3, 24) }, "0/145 done, KRPvKR 4/24"},
		{func() { observe(0, builder.Reading, 0, 1) }, "0/145 done, reading KQRvKQ, KRPvKR 4/24"},
		{func() { observe(1, builder.Storing, 2, 24) }, "0/145 done, reading KQRvKQ, KRPvKR 4/24"},
		{func() { observe(0, builder.Solving, 0, 1) }, "0/145 done, solving KQRvKQ, KRPvKR 4/24"},
		{func() { observe(3, builder.Solving, 0, 1) }, "0/145 done, solving KQRvKQ, KRPvKR 4/24, 1 more"},
		{func() { observe(2, builder.Solving, 0, 24) }, "0/145 done, solving KQRvKQ, KRPvKR 4/24, 2 more"},
		{
			func() { bar.built(builder.Result{Step: builder.Step{Class: classes[0]}}) },
			"1/145 done, KRPvKR 4/24, KBPvK 1/24, 1 more",
		},
		{
			func() { bar.built(builder.Result{Step: builder.Step{Class: classes[1]}}) },
			"2/145 done, KBPvK 1/24, solving KNvK",
		},
		{func() {
			bar.observe(
				builder.Progress{
					Class:  classes[1],
					Index:  1,
					Doing:  builder.Preparing,
					Table:  4,
					Tables: 9,
					Slices: 24,
				},
			)
		}, "2/145 done, preparing KRPvKR 5/9, KBPvK 1/24, 1 more"},
		{
			func() { bar.observe(builder.Progress{Class: classes[1], Index: 1, Elsewhere: true}) },
			"2/145 done" + words.New("command.bar.elsewhere", "class", classes[1]).String(),
		},
		{func() { observe(2, builder.Solving, 1, 24) }, "2/145 done, KBPvK 2/24"},
	}
	for _, step := range steps {
		if step.do(); bar.describe() != step.want {
			t.Errorf("%q, want %q", bar.describe(), step.want)
		}
	}
}
