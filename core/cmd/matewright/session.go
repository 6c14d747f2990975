package main

import (
	"cmp"
	"context"
	"io"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/tables34"
)

// session is the context of a command.
type session struct {
	ctx    context.Context
	kind   kind.Kind      // of the tables
	place  *service.Place // of their builds
	store  store.Store    // of the tables
	dir    string         // of the store
	home   home.Home      // directory of all tables
	chosen bool           // by the user
	params format.Params  // of the tables
	syzygy *syzygy.Tables // or nil
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// output writes answers. It keeps the first error, such as that of a full disk.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (n int, err error) {
	n, err = o.Writer.Write(p)
	o.err = cmp.Or(o.err, err)
	return n, err
}

// tables returns the store of the tables of a kind.
func (s *session) tables(k kind.Kind) store.Store { return format.With(s.home.Tables(k), s.params) }

// readable returns the store of the tables of a kind to probe. It has the shipped tables of three and four men, unless
// the user named a directory.
func (s *session) readable(k kind.Kind) store.Store {
	if s.chosen {
		return s.tables(k)
	}
	return format.With(s.home.Readable(k, tables34.Files), s.params)
}

// prober returns a prober in which the kind chooses the best moves. The tables of all others add their distances.
func (s *session) prober() *probe.Prober { return s.proberBy(s.kind) }

// proberBy is prober with another kind.
func (s *session) proberBy(k kind.Kind) *probe.Prober {
	return s.withSyzygy(home.ProberOf(s.readable, k, kind.All()...).Unproven())
}

// openSyzygy opens the files that a command shall read, if it has the option.
func (s *session) openSyzygy(command any) (err error) {
	if c, ok := command.(interface{ syzygyPath() string }); ok && c.syzygyPath() != "" {
		s.syzygy, err = syzygy.Open(c.syzygyPath())
	}
	return err
}

// closeSyzygy closes the files. An error is of no consequence, as they were only read.
func (s *session) closeSyzygy() {
	if s.syzygy != nil {
		_ = s.syzygy.Close()
	}
}

// withSyzygy adds the files to a prober.
func (s *session) withSyzygy(prober *probe.Prober) *probe.Prober {
	if s.syzygy != nil {
		prober.WithSyzygy(s.syzygy)
	}
	return prober
}

// by returns the session with the tables of another kind.
func (s *session) by(k kind.Kind) *session {
	other := *s
	other.kind, other.place, other.dir = k, s.home.Place(k), s.home.Dir(k)
	other.place.Tables = s.tables(k)
	other.store = other.place.Tables
	return &other
}
