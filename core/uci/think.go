package uci

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// think begins a thought about a game.
func think(with *tools, about *game, g *goal) *thought {
	ctx, cancel := context.WithCancel(with.ctx)
	t := &thought{
		tools: with, goal: g, game: about, ctx: ctx, cancel: cancel, began: time.Now(),
		prober:   with.probers[0],
		released: make(chan struct{}), answering: make(chan struct{}), done: make(chan struct{}),
	}
	if with.rule {
		t.prober = with.probers[1]
	}
	t.hit = sync.OnceFunc(func() {
		close(t.released)
		waited := time.Since(t.began)
		if g.ponder {
			waited = 0 // in the other side's time
		}
		limit, limited := g.time(t.game.Turn, with.overhead, waited)
		if limited {
			timer := time.AfterFunc(limit, cancel)
			context.AfterFunc(ctx, func() { timer.Stop() })
		}
		if limited && !g.ponder {
			t.lookUntil = time.Now().Add(min(limit*2/3, longestLook))
		}
	})
	go t.run()
	return t
}

// run thinks and answers, as soon as the answer may be given.
func (t *thought) run() {
	defer close(t.done)
	defer t.cancel()
	if !t.goal.ponder {
		patience := t.goal.patience(t.game.Turn, t.overhead)
		longest := patience
		if !t.goal.timed { // the clock allows to wait again before the next move
			longest = max(shortly, patience)
		}
		t.builds.await(t.ctx, patience, longest)
		t.hit()
	}
	t.consider()
	if len(t.candidates) > 0 && t.reported.IsZero() { // programs drop an engine that moves without a score
		t.report(0, 0)
	}
	if t.goal.infinite {
		<-t.ctx.Done()
	}
	select {
	case <-t.released:
	case <-t.ctx.Done():
	}
	close(t.answering)
	if len(t.candidates) == 0 {
		t.line("bestmove (none)")
		return
	}
	names := t.names(t.candidates[0])
	if len(names) == 1 {
		t.line("bestmove %v", names[0])
		return
	}
	t.line("bestmove %v ponder %v", names[0], names[1])
}

// consider uses all sources of knowledge, the cheapest first.
func (t *thought) consider() {
	t.listCandidates()
	if len(t.candidates) == 0 {
		score := "cp 0"
		if t.game.InCheck(t.game.Turn) {
			score = "mate 0"
		}
		t.line("info depth 0 score %s", score)
		return
	}
	men := len(t.game.Men())
	proves := men <= search.MaxMen
	if proves {
		t.renew()
	} else {
		t.inform("command.uci.men", "men", men, "inTables", t.mostMen(), "inSearch", search.MaxMen)
	}
	if proves && men <= t.mostMen() && t.probeTables() {
		t.answerMate(true)
		return
	}
	t.askEndings()
	if clock := t.game.counters.Clock; t.rule && clock >= value.FiftyMoves {
		t.inform("command.uci.claim", "plies", clock)
	}
	depth, nodes := t.looks()
	done := t.look(int(depth), nodes)
	switch {
	case t.goal.mate > 0:
		t.answerMate(int64(done) >= 2*t.goal.mate-1)
	case t.best().plies == 0 && proves && !t.filtered && t.isOpen():
		t.prove()
	}
}

// looks returns the depth and the nodes of a look, or 0 nodes if only the time limits it. Half of limited nodes are for
// a proof.
func (t *thought) looks() (depth, nodes int64) {
	g := t.goal
	switch {
	case g.mate > 0:
		depth, nodes = min(2*g.mate-1, mostLook), g.nodes
	case g.nodes > 0:
		depth, nodes = lookDepth, min(max(1, g.nodes/2), lookNodes)
	case !t.lookUntil.IsZero():
		depth = lookDepth
	default:
		depth, nodes = lookDepth, lookNodes
	}
	if g.depth > 0 {
		depth = min(depth, g.depth)
	}
	return depth, nodes
}

// answerMate answers "go mate N" if that mate was not found. If all moves were looked at, or
// tables have the position, no such mate exists.
func (t *thought) answerMate(all bool) {
	n, plies := t.goal.mate, int64(t.best().plies)
	switch {
	case n == 0 || plies > 0 && plies <= 2*n-1:
	case plies > 0:
		t.inform("command.uci.quickest", "moves", n, "quickest", (plies+1)/2)
	case plies < 0 || t.first().high < value.Win || all && !t.exact || int64(t.best().atLeast) >= 2*n:
		t.inform("command.uci.noMate", "moves", n)
	default:
		t.inform("command.uci.notFound", "moves", n)
	}
}

// renew looks for new tables.
func (t *thought) renew() {
	if err := errors.Join(t.prober.Renew(), t.library.Renew()); err != nil {
		t.remark(problem.From(err))
	}
	t.useTables() // a stopped search finishes its reads
}

// listCandidates lists the legal moves, or those of "searchmoves".
func (t *thought) listCandidates() {
	drawn := t.game.occurred(2)
	for _, m := range t.game.LegalMoves(nil) {
		if len(t.goal.moves) > 0 && !slices.Contains(t.goal.moves, m) {
			continue
		}
		after := t.game.Play(m)
		c := &candidate{
			Move: m, after: after, counters: t.game.counters.After(t.game.Turn, t.game.IsZeroing(m)),
			low: value.Loss, high: value.Win, estimate: -estimate(&after), allows: leadsInto(&after, drawn),
		}
		seen := t.game.seen[after.FEN()]
		switch c.repeats = seen > 0; {
		case after.InCheck(after.Turn) && !after.HasLegalMove():
			c.mates(1)
		case seen > 1:
			c.draw(words.New("command.uci.repetition").String())
		case t.clock(c.counters) >= value.FiftyMoves:
			c.draw(words.New("command.uci.rule").String())
		}
		t.candidates = append(t.candidates, c)
	}
	t.sort()
}

// leadsInto reports whether a move leads from a position into some others.
func leadsInto(p *board.Position, others map[fingerprint]bool) bool {
	return len(others) > 0 && slices.ContainsFunc(p.LegalMoves(nil), func(m board.Move) bool {
		next := p.Play(m)
		return others[fingerprintOf(&next, 0)]
	})
}
