// Matewright builds, probes and verifies endgame tables from the command line.
//
//	matewright build KRPvK           build a table and all it depends on
//	matewright probe "8/8/8/3k4/8/8/1Q6/K7 w"
//
// Run "matewright --help" for the rest.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// hangUp is syscall.SIGHUP: the terminal was closed. Package syscall does not name it under js.
const hangUp = syscall.Signal(1)

func main() {
	// Most of the heap is a few large arrays, which the collector must not double. A GOGC in the environment is the
	// user's choice.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40)
	}
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(hangUp) { // as under nohup
		ends = append(ends, hangUp)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
