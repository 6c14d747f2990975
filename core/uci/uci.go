// Package uci lets chess programs with a board use Matewright as an engine: it speaks the Universal Chess
// Interface, by Huber and Meyer-Kahlen.
//
// uci.go reads commands and answers. options.go has the options, goal.go the arguments of "go", and game.go the
// game so far. think.go finds the move. A thought (thought.go, candidate.go) collects the bounds and estimates. Tables
// answer at once and exactly (tables.go), and stored endings by bounds (endings.go). For up to 19 men it searches for
// a proof (proof.go). Before, and for all other positions, look.go looks ahead: to tables, and to the estimates of
// estimate.go. It stores values in looktable.go. report.go writes the lines. builds.go has missing tables built
// meanwhile.
//
// # Scores
//
// "mate N" is the exact distance to mate with best play, from tables, stored endings, or from a look at all moves. It
// counts the fifty-move rule if tables have it. If not, an "info string" warns that the clock may end the game first.
// "cp 20000" and "cp -20000" are a proven win and a proven loss without a distance. "cp 0" is a proven draw; as
// "lowerbound" a draw at least, as "upperbound" a draw at most. Any other number is an estimate: the material in
// centipawns, after a look ahead. So is a 0 after a line "info string nothing is proven".
package uci

import (
	"cmp"
	"context"
	"io"
	"strings"

	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/lines"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy"
)

// Settings are the tables and the memory of an engine.
type Settings struct {
	Tables     store.Store // of DTM
	CacheBytes int64       // for tables
	MostHash   int64       // the largest size of the search's table in bytes, by the option Hash

	Endings  *shelf.Shelf   // for positions without tables, or nil
	Syzygy   *syzygy.Tables // Syzygy files for positions without tables, or nil; the option SyzygyPath replaces them
	Builders []Builder      // for the option BuildTables, in this order; without any there is no option

	// The probers with and without the fifty-move rule; by default those of Tables. [Run] closes them.
	ByRule, WithoutRule *probe.Prober
}

// longestLine is more than the longest possible game takes.
const longestLine = 128 << 10

// Run reads commands and answers them. After "quit" or at the end of the input it returns nil. Otherwise it returns an
// error of reading or of writing, or the context's.
func Run(ctx context.Context, in io.Reader, out io.Writer, s Settings) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	e := newEngine(ctx, &output{w: out, failed: cancel}, s)
	defer e.close()
	ahead, ended := lines.Read(ctx, in, longestLine)
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case line, more := <-ahead:
			if !more {
				e.stop()
				return cmp.Or(<-ended, context.Cause(ctx))
			}
			if quit := e.obey(line); quit {
				e.stop()
				return context.Cause(ctx)
			}
		}
	}
}

// An engine is the state of a run. A thought has a goroutine of its own, and uses the tools; the rest is for commands.
type engine struct {
	tools
	options []option
	game    *game // nil after a position that was refused
	thought *thought

	endBuilds context.CancelFunc
}

func newEngine(ctx context.Context, out *output, s Settings) *engine {
	e := &engine{options: optionsFor(s.MostHash, len(s.Builders) > 0)}
	ctx, e.endBuilds = context.WithCancel(ctx)
	e.tools = tools{
		output:  out,
		ctx:     ctx,
		probers: [...]*probe.Prober{cmp.Or(s.WithoutRule, probe.New(s.Tables)), cmp.Or(s.ByRule, probe.New(s.Tables))},
		library: library.New(s.Tables, s.CacheBytes),
		endings: s.Endings,
		given:   s.Syzygy,
		builds:  newBuilds(ctx, out, s.Builders),
	}
	e.useSyzygy(s.Syzygy)
	for i := range e.options {
		if o := &e.options[i]; o.set != nil {
			o.set(&e.tools, o.preset)
		}
	}
	e.game, _ = parseGame([]string{"startpos"}, false)
	return e
}

func (e *engine) close() {
	e.endBuilds()
	e.stop()
	e.builds.done.Wait()
	for _, prober := range e.probers {
		prober.Close()
	}
	if e.syzygy != nil && e.syzygy != e.given {
		_ = e.syzygy.Close() // read only
	}
	e.library.Close()
}

// obey carries out a command, and reports whether it was the last one.
func (e *engine) obey(line string) (quit bool) {
	if len(line) > longestLine {
		e.inform("command.uci.line", "characters", longestLine)
		return false
	}
	words := strings.Fields(line)
	if len(words) == 0 {
		return false
	}
	command, words := words[0], words[1:]
	switch command {
	case "quit":
		return true
	case "uci":
		e.line("id name Matewright")
		e.line("id author the Matewright authors")
		for i := range e.options {
			e.line("%v", &e.options[i])
		}
		e.line("uciok")
	case "isready":
		e.line("readyok")
	case "stop":
		e.stop()
	case "ponderhit":
		if e.thinks() {
			e.thought.hit()
		}
	case "debug", "register": // nothing to be done
	case "setoption", "ucinewgame", "position", "go":
		if e.thinks() {
			e.inform("command.uci.ignored", "command", command)
			return false
		}
		e.prepare(command, words)
	default:
		e.inform("command.uci.command", "command", quoted(command))
	}
	return false
}

// prepare carries out a command that is not allowed during a thought.
func (e *engine) prepare(command string, words []string) {
	switch command {
	case "setoption":
		if err := setOption(e.options, &e.tools, words); err != nil {
			e.remark(err)
		}
	case "ucinewgame":
		e.search.Table().Clear()
		e.builds.want(nil)
	case "position":
		game, err := parseGame(words, e.chess960)
		if err != nil {
			e.inform("command.uci.refused", "why", err.Error())
		}
		e.game = game
		e.builds.want(game)
		if game != nil {
			for _, w := range game.warnings {
				e.remark(w.Words)
			}
		}
	case "go":
		if e.game == nil {
			e.inform("command.uci.noPosition")
			e.line("bestmove (none)")
			return
		}
		e.thought = think(&e.tools, e.game, parseGoal(&e.game.Position, words, e.inform))
	}
}

// thinks reports whether a thought has not had its answer yet.
func (e *engine) thinks() bool {
	if e.thought == nil {
		return false
	}
	select {
	case <-e.thought.answering:
		<-e.thought.done
		e.thought = nil
		return false
	default:
		return true
	}
}

// stop ends a thought, and waits for its answer.
func (e *engine) stop() {
	if e.thought != nil {
		e.thought.cancel()
		<-e.thought.done
		e.thought = nil
	}
}
