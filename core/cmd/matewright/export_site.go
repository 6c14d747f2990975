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

// exportSite writes tables of all metrics to a directory, and its manifest. These are the named classes or,
// without names, all stored ones of up to that number of men. Files that an earlier call has written stay.
func exportSite(s *session, to string, names []string, men int) error {
	classes, err := siteClasses(s, names, men)
	if err != nil {
		return err
	}
	for _, class := range classes {
		found := false
		for _, k := range siteKinds() {
			err := exportTable(s, to, k, class)
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
	tables, bytes, err := remote.Publish(s.ctx, to)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.stdout, words.New("command.export.site",
		"tables", tables, "size", formatBytes(bytes), "path", filepath.Join(to, remote.ManifestName)))
	return nil
}

// siteKinds returns the kinds of tables that sites have: those of a metric.
func siteKinds() []kind.Kind {
	return slices.DeleteFunc(kind.All(), func(k kind.Kind) bool { return k.Metric() == nil })
}

// siteClasses returns the named classes or, without names, all classes of up to that number of men that have a table.
func siteClasses(s *session, names []string, men int) ([]material.Class, error) {
	if len(names) > 0 {
		return s.classes(names)
	}
	var classes []material.Class
	for _, k := range siteKinds() {
		list, err := catalog.List(s.ctx, s.tables(k))
		if err != nil {
			return nil, err
		}
		for _, e := range list.Tables {
			if class, err := material.Parse(e.Name); err == nil && class.Men() <= men {
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
func exportTable(s *session, to string, k kind.Kind, class material.Class) error {
	table, err := library.Open(s.ctx, s.tables(k), class)
	if err != nil {
		return err
	}
	defer table.Close()
	dir := home.Home(to).Dir(k)
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
