package storetest

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/store"
)

// pattern returns n bytes that differ from those of another seed, and from
// themselves shifted by a chunk.
func pattern(seed, n int) []byte {
	p := make([]byte, n)
	x := uint32(seed)*2654435761 + 1
	for i := range p {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		p[i] = byte(x)
	}
	return p
}

func create(t *testing.T, tables store.Store, name string) store.Writer {
	t.Helper()
	w, err := tables.Create(t.Context(), name)
	if err != nil {
		t.Fatalf("Create(%s): %v", name, err)
	}
	return w
}

func write(t *testing.T, w store.Writer, p []byte) {
	t.Helper()
	if n, err := w.Write(p); n != len(p) || err != nil {
		t.Fatalf("Write of %d bytes: %d, %v", len(p), n, err)
	}
}

func commit(t *testing.T, w store.Writer, header string) {
	t.Helper()
	if err := w.Commit([]byte(header)); err != nil {
		t.Fatalf("Commit: %v", err)
	}
}

func abort(t *testing.T, w store.Writer) {
	t.Helper()
	if err := w.Abort(); err != nil {
		t.Fatalf("Abort: %v", err)
	}
}

func put(t *testing.T, tables store.Store, name string, data []byte, header string) {
	t.Helper()
	if err := tryPut(t.Context(), tables, name, data, header); err != nil {
		t.Fatalf("storing %s: %v", name, err)
	}
}

func tryPut(ctx context.Context, tables store.Store, name string, data []byte, header string) error {
	w, err := tables.Create(ctx, name)
	if err != nil {
		return err
	}
	defer w.Abort()
	for part := range slices.Chunk(data, 300_000) {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return w.Commit([]byte(header))
}

func tryGet(ctx context.Context, tables store.Store, name string) (data []byte, header string, err error) {
	blob, err := tables.Open(ctx, name)
	if err != nil {
		return nil, "", err
	}
	defer blob.Close()
	data = make([]byte, blob.Size())
	err = blob.ReadAt(ctx, data, 0)
	return data, string(blob.Header()), err
}

func openBlob(t *testing.T, tables store.Store, name string) store.Blob {
	t.Helper()
	blob, err := tables.Open(t.Context(), name)
	if err != nil {
		t.Fatalf("Open(%s): %v", name, err)
	}
	t.Cleanup(func() {
		if err := blob.Close(); err != nil {
			t.Errorf("closing %s: %v", name, err)
		}
	})
	return blob
}

func remove(t *testing.T, tables store.Store, name string) {
	t.Helper()
	if err := tables.Remove(t.Context(), name); err != nil {
		t.Fatalf("Remove(%s): %v", name, err)
	}
}

func list(t *testing.T, tables store.Store) []store.Entry {
	t.Helper()
	entries, err := tables.List(t.Context())
	if err != nil {
		t.Fatalf("List: %v", err)
	}
	return entries
}

func names(t *testing.T, tables store.Store) []string {
	t.Helper()
	var names []string
	for _, entry := range list(t, tables) {
		names = append(names, entry.Name)
	}
	return names
}

func wantList(t *testing.T, tables store.Store, want ...string) {
	t.Helper()
	if got := names(t, tables); !slices.Equal(got, want) {
		t.Errorf("List: %q, want %q", got, want)
	}
}

func wantHeader(t *testing.T, tables store.Store, name, header string) {
	t.Helper()
	if got := openBlob(t, tables, name).Header(); string(got) != header {
		t.Errorf("%s has header %.40q, want %.40q", name, got, header)
	}
}

func wantTable(t *testing.T, tables store.Store, name string, data []byte, header string) {
	t.Helper()
	got, gotHeader, err := tryGet(t.Context(), tables, name)
	if err != nil {
		t.Fatalf("reading %s: %v", name, err)
	}
	if gotHeader != header {
		t.Errorf("%s has header %.40q, want %.40q", name, gotHeader, header)
	}
	if !bytes.Equal(got, data) {
		t.Errorf("%s has %d bytes other than the %d written", name, len(got), len(data))
	}
}

func wantMissing(t *testing.T, tables store.Store, name string) {
	t.Helper()
	_, openErr := tables.Open(t.Context(), name)
	for method, err := range map[string]error{"Open": openErr, "Remove": tables.Remove(t.Context(), name)} {
		var named *store.Error
		if !errors.Is(err, store.ErrMissing) || !errors.As(err, &named) || named.Table != name {
			t.Errorf("%s(%s): %v, want an error that matches ErrMissing and names the table", method, name, err)
		}
	}
}
