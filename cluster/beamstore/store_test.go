package beamstore_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"

	"github.com/matewright/matewright/cluster/beamstore"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/store/storetest"
)

// TestStore checks the contract of stores on a file system that is not this machine's.
func TestStore(t *testing.T) {
	storetest.RunPersistent(t, func(t *testing.T) (store.Store, func() store.Store) {
		files := beamstore.Files{Dir: fmt.Sprintf("memfs://%s-%d", strings.ReplaceAll(t.Name(), "/", "-"), os.Getpid())}
		reopen := func() store.Store {
			s, err := beamstore.NewStore(files)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.RemoveCopies() })
			return s
		}
		return reopen(), reopen
	})
}

// TestOpen checks that in a directory of this machine the tables are files that other programs can read.
func TestOpen(t *testing.T) {
	s, err := beamstore.Open(beamstore.Files{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.(*store.FileStore); !ok {
		t.Errorf("the store is a %T", s)
	}
}
