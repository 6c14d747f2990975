package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/inspect"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

type inspectCommand struct {
	Table string `arg:""`
	JSON  bool
	Check bool   `default:"true" negatable:""`
	Tile  *int   `placeholder:"N" xor:"part"`
	FEN   string `name:"fen" placeholder:"FEN" xor:"part"`
	fenFlag
}

// An inspection is the output of the command.
type inspection struct {
	*inspect.Table
	Entry *inspect.Entry `json:"entry,omitempty"`
	Tile  *inspect.Tile  `json:"tile,omitempty"`
}

// Run describes a stored table. It also describes a damaged one whose header is intact, and fails in the end.
func (c *inspectCommand) Run(s *session) error {
	blob, blame, err := c.open(s)
	if err != nil {
		return err
	}
	defer blob.Close()
	reader, err := inspect.Open(s.params, blob)
	if err != nil {
		return blame(err)
	}
	found, err := c.inspect(s, reader)
	if found != nil {
		if err := c.write(s.stdout, found); err != nil {
			return err
		}
		if err == nil && found.IsDamaged() {
			err = fmt.Errorf("%w: %v", store.ErrCorrupt, words.New("command.inspect.damaged"))
		}
	}
	if errors.Is(err, store.ErrCorrupt) {
		return blame(err)
	}
	return err
}

// inspect describes a table and its parts. With an error about a part it returns the others.
func (c *inspectCommand) inspect(s *session, reader *inspect.Reader) (*inspection, error) {
	table, err := reader.Describe(s.ctx, c.Check)
	if err != nil {
		return nil, err
	}
	found := &inspection{Table: table}
	number := c.Tile
	if c.FEN != "" {
		reading, err := c.read(c.FEN)
		if err != nil {
			return nil, err
		}
		warn(s, reading.Warnings)
		if found.Entry, err = reader.Find(s.ctx, &reading.Position); err != nil {
			return partly(found, err)
		}
		if tiles := found.Entry.Tiles; len(tiles) > 0 {
			number = &tiles[0]
		}
	}
	if number == nil {
		return found, nil
	}
	if found.Tile, err = reader.Tile(s.ctx, *number); err != nil {
		return partly(found, err)
	}
	return found, nil
}

// partly returns the findings before an error that is about damage. After other errors nothing is printed.
func partly(found *inspection, err error) (*inspection, error) {
	if !errors.Is(err, store.ErrCorrupt) {
		found = nil
	}
	return found, err
}

// open opens a table, and returns a function that adds its name to an error.
func (c *inspectCommand) open(s *session) (store.Blob, func(error) error, error) {
	class, err := material.Parse(c.Table)
	if err != nil {
		return c.openFile(err)
	}
	blob, err := catalog.Open(s.ctx, s.store, class)
	return blob, func(err error) error { return store.Named(class.String(), err) }, err
}

// openFile opens a file, given the error of parsing its path as a class.
func (c *inspectCommand) openFile(noClass error) (store.Blob, func(error) error, error) {
	info, err := os.Stat(c.Table) // before opening: to open a pipe would wait for its writer
	switch {
	case errors.Is(err, os.ErrNotExist) && !strings.ContainsAny(c.Table, `./\`):
		return nil, nil, noClass
	case err != nil:
		return nil, nil, err
	case !info.Mode().IsRegular():
		return nil, nil, words.Error("command.noFile", "path", c.Table)
	}
	blame := func(err error) error {
		return fmt.Errorf("%s: %v", filepath.Base(c.Table), problem.From(&exchange.RefusedError{Err: err}))
	}
	file, err := os.Open(c.Table)
	if err != nil {
		return nil, nil, err
	}
	blob, err := store.OpenFile(file, info.Size())
	if err != nil {
		return nil, nil, errors.Join(blame(err), file.Close())
	}
	return openedFile{blob, file}, blame, nil
}

// An openedFile is a table in a file that is closed with it.
type openedFile struct {
	*store.File
	closer io.Closer
}

func (f openedFile) Close() error { return f.closer.Close() }

// write writes all findings.
func (c *inspectCommand) write(w io.Writer, found *inspection) error {
	if c.JSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(found)
	}
	parts := []interface{ WriteText(io.Writer) error }{found.Table}
	if found.Entry != nil {
		parts = append(parts, found.Entry)
	}
	if found.Tile != nil {
		parts = append(parts, found.Tile)
	}
	for i, part := range parts {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := part.WriteText(w); err != nil {
			return err
		}
	}
	return nil
}
