package main

import (
	"context"
	"encoding/binary"
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

// Files are what passes from one step to the next, on any file system that Beam knows. Each is a zstd frame with a checksum. A step
// that is repeated writes the same bytes again.
type Files struct {
	Dir string // such as /srv/chess or gs://bucket/chess
}

// join returns the path of a file.
func (f Files) join(name string) string {
	if i := strings.Index(f.Dir, "://"); i >= 0 {
		return f.Dir[:i+3] + path.Join(f.Dir[i+3:], name)
	}
	return path.Join(f.Dir, name)
}

// with opens the file system for some work.
func (f Files) with(ctx context.Context, do func(fs filesystem.Interface) error) error {
	fs, err := filesystem.New(ctx, f.Dir)
	if err != nil {
		return fmt.Errorf("there can be no files in %s: name a folder, as /srv/chess, gs://bucket/chess or s3://bucket/chess", f.Dir)
	}
	return errors.Join(do(fs), fs.Close())
}

var (
	packer, _   = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(true), zstd.WithZeroFrames(true))
	unpacker, _ = zstd.NewReader(nil)
)

// write writes a file.
func (f Files) write(ctx context.Context, name string, data []byte) error {
	return f.writeRaw(ctx, f.join(name), packer.EncodeAll(data, nil))
}

func (f Files) writeRaw(ctx context.Context, at string, data []byte) error {
	return f.with(ctx, func(fs filesystem.Interface) error {
		err := replace(ctx, fs, at, !strings.Contains(at, "://"), data)
		if err != nil {
			return fmt.Errorf("writing %s: %w", at, err)
		}
		return nil
	})
}

// replace writes a file, which nobody sees before it is whole. Object stores see to that themselves.
func replace(ctx context.Context, fs filesystem.Interface, at string, onDisk bool, data []byte) error {
	to := at
	if onDisk {
		to += fmt.Sprintf("-%x", rand.Uint64())
	}
	w, err := fs.OpenWrite(ctx, to)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
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

// read reads a file.
func (f Files) read(ctx context.Context, name string) ([]byte, error) {
	packed, err := f.readRaw(ctx, f.join(name))
	if err != nil {
		return nil, err
	}
	data, err := unpacker.DecodeAll(packed, nil)
	if err == nil && len(packed) == 0 {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, &damage{f.join(name), err}
	}
	return data, nil
}

// damage says that a file is not what was written.
type damage struct {
	name string
	err  error
}

func (d *damage) Error() string {
	return fmt.Sprintf("%s is damaged: %v; delete the folder of its class in work, and that is built from the beginning", d.name, d.err)
}

func (d *damage) Unwrap() error { return d.err }

func (f Files) readRaw(ctx context.Context, at string) (data []byte, err error) {
	err = f.with(ctx, func(fs filesystem.Interface) error {
		r, err := fs.OpenRead(ctx, at)
		if err != nil {
			return fmt.Errorf("reading %s: %w", at, err)
		}
		data, err = io.ReadAll(r)
		if err := errors.Join(err, r.Close()); err != nil {
			return fmt.Errorf("reading %s: %w", at, err)
		}
		return nil
	})
	return data, err
}

// list lists the files that match a pattern.
func (f Files) list(ctx context.Context, pattern string) (names []string, err error) {
	err = f.with(ctx, func(fs filesystem.Interface) error {
		names, err = fs.List(ctx, f.join(pattern))
		return err
	})
	return names, err
}

// remove removes the files that match a pattern, where the file system can do that.
func (f Files) remove(ctx context.Context, pattern string) error {
	names, err := f.list(ctx, pattern)
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

// A section of a file is what it has of a frame, or of a ply: some bytes with a number.
type section struct {
	number int
	bytes  []byte
}

// appendSection appends a section: number, length, and bytes.
func appendSection(b []byte, s section) []byte {
	b = binary.AppendUvarint(b, uint64(s.number))
	b = binary.AppendUvarint(b, uint64(len(s.bytes)))
	return append(b, s.bytes...)
}

var errSections = errors.New("sections are cut short")

// nextSection takes a section from the front.
func nextSection(b []byte) (s section, rest []byte, err error) {
	number, n := binary.Uvarint(b)
	if n <= 0 {
		return s, nil, errSections
	}
	length, m := binary.Uvarint(b[n:])
	if m <= 0 || length > uint64(len(b)-n-m) {
		return s, nil, errSections
	}
	b = b[n+m:]
	return section{int(number), b[:length:length]}, b[length:], nil
}

// sectionsOf takes sections apart.
func sectionsOf(b []byte) (map[int][]byte, error) {
	all := map[int][]byte{}
	for len(b) > 0 {
		s, rest, err := nextSection(b)
		if err != nil {
			return nil, err
		}
		all[s.number], b = s.bytes, rest
	}
	return all, nil
}
