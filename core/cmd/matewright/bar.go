package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/words"
)

// bar is a progress bar if the writer is a terminal, and nothing otherwise.
type bar struct{ bar *progressbar.ProgressBar }

// unknownTotal is for bars that only show words.
const unknownTotal = -1

func newBar(w io.Writer, total int64) bar {
	if !isTerminal(w) {
		return bar{}
	}
	return bar{progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100e6),
	)}
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// newLine clears the line of the terminal, which may show a bar.
func newLine(w io.Writer) {
	if isTerminal(w) {
		fmt.Fprint(w, "\r\x1b[K")
	}
}

func (b bar) show(what string, done int64) {
	if b.bar != nil {
		b.bar.Describe(what)
		b.bar.Set64(done)
	}
}

// wholeBar is the total of a bar for showPart.
const wholeBar = 1000

// showPart is show for a part of a total that is not known at the beginning.
func (b bar) showPart(what string, done, of int) {
	b.show(what, wholeBar*int64(done)/int64(max(of, 1)))
}

// hide clears the bar for a line of output.
func (b bar) hide() {
	if b.bar != nil {
		b.bar.Clear()
	}
}

func (b bar) finish() {
	if b.bar != nil {
		b.bar.Finish()
	}
}

// A buildBar shows the progress of a build.
type buildBar struct {
	bar
	done, count int                                 // tables
	underWay    map[material.Class]builder.Progress // the farthest progress of each
	waits       bool                                // for another process
}

func newBuildBar(w io.Writer, job *builder.Job) *buildBar {
	return &buildBar{
		bar:      newBar(w, job.Positions()),
		count:    len(job.Steps),
		underWay: map[material.Class]builder.Progress{},
	}
}

// observe is for [builder.Options].
func (b *buildBar) observe(p builder.Progress) error {
	if p.Elsewhere || b.waits {
		clear(b.underWay) // a build that waits does nothing else
	}
	b.waits = p.Elsewhere
	if before, ok := b.underWay[p.Class]; !ok || p.Slice >= before.Slice {
		b.underWay[p.Class] = p
	}
	if b.bar.bar != nil {
		b.show(b.describe(), p.Positions)
	}
	return nil
}

// built counts a finished table, and clears the bar for a line about it.
func (b *buildBar) built(r builder.Result) {
	b.done++
	delete(b.underWay, r.Class)
	b.hide()
}

// describe returns the number of finished tables, and the tables under way. It names only the first two of these,
// because the line is short.
func (b *buildBar) describe() string {
	const named = 2
	text := words.New("command.bar.done", "done", b.done, "count", b.count).String()
	list := slices.SortedFunc(maps.Values(b.underWay), func(p, q builder.Progress) int { return p.Index - q.Index })
	for i, p := range list {
		switch {
		case i == named:
			return words.New("command.bar.more", "text", text, "more", len(list)-named).String()
		case p.Elsewhere:
			text += words.New("command.bar.elsewhere", "class", p.Class).String()
		case p.Doing == builder.Preparing:
			text += fmt.Sprintf(", %s %v %d/%d", p.Doing, p.Class, p.Table+1, p.Tables)
		case p.Slices == 1:
			text += fmt.Sprintf(", %s %v", p.Doing, p.Class)
		default: // several slices may be in different steps
			text += fmt.Sprintf(", %v %d/%d", p.Class, p.Slice+1, p.Slices)
		}
	}
	return text
}

// An endingBar shows the progress of an ending. Its end is not known.
type endingBar struct {
	bar
	shown time.Time
}

// solve solves an ending, and shows its progress.
func (s *session) solve(ctx context.Context, e *ending.Ending) error {
	bar := &endingBar{bar: newBar(s.stderr, unknownTotal)}
	defer bar.finish()
	return e.Solve(ctx, bar.observe)
}

// findMates finds the mates of an ending and shows its progress.
func (s *session) findMates(ctx context.Context, e *ending.Ending) error {
	bar := newBar(s.stderr, wholeBar)
	defer bar.finish()
	text := words.New("command.ending.mate.bar").String()
	return e.Mates(ctx, func(done, of int) { bar.showPart(text, done, of) })
}

// observe is for [ending.Ending.Solve], which may call it thousands of times a second.
func (b *endingBar) observe(p ending.Progress) {
	const pause = 100 * time.Millisecond
	if b.bar.bar != nil && time.Since(b.shown) >= pause {
		b.shown = time.Now()
		b.show(words.New("command.ending.bar", "slices", p.Solved, "todo", p.Todo).String(), 0)
	}
}
