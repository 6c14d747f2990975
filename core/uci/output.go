package uci

import (
	"fmt"
	"io"
	"sync"
)

// output writes lines, each whole. It tells who waits when one could not be written.
type output struct {
	mu     sync.Mutex
	w      io.Writer
	failed func(error)
}

func (o *output) line(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, err := fmt.Fprintf(o.w, format+"\n", args...); err != nil {
		o.failed(err)
	}
}

// say tells the user something.
func (o *output) say(format string, args ...any) { o.line("info string "+format, args...) }

// shortened returns the beginning of a text from outside, enough to see which one it was.
func shortened(text string) string { return text[:min(len(text), 60)] }
