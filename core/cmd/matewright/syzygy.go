package main

import (
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/syzygy"
)

// syzygyFlag is the option of commands that read Syzygy files.
type syzygyFlag struct {
	Syzygy string `placeholder:"DIR" env:"MATEWRIGHT_SYZYGY"`
}

func (f *syzygyFlag) syzygyPath() string { return f.Syzygy }

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
