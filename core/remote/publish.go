package remote

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/matewright/matewright/core/internal/filelock"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// Publish writes the manifest of all tables in a directory, which has the layout of a home. The manifest replaces an
// older one when it is whole. Publish reads all files, and returns the number of tables and their bytes. A file that is
// not a table is an error.
func Publish(ctx context.Context, dir string) (tables int, total int64, err error) {
	shape := manifestShape{Format: manifestFormat, Version: manifestVersion, Tables: []tableShape{}}
	for _, metric := range value.Metrics() {
		folder := filepath.Join(dir, folderOf(metric))
		files, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, 0, err
		}
		for _, entry := range files {
			class, err := material.Parse(strings.TrimSuffix(entry.Name(), store.FileExt))
			if err != nil || class.String()+store.FileExt != entry.Name() {
				continue
			}
			t, err := describe(ctx, metric, class, filepath.Join(folder, entry.Name()))
			if err != nil {
				return 0, 0, store.Named(class.String(), err)
			}
			shape.Tables = append(shape.Tables, t)
			total += t.Bytes
		}
	}
	b, err := json.Marshal(&shape)
	if err != nil {
		return 0, 0, err
	}
	if _, err := readManifest(b); err != nil { // also against the known checksums
		return 0, 0, err
	}
	return len(shape.Tables), total, filelock.WriteFile(filepath.Join(dir, ManifestName), b)
}

// describe reads and checks a table's file, and returns its entry in the manifest.
func describe(ctx context.Context, metric *value.Metric, class material.Class, path string) (t tableShape, err error) {
	opened, err := os.Open(path)
	if err != nil {
		return t, err
	}
	defer opened.Close()
	info, err := opened.Stat()
	if err != nil {
		return t, err
	}
	t = tableShape{Metric: strings.ToLower(metric.Name()), Class: class.String(), Bytes: info.Size()}
	table, err := store.OpenFile(opened, t.Bytes)
	if err == nil {
		err = (&file{class: class}).isTable(table, metric)
	}
	if err != nil {
		return t, err
	}
	t.PartBytes = partSizeFor(t.Bytes)
	whole := sha256.New()
	t.Parts, err = hashParts(ctx, io.TeeReader(io.NewSectionReader(opened, 0, t.Bytes), whole), t.Bytes)
	t.SHA256 = hex.EncodeToString(whole.Sum(nil))
	return t, err
}

// hashParts returns the hashes of the parts of a file of a size.
func hashParts(ctx context.Context, r io.Reader, size int64) (hashes []byte, err error) {
	part := make([]byte, min(partSizeFor(size), size))
	for left := size; left > 0; left -= int64(len(part)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part = part[:min(int64(len(part)), left)]
		if _, err := io.ReadFull(r, part); err != nil {
			return nil, err
		}
		sum := sha256.Sum256(part)
		hashes = append(hashes, sum[:hashSize]...)
	}
	return hashes, nil
}

// SumOfParts returns the SHA-256 of the hashes of all parts of a file with a size in bytes, for [known.CheckParts].
func SumOfParts(ctx context.Context, r io.Reader, size int64) (known.Sum, error) {
	hashes, err := hashParts(ctx, r, size)
	return sha256.Sum256(hashes), err
}

// SumOf returns the SHA-256 of a file. If the file does not exist, the error matches [fs.ErrNotExist].
func SumOf(path string) (sum known.Sum, err error) {
	file, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return sum, err
	}
	h.Sum(sum[:0])
	return sum, nil
}
