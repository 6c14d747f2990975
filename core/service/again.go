package service

import (
	"errors"

	"github.com/matewright/matewright/core/store"
)

// Again asks, and asks once more after a renewal if a table was missing or damaged: another process may have built or
// replaced it. The renewal gets that error. An error of the renewal itself does not count.
func Again[T any](renew func(error) error, ask func() (T, error)) (T, error) {
	return AgainIf(IsStale, renew, ask)
}

// AgainIf is [Again] for a front end that decides itself which errors a renewal may cure.
func AgainIf[T any](isStale func(error) bool, renew func(error) error, ask func() (T, error)) (T, error) {
	answer, err := ask()
	if isStale(err) {
		_ = renew(err)
		answer, err = ask()
	}
	return answer, err
}

// IsStale reports whether a table was missing or damaged.
func IsStale(err error) bool {
	return errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrCorrupt)
}
