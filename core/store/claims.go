package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/matewright/matewright/core/internal/filelock"
)

// Claims let processes that share a store divide their work. Each claims a name before it makes the table. Claims are
// advice: without them tables are still replaced as a whole, and no store is ever damaged.
type Claims interface {
	// Claim claims a name until release is called or the process ends, in any way. If somebody else has the claim, the
	// error matches [ErrClaimed]. If the system cannot decide that, it matches [ErrNoLocks].
	Claim(ctx context.Context, name string) (release func(), err error)

	// Held reports whether anybody has a claim now.
	Held(ctx context.Context) (bool, error)
}

var (
	// ErrClaimed means that somebody else has the claim.
	ErrClaimed = errors.New("another process has the claim")

	// ErrNoLocks means that the system or the file system has no locks.
	ErrNoLocks = errors.New("files can't be locked")
)

// claimExt is the end of the names of the files that are locked for claims.
const claimExt = ".mwt-lock"

// claimFile creates and locks a file, and returns the function that deletes it. If another descriptor has locked the
// file, the error is ErrClaimed.
func claimFile(ctx context.Context, path string) (release func(), err error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if filelock.IsInUse(err) && exists(path) {
			return nil, ErrClaimed // by a process that is deleting the file
		}
		if err != nil {
			return nil, err
		}
		switch err := filelock.Try(file); {
		case errors.Is(err, filelock.ErrLocked):
			file.Close()
			return nil, ErrClaimed
		case errors.Is(err, syscall.ESTALE): // another machine has deleted it after it was opened here
		case err != nil && filelock.IsAt(file, path):
			_ = filelock.Remove(file)
			return nil, fmt.Errorf("%w: %w", ErrNoLocks, err)
		case err != nil:
		case filelock.IsAt(file, path):
			// A file that cannot be deleted does no harm.
			return func() { _ = filelock.Remove(file) }, nil
		}
		file.Close() // another process has deleted it after it was opened here
	}
}

// exists reports whether there is a file, or one that is being deleted.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// isClaimed reports whether somebody has the claim of a file. If its process died, isClaimed deletes the file.
func isClaimed(ctx context.Context, path string) bool {
	release, err := claimFile(ctx, path)
	if err == nil {
		release()
	}
	return errors.Is(err, ErrClaimed)
}
