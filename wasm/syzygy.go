//go:build js && wasm && check

package main

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/indexeddb"
)

// syzygyFiles are the Syzygy files that the prober of an engine answers from.
type syzygyFiles struct {
	engine  *engine
	files   []*soundFile
	refused []problemShape
	isNews  bool // a file was refused since the last report
}

// A soundFile is a Syzygy file. If it is not large, its checksum is verified before anything is read.
type soundFile struct {
	*indexeddb.PagedFile
	once sync.Once
	err  error
}

// mostVerified is the largest file whose checksum is verified before its first use. It bounds the time that a first
// answer waits for a file.
const mostVerified = 64 << 20

// ReadAt implements [io.ReaderAt].
func (f *soundFile) ReadAt(p []byte, off int64) (int, error) {
	f.once.Do(func() {
		if f.Size() <= mostVerified {
			f.err = syzygy.VerifySource(f.File, f.Size())
		}
	})
	if f.err != nil {
		return 0, f.err
	}
	return f.PagedFile.ReadAt(p, off)
}

// useSyzygy makes answers also use Syzygy files, instead of those of earlier calls. It checks their headers. It
// ignores files with other names, and all but the first of each name.
func (e *engine) useSyzygy(_ context.Context, files indexeddb.Files) (*syzygyShape, error) {
	used := &syzygyFiles{engine: e}
	var pages indexeddb.Pages
	names := map[string]bool{}
	for _, file := range files {
		if _, _, ok := syzygy.ParseName(file.Name()); !ok || names[file.Name()] {
			continue
		}
		names[file.Name()] = true
		sound := &soundFile{PagedFile: pages.Open(file)}
		if err := syzygy.Check(file.Name(), pairs.FromReader(sound.PagedFile, file.Size())); err != nil {
			used.refused = append(used.refused, *shapeProblem(err))
			continue
		}
		used.files = append(used.files, sound)
	}
	e.extra = used
	return used.describe(), used.renewProber()
}

// renewProber replaces the prober, after a change of the files.
func (s *syzygyFiles) renewProber() error {
	before := s.engine.prober
	s.engine.prober = s.engine.answering()
	if len(s.files) > 0 {
		s.engine.prober.WithSyzygy(s.tables())
	}
	return before.Forget()
}

// tables returns the tables of the files.
func (s *syzygyFiles) tables() *syzygy.Tables {
	tables := syzygy.New()
	for _, file := range s.files {
		tables.Add(file.Name(), pairs.FromReader(file, file.Size()))
	}
	return tables
}

func (s *syzygyFiles) describe() *syzygyShape {
	shape := &syzygyShape{
		Files: len(s.files), Men: s.tables().MostMen(), Refused: append([]problemShape{}, s.refused...),
	}
	for _, file := range s.files {
		shape.Bytes += file.Size()
	}
	return shape
}

// news implements [extraFiles].
func (s *syzygyFiles) news() *syzygyShape {
	if !s.isNews {
		return nil
	}
	s.isNews = false
	return s.describe()
}

// leaveOut implements [extraFiles].
func (s *syzygyFiles) leaveOut(err error) bool {
	fault := (*syzygy.FileError)(nil)
	if !errors.As(err, &fault) {
		return false
	}
	had := len(s.files)
	s.files = slices.DeleteFunc(s.files, func(f *soundFile) bool { return f.Name() == fault.File })
	if len(s.files) == had {
		return false
	}
	s.refused = append(s.refused, *shapeProblem(err))
	s.isNews = true
	return s.renewProber() == nil
}
