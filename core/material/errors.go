package material

import (
	"errors"
	"fmt"

	"github.com/matewright/matewright/core/words"
)

// ErrClass marks a text that is not the name of a class.
var ErrClass = errors.New("not a material class")

// A ClassError is the reason why a name is not that of a class. It matches [ErrClass].
type ClassError struct {
	Name string
	Why  words.Message
}

// Message returns the name and the reason as a message.
func (e *ClassError) Message() words.Message {
	return words.New("core.class.invalid", "name", fmt.Sprintf("%.40q", e.Name), "why", e.Why)
}

// Error returns the name and the reason.
func (e *ClassError) Error() string { return e.Message().String() }

// Unwrap returns [ErrClass].
func (e *ClassError) Unwrap() error { return ErrClass }

// Check returns a [*ClassError] if no table of the class can be made.
func (c Class) Check() error {
	if why := c.noTable(); why != nil {
		return &ClassError{c.String(), *why}
	}
	return nil
}

// noTable returns the reason why no table can be made, or nil.
func (c Class) noTable() *words.Message {
	switch {
	case c.Men() < 3:
		return wrong("core.class.bareKings")
	case c.HasTable():
		return nil
	case c.rights != 0:
		return wrong("core.class.menCastling", "most", c.MostMen())
	}
	return wrong("core.class.men", "most", c.MostMen())
}
