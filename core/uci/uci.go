// Package uci lets chess programs with a board use Matewright as an engine: it speaks the Universal Chess
// Interface, by Huber and Meyer-Kahlen.
//
// uci.go reads commands and answers. options.go has the options, goal.go the arguments of "go", and game.go the
// game so far. think.go finds the move, about which a thought (thought.go, candidate.go) collects what is known. Tables
// answer at once and exactly (tables.go). For up to eight men it searches for a proof (proof.go), and for all other
// positions look.go has an estimate. report.go writes the lines.
//
// # Scores
//
// "mate N" is the exact distance to mate with best play, from tables, or seen with all moves looked at. It is that by
// the fifty-move rule as far as tables tell; else an "info string" says that the clock may end the game first. "cp
// 20000" and "cp -20000" are a win and a loss that are proven without a distance. "cp 0" is a draw that is proven; as
// "lowerbound" a draw at least, as "upperbound" a draw at most. Any other number, and a 0 while a line "info string
// nothing is proven" stands before it, is an estimate: the material in centipawns, after a short look ahead.
package uci

import (
	"cmp"
	"context"
	"io"
	"strings"

	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/lines"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
)

// Settings say what an engine works with.
type Settings struct {
	Tables     store.Store // of DTM
	CacheBytes int64       // for what is read of tables
	MostHash   int64       // bytes that the search's table may be given, by the option Hash

	// The probers with and without the fifty-move rule; by default those of Tables. [Run] closes them.
	ByRule, WithoutRule *probe.Prober
}

// longestLine is more than the longest possible game takes.
const longestLine = 128 << 10

// Run hears commands and answers them until it is told to quit or there are no more: then it returns nil. Else it
// returns why it has ended: an error of reading or of writing, or the context's.
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
}

func newEngine(ctx context.Context, out *output, s Settings) *engine {
	e := &engine{options: optionsFor(s.MostHash)}
	e.tools = tools{
		output:  out,
		ctx:     ctx,
		probers: [...]*probe.Prober{cmp.Or(s.WithoutRule, probe.New(s.Tables)), cmp.Or(s.ByRule, probe.New(s.Tables))},
		library: library.New(s.Tables, s.CacheBytes),
	}
	for i := range e.options {
		if o := &e.options[i]; o.set != nil {
			o.set(&e.tools, o.preset)
		}
	}
	e.game, _ = parseGame([]string{"startpos"})
	return e
}

func (e *engine) close() {
	e.stop()
	for _, prober := range e.probers {
		prober.Close()
	}
	e.library.Close()
}

// obey carries out a command, and reports whether it was the last one.
func (e *engine) obey(line string) (quit bool) {
	if len(line) > longestLine {
		e.say("a line of more than %d characters is ignored", longestLine)
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
			e.say("%s is ignored while thinking: stop comes first", command)
			return false
		}
		e.prepare(command, words)
	default:
		e.say("there is no command %q", shortened(command))
	}
	return false
}

// prepare carries out a command for which nobody may be thinking.
func (e *engine) prepare(command string, words []string) {
	switch command {
	case "setoption":
		if err := setOption(e.options, &e.tools, words); err != nil {
			e.say("%v", err)
		}
	case "ucinewgame":
		e.search.Table().Clear()
	case "position":
		game, err := parseGame(words)
		if err != nil {
			e.say("this position is refused: %v", err)
		}
		e.game = game
		if game != nil {
			for _, w := range game.warnings {
				e.say("%s", w.Words)
			}
		}
	case "go":
		if e.game == nil {
			e.say("there is no position to think about")
			e.line("bestmove (none)")
			return
		}
		e.thought = think(&e.tools, e.game, parseGoal(&e.game.Position, words, e.say))
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
