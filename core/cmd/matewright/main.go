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

func main() {
	// Most of the heap is a few large arrays, which the collector must not
	// double; a GOGC in the environment is the user's own choice.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
