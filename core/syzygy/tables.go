// Package syzygy reads Syzygy files: outcomes and plies to zeroing of positions with up to seven men, which most
// programs read and write.
//
// WDL files have the outcomes under the fifty-move rule, for both sides to move. DTZ files have the plies to the next
// capture, pawn move or mate, for one side to move. [Tables.Probe] finds the others by their moves. A file stores any
// number for a position in which a capture decides, so probing looks at captures first. Files have no positions with
// en passant or castling rights: probing handles the former, and refuses the latter.
//
// Package layout has the numbering of positions, and package pairs the code of values.
package syzygy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/syzygy/layout"
	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/core/words"
)

// Tables are files in directories or elsewhere. They may be used by several goroutines at once, but not while
// [Tables.Add] or [Tables.Close] is called.
type Tables struct {
	files map[uint64]*file // by men and kind
	most  int
}

// A file is one that may not be open yet.
type file struct {
	path  string
	class material.Class
	kind  Kind
	first uint64 // the key of positions in which White is the first side
	open  func() (*pairs.Source, func() error, error)

	opened atomic.Pointer[table]
	mutex  sync.Mutex
	failed error
	close  func() error
}

// ErrNone is the error of directories without any file.
var ErrNone = words.Error("core.syzygy.none")

// New returns tables without files.
func New() *Tables { return &Tables{files: map[uint64]*file{}} }

// Open returns the tables of directories, in a list as the system's PATH. If several have a file, the first one's is
// used. Files are opened when they are needed, and mapped into memory if the system can do that. They must not change
// until [Tables.Close].
func Open(path string) (*Tables, error) {
	t := New()
	for _, dir := range filepath.SplitList(path) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			path := filepath.Join(dir, entry.Name())
			t.add(path, func() (*pairs.Source, func() error, error) { return openFile(path) })
		}
	}
	if len(t.files) == 0 {
		return nil, ErrNone
	}
	return t, nil
}

// Add adds a file with its name, such as "KQvK.rtbw". It returns false for a name that no file has, and for a second
// file with that name. The first error of the source is that of all probes that need the file.
func (t *Tables) Add(name string, source *pairs.Source) bool {
	return t.add(name, func() (*pairs.Source, func() error, error) { return source, nil, nil })
}

func (t *Tables) add(path string, open func() (*pairs.Source, func() error, error)) bool {
	class, kind, ok := ParseName(filepath.Base(path))
	if !ok {
		return false
	}
	f := &file{path: path, class: class, kind: kind, open: open}
	f.first = f.key(false)
	if t.files[f.first] != nil {
		return false
	}
	t.files[f.first], t.files[f.key(true)] = f, f
	t.most = max(t.most, class.Men())
	return true
}

// ParseName returns the men and the kind of a file with the given name, such as "KQvK.rtbw". It returns false unless
// the name is that of a file with three to seven men.
func ParseName(name string) (class material.Class, kind Kind, ok bool) {
	men, found := strings.CutSuffix(name, WDLFile.Extension())
	if !found {
		if men, found = strings.CutSuffix(name, DTZFile.Extension()); !found {
			return class, 0, false
		}
		kind = DTZFile
	}
	if len(men) > layout.MaxMen+1 || len(men) < 4 {
		return class, 0, false
	}
	var list []board.Man
	color := board.White
	for _, letter := range []byte(men) {
		t := board.King
		for t <= board.Pawn && t.Letter() != letter {
			t++
		}
		switch {
		case letter == 'v' && color == board.White:
			color = board.Black
		case t > board.Pawn:
			return class, 0, false
		default:
			list = append(list, board.Man{Color: color, Type: t})
		}
	}
	class, _ = material.ClassOf(list, 0)
	kings := class.Count(board.White, board.King) == 1 && class.Count(board.Black, board.King) == 1
	return class, kind, kings && class.String() == men
}

// MostMen returns the largest number of men that a file has, or 0.
func (t *Tables) MostMen() int { return t.most }

// Names returns the paths of all files in their order.
func (t *Tables) Names() (paths []string) {
	for _, f := range t.all() {
		paths = append(paths, f.path)
	}
	slices.Sort(paths)
	return paths
}

// all returns each file once.
func (t *Tables) all() (list []*file) {
	for key, f := range t.files {
		if key == f.first {
			list = append(list, f)
		}
	}
	return list
}

// Has reports whether there is a file of a class.
func (t *Tables) Has(class material.Class, kind Kind) bool {
	f := file{class: class, kind: kind}
	return t.files[f.key(false)] != nil
}

// Renew makes the next probe read files again that were damaged, as others may have replaced them. Other goroutines may
// probe meanwhile.
func (t *Tables) Renew() {
	for _, f := range t.all() {
		f.mutex.Lock()
		f.failed = nil
		f.mutex.Unlock()
	}
}

// Close closes all files.
func (t *Tables) Close() (err error) {
	for _, f := range t.all() {
		if f.close != nil {
			err = errors.Join(err, f.close())
		}
	}
	t.files, t.most = map[uint64]*file{}, 0
	return err
}

// unit returns the number that a man adds to the key of its class: four bits for each color and type.
func unit(color board.Color, t board.PieceType) uint64 { return 1 << (4*uint(t) + 28*uint(color&1)) }

// kindUnit returns the number that the kind adds.
func kindUnit(kind Kind) uint64 { return uint64(kind) }

// key returns the key of the file, for positions in which White is the second side if swapped is true.
func (f *file) key(swapped bool) uint64 {
	key := kindUnit(f.kind)
	for _, color := range board.Colors {
		for t := board.King; t <= board.Pawn; t++ {
			seen := color
			if swapped {
				seen = color.Other()
			}
			key += uint64(f.class.Count(color, t)) * unit(seen, t)
		}
	}
	return key
}

// find returns the file with a position. Swapped is true if White is the second side of its class.
func (t *Tables) find(p *board.Position, kind Kind) (f *file, swapped bool, err error) {
	key := kindUnit(kind)
	men := p.Men()
	for i := range men {
		key += unit(men[i].Color, men[i].Type)
	}
	if f = t.files[key]; f == nil {
		class, _ := material.ClassOf(men, 0)
		return nil, false, &MissingError{class, kind}
	}
	return f, key != f.first, nil
}

// table opens the file.
func (f *file) table() (*table, error) {
	if t := f.opened.Load(); t != nil {
		return t, nil
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if t := f.opened.Load(); t != nil || f.failed != nil {
		return t, f.failed
	}
	source, closing, err := f.open()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &MissingError{f.class, f.kind} // somebody deletes or replaces the file
	}
	if err != nil {
		return nil, f.fail(err)
	}
	t, err := read(source, f.class, f.kind)
	if err != nil {
		if closing != nil {
			closing()
		}
		f.failed = f.fail(err)
		return nil, f.failed
	}
	f.close = closing
	f.opened.Store(t)
	return t, nil
}

func (f *file) fail(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	return &FileError{f.path, err}
}
