package search

import (
	"errors"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/value"
)

// WithSyzygy returns tables that read the outcomes of Syzygy files if other tables lack a position. Cursed wins and
// blessed losses are wins and losses, as the search ignores the fifty-move rule. Nil files change nothing.
func WithSyzygy(tables Tables, files *syzygy.Tables) Tables {
	if files == nil {
		return tables
	}
	return &withFiles{tables, files}
}

type withFiles struct {
	tables Tables
	files  *syzygy.Tables
}

// mostMen is the largest number of men of positions in tables.
func mostMen(tables Tables) int {
	if t, ok := tables.(*withFiles); ok {
		return max(material.MaxMen, t.files.MostMen())
	}
	return material.MaxMen
}

// Value implements [Tables]. Values from files have the right outcome, but no plies.
func (t *withFiles) Value(p *board.Position) (value.Value, library.Stored, error) {
	v, stored, err := t.tables.Value(p)
	if err != nil || stored == library.Here || p.Rights != 0 || len(p.Men()) > t.files.MostMen() {
		return v, stored, err
	}
	switch outcome, err := t.files.Outcome(p); {
	case errors.Is(err, syzygy.ErrMissing):
		return v, stored, nil
	case err != nil:
		return v, stored, err
	case outcome > syzygy.Draw:
		return value.Decided(1), library.Here, nil
	case outcome < syzygy.Draw:
		return value.Decided(2), library.Here, nil
	}
	return value.Draw, library.Here, nil
}
