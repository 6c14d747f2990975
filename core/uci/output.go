package uci

import (
	"fmt"
	"io"
	"sync"
)

// output writes lines, each whole. It calls failed if a line could not be written.
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

// inform writes a message for the user.
func (o *output) inform(format string, args ...any) { o.line("info string "+format, args...) }

// shortened returns the beginning of a text from outside, long enough to identify it.
func shortened(text string) string { return text[:min(len(text), 60)] }
