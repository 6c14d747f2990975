// Package beamstore keeps files and tables on any file system of Beam: a directory of this machine, or a bucket.
//
// [Files] pass data between steps. [Store] is the tables' [store.Store].
package beamstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // others are in package beamx
	"github.com/klauspost/compress/zstd"
)

// Files pass data from one step to the next, on any file system of Beam. Each file is a zstd frame with a checksum. A
// step that is repeated writes the same bytes again.
type Files struct {
	Dir string // such as /srv/chess or gs://bucket/chess
}

// Join returns the path of a file.
func (f Files) Join(name string) string {
	if i := strings.Index(f.Dir, "://"); i >= 0 {
		return f.Dir[:i+3] + path.Join(f.Dir[i+3:], name)
	}
	return path.Join(f.Dir, name)
}

// with opens the file system for some work.
func (f Files) with(ctx context.Context, do func(fs filesystem.Interface) error) error {
	fs, err := filesystem.New(ctx, f.Dir)
	if err != nil {
		return fmt.Errorf(
			"no file system for %s: name a folder, as /srv/chess, gs://bucket/chess or s3://bucket/chess",
			f.Dir,
		)
	}
	return errors.Join(do(fs), fs.Close())
}

var (
	packer, _ = zstd.NewWriter(
		nil,
		zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderCRC(true),
		zstd.WithZeroFrames(true),
	)
	unpacker, _ = zstd.NewReader(nil)
)

// Write writes a file.
func (f Files) Write(ctx context.Context, name string, data []byte) error {
	return f.copyIn(ctx, name, bytes.NewReader(packer.EncodeAll(data, nil)))
}

// copyIn writes a file as it is read.
func (f Files) copyIn(ctx context.Context, name string, from io.Reader) error {
	at := f.Join(name)
	return f.with(ctx, func(fs filesystem.Interface) error {
		if err := replace(ctx, fs, at, f.onDisk(), from); err != nil {
			return fmt.Errorf("writing %s: %w", at, err)
		}
		return nil
	})
}

// onDisk reports whether the files are in a directory of this machine.
func (f Files) onDisk() bool { return !strings.Contains(f.Dir, "://") }

// replace writes a file, which is not visible before it is whole. Object stores ensure that themselves.
func replace(ctx context.Context, fs filesystem.Interface, at string, onDisk bool, from io.Reader) error {
	to := at
	if onDisk {
		to += fmt.Sprintf("-%x", rand.Uint64())
	}
	w, err := fs.OpenWrite(ctx, to)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, from)
	if err = errors.Join(err, w.Close()); !onDisk {
		return err
	}
	if err == nil {
		err = os.Rename(to, at)
	}
	if err != nil {
		os.Remove(to)
	}
	return err
}

// Read reads a file. A file that was changed is an error of type [*DamageError].
func (f Files) Read(ctx context.Context, name string) ([]byte, error) {
	var packed bytes.Buffer
	if err := f.copyOut(ctx, name, &packed); err != nil {
		return nil, err
	}
	data, err := unpacker.DecodeAll(packed.Bytes(), nil)
	if err == nil && packed.Len() == 0 {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, &DamageError{f.Join(name), err}
	}
	return data, nil
}

// copyOut reads a file into a writer.
func (f Files) copyOut(ctx context.Context, name string, into io.Writer) error {
	at := f.Join(name)
	return f.with(ctx, func(fs filesystem.Interface) error {
		r, err := fs.OpenRead(ctx, at)
		if err != nil {
			return fmt.Errorf("reading %s: %w", at, err)
		}
		_, err = io.Copy(into, r)
		if err := errors.Join(err, r.Close()); err != nil {
			return fmt.Errorf("reading %s: %w", at, err)
		}
		return nil
	})
}

// A DamageError reports a file whose bytes differ from the written ones.
type DamageError struct {
	name string
	err  error
}

// Error returns a message with the way to build the class again.
func (d *DamageError) Error() string {
	return fmt.Sprintf(
		"%s is damaged: %v; delete the folder of its class in work, and that is built from the beginning",
		d.name,
		d.err,
	)
}

// Unwrap returns the error of the decoder.
func (d *DamageError) Unwrap() error { return d.err }

// List lists the files that match a pattern.
func (f Files) List(ctx context.Context, pattern string) (names []string, err error) {
	err = f.with(ctx, func(fs filesystem.Interface) error {
		names, err = fs.List(ctx, f.Join(pattern))
		return err
	})
	return names, err
}

// Remove removes the files that match a pattern, if the file system can do that.
func (f Files) Remove(ctx context.Context, pattern string) error {
	names, err := f.List(ctx, pattern)
	if err != nil {
		return err
	}
	return f.with(ctx, func(fs filesystem.Interface) error {
		remover, ok := fs.(filesystem.Remover)
		for _, name := range names {
			if !ok {
				break
			}
			if err := remover.Remove(ctx, name); err != nil {
				return err
			}
		}
		return nil
	})
}
