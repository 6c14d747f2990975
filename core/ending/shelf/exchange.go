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

// Export copies a journal to another directory in its compact form, see [ending.Compact]. A file of that name there is
// replaced once the new one is whole. Errors are [ErrInUse] and those of [Dir.Read] and [ending.Read]; on a full disk
// they match [store.ErrFull].
func (d Dir) Export(name string, to Dir) (*Entry, error) {
	file, err := d.Read(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return to.put(name, file, func(part, there scratch.Room) error { return nil })
}

// Import copies a foreign journal to the directory in its compact form, under the name of its position. Before the copy
// becomes visible, check must accept it. An error that matches [ErrBetter] refuses a copy with wider bounds, or fewer
// slices, than the stored ending. Other errors are [ErrInUse], and those of check and of [ending.Read]. On a full disk
// they match [store.ErrFull]. After an error the directory is as before.
func (d Dir) Import(foreign scratch.Room, memory int64, check func(*ending.Reader) error) (*Entry, error) {
	p, err := ending.ReadPosition(foreign)
	if err != nil {
		return nil, err
	}
	return d.put(ending.Name(&p), foreign, func(part, there scratch.Room) error {
		if there != nil {
			return compare(part, there, memory)
		}
		r, err := ending.Read(part, memory)
		if err != nil {
			return err
		}
		return check(r)
	})
}

// put copies a journal to a file beside the one with a name, and renames the copy if it is accepted. That is called
// with the copy and no journal, and then with the copy and the journal there, which is locked.
func (d Dir) put(name string, from scratch.Room, accept func(part, there scratch.Room) error) (e *Entry, err error) {
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
	if err := errors.Join(part.Truncate(0), ending.Compact(from, part), part.Sync()); err != nil {
		return nil, store.MarkFull(err)
	}
	if err := accept(part, nil); err != nil {
		return nil, err
	}
	there, err := lock(d.Path(name), os.O_CREATE)
	if err != nil {
		return nil, store.MarkFull(err)
	}
	defer there.Close()
	if info, err := there.Stat(); err != nil || info.Size() > 0 {
		if err := errors.Join(err, accept(part, there)); err != nil {
			return nil, err
		}
	}
	if err := os.Rename(path, d.Path(name)); err != nil {
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
