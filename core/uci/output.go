package uci

import (
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/matewright/matewright/core/words"
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

// inform writes a message of the catalogue for the user, with values as [words.New] takes them.
func (o *output) inform(key string, values ...any) { o.remark(words.New(key, values...)) }

// remark writes a text for the user.
func (o *output) remark(text any) { o.line("info string %v", text) }

// quoted returns the beginning of a text from outside, long enough to identify it, in quotation marks.
func quoted(text string) string { return strconv.Quote(text[:min(len(text), 60)]) }
