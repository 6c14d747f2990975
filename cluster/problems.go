package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"

	"github.com/matewright/matewright/cluster/beamstore"
)

// knownRunners are the runners of the command.
var knownRunners = []string{"prism", "flink", "spark", "dataflow", "portable", "universal"}

// check finds early problems: an unknown runner, a job server that does not answer, a folder that cannot be written to.
func check(ctx context.Context, files beamstore.Files) error {
	runner := *runners.Runner
	if runner == "portable" { // as other SDKs call it
		*runners.Runner = "universal"
	}
	if runner != "" && !slices.Contains(knownRunners, runner) {
		return fmt.Errorf("there is no runner %q, but %s", runner, strings.Join(knownRunners, ", "))
	}
	if needsEndpoint := slices.Contains([]string{"flink", "spark", "portable", "universal"}, runner); needsEndpoint &&
		*jobopts.Endpoint == "" {
		return fmt.Errorf("the address of the job server of %s is missing: --endpoint HOST:PORT", runner)
	}
	if at := *jobopts.Endpoint; at != "" {
		conn, err := net.DialTimeout("tcp", at, 10*time.Second)
		if err != nil {
			return fmt.Errorf(
				"nobody answers at the job server %s: start it, or name another one by --endpoint: %w",
				at,
				err,
			)
		}
		conn.Close()
	}
	const name = "work/check"
	if err := errors.Join(files.Write(ctx, name, []byte("to be removed")), files.Remove(ctx, name)); err != nil {
		return fmt.Errorf(
			"the folder %s can't be written to: create it, or the bucket that it is in, "+
				"and check that you may write there: %w",
			files.Dir,
			err,
		)
	}
	return nil
}

// explain returns an error's message, with a remedy if it has one.
func explain(err error) string {
	words := err.Error()
	switch {
	case errors.Is(err, context.Canceled):
		return "Stopped. Finished work is kept: the same command continues from there."
	case strings.Contains(words, "no space left on device"):
		return fmt.Sprintf(
			"%s\nThe disk is full. Finished work is kept: make room, or name another folder, "+
				"and the same command continues from there.",
			words,
		)
	}
	return words
}
