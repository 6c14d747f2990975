package shelf

import (
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/words"
)

// ErrBetter means that the stored ending of a position has narrower bounds, or more slices, than an imported one.
var ErrBetter = words.Error("core.ending.better")

// ErrCut means that a foreign journal has bytes that are not read, as they are damaged or incomplete.
var ErrCut = words.Error("core.ending.cut")

// Export copies a journal to another store in its compact form, see [ending.Compact]. A journal of that name there is
// replaced once the new one is whole. Errors are those of [Store.Read], [ending.Read] and [Store.Put].
func Export(from Store, name string, to Store) (*Entry, error) {
	file, err := from.Read(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return to.Put(name, func(part scratch.Room) error {
		_, err := ending.Compact(file, part)
		return err
	}, func(_, _ scratch.Room) error { return nil })
}

// Import copies a foreign journal to a store by [ending.Adopt], under the name of its position. Before the copy
// becomes visible, check must accept it. An error that matches [ErrBetter] refuses a copy with wider bounds, or fewer
// slices, than the stored ending. With as many slices it refuses one that would replace moves to mate. Other errors are
// [ErrCut], and those of check, [ending.Read] and [Store.Put].
func Import(to Store, foreign scratch.Room, memory int64, check func(*ending.Reader) error) (*Entry, error) {
	p, err := ending.ReadPosition(foreign)
	if err != nil {
		return nil, err
	}
	return to.Put(ending.Name(&p), func(part scratch.Room) error {
		isWhole, err := ending.Adopt(foreign, part)
		if err != nil {
			return err
		}
		if !isWhole {
			return ErrCut
		}
		r, err := ending.Read(part, memory)
		if err != nil {
			return err
		}
		return check(r)
	}, func(part, there scratch.Room) error { return compare(part, there, memory) })
}

// compare returns [ErrBetter] if another journal than the given one has narrower bounds or more slices, or with as many
// slices has mates alone. It compares the bounds of the position and of its moves. A damaged journal has none.
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
	known, err := old.Answer(&p)
	if err != nil {
		return nil
	}
	a, err := r.Answer(&p)
	if err != nil {
		return err
	}
	merged := Answer{Answer: ending.Answer{Low: a.Low, High: a.High, Moves: append([]ending.Move{}, a.Moves...)}}
	merged.merge(known)
	narrower := merged.Low > a.Low || merged.High < a.High
	for _, m := range a.Moves {
		for _, both := range merged.Moves {
			narrower = narrower || both.Move == m.Move && (both.Low > m.Low || both.High < m.High)
		}
	}
	has, had := r.Count().Slices, old.Count().Slices
	if narrower || has < had || has == had && old.HasMates() && !r.HasMates() {
		return ErrBetter
	}
	return nil
}
