package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/uci"
	"github.com/matewright/matewright/core/value"
)

type uciCommand struct {
	cacheFlag
	syzygyFlag
}

// Run runs the engine of a chess program until its input ends.
func (c *uciCommand) Run(s *session) error { return c.play(s, s.kind.Metric()) }

// play uses the tables of a metric to choose among equally good moves. Other tables have the effect of the fifty-move
// rule and the distance to mate. They also answer if the first ones are missing.
func (c *uciCommand) play(s *session, metric *value.Metric) error {
	toMate := value.WithGoal(value.ToMate)
	byFiftyMoves := kind.ForMetric(value.ByFiftyMoves())
	others := []kind.Kind{kind.ForMetric(toMate), byFiftyMoves, kind.ByClock}
	byRule := home.ProberOf(s.readable, kind.ForMetric(metric), others...).Any()
	if metric.HasFiftyMoveRule() {
		metric = toMate
	}
	withoutRule := probe.By(metric, s.readable(kind.ForMetric(metric)))
	if metric != toMate {
		withoutRule.AddMetric(toMate, s.readable(kind.ForMetric(toMate))).Any()
	}
	endings := s.shelf()
	defer endings.Close()
	err := uci.Run(s.ctx, s.stdin, s.stdout, uci.Settings{
		Tables: s.readable(kind.ForMetric(toMate)), ByRule: byRule, WithoutRule: withoutRule,
		Endings: endings, Syzygy: s.syzygy, CacheBytes: c.readingBytes(), MostHash: home.SpareMemory(),
		Builders: buildersOf(s, s.kind, kind.ForMetric(toMate), byFiftyMoves), // DTM takes half the time of DTZ50
	})
	if s.ctx.Err() != nil {
		return nil // programs end their engines by a signal, too
	}
	return err
}

// buildersOf returns the builders of tables of kinds, each once.
func buildersOf(s *session, kinds ...kind.Kind) (builders []uci.Builder) {
	for i, k := range kinds {
		if slices.Contains(kinds[:i], k) || k == kind.ByClock {
			continue
		}
		place := s.home.Place(k)
		place.Tables = s.tables(k)
		builders = append(builders, uci.Builder{
			Kind: k, Place: place,
			Build: func(ctx context.Context, r service.Request, memory int64, quick bool) error {
				return buildElsewhere(ctx, s.home, k, r, memory, quick)
			},
		})
	}
	return builders
}

// buildElsewhere builds tables in another process, so that no move waits for it. The process ends at once with the
// context, and with this process. Unless the tables are quick to build, it has a low priority, and leaves a core to the
// game.
func buildElsewhere(
	ctx context.Context, dir home.Home, k kind.Kind, r service.Request, memory int64, quick bool,
) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	args := []string{"build", "--no-castling"}
	for _, class := range r.Classes {
		args = append(args, class.String())
	}
	if len(r.Positions) > 0 {
		args = []string{"probe", r.Positions[0].FEN(), "--build"}
	}
	threads := runtime.NumCPU()
	if !quick {
		threads = max(1, threads-1)
	}
	args = append(args,
		fmt.Sprintf("--threads=%d", threads),
		"--metric="+strings.ToLower(k.Name()),
		fmt.Sprintf("--budget=%dKiB", memory>>10),
		"--dir="+string(dir),
	)
	command := exec.CommandContext(ctx, program, args...)
	if !quick {
		command = politely(ctx, program, args...)
	}
	var problem bytes.Buffer
	command.Stderr = &problem
	if err := runTied(command); err != nil {
		text := bytes.TrimSpace(problem.Bytes())
		return fmt.Errorf("%w: %s", err, text[:min(len(text), 300)])
	}
	return nil
}
