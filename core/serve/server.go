package serve

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/netutil"
)

// Limits of a connection.
const (
	mostConnections = 512
	mostHeaderBytes = 4 << 10 // with the FEN; net/http adds 4 KiB
	toAsk           = 5 * time.Second
	toIdle          = time.Minute
	toRead          = 10 * time.Second // an answer that was given
	toEnd           = 15 * time.Second // all answers that are being given when the server is to stop
)

// Run serves connections until the context ends. Then it accepts no new ones, waits for the answers under way, and
// returns nil.
func (h *Handler) Run(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: toAsk,
		ReadTimeout:       toAsk,
		IdleTimeout:       toIdle,
		MaxHeaderBytes:    mostHeaderBytes,
		ErrorLog:          slog.NewLogLogger(h.Log.Handler(), slog.LevelWarn),
	}
	if h.Timeout > 0 {
		server.WriteTimeout = toAsk + h.Timeout + toRead
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(netutil.LimitListener(l, mostConnections)) }()
	h.Log.Info("listening", "address", l.Addr().String())
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	h.Log.Info("stopping", "running", h.running.Load())
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), toEnd)
	defer cancel()
	if err := server.Shutdown(ending); err != nil {
		return errors.Join(err, server.Close())
	}
	return nil
}
