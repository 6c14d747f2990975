// Package shelf keeps solved endings, and answers positions from all of them.
package shelf

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// ErrInUse means that somebody else solves the ending.
var ErrInUse = words.Error("core.ending.inUse")

// A Store has the journals of endings, by the names of [ending.Name].
type Store interface {
	// Open opens a journal for solving, and creates it if it does not exist. It is locked until it is closed. If it is
	// open elsewhere, the error matches [ErrInUse].
	Open(name string) (scratch.File, error)

	// Read opens a journal for reading, whether it is open elsewhere or not. If it does not exist, the error
	// matches [io/fs.ErrNotExist].
	Read(name string) (scratch.File, error)

	// Put makes a new journal, which replaces the one of its name once fill and replaces have accepted it. Fill gets an
	// empty room to write it to. If an old journal exists, replaces gets this room and that of the old one, which is
	// locked. After an error the store is as before. If the old journal, or another new one of the name, is open
	// elsewhere, the error matches [ErrInUse]. If there is no more storage, it matches
	// [github.com/matewright/matewright/core/store.ErrFull].
	Put(name string, fill func(part scratch.Room) error, replaces func(part, there scratch.Room) error) (*Entry, error)

	// List returns all journals in the order of their names. Files that are not journals are not among them.
	List() ([]Entry, error)

	// Remove deletes a journal, if it exists. If it is open elsewhere, the error matches [ErrInUse].
	Remove(name string) error
}

// An Entry describes a stored journal.
type Entry struct {
	Name     string
	Position board.Position // the first one
	Bytes    int64
	Modified time.Time
}

// mayContain reports whether play may lead from the first position to another. The first one must have enough men, and
// for each pawn one that it can come from.
func (e *Entry) mayContain(p *board.Position) bool {
	var men, pawns [2]int // fewer than at first
	var first [2]board.Bitboard
	for _, m := range e.Position.Men() {
		men[m.Color]++
		if m.Type == board.Pawn {
			pawns[m.Color]++
			first[m.Color] |= m.Square.Bit()
		}
	}
	for _, m := range p.Men() {
		men[m.Color]--
		if m.Type != board.Pawn {
			continue
		}
		pawns[m.Color]--
		if !comesFrom(first[m.Color], m) {
			return false
		}
	}
	return min(men[0], men[1], pawns[0], pawns[1]) >= 0
}

// comesFrom reports whether a pawn can come from one of some squares. Each capture moves it to the next file.
func comesFrom(first board.Bitboard, pawn board.Man) bool {
	for ; first != 0; first = first.Rest() {
		from := first.First()
		ranks, files := pawn.Square.Rank()-from.Rank(), pawn.Square.File()-from.File()
		if pawn.Color == board.Black {
			ranks = -ranks
		}
		if ranks >= files && ranks >= -files {
			return true
		}
	}
	return false
}

// A Shelf answers positions from the journals of a store. Several goroutines may use it.
type Shelf struct {
	store  Store
	memory int64 // bytes of unpacked slices of each journal that is open

	turn chan struct{} // holds a value while the shelf is in use
	open []*volume     // the one that answered last is the first
}

// A volume is a journal that is open for reading.
type volume struct {
	entry  Entry
	file   scratch.File
	reader *ending.Reader
}

// mostOpen is the number of journals that stay open.
const mostOpen = 8

// New returns a shelf. It takes about some bytes of memory for unpacked slices.
func New(store Store, memory int64) *Shelf {
	return &Shelf{store: store, memory: memory / mostOpen, turn: make(chan struct{}, 1)}
}

// use waits until nobody else uses the open journals, or until the context ends. The caller calls end.
func (s *Shelf) use(ctx context.Context) (end func(), err error) {
	select {
	case s.turn <- struct{}{}:
		return func() { <-s.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// An Answer has the bounds of a position and of its moves, and the endings that they come from.
type Answer struct {
	ending.Answer
	From     []Entry
	Answered []board.Color // the sides that [ending.Reader.Answered] returns for the ending of the position
}

// Answer returns the bounds of a position by the endings of the store, or nil if none of them narrows any. It skips
// journals that can't be read: without them bounds are wider, but not wrong.
func (s *Shelf) Answer(ctx context.Context, p *board.Position) (*Answer, error) {
	list, err := s.store.List()
	if err != nil {
		return nil, err
	}
	end, err := s.use(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	var all *Answer
	for _, entry := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !entry.mayContain(p) {
			continue
		}
		v, err := s.volume(entry)
		if err != nil {
			continue
		}
		a, err := v.reader.Answer(p)
		if err != nil || !narrows(a) {
			continue
		}
		if all == nil {
			all = &Answer{Answer: *a}
		} else {
			all.merge(a)
		}
		all.From = append(all.From, entry)
		if entry.Position == *p {
			all.Answered = v.reader.Answered()
		}
		if all.Proven() {
			break
		}
	}
	if all != nil {
		all.end(p)
	}
	return all, nil
}

// narrows reports whether an answer has fewer outcomes than all.
func narrows(a *ending.Answer) bool {
	return a.Low > value.Loss || a.High < value.Win ||
		slices.ContainsFunc(a.Moves, func(m ending.Move) bool { return m.Low > value.Loss || m.High < value.Win })
}

// merge narrows the bounds by those of another answer about the same position.
func (a *Answer) merge(other *ending.Answer) {
	a.Low, a.High = max(a.Low, other.Low), min(a.High, other.High)
	for _, m := range other.Moves {
		i := slices.IndexFunc(a.Moves, func(own ending.Move) bool { return own.Move == m.Move })
		a.Moves[i].Low, a.Moves[i].High = max(a.Moves[i].Low, m.Low), min(a.Moves[i].High, m.High)
	}
	a.sort()
}

// end adds the outcomes of moves that end the game by the rules of chess.
func (a *Answer) end(p *board.Position) {
	for i := range a.Moves {
		m := &a.Moves[i]
		after := p.Play(m.Move)
		switch moves := after.HasLegalMove(); {
		case !moves && after.InCheck(after.Turn):
			m.Low, m.High = value.Win, value.Win
		case !moves, after.InsufficientMaterial():
			m.Low, m.High = value.Drawn, value.Drawn
		}
	}
	a.Conclude()
	a.sort()
}

// sort puts the best moves first, as far as known.
func (a *Answer) sort() { slices.SortStableFunc(a.Moves, ending.Move.Compare) }

// volume returns the open journal of an entry. The caller has the turn.
func (s *Shelf) volume(entry Entry) (v *volume, err error) {
	i := slices.IndexFunc(s.open, func(v *volume) bool { return v.entry.Name == entry.Name })
	if i >= 0 {
		v = s.open[i]
		s.open = slices.Delete(s.open, i, i+1)
	}
	if v == nil || v.entry.Bytes != entry.Bytes || !v.entry.Modified.Equal(entry.Modified) {
		if v, err = s.read(entry, v); err != nil {
			return nil, err
		}
	}
	s.open = slices.Insert(s.open, 0, v)
	if len(s.open) > mostOpen {
		s.open[mostOpen].file.Close()
		s.open = s.open[:mostOpen]
	}
	return v, nil
}

// read opens the journal of an entry. If an earlier version of it is open, read continues that, and closes its file.
func (s *Shelf) read(entry Entry, earlier *volume) (*volume, error) {
	if earlier != nil {
		defer earlier.file.Close()
	}
	file, err := s.store.Read(entry.Name)
	if err != nil {
		return nil, err
	}
	if earlier != nil {
		if isSame, err := earlier.reader.Continue(file); isSame && err == nil {
			return &volume{entry, file, earlier.reader}, nil
		}
	}
	reader, err := ending.Read(file, s.memory)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &volume{entry, file, reader}, nil
}

// Close closes the journals that are open.
func (s *Shelf) Close() (err error) {
	end, err := s.use(context.Background())
	if err != nil {
		return err
	}
	defer end()
	for _, v := range s.open {
		err = errors.Join(err, v.file.Close())
	}
	s.open = nil
	return err
}
