package library

import (
	"fmt"

	"github.com/matewright/matewright/core/board"
)

// A CastlingError says that a position has castling rights, of which tables know nothing.
type CastlingError struct{ Rights board.Rights }

// Error names the rights.
func (e *CastlingError) Error() string {
	return fmt.Sprintf("this position has castling rights (%v), and endgame tables do not support castling yet; write \"-\" if castling is no longer possible", e.Rights)
}

// CheckRights returns a [*CastlingError] for a position that no table can have for its castling rights. Whoever looks a
// position up, or plans its tables, asks this first: a table has the same placement without rights, and that may end otherwise.
func CheckRights(p *board.Position) error {
	if p.Rights == 0 {
		return nil
	}
	return &CastlingError{p.Rights}
}
