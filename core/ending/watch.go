package ending

import "context"

// A watch looks at a context from time to time. A slice with two pieces takes seconds, and must not delay the end.
type watch struct {
	ctx   context.Context
	also  func() // is called at each look, unless it is nil
	calls int
	err   error // of the context, when it was looked at last
}

// callsPerLook is how often a watch is called before it looks at the context. A call is the work on a word, which takes
// about a microsecond.
const callsPerLook = 1 << 11

func (w *watch) begin(ctx context.Context) { *w = watch{ctx: ctx, also: w.also} }

// over reports whether the context has ended.
func (w *watch) over() bool {
	if w.calls++; w.calls%callsPerLook == 0 {
		w.look()
	}
	return w.err != nil
}

// look returns the error of the context.
func (w *watch) look() error {
	if w.also != nil {
		w.also()
	}
	if w.err == nil {
		w.err = w.ctx.Err()
	}
	return w.err
}
