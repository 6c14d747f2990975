package store_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/store/storetest"
)

func TestFileStore(t *testing.T) {
	storetest.RunPersistent(t, func(t *testing.T) (store.Store, func() store.Store) {
		dir := filepath.Join(t.TempDir(), "not", "yet", "there")
		reopen := func() store.Store { return store.NewFileStore(dir) }
		return reopen(), reopen
	})
}

// storeTable writes a table and returns its file.
func storeTable(t *testing.T, dir, name string, data, header []byte) (path string) {
	t.Helper()
	w, err := store.NewFileStore(dir).Create(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(header); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, name+".mwt")
}

func writeFile(t *testing.T, path string, image []byte) {
	t.Helper()
	if err := os.WriteFile(path, image, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestFileImage checks the format against its description, byte by byte.
func TestFileImage(t *testing.T) {
	got, err := os.ReadFile(storeTable(t, t.TempDir(), "KQvK", []byte("data"), []byte("head")))
	if err != nil {
		t.Fatal(err)
	}
	tail := "head" + "\x04\x00\x00\x00\x00\x00\x00\x00" + "\x04\x00\x00\x00"
	sum := crc32.Checksum([]byte(tail), crc32.MakeTable(crc32.Castagnoli))
	want := "MWTABLE\x01" + "data" + tail +
		string([]byte{byte(sum), byte(sum >> 8), byte(sum >> 16), byte(sum >> 24)}) + "MWTABLE\x01"
	if string(got) != want {
		t.Errorf("the file is\n%q, want\n%q", got, want)
	}
}

// TestDamagedFile cuts, extends and changes a file in every place outside the
// data. Each time it is listed without a header and refused by name, and its
// neighbour is not affected.
func TestDamagedFile(t *testing.T) {
	dir := t.TempDir()
	storeTable(t, dir, "KRvK", []byte("rook"), []byte("header"))
	data := []byte("some data")
	path := storeTable(t, dir, "KQvK", data, []byte("header"))
	image, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}

	damaged := map[string][]byte{
		"extended":  append(bytes.Clone(image), 0),
		"prefixed":  append([]byte{0}, image...),
		"doubled":   append(bytes.Clone(image), image...),
		"gap":       append(bytes.Clone(image[:10]), image[11:]...),
		"other":     []byte("<!doctype html><title>Not a table</title>"),
		"all zeros": make([]byte, len(image)),
	}
	for i := range image {
		damaged["cut to "+string(image[:i])] = image[:i]
		if i < 8 || i >= 8+len(data) {
			flipped := bytes.Clone(image)
			flipped[i] ^= 0x40
			damaged["flipped "+string(flipped)] = flipped
		}
	}
	for how, bytes := range damaged {
		writeFile(t, path, bytes)
		wantDamaged(t, dir, "KQvK", how)
	}
}

func wantDamaged(t *testing.T, dir, name, how string) {
	t.Helper()
	s := store.NewFileStore(dir)
	if _, err := s.Open(t.Context(), name); !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), name) {
		t.Errorf("%q: Open: %v, want an error that matches ErrCorrupt and names the table", how, err)
	}
	entries, err := s.List(t.Context())
	if err != nil || len(entries) != 2 {
		t.Fatalf("%q: List: %v, %v", how, entries, err)
	}
	for _, entry := range entries {
		if damaged := entry.Header == nil; damaged != (entry.Name == name) {
			t.Errorf("%q: List says of %s damaged: %t", how, entry.Name, damaged)
		}
	}
}

// TestForeignFiles checks that other files stay untouched and unlisted. A folder with the name of a table is listed as
// damaged.
func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	storeTable(t, dir, "KRvK", nil, nil)
	for _, name := range []string{"README", ".mwt", "KQvK-.mwt", "KQvK.mwt.bak", "KQvK.rtbw"} {
		writeFile(t, filepath.Join(dir, name), nil)
	}
	if err := os.Mkdir(filepath.Join(dir, "KQvK.mwt"), 0o777); err != nil {
		t.Fatal(err)
	}
	wantDamaged(t, dir, "KQvK", "folder")
}

// TestTruncatedWhileOpen: bytes that vanish under an open blob are an error.
func TestTruncatedWhileOpen(t *testing.T) {
	dir := t.TempDir()
	path := storeTable(t, dir, "KQvK", make([]byte, 1000), nil)
	blob, err := store.NewFileStore(dir).Open(t.Context(), "KQvK")
	if err != nil {
		t.Fatal(err)
	}
	defer blob.Close()
	if err := os.Truncate(path, 500); err != nil {
		t.Fatal(err)
	}
	if err := blob.ReadAt(t.Context(), make([]byte, 1000), 0); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("ReadAt: %v, want ErrCorrupt", err)
	}
}

// staleFile is a file that another machine has removed from a network file system while it was open.
type staleFile struct {
	*bytes.Reader
	removed bool
}

func (f *staleFile) ReadAt(p []byte, off int64) (int, error) {
	if f.removed {
		return 0, &os.PathError{Op: "read", Path: "KQvK.mwt", Err: syscall.ESTALE}
	}
	return f.Reader.ReadAt(p, off)
}

// TestStale checks that a table is missing if another machine has removed its file.
func TestStale(t *testing.T) {
	image, err := os.ReadFile(storeTable(t, t.TempDir(), "KQvK", []byte("data"), []byte("head")))
	if err != nil {
		t.Fatal(err)
	}
	file := &staleFile{Reader: bytes.NewReader(image)}
	table, err := store.OpenFile(file, int64(len(image)))
	if err != nil {
		t.Fatal(err)
	}
	file.removed = true
	if err := table.ReadAt(t.Context(), make([]byte, 4), 0); !errors.Is(err, store.ErrMissing) {
		t.Errorf("ReadAt: %v, want ErrMissing", err)
	}
}

// writerDir, in the environment, makes the test's program a process that claims and writes a table in a store
// in that directory. It pauses until its input ends.
const writerDir = "MATEWRIGHT_TEST_WRITER_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerDir); dir != "" {
		writeAndPause(dir)
	}
	os.Exit(m.Run())
}

func writeAndPause(dir string) {
	s := store.NewFileStore(dir)
	w, err := s.Create(context.Background(), "KQvK")
	if _, locks := s.Claim(context.Background(), "KQvK"); locks != nil && !errors.Is(locks, store.ErrClaimed) {
		err = cmp.Or(err, locks)
	}
	if err == nil {
		_, err = w.Write(make([]byte, 1<<20))
	}
	fmt.Println("written", err)
	io.Copy(io.Discard, os.Stdin)
	fmt.Println(cmp.Or(err, w.Commit(nil)))
	os.Exit(0)
}

// beginWriter starts such a process, and returns when it has written. It commits when its input is closed, and prints
// the error.
func beginWriter(t *testing.T, dir string) (process *exec.Cmd, in io.Closer, out *bufio.Reader) {
	t.Helper()
	process = exec.Command(os.Args[0])
	process.Env = append(os.Environ(), writerDir+"="+dir)
	in, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	out = bufio.NewReader(pipe)
	if line, err := out.ReadString('\n'); line != "written <nil>\n" {
		t.Fatalf("%q, %v", line, err)
	}
	return process, in, out
}

// age makes the temporary files of a store so old that their age alone would make them
// orphans, and returns their names.
func age(t *testing.T, dir string) []string {
	t.Helper()
	temps, _ := filepath.Glob(filepath.Join(dir, "*.mwt-tmp"))
	old := time.Now().Add(-25 * time.Hour)
	for _, path := range temps {
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	return temps
}

// TestOrphans: when a writer is killed, the next one clears up its file. That of a living
// writer stays, however long it pauses.
func TestOrphans(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("needs processes")
	}
	dir := t.TempDir()
	killed, _, _ := beginWriter(t, dir)
	alive, in, out := beginWriter(t, dir)
	age(t, dir)
	here, err := store.NewFileStore(dir).Create(t.Context(), "KRvK")
	if err != nil {
		t.Fatal(err)
	}
	if temps := age(t, dir); len(temps) != 3 {
		t.Errorf("three living writers have files %q", temps)
	}

	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	killed.Wait()
	storeTable(t, dir, "KBvK", nil, nil)
	if temps := age(t, dir); len(temps) != 2 {
		t.Errorf("two living writers and a dead one have files %q", temps)
	}

	if err := here.Commit(nil); err != nil {
		t.Error(err)
	}
	in.Close()
	if line, err := out.ReadString('\n'); line != "<nil>\n" {
		t.Errorf("a living writer in another process commits: %q, %v", line, err)
	}
	if err := alive.Wait(); err != nil {
		t.Error(err)
	}
	if temps := age(t, dir); len(temps) > 0 {
		t.Errorf("%q are left by nobody", temps)
	}
}

// TestOrphansYoung checks that with locks the file of a dead writer is deleted at once.
func TestOrphansYoung(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "windows" {
		t.Skip("needs locks")
	}
	dir := filepath.Join(t.TempDir(), "[a name] like a pattern*")
	writeFile(t, storeTable(t, dir, "KQvK", nil, nil)+".mwt-tmp", nil)
	if err := os.Mkdir(filepath.Join(dir, "folder.mwt-tmp"), 0o777); err != nil {
		t.Fatal(err)
	}
	store.NewFileStore(dir).ClearOrphans()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 2 || files[0].Name() != "KQvK.mwt" || !files[1].IsDir() {
		t.Errorf("%v are left, %v", files, err)
	}
}

// TestOrphansRace: writers that begin, commit and give up while others clear up never
// lose a file.
func TestOrphansRace(t *testing.T) {
	s := store.NewFileStore(t.TempDir())
	ended := make(chan struct{})
	var clearing, writing sync.WaitGroup
	for range 3 {
		clearing.Go(func() {
			for {
				select {
				case <-ended:
					return
				default:
					s.ClearOrphans()
				}
			}
		})
	}
	for i := range 3 {
		writing.Go(func() {
			for n := range 30 {
				w, err := s.Create(t.Context(), fmt.Sprint("K", i))
				if err != nil {
					t.Error(err)
					return
				}
				end := w.Abort
				if n%3 > 0 {
					end = func() error { return w.Commit(nil) }
				}
				if err := end(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writing.Wait()
	close(ended)
	clearing.Wait()
}

// TestDiskFull writes to a device that is always full.
func TestDiskFull(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/full")
	}
	dir := t.TempDir()
	w, err := store.NewFileStore(dir).Create(t.Context(), "KQvK")
	if err != nil {
		t.Fatal(err)
	}
	store.RedirectWriter(t, w, "/dev/full")
	if _, err := w.Write(make([]byte, 1<<20)); !errors.Is(err, store.ErrFull) {
		t.Errorf("Write: %v, want ErrFull", err)
	}
	if err := w.Commit(nil); !errors.Is(err, store.ErrFull) {
		t.Errorf("Commit: %v, want ErrFull", err)
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("%v is left", files)
	}
}

// FuzzFileStoreOpen opens files of random bytes. Each must be refused as damaged, or equal the file that its data and
// header would be written as.
func FuzzFileStoreOpen(f *testing.F) {
	seed := func(data, header string) []byte {
		dir := f.TempDir()
		w, _ := store.NewFileStore(dir).Create(f.Context(), "KQvK")
		w.Write([]byte(data))
		if err := w.Commit([]byte(header)); err != nil {
			f.Fatal(err)
		}
		image, err := os.ReadFile(filepath.Join(dir, "KQvK.mwt"))
		if err != nil {
			f.Fatal(err)
		}
		return image
	}
	f.Add(seed("", ""))
	f.Add(seed("data", "header"))
	f.Add(seed("data", "header")[1:])
	f.Add([]byte("MWTABLE\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00MWTABLE\x01"))
	f.Fuzz(func(t *testing.T, image []byte) {
		dir := t.TempDir()
		path := filepath.Join(dir, "KQvK.mwt")
		writeFile(t, path, image)
		s := store.NewFileStore(dir)
		entries, err := s.List(t.Context())
		if err != nil || len(entries) != 1 {
			t.Fatalf("List: %v, %v", entries, err)
		}
		blob, err := s.Open(t.Context(), "KQvK")
		if (err != nil) != (entries[0].Header == nil) {
			t.Errorf("List and Open disagree: header %q, error %v", entries[0].Header, err)
		}
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) {
				t.Errorf("Open: %v, want ErrCorrupt", err)
			}
			return
		}
		defer blob.Close()
		data := make([]byte, blob.Size())
		if err := blob.ReadAt(t.Context(), data, 0); err != nil {
			t.Fatal(err)
		}
		again, err := os.ReadFile(storeTable(t, t.TempDir(), "KQvK", data, blob.Header()))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(image, again) {
			t.Errorf("%q is read as %q and %q, which are written as %q", image, data, blob.Header(), again)
		}
	})
}
