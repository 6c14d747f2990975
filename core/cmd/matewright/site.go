package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/remote/overhttp"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// siteFlag names a web server with tables.
type siteFlag struct {
	Site string `placeholder:"URL"`
}

// sources returns the tables with those of the site, and the kept endings. The home keeps the parts that were read.
func (f siteFlag) sources(s *session) (*sources, error) {
	from := s.sources()
	if f.Site == "" {
		return from, nil
	}
	fetcher, err := overhttp.New(f.Site)
	if err != nil {
		from.Close()
		return nil, err
	}
	from.site = remote.NewSite(f.Site, fetcher, overhttp.Dir(filepath.Join(string(s.home), "parts")))
	from.tables = s.withSyzygy(home.ProberOf(func(k kind.Kind) store.Store {
		if k.Metric() == nil {
			return s.readable(k)
		}
		return from.site.Beside(s.readable(k), k.Metric())
	}, s.kind, kind.All()...).Unproven())
	return from, nil
}

// warn prints the fault of the site, if it has one.
func (f *sources) warn(s *session) {
	if f.site == nil {
		return
	}
	if fault := f.site.Fault(); fault != nil {
		fmt.Fprintf(s.stderr, "%v\n", problem.From(fault))
	}
}

// origin names the site if it has answered, for a line of its own.
func (f *sources) origin(r *probe.Result) string {
	if f.site == nil {
		return ""
	}
	read := material.Closure(r.Class)
	read = slices.DeleteFunc(read, func(c material.Class) bool { return !f.site.Opened(c) })
	if len(read) == 0 {
		return ""
	}
	lines := words.New("command.probe.site", "site", f.site.Name(), "tables", words.List(read)).String() + "\n"
	trusted := slices.DeleteFunc(read, func(c material.Class) bool { return !f.site.Trusted(c) })
	if len(trusted) > 0 {
		lines += words.New("command.probe.siteTrusted", "tables", words.List(trusted)).String() + "\n"
	}
	return lines
}
