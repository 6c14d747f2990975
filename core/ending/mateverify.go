package ending

import (
	"context"
	"errors"
)

// HasMates reports whether some plies to mate are stored.
func (r *Reader) HasMates() bool { return len(r.kept.withMates()) > 0 }

// withMates lists the slices with mates, in order.
func (k *kept) withMates() (list []Slice) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for s := range k.nodes {
		if k.mated.nodes[s][least].Size > 0 {
			list = append(list, s)
		}
	}
	return inOrder(list)
}

// areRight reports whether the mates of a slice are right, given that those after it are.
func (k *kept) areRight(ctx context.Context, solver *solver, s Slice) (right bool, err error) {
	stale := k.isUnmated(s)
	var fastest *mates
	for bound := range mateBounds {
		stored, err := k.mates(s, bound)
		if errors.Is(err, errDamaged) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		found, err := solver.mates(ctx, s, k, bound, fastest)
		if err != nil {
			return false, err
		}
		right := stored.equal(found)
		switch {
		case !stale:
		case bound == most:
			right = within(found, stored, stored)
		default:
			right = within(stored, found, fastest) && within(stored, found, stored)
		}
		if !right {
			return false, nil
		}
		fastest = stored
	}
	return true, nil
}

// within reports whether all numbers are positive and at most those of others, for the positions that have one.
func within(numbers, others, have *mates) bool {
	for c := range have {
		for i, n := range have[c] {
			if n != 0 && (numbers[c][i] == 0 || numbers[c][i] > others[c][i]) {
				return false
			}
		}
	}
	return true
}
