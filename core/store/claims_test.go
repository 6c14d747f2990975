package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/matewright/matewright/core/store"
)

// claimFiles returns the names of the files of claims.
func claimFiles(dir string) []string {
	files, _ := filepath.Glob(filepath.Join(dir, "*.mwt-lock"))
	return files
}

// TestClaims checks that a claim excludes all others of its name until it is released, and then leaves no file.
func TestClaims(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	first, second := store.NewFileStore(dir), store.NewFileStore(dir)
	release, err := first.Claim(t.Context(), "KQvK")
	if errors.Is(err, store.ErrNoLocks) && runtime.GOOS == "js" {
		if files := claimFiles(dir); len(files) > 0 {
			t.Errorf("%q are left", files)
		}
		t.Skip("needs locks")
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*store.FileStore{first, second} {
		if _, err := s.Claim(t.Context(), "KQvK"); !errors.Is(err, store.ErrClaimed) {
			t.Errorf("claimed twice: %v", err)
		}
		s.ClearOrphans()
		if held, err := s.Held(t.Context()); err != nil || !held {
			t.Errorf("nobody has a claim: %v", err)
		}
	}
	other, err := second.Claim(t.Context(), "KRvK")
	if err != nil {
		t.Fatal(err)
	}
	if entries, err := first.List(t.Context()); err != nil || len(entries) > 0 {
		t.Errorf("claims are tables: %v, %v", entries, err)
	}
	release()
	other()
	if held, err := first.Held(t.Context()); err != nil || held {
		t.Errorf("somebody has a claim: %v", err)
	}
	if files := claimFiles(dir); len(files) > 0 {
		t.Errorf("%q are left", files)
	}
	if release, err = second.Claim(t.Context(), "KQvK"); err != nil {
		t.Errorf("claimed again: %v", err)
	}
	release()
	if _, err := first.Claim(t.Context(), "../KQvK"); !errors.Is(err, store.ErrName) {
		t.Errorf("a claim outside of the store: %v", err)
	}
}

// TestClaimsKilled checks that the claim of a process ends with it, and that its file is then deleted.
func TestClaimsKilled(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("needs processes")
	}
	dir := t.TempDir()
	killed, _, _ := beginWriter(t, dir)
	s := store.NewFileStore(dir)
	s.ClearOrphans()
	if _, err := s.Claim(t.Context(), "KQvK"); !errors.Is(err, store.ErrClaimed) {
		t.Errorf("claimed from a living process: %v", err)
	}
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	killed.Wait()
	if files := claimFiles(dir); len(files) != 1 {
		t.Errorf("a dead process has left %q", files)
	}
	release, err := s.Claim(t.Context(), "KQvK")
	if err != nil {
		t.Fatal(err)
	}
	release()
	if err := os.WriteFile(filepath.Join(dir, "KRvK.mwt-lock"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	s.ClearOrphans()
	if files := claimFiles(dir); len(files) > 0 {
		t.Errorf("%q are left", files)
	}
}

// TestClaimsRace checks that never two have a claim at once, while others clear up.
func TestClaimsRace(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("needs locks")
	}
	dir := t.TempDir()
	var holders [2]atomic.Int32
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			s := store.NewFileStore(dir)
			for n := range 300 {
				which := (i + n) % len(holders)
				release, err := s.Claim(t.Context(), fmt.Sprint("K", which))
				if errors.Is(err, store.ErrClaimed) {
					s.ClearOrphans()
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := holders[which].Add(1); n != 1 {
					t.Errorf("%d have a claim", n)
				}
				holders[which].Add(-1)
				release()
			}
		})
	}
	all.Wait()
	if files := claimFiles(dir); len(files) > 0 {
		t.Errorf("%q are left", files)
	}
}
