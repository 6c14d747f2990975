package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/matewright/matewright/core/format/catalog"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// exportSite writes the tables of classes, of all metrics that have one, and the manifest of the directory. Files that
// an earlier call has written stay.
func (c *exportCommand) exportSite(s *session) error {
	classes, err := c.siteClasses(s)
	if err != nil {
		return err
	}
	for _, class := range classes {
		found := false
		for _, k := range siteKinds() {
			err := c.exportTable(s, k, class)
			if errors.Is(err, store.ErrMissing) {
				continue
			}
			if err != nil {
				return err
			}
			found = true
		}
		if !found {
			return &store.Error{Table: class.String(), Err: store.ErrMissing}
		}
	}
	tables, bytes, err := remote.Publish(s.ctx, c.Site)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.stdout, words.New("command.export.site",
		"tables", tables, "size", formatBytes(bytes), "path", filepath.Join(c.Site, remote.ManifestName)))
	return nil
}

// siteKinds returns the kinds of tables that sites have: those of a metric.
func siteKinds() []kind.Kind {
	return slices.DeleteFunc(kind.All(), func(k kind.Kind) bool { return k.Metric() == nil })
}

// siteClasses returns the named classes, or with --men all classes up to that number of men that have a table.
func (c *exportCommand) siteClasses(s *session) ([]material.Class, error) {
	if len(c.Classes) > 0 {
		return s.classes(c.Classes)
	}
	var classes []material.Class
	for _, k := range siteKinds() {
		list, err := catalog.List(s.ctx, s.tables(k))
		if err != nil {
			return nil, err
		}
		for _, e := range list.Tables {
			if class, err := material.Parse(e.Name); err == nil && class.Men() <= c.Men {
				classes = append(classes, class)
			}
		}
	}
	slices.SortFunc(classes, material.Compare)
	classes = slices.Compact(classes)
	if len(classes) == 0 {
		return nil, words.Error("command.noTables", "dir", s.dir)
	}
	return classes, nil
}

// exportTable writes a table unless the directory has the same one.
func (c *exportCommand) exportTable(s *session, k kind.Kind, class material.Class) error {
	table, err := library.Open(s.ctx, s.tables(k), class)
	if err != nil {
		return err
	}
	defer table.Close()
	dir := home.Home(c.Site).Dir(k)
	path := filepath.Join(dir, class.String()+store.FileExt)
	sum, _, err := table.Prove(s.ctx)
	if err != nil {
		return err
	}
	there, err := remote.SumOf(path)
	if err == nil && there == sum {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := table.Export(s.ctx, store.NewFileStore(dir)); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%-8v %11s  %s\n", class, formatBytes(table.Bytes()), path)
	return nil
}
