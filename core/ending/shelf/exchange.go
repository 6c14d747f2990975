package shelf

import (
	"errors"
	"os"

	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// ErrBetter means that the stored ending of a position has narrower bounds, or more slices, than an imported one.
var ErrBetter = words.Error("core.ending.better")

// ErrCut means that a foreign journal has bytes that are not read, as they are damaged or incomplete.
var ErrCut = words.Error("core.ending.cut")

// Export copies a journal to another directory in its compact form, see [ending.Compact]. A file of that name there is
// replaced once the new one is whole. Errors are [ErrInUse] and those of [Dir.Read] and [ending.Read]; on a full disk
// they match [store.ErrFull].
func (d Dir) Export(name string, to Dir) (*Entry, error) {
	file, err := d.Read(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return to.put(name, file, acceptance{})
}

// Import copies a foreign journal to the directory in its compact form, under the name of its position. Before the copy
// becomes visible, check must accept it. An error that matches [ErrBetter] refuses a copy with wider bounds, or fewer
// slices, than the stored ending. Other errors are [ErrCut], [ErrInUse], and those of check and of [ending.Read]. On a
// full disk they match [store.ErrFull]. After an error the directory is as before.
func (d Dir) Import(foreign scratch.Room, memory int64, check func(*ending.Reader) error) (*Entry, error) {
	p, err := ending.ReadPosition(foreign)
	if err != nil {
		return nil, err
	}
	return d.put(ending.Name(&p), foreign, acceptance{
		copied: func(part scratch.Room, isWhole bool) error {
			if !isWhole {
				return ErrCut
			}
			r, err := ending.Read(part, memory)
			if err != nil {
				return err
			}
			return check(r)
		},
		replaces: func(part, there scratch.Room) error { return compare(part, there, memory) },
	})
}

// An acceptance has functions that return an error to refuse a copy. A function that is nil accepts all.
type acceptance struct {
	copied   func(part scratch.Room, isWhole bool) error // whether the original is whole, see [ending.Compact]
	replaces func(part, there scratch.Room) error        // the stored journal is locked
}

// put copies a journal to a file beside the one with a name, and renames the copy if it is accepted.
func (d Dir) put(name string, from scratch.Room, accept acceptance) (e *Entry, err error) {
	if err := os.MkdirAll(string(d), 0o777); err != nil {
		return nil, store.MarkFull(err)
	}
	path := d.Path(name) + ".part"
	part, err := lock(path, os.O_CREATE)
	if err != nil {
		return nil, store.MarkFull(err)
	}
	defer part.Close()
	defer func() {
		if err != nil {
			os.Remove(path)
		}
	}()
	if err := part.Truncate(0); err != nil {
		return nil, err
	}
	isWhole, err := ending.Compact(from, part)
	if err := errors.Join(err, part.Sync()); err != nil {
		return nil, store.MarkFull(err)
	}
	if accept.copied != nil {
		if err := accept.copied(part, isWhole); err != nil {
			return nil, err
		}
	}
	there, err := lock(d.Path(name), os.O_CREATE)
	if err != nil {
		return nil, store.MarkFull(err)
	}
	defer there.Close()
	info, err := there.Stat()
	if err == nil && info.Size() > 0 && accept.replaces != nil {
		err = accept.replaces(part, there)
	}
	if err == nil {
		err = os.Rename(path, d.Path(name))
	}
	if err != nil {
		return nil, err
	}
	entry, err := d.entry(name)
	return &entry, err
}

// compare returns [ErrBetter] if another journal than the given one has narrower bounds or more slices. It compares the
// bounds of the position and of its moves. A damaged journal has none.
func compare(journal, than scratch.Room, memory int64) error {
	old, err := ending.Read(than, memory)
	if err != nil {
		return nil
	}
	r, err := ending.Read(journal, memory)
	if err != nil {
		return err
	}
	p := r.Position()
	before, err := old.Answer(&p)
	if err != nil {
		return nil
	}
	a, err := r.Answer(&p)
	if err != nil {
		return err
	}
	merged := Answer{Answer: ending.Answer{Low: a.Low, High: a.High, Moves: append([]ending.Move{}, a.Moves...)}}
	merged.merge(before)
	narrower := merged.Low > a.Low || merged.High < a.High
	for _, m := range a.Moves {
		for _, both := range merged.Moves {
			narrower = narrower || both.Move == m.Move && (both.Low > m.Low || both.High < m.High)
		}
	}
	if narrower || r.Count().Slices < old.Count().Slices {
		return ErrBetter
	}
	return nil
}
