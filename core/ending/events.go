package ending

import (
	"iter"
	"slices"
)

// An event is the discovery of wins, or of losses of the defender, in a word. It has no padding: a slice with two
// pieces has millions of events.
type event struct {
	place     uint32 // the word, and the bit lostEvent
	low, high uint32 // the lanes
}

const lostEvent = 1 << 31

func newEvent(word int, lanes uint64, lost bool) event {
	e := event{uint32(word), uint32(lanes), uint32(lanes >> 32)}
	if lost {
		e.place |= lostEvent
	}
	return e
}

func (e event) lost() bool    { return e.place&lostEvent != 0 }
func (e event) word() int     { return int(e.place &^ lostEvent) }
func (e event) lanes() uint64 { return uint64(e.low) | uint64(e.high)<<32 }

// An eventLog has events in their order.
type eventLog struct{ parts [][]event }

// logPart is the number of events of a part. A log that grew as a whole would sometimes take twice the memory.
const logPart = 1 << 14

// begin forgets all events.
func (r *eventLog) begin() {
	if len(r.parts) > 0 {
		r.parts = slices.Delete(r.parts, 1, len(r.parts))
		r.parts[0] = r.parts[0][:0]
	}
}

func (r *eventLog) add(e event) {
	last := len(r.parts) - 1
	if last < 0 || len(r.parts[last]) == logPart {
		r.parts = append(r.parts, make([]event, 0, logPart))
		last++
	}
	r.parts[last] = append(r.parts[last], e)
}

// all returns the events from the first one to the last.
func (r *eventLog) all() iter.Seq[event] {
	return func(yield func(event) bool) {
		for _, part := range r.parts {
			for _, e := range part {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// backward returns the events from the last one to the first.
func (r *eventLog) backward() iter.Seq[event] {
	return func(yield func(event) bool) {
		for _, part := range slices.Backward(r.parts) {
			for _, e := range slices.Backward(part) {
				if !yield(e) {
					return
				}
			}
		}
	}
}
