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
	Listen  string     `help:"Address and port. Others than this computer reach it only if it says so, such as :9226." placeholder:"HOST:PORT" default:"127.0.0.1:9226"`
	AtOnce  questions  `help:"Answer so many questions at the same time, and refuse further ones." placeholder:"N" default:"64"`
	Rate    perSecond  `help:"Let a client ask so many questions a second; a main line counts as 20. 0 is no limit." placeholder:"N" default:"100"`
	Timeout interval   `help:"Give up an answer after this time. 0 is never." placeholder:"TIME" default:"10s"`
	Log     slog.Level `help:"Write what matters so much: info is a line for each request, warn and error less." placeholder:"LEVEL" default:"info"`
	cacheFlag
}

func (c *serveCommand) needs() kind.Feature { return kind.Serve }

// Run answers programs over HTTP until it is told to stop.
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
		s.proberBy(kind.Of(value.ByFiftyMoves())).
			Cache(cache/4/metrics)
	defer prober.Close()
	defer lines.Close()
	return serve.New(serve.Settings{
		Prober:  prober,
		Lines:   lines,
		Log:     slog.New(slog.NewTextHandler(s.stderr, &slog.HandlerOptions{Level: c.Log})),
		AtOnce:  int(c.AtOnce),
		Rate:    float64(c.Rate),
		Timeout: time.Duration(c.Timeout),
	}).Run(s.ctx, l)
}

// questions is a number of those that are answered at the same time.
type questions int

// UnmarshalText is called by the parser.
func (n *questions) UnmarshalText(text []byte) error {
	number, err := parseNumber(text, 1, 4096)
	*n = questions(number)
	return err
}

// perSecond is how often a client may ask, or 0.
type perSecond int

// UnmarshalText is called by the parser.
func (n *perSecond) UnmarshalText(text []byte) error {
	number, err := parseNumber(text, 0, 1_000_000)
	*n = perSecond(number)
	return err
}
