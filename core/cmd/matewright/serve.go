package main

import (
	"log/slog"
	"net"
	"time"

	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/serve"
	"github.com/matewright/matewright/core/value"
)

type serveCommand struct {
	Listen  string     `placeholder:"HOST:PORT" default:"127.0.0.1:9226"`
	AtOnce  atOnce     `placeholder:"N" default:"64"`
	Rate    perSecond  `placeholder:"N" default:"100"`
	Timeout interval   `placeholder:"TIME" default:"10s"`
	Log     slog.Level `placeholder:"LEVEL" default:"info"`
	Strict  bool
	cacheFlag
	syzygyFlag
}

func (c *serveCommand) needs() kind.Feature { return kind.Serve }

// Run answers programs over HTTP until it is stopped.
func (c *serveCommand) Run(s *session) error {
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	cache := c.readingBytes()
	if c.Cache == 0 {
		cache = min(cache, 1<<30) // more makes answers from tables with five men no quicker by much
	}
	metrics := int64(len(value.Metrics()))
	prober, lines := s.prober().
		Cache(cache*3/4/metrics),
		s.proberBy(kind.ForMetric(value.ByFiftyMoves())).
			Cache(cache/4/metrics)
	defer prober.Close()
	defer lines.Close()
	endings := s.shelf()
	defer endings.Close()
	return serve.New(serve.Settings{
		Prober:  prober,
		Lines:   lines,
		Endings: endings,
		Strict:  c.Strict,
		Log:     slog.New(slog.NewTextHandler(s.stderr, &slog.HandlerOptions{Level: c.Log})),
		AtOnce:  int(c.AtOnce),
		Rate:    float64(c.Rate),
		Timeout: time.Duration(c.Timeout),
	}).Run(s.ctx, l)
}

// atOnce is the number of requests that are answered at the same time.
type atOnce int

// UnmarshalText is called by the parser.
func (n *atOnce) UnmarshalText(text []byte) error {
	number, err := parseNumber(text, 1, 4096)
	*n = atOnce(number)
	return err
}

// perSecond is the number of requests of a client in a second, or 0.
type perSecond int

// UnmarshalText is called by the parser.
func (n *perSecond) UnmarshalText(text []byte) error {
	number, err := parseNumber(text, 0, 1_000_000)
	*n = perSecond(number)
	return err
}
