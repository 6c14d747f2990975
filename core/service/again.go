package service

import (
	"errors"

	"github.com/matewright/matewright/core/store"
)

// Again returns the answer of a probe. If a table was missing or damaged, another process may have built or replaced
// it. Then Again calls renew with that error, and probes once more. An error of renew itself does not count.
func Again[T any](renew func(error) error, probe func() (T, error)) (T, error) {
	return AgainIf(IsStale, renew, probe)
}

// AgainIf is [Again] for a front end that decides itself which errors a renewal may cure.
func AgainIf[T any](isStale func(error) bool, renew func(error) error, probe func() (T, error)) (T, error) {
	answer, err := probe()
	if isStale(err) {
		_ = renew(err)
		answer, err = probe()
	}
	return answer, err
}

// IsStale reports whether a table was missing or damaged.
func IsStale(err error) bool {
	return errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrCorrupt)
}
