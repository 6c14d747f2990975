package uci

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/search"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A thought is what a "go" begins and a "bestmove" ends.
type thought struct {
	*engine
	goal  *goal
	game  *game
	ctx   context.Context // ends with stop, or when the time is over
	began time.Time

	cancel func()
	hit    func() // lets the time begin: at once, or after pondering
	prober *probe.Prober
	by     *value.Metric // that the prober orders moves by, or nil for its own choice

	released  chan struct{} // closed by hit
	answering chan struct{} // closed before the answer is written
	done      chan struct{} // and after it

	candidates       []*candidate // best first
	exact            bool         // they are from tables
	nodes, tableHits int64
	depth, plies     int
	reported         time.Time
	doubt            string // that was said last
}

// A candidate is a move that may be played, with all that is known of it, seen by who plays it.
type candidate struct {
	board.Move
	after     board.Position
	counters  board.Counters // after it
	low, high value.Outcome  // how it ends at least and at most: proven
	plies     int            // to mate, negative if the player is mated; 0 if not known
	atLeast   int            // plies to mate, where these are not known
	rank      int            // among the moves that tables order, from 0
	note      string         // what tables say beyond the score
	isProof   bool           // the search goes on with it
	repeats   bool           // a position of the game
	drawn     bool           // the other side can claim a draw, whatever else is known
	estimate  int            // in centipawns
	line      []board.Move   // best play after it, as far as it was looked for
}

// think begins a thought.
func (e *engine) think(g *goal) {
	ctx, cancel := context.WithCancel(e.ctx)
	t := &thought{
		engine: e, goal: g, game: e.game, ctx: ctx, cancel: cancel, began: time.Now(),
		prober: e.probers[0], released: make(chan struct{}), answering: make(chan struct{}), done: make(chan struct{}),
	}
	if e.rule {
		t.prober = e.probers[1]
	}
	limit, limited := g.time(t.game.Turn, e.overhead)
	t.hit = sync.OnceFunc(func() {
		close(t.released)
		if limited {
			timer := time.AfterFunc(limit, cancel)
			context.AfterFunc(ctx, func() { timer.Stop() })
		}
	})
	if !g.ponder {
		t.hit()
	}
	e.thought = t
	go t.run()
}

// run thinks and answers, as soon as the answer may be given.
func (t *thought) run() {
	defer close(t.done)
	defer t.cancel()
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
	switch {
	case len(t.candidates) == 0:
		t.line("bestmove (none)")
	case len(t.candidates[0].line) == 0:
		t.line("bestmove %v", t.candidates[0].Move)
	default:
		t.line("bestmove %v ponder %v", t.candidates[0].Move, t.candidates[0].line[0])
	}
}

// consider finds out what there is to know, from what costs least on.
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
		t.say("this position has %d men: tables go up to %d, and the search for proofs up to %d", men, material.MaxMen, search.MaxMen)
	}
	if proves && men <= material.MaxMen && t.askTables() {
		t.answerMate(true)
		return
	}
	if clock := t.game.counters.Clock; t.rule && clock >= value.FiftyMoves {
		t.say("the clock is at %d plies: by the fifty-move rule a draw can be claimed", clock)
	}
	depth, nodes := int64(lookDepth), int64(lookNodes)
	if t.goal.mate > 0 {
		depth, nodes = min(2*t.goal.mate-1, mostLook), t.goal.nodes
	}
	if t.goal.depth > 0 {
		depth = min(depth, t.goal.depth)
	}
	if t.goal.nodes > 0 {
		nodes = min(nodes, t.goal.nodes)
	}
	done := t.look(int(depth), nodes)
	switch {
	case t.goal.mate > 0:
		t.answerMate(int64(done) >= 2*t.goal.mate-1)
	case t.best().plies == 0 && proves:
		t.prove()
	}
}

// answerMate answers "go mate N" where that mate was not found. If all moves were looked at, or
// tables have the position, there is none.
func (t *thought) answerMate(all bool) {
	n, plies := t.goal.mate, int64(t.best().plies)
	switch {
	case n == 0 || plies > 0 && plies <= 2*n-1:
	case plies > 0:
		t.say("there is no mate in %d: the quickest is mate in %d", n, (plies+1)/2)
	case plies < 0 || t.first().high < value.Win || all && !t.exact || int64(t.best().atLeast) >= 2*n:
		t.say("there is no mate in %d", n)
	default:
		t.say("no mate in %d was found", n)
	}
}

// renew looks for tables that are new.
func (t *thought) renew() {
	if err := errors.Join(t.prober.Renew(), t.library.Renew()); err != nil {
		t.say("%v", problem.Of(err))
	}
	t.search.Use(t.library.Reader(t.engine.ctx)) // who stops a search lets it finish what it reads
}

// listCandidates lists the legal moves, or those that are asked about.
func (t *thought) listCandidates() {
	for _, m := range t.game.LegalMoves(nil) {
		if len(t.goal.moves) > 0 && !slices.Contains(t.goal.moves, m) {
			continue
		}
		after := t.game.Play(m)
		c := &candidate{
			Move: m, after: after, counters: t.game.counters.After(t.game.Turn, t.game.IsZeroing(m)),
			low: value.Loss, high: value.Win, estimate: -estimate(&after),
		}
		seen := t.game.seen[after.FEN()]
		switch c.repeats = seen > 0; {
		case after.InCheck(after.Turn) && !after.HasLegalMove():
			c.mates(1)
		case seen > 1:
			c.draw("draw by the third repetition of a position")
		case t.clock(c.counters) >= value.FiftyMoves:
			c.draw("draw by the fifty-move rule")
		}
		t.candidates = append(t.candidates, c)
	}
	t.sort()
}

func (t *thought) best() *candidate { return t.candidates[0] }

func (t *thought) sort() {
	slices.SortStableFunc(t.candidates, func(a, b *candidate) int {
		if t.exact {
			return cmp.Or(cmp.Compare(b.low, a.low), cmp.Compare(a.rank, b.rank), cmp.Compare(b.estimate, a.estimate))
		}
		return cmp.Or(cmp.Compare(b.worth(), a.worth()), cmp.Compare(b.low, a.low), cmp.Compare(b.estimate, a.estimate))
	})
}

// shown are the candidates that users are told of.
func (t *thought) shown() []*candidate { return t.candidates[:min(t.lines, len(t.candidates))] }

// What is proven, in centipawns. Estimates are less.
const (
	provenMate   = 30000 // less the plies
	provenWin    = 20000
	mostEstimate = 10000
)

// worth puts candidates in order: the nearest mate first, then other wins, and estimates between wins and losses.
func (c *candidate) worth() int {
	// A draw that is certain is given up for an estimate of two pawns, and not for less.
	const certain = 200
	estimate := c.clamped()
	switch {
	case c.plies > 0:
		return provenMate - c.plies
	case c.plies < 0:
		return -provenMate - c.plies
	case c.low == value.Win && c.repeats: // else a win might go round and round
		return provenWin - 1
	case c.low == value.Win && c.isProof:
		return provenWin + 1
	case c.low == value.Win:
		return provenWin
	case c.high == value.Loss:
		return -provenWin
	case c.low == value.Drawn && c.high == value.Drawn:
		return certain
	case c.low == value.Drawn:
		return max(estimate, 0) + certain
	case c.high == value.Drawn:
		return min(estimate, 0)
	}
	return estimate
}

// clamped is the estimate within bounds. Who goes back to where he was seems to have found nothing better than a draw.
func (c *candidate) clamped() int {
	if c.repeats {
		return 0
	}
	return max(-mostEstimate, min(c.estimate, mostEstimate))
}

// settled reports whether nothing is left to find out but the distance.
func (c *candidate) settled() bool { return c.low == c.high }

// draw notes that the other side can claim a draw. Nobody has done so before: a move that mates ends the game first.
func (c *candidate) draw(note string) {
	c.low, c.high, c.note, c.drawn = value.Drawn, value.Drawn, note, true
}

// learn notes what was proven.
func (c *candidate) learn(low, high value.Outcome) {
	if c.drawn {
		return
	}
	c.low, c.high = max(c.low, low), min(c.high, high)
}

// mates notes the distance to mate.
func (c *candidate) mates(plies int) {
	if c.drawn {
		return
	}
	c.plies = plies
	c.low, c.high = value.Win, value.Win
	if plies < 0 {
		c.low, c.high = value.Loss, value.Loss
	}
}

// askTables asks tables for the position and all moves, and reports whether they have them.
func (t *thought) askTables() bool {
	r, err := t.ask()
	if seeAgain(err) {
		t.prober.Forget()
		r, err = t.ask()
	}
	if err != nil {
		t.say("%v; searching for a proof", problem.Of(err))
		return false
	}
	t.exact = true
	t.tableHits = int64(len(r.Moves))
	for _, c := range t.candidates {
		t.judge(c, r, slices.IndexFunc(r.Moves, func(m probe.Move) bool { return m.UCI == c.String() }))
	}
	t.sort()
	if t.best().low == value.Drawn { // of draws one that keeps the men
		t.look(2, lookNodes)
	}
	t.depth = max(1, abs(t.best().plies))
	t.plies = t.depth
	t.end()
	return true
}

// ask asks tables.
//
// DTM alone does not lead to the quickest mate that comes in time. The game may go round and round
// until the clock forces it on, and repeat positions. By DTZ50 it can't. A draw by the rule becomes
// a win if the other side makes a mistake, best where few plies are lacking.
func (t *thought) ask() (*probe.Result, error) {
	t.by = nil
	r, err := t.prober.ProbeAt(t.engine.ctx, t.game.Position, t.clock(t.game.counters))
	if err != nil || !t.rule {
		return r, err
	}
	byRule := r.Category == value.CursedWinCategory || r.Category == value.BlessedLossCategory
	if byRule || t.game.repeated && r.Category == value.WinCategory && r.DTM50 == nil {
		t.by = value.ByFiftyMoves()
		return t.prober.ProbeBy(t.engine.ctx, t.by, t.game.Position, t.clock(t.game.counters))
	}
	return r, nil
}

// clock returns the clock if it counts.
func (t *thought) clock(c board.Counters) int {
	if !t.rule {
		return 0
	}
	return c.Clock
}

// judge notes what tables say of a candidate, the move with a number among those of a result.
func (t *thought) judge(c *candidate, r *probe.Result, number int) {
	m := &r.Moves[number]
	c.rank = number
	plies := m.DTM
	if plies != nil {
		c.atLeast = abs(*plies) + 1
	}
	if t.rule && !m.Unsure {
		plies = m.DTM50
	}
	outcome := value.Drawn
	switch m.Category {
	case value.LossCategory:
		outcome = value.Win
	case value.WinCategory:
		outcome = value.Loss
	case value.DrawCategory: // these are equal
		c.rank = slices.IndexFunc(r.Moves, func(m probe.Move) bool { return m.Category == value.DrawCategory })
	}
	switch {
	case c.plies == 1, c.repeats && c.drawn:
		return
	case outcome == value.Drawn, plies == nil:
		c.learn(outcome, outcome)
	default:
		c.mates((abs(*plies) + 1) * int(outcome))
	}
	c.note = t.noteOf(c, m)
}

// noteOf returns in words what a verdict says beyond a score.
func (t *thought) noteOf(c *candidate, m *probe.Move) string {
	mate := ""
	if c.atLeast > 0 {
		mate = fmt.Sprintf(", with mate in %d", (c.atLeast+1)/2)
	}
	switch {
	case m.Unsure && t.rule:
		return fmt.Sprintf("the clock is at %d plies: by the fifty-move rule this may be a draw, and tables of DTZ50 would tell", t.game.counters.Clock)
	case m.Category == value.BlessedLossCategory: // of the other side
		return "draw by the fifty-move rule, without it a win" + mate
	case m.Category == value.CursedWinCategory:
		return "draw by the fifty-move rule, without it a loss" + mate
	case c.plies == 0 && c.low == value.Win:
		return "win proven by the fifty-move rule, distance not known"
	case c.plies == 0 && c.high == value.Loss:
		return "loss proven by the fifty-move rule, distance not known"
	}
	return ""
}

func abs(n int) int { return max(n, -n) }

// seeAgain reports whether an error may come of a table that was replaced since it was opened.
func seeAgain(err error) bool {
	var missing *probe.MissingError
	return errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrMissing) && !errors.As(err, &missing)
}

// look estimates the candidates, deeper and deeper, and returns the depth that it has reached. That
// is less than it was asked for if it was stopped, or has found the quickest mate.
func (t *thought) look(depth int, nodes int64) (done int) {
	l := &look{ctx: t.ctx, most: nodes, rule: t.rule && t.game.counters.Clock < value.FiftyMoves} // later it tells better draws from worse ones
	defer func() { t.nodes += l.nodes }()
	for d := 1; d <= depth; d++ {
		estimates := make([]int, len(t.candidates))
		for i, c := range t.candidates {
			estimates[i] = -l.value(&c.after, c.counters, d-1, 1, -mated, mated)
		}
		if l.stopped {
			return done
		}
		done = d
		for i, c := range t.candidates {
			c.estimate = estimates[i]
			if plies, ok := matePlies(estimates[i]); ok && c.plies == 0 && !t.exact {
				c.mates(plies)
			}
		}
		t.sort()
		if t.exact {
			continue
		}
		t.depth, t.plies = d, max(t.plies, l.reached)
		t.report(l.nodes, 0)
		if t.best().plies != 0 {
			return done
		}
	}
	return done
}

// prove searches for a proof.
func (t *thought) prove() {
	least := value.Win // some of the moves may end less well than the position
	if len(t.goal.moves) == 0 {
		t.searchFrom(t.game.Position, 0, func(r *search.Result) {
			t.learn(r)
			least = r.Low
		})
	}
	if len(t.shown()) > 1 || t.best().low < least {
		t.proveEach()
	}
	t.end()
}

// learn takes in what a search says of the moves.
func (t *thought) learn(r *search.Result) {
	for i, m := range r.Moves {
		j := slices.IndexFunc(t.candidates, func(c *candidate) bool { return c.Move == m.Move })
		c := t.candidates[j]
		c.learn(m.Low, m.High)
		c.isProof = i == 0
	}
	t.sort()
}

// proveEach searches for a proof for each of the candidates that are shown, in turn and with more and more work.
// The search from the position itself ends with the proof of one move, knows nothing of some moves being left out,
// and may have its outcome of a table that does not say by which move.
func (t *thought) proveEach() {
	for nodes, ended := int64(1<<12), false; !ended; nodes *= 2 {
		ended = true
		for _, c := range slices.Clone(t.shown()) {
			if c.settled() {
				continue
			}
			t.searchFrom(c.after, nodes, func(r *search.Result) {
				c.learn(-r.High, -r.Low)
				ended = ended && r.Nodes < nodes && !c.settled() // it has got as deep as it may
				t.sort()
			})
		}
		if ended = ended || t.ctx.Err() != nil || t.left() < 0; !ended {
			t.report(0, 0)
		}
	}
}

// left is how many nodes are left: 0 if there is no limit, negative if there are none.
func (t *thought) left() int64 {
	switch {
	case t.goal.nodes == 0:
		return 0
	case t.goal.nodes <= t.nodes:
		return -1
	}
	return t.goal.nodes - t.nodes
}

// searchFrom searches for a proof from a position, with so many nodes if that is not 0, and has learn take in what
// is found.
func (t *thought) searchFrom(p board.Position, nodes int64, learn func(*search.Result)) {
	left := t.left()
	switch {
	case left < 0:
		return
	case left > 0 && nodes > 0:
		nodes = min(nodes, left)
	case left > 0:
		nodes = left
	}
	limits := search.Limits{Nodes: nodes, Depth: int(t.goal.depth)}
	single := nodes == left // else there are others that are searched besides
	limits.Observe = func(r *search.Result) {
		if single && r.Depth > t.depth || time.Since(t.reported) > time.Second {
			learn(r)
			t.count(r)
			t.report(r.Nodes, r.TableHits)
		}
	}
	r, err := t.search.Prove(t.ctx, p, limits)
	if seeAgain(err) {
		t.library.Close()
		t.search.Use(t.library.Reader(t.engine.ctx))
		r, err = t.search.Prove(t.ctx, p, limits)
	}
	if err != nil {
		t.say("%v; going on without tables", problem.Of(err))
		t.search.Use(nil)
		if r, err = t.search.Prove(t.ctx, p, limits); err != nil {
			t.say("%v", problem.Of(err))
			return
		}
	}
	learn(r)
	t.count(r)
	t.nodes += r.Nodes
	t.tableHits += r.TableHits
}

// count notes how far a search has got.
func (t *thought) count(r *search.Result) {
	t.depth, t.plies = max(t.depth, r.Depth), max(t.plies, r.Plies)
}

// end looks for the lines of what is proven, and reports for the last time.
func (t *thought) end() {
	for _, c := range t.shown() {
		c.line = t.lineAfter(c)
	}
	t.report(0, 0)
}

// lineAfter returns the best play after a move that wins or loses.
func (t *thought) lineAfter(c *candidate) (moves []board.Move) {
	if !c.settled() || c.low == value.Drawn {
		return nil
	}
	p, counters := c.after, c.counters
	if !t.exact {
		line, err := t.search.Line(t.ctx, p)
		if err != nil {
			return nil
		}
		if moves = line.Moves; line.End != search.EndTable {
			return moves
		}
		for _, m := range moves {
			counters = counters.After(p.Turn, p.IsZeroing(m))
			p = p.Play(m)
		}
	}
	line, _ := t.prober.LineBy(t.ctx, t.by, p, t.clock(counters))
	for _, m := range line.Moves { // up to an error: a table may be missing, or the time over
		next, _ := find(&p, m.UCI)
		moves = append(moves, next)
		p = m.After
	}
	return moves
}

// report tells what is known. The counts are those of what is under way, beside what has ended.
func (t *thought) report(nodes, tableHits int64) {
	t.reported = time.Now()
	t.depth, t.plies = max(t.depth, 1), max(t.plies, 1)
	first := t.first()
	doubt := first.doubt()
	if t.rule && !t.exact && first.plies == 0 && first.settled() && first.low != value.Drawn {
		doubt += fmt.Sprintf("; a proof does not count the fifty-move rule, and the clock is at %d plies", t.game.counters.Clock)
	}
	if doubt != "" && doubt != t.doubt {
		t.doubt = doubt
		t.say("%s", doubt)
	}
	stats := t.search.Table().Stats()
	elapsed := time.Since(t.began)
	nodes += t.nodes
	tableHits += t.tableHits
	perSecond := int64(float64(nodes) / max(elapsed.Seconds(), 1e-3))
	for i, c := range t.shown() {
		if i == 0 {
			c = first
		}
		line := make([]string, 0, 1+len(c.line))
		for _, m := range append([]board.Move{c.Move}, c.line...) {
			line = append(line, m.String())
		}
		t.line("info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d tbhits %d time %d pv %s",
			t.depth, t.plies, i+1, c.score(), nodes, perSecond, stats.Used*1000/stats.Entries, tableHits, elapsed.Milliseconds(), strings.Join(line, " "))
	}
}

// first is the best candidate as it is shown: programs take what is said of it for what the position is worth, and
// that may be more, if of another move more is possible.
func (t *thought) first() *candidate {
	first := *t.best()
	if first.high < value.Win {
		first.estimate = min(first.estimate, 0)
	}
	for _, c := range t.candidates {
		first.high = max(first.high, c.high)
	}
	return &first
}

// score is what is known of a candidate, as the package's comment says.
func (c *candidate) score() string {
	switch {
	case c.plies > 0:
		return fmt.Sprintf("mate %d", (c.plies+1)/2)
	case c.plies < 0:
		return fmt.Sprintf("mate %d", c.plies/2)
	case c.settled():
		return fmt.Sprintf("cp %d", provenWin*int(c.low))
	case c.low == value.Drawn:
		return "cp 0 lowerbound"
	case c.high == value.Drawn:
		return "cp 0 upperbound"
	}
	return fmt.Sprintf("cp %d", c.clamped())
}

// doubt says in words what a score leaves open; "" if that is nothing.
func (c *candidate) doubt() string {
	switch {
	case c.note != "":
		return c.note
	case c.plies != 0:
		return ""
	case c.low == value.Win:
		return "win proven, distance not known"
	case c.high == value.Loss:
		return "loss proven, distance not known"
	case c.settled():
		return "draw proven"
	case c.low == value.Drawn:
		return "a draw at least is proven, whether it is a win is not known"
	case c.high == value.Drawn:
		return "a draw at most is proven, whether it is a loss is not known"
	}
	return "nothing is proven: the score is an estimate by material"
}
