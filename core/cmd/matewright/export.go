package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

type exportCommand struct {
	tablesOrEnding
	To   string `placeholder:"DIR" default:"."`
	Site string `placeholder:"DIR"`
	Men  int    `placeholder:"N"`
}

// Validate is called by the parser.
func (c *exportCommand) Validate() error {
	switch {
	case c.Men != 0 && (c.Site == "" || len(c.Classes) > 0):
		return words.Error("command.export.men")
	case c.Site != "" && c.Men != 0 && c.Ending == "":
		return nil
	case c.Site != "" && c.Ending != "":
		return words.Error("command.export.ending")
	}
	return c.tablesOrEnding.Validate()
}

func (c *exportCommand) resumes() bool { return c.Site != "" }

func (c *exportCommand) needs() kind.Feature { return kind.Export }

// Run writes files, one after the other. A file with the same name is replaced once the new one is whole.
func (c *exportCommand) Run(s *session) error {
	if c.Site != "" {
		return exportSite(s, c.Site, c.Classes, c.Men)
	}
	if c.Ending != "" {
		return c.exportEnding(s, shelf.Dir(c.To))
	}
	classes, err := s.classes(c.Classes)
	if err != nil {
		return err
	}
	to := home.Home(c.To).Dir(s.kind) // as files are named after classes only
	files := store.NewFileStore(to)
	for _, class := range classes {
		t, err := library.Open(s.ctx, s.store, class)
		if err != nil {
			return err
		}
		err = errors.Join(t.Export(s.ctx, files), t.Close())
		if err != nil {
			return err
		}
		fmt.Fprintf(
			s.stdout,
			"%-8v %11s  %s\n",
			class,
			formatBytes(t.Bytes()),
			filepath.Join(to, class.String()+store.FileExt),
		)
	}
	return nil
}
