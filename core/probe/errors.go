package probe

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// A MenError means that a position has more men than its table may have.
type MenError struct {
	Men, Most int
	Rights    board.Rights // to castle: with these, some tables have fewer men
}

// Message returns a message with both numbers.
func (e *MenError) Message() words.Message {
	if e.Rights != 0 {
		return words.New("core.men.castling", "count", e.Men, "most", e.Most)
	}
	return words.New("core.men.tables", "count", e.Men, "most", e.Most)
}

// Error names both numbers.
func (e *MenError) Error() string { return e.Message().String() }

// CheckMen returns a [*MenError] for a position with more men than its table may have.
func CheckMen(p *board.Position) error {
	class, _ := material.OfPosition(p)
	if class.HasTable() {
		return nil
	}
	if class.Men() > material.MaxMen { // whatever the rights
		return &MenError{Men: class.Men(), Most: material.MaxMen}
	}
	return &MenError{Men: class.Men(), Most: class.MostMen(), Rights: p.Rights}
}

// A MissingError means that a probe needs tables that are not in the store. It
// matches [store.ErrMissing].
type MissingError struct {
	Class   material.Class   // of the position
	Needed  []material.Class // the class and all it depends on, in building order
	Missing []material.Class // those that are not in the store
}

// Message returns a message with the missing tables.
func (e *MissingError) Message() words.Message {
	if len(e.Missing) == 1 {
		return words.New("core.missing.one", "class", e.Missing[0])
	}
	return words.New("core.missing.several",
		"class", e.Class, "needed", len(e.Needed), "count", len(e.Missing), "missing", words.List(e.Missing))
}

// Error names the missing tables.
func (e *MissingError) Error() string { return e.Message().String() }

// Unwrap returns [store.ErrMissing].
func (e *MissingError) Unwrap() error { return store.ErrMissing }

// Lacks reports whether an error only means that no table has the position.
func Lacks(err error) bool { return errors.As(err, new(*MenError)) || errors.Is(err, store.ErrMissing) }
