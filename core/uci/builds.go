package uci

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/words"
)

// A Builder builds tables of a kind for an engine.
type Builder struct {
	Kind  kind.Kind
	Place *service.Place // for plans

	// Build builds tables with some bytes of memory, until the context ends. The engine plays meanwhile. So Build
	// should run elsewhere, such as in another process. Unless the tables are quick to build, its priority should be
	// low.
	Build func(ctx context.Context, r service.Request, memory int64, quick bool) error
}

// quickMen is the largest number of men in tables that take seconds.
const quickMen = 4

// builds builds the tables of the position of the game in the background. It never waits for a thought. A thought finds
// the tables that are finished when it begins, and waits for others only in [builds.await].
type builds struct {
	*output
	builders []Builder

	mu     sync.Mutex
	chosen buildChoices
	wanted *board.Position    // nil for none
	end    context.CancelFunc // of the build under way, or nil
	class  material.Class     // of the position of that build
	first  waiting            // for the tables of the first builder

	wake chan struct{}
	done sync.WaitGroup

	refused map[string]bool // reasons since the last class or choice, to write each once; only run uses it
}

// shortly is the longest build that a side with a clock waits for even if it can't wait until its end.
const shortly = 6 * time.Second

// A waiting is the state of tables that a thought may wait for.
type waiting struct {
	open    bool          // whether they may be missing, and are about to be built
	seconds float64       // that their build may take, 0 if unknown
	changed chan struct{} // closed with the next change
}

// betweenPlans is the least time between two plans for the same class.
const betweenPlans = time.Second

// Names of options in messages.
const (
	optionHash = "Hash"
	optionDisk = "BuildDisk"
)

// searchShare returns the part of some memory that is for the search while tables are built. The rest has room for all
// tables with five men if the memory is that of the preset.
func searchShare(bytes int64) int64 { return max(1<<20, bytes/16) }

// memoryFor returns the memory whose rest has a number of bytes.
func memoryFor(rest int64) int64 { return max(rest+1<<20, (rest*16+14)/15) }

// buildChoices are the choices of the user.
type buildChoices struct {
	on           bool
	rule         bool  // whether the fifty-move rule counts
	memory, disk int64 // bytes
}

func newBuilds(ctx context.Context, out *output, builders []Builder) *builds {
	b := &builds{output: out, builders: builders, wake: make(chan struct{}, 1)}
	b.first.changed = make(chan struct{})
	if len(builders) > 0 {
		b.done.Go(func() { b.run(ctx) })
	}
	return b
}

// choose sets the choices. A build under way with others is stopped, and begins again.
func (b *builds) choose(c buildChoices) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c != b.chosen {
		b.chosen = c
		b.restart()
	}
}

// want sets the game whose position needs tables, or nil for none. A build for another class is stopped.
func (b *builds) want(g *game) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wanted = nil
	if g != nil {
		b.wanted = &g.Position
		if class, _ := material.OfPosition(b.wanted); b.end != nil && class == b.class {
			b.rouse() // after the build, as it may lack parts that only this position needs
			return
		}
	}
	b.restart()
}

// restart stops the build under way, and wakes the builder.
func (b *builds) restart() {
	if b.end != nil {
		b.end()
	}
	b.expect(b.canBuild(), 0)
	b.rouse()
}

// canBuild reports whether the wanted tables may be built at all.
func (b *builds) canBuild() bool {
	return len(b.builders) > 0 && b.chosen.on && b.wanted != nil && len(b.wanted.Men()) <= material.UsualMen
}

// expect records whether the tables of the first builder may be missing, and how long their build may take.
func (b *builds) expect(open bool, seconds float64) {
	close(b.first.changed)
	b.first = waiting{open, seconds, make(chan struct{})}
}

// await waits for the tables of the first builder, for a time at most, and not for builds that take longer than the
// longest.
func (b *builds) await(ctx context.Context, patience, longest time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		b.mu.Lock()
		first := b.first
		b.mu.Unlock()
		if !first.open || first.seconds > longest.Seconds() {
			return
		}
		select {
		case <-first.changed:
		case <-ctx.Done():
			return
		}
	}
}

// rouse wakes the builder.
func (b *builds) rouse() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// run builds for one position after the other, until its context ends. For positions of the same class it plans at most
// once in some time, as plans take time from thoughts.
func (b *builds) run(ctx context.Context) {
	var before buildChoices
	var planned time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wake:
		}
		b.mu.Lock()
		p, chosen := b.wanted, b.chosen
		if !b.canBuild() {
			b.mu.Unlock()
			planned = time.Time{}
			continue
		}
		class, _ := material.OfPosition(p)
		if class != b.class || chosen != before {
			b.refused = map[string]bool{}
		} else if wait := time.Until(planned.Add(betweenPlans)); wait > 0 {
			b.expect(false, 0) // the last plan has built what it can
			b.mu.Unlock()
			time.AfterFunc(wait, b.rouse)
			continue
		}
		building, end := context.WithCancel(ctx)
		b.end, b.class, before, planned = end, class, chosen, time.Now()
		b.mu.Unlock()

		for i := range b.builders {
			if by := &b.builders[i]; chosen.rule || !by.Kind.HasFiftyMoveRule() {
				b.build(building, by, p, &chosen, true)
				b.build(building, by, p, &chosen, false)
			}
			b.expectNow(building, false, 0)
		}

		b.mu.Lock()
		b.end = nil
		b.mu.Unlock()
		end()
	}
}

// expectNow is expect in a build that is not stopped. After a stop other tables may be wanted.
func (b *builds) expectNow(building context.Context, open bool, seconds float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if building.Err() == nil && b.first.open {
		b.expect(open, seconds)
	}
}

// build builds the missing tables of a position by a builder: the quick ones alone, or all. The quick ones come
// first, as the look reads them while the others are built. If all missing tables do not fit into
// the limits, it writes a refusal.
func (b *builds) build(ctx context.Context, by *Builder, p *board.Position, chosen *buildChoices, quick bool) {
	r := service.Request{Positions: []board.Position{*p}}
	job, err := by.Kind.Prepare(ctx, by.Place, r)
	if err == nil {
		err = b.fits(ctx, by, job, chosen)
	}
	if err == nil {
		var seconds float64
		seconds, err = secondsOf(by, job, chosen.memory)
		b.expectNow(ctx, true, seconds)
	}
	if err == nil && quick {
		all := len(job.Steps)
		job.Steps = slices.DeleteFunc(job.Steps, func(s builder.Step) bool { return s.Class.Men() > quickMen })
		if len(job.Steps) < all {
			r = service.Request{Classes: classesOf(job)}
		}
	}
	if err == nil && len(job.Steps) > 0 {
		err = b.carryOut(ctx, by, job, r, chosen.memory, quick)
	}
	if err != nil && ctx.Err() == nil {
		b.refuse(by, problem.From(err).Message)
	}
}

// carryOut builds the tables of a job, and writes when that begins and ends.
func (b *builds) carryOut(
	ctx context.Context, by *Builder, job *builder.Job, r service.Request, memory int64, quick bool,
) error {
	seconds, err := secondsOf(by, job, memory)
	if err != nil {
		return err
	}
	class, metric := lastOf(job), by.Kind.Name()
	b.inform("command.uci.building", "class", class, "metric", metric, "count", len(job.Steps),
		"seconds", max(1, int(seconds+0.5)))
	if err := by.Build(ctx, r, memory, quick); err != nil {
		return err
	}
	b.inform("command.uci.built", "class", class, "metric", metric)
	return nil
}

// refuse writes a refusal, unless the same tables were refused for the same reason. The figures differ a little from
// move to move.
func (b *builds) refuse(by *Builder, why words.Message) {
	if reason := by.Kind.Name() + why.Key; !b.refused[reason] {
		b.refused[reason] = true
		b.remark(why)
	}
}

// fits returns an error if a job takes too much memory or space on the disk. The space is that of all tables of the
// engine, with the temporary files.
func (b *builds) fits(ctx context.Context, by *Builder, job *builder.Job, chosen *buildChoices) error {
	if len(job.Steps) == 0 {
		return nil
	}
	var memory, stored, temporary int64
	for _, step := range job.Steps {
		e, err := by.Kind.Estimate(step, chosen.memory, 1)
		if err != nil {
			return err
		}
		memory, stored, temporary = max(memory, e.Least), stored+e.Stored, max(temporary, e.Scratch)
	}
	used, err := b.used(ctx)
	if err != nil {
		return err
	}
	class := lastOf(job)
	switch {
	case memory > chosen.memory:
		return words.Error("command.uci.buildMemory", "class", class, "metric", by.Kind.Name(),
			"mib", toMiB(memoryFor(memory)), "hash", optionHash)
	case used+stored+temporary > chosen.disk:
		return words.Error("command.uci.buildDisk", "class", class, "metric", by.Kind.Name(),
			"mib", toMiB(used+stored+temporary), "option", optionDisk)
	}
	return nil
}

// secondsOf estimates how long a job takes.
func secondsOf(by *Builder, job *builder.Job, memory int64) (seconds float64, err error) {
	for _, step := range job.Steps {
		e, err := by.Kind.Estimate(step, memory, 1)
		if err != nil {
			return 0, err
		}
		seconds += e.Seconds
	}
	return seconds, nil
}

// classesOf returns the classes of a job.
func classesOf(job *builder.Job) (classes []material.Class) {
	for _, step := range job.Steps {
		classes = append(classes, step.Class)
	}
	return classes
}

// lastOf returns the class of the last table of a job, which is that of the position unless its table exists.
func lastOf(job *builder.Job) material.Class { return job.Steps[len(job.Steps)-1].Class }

// used returns the bytes of all tables of the builders.
func (b *builds) used(ctx context.Context) (bytes int64, err error) {
	for i := range b.builders {
		entries, err := b.builders[i].Place.Tables.List(ctx)
		if err != nil {
			return 0, err
		}
		for _, e := range entries {
			bytes += e.Size
		}
	}
	return bytes, nil
}

// toMiB returns the number of MiB that have room for some bytes.
func toMiB(bytes int64) int64 { return (bytes + 1<<20 - 1) >> 20 }
