package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"

	"github.com/matewright/matewright/cluster/beamstore"
	"github.com/matewright/matewright/core/words"
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
		known := strings.Join(knownRunners, ", ")
		return words.Error("command.cluster.runner", "name", strconv.Quote(runner), "known", known)
	}
	if needsEndpoint := slices.Contains([]string{"flink", "spark", "portable", "universal"}, runner); needsEndpoint &&
		*jobopts.Endpoint == "" {
		return words.Error("command.cluster.endpoint", "runner", runner)
	}
	if at := *jobopts.Endpoint; at != "" {
		conn, err := net.DialTimeout("tcp", at, 10*time.Second)
		if err != nil {
			return fmt.Errorf("%w: %w", words.Error("command.cluster.noAnswer", "at", at), err)
		}
		conn.Close()
	}
	const name = "work/check"
	if err := errors.Join(files.Write(ctx, name, []byte("to be removed")), files.Remove(ctx, name)); err != nil {
		return fmt.Errorf("%w: %w", words.Error("command.cluster.folder", "dir", files.Dir), err)
	}
	return nil
}

// explain returns an error's message, with a remedy if it has one.
func explain(err error) string {
	text := err.Error()
	switch {
	case errors.Is(err, context.Canceled):
		return words.New("command.cluster.stopped").String()
	case strings.Contains(text, "no space left on device"):
		return text + "\n" + words.New("command.cluster.full").String()
	}
	return text
}
