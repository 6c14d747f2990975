package main

import (
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/matewright/matewright/core/build"
)

// bar is a progress bar if the writer is a terminal, and nothing otherwise.
type bar struct{ bar *progressbar.ProgressBar }

func newBar(w io.Writer, total int64) bar {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
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

func (b bar) show(what string, done int64) {
	if b.bar != nil {
		b.bar.Describe(what)
		b.bar.Set64(done)
	}
}

// hide makes room for a line of output.
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
type buildBar struct{ bar }

func newBuildBar(w io.Writer, job *build.Job) buildBar { return buildBar{newBar(w, job.Positions())} }

// observe is for [build.Options].
func (b buildBar) observe(p build.Progress) error {
	b.show(fmt.Sprintf("%v (%d/%d) %s", p.Class, p.Index+1, p.Count, p.Doing), p.Positions)
	return nil
}
