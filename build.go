package matewright

import (
	"context"
	"os"
	"runtime"
	"strings"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/service"
)

// A Plan lists the steps of a build. Numbers of positions are exact. Seconds and bytes are estimates. For [DTM50] all
// estimates except Memory are 0.
type Plan struct {
	Steps     []Step   `json:"steps"`     // the tables to build, each after those that it depends on
	Present   []string `json:"present"`   // the classes that are needed too, and stored already
	Positions int64    `json:"positions"` // to solve
	Seconds   float64  `json:"seconds"`   // of all steps, one after the other, on a server of 2026
	Bytes     int64    `json:"bytes"`     // that all steps add to the directory
	Memory    int64    `json:"memory"`    // bytes: the least with which all steps can be built
	Scratch   int64    `json:"scratch"`   // bytes of temporary files, of the step that takes most
}

// A Step is a table to build, or the missing parts of one.
type Step struct {
	Class     string  `json:"class"`
	Whole     bool    `json:"whole"` // after the step the table is complete
	Parts     []int   `json:"parts"` // to build, from 1
	Of        int     `json:"of"`    // parts of the whole table
	Slices    []int   `json:"slices,omitempty"`
	Positions int64   `json:"positions"`
	Seconds   float64 `json:"seconds"`
	Bytes     int64   `json:"bytes"`
	Memory    int64   `json:"memory"`
	Scratch   int64   `json:"scratch"`
}

// Plan returns the plan of [Tables.Build] with the same arguments. It changes nothing, and takes up to seconds with six
// men. Errors are those of Build.
func (t *Tables) Plan(ctx context.Context, wanted ...string) (*Plan, error) {
	r, err := t.request(ctx, wanted)
	if err != nil {
		return nil, err
	}
	job, err := t.kind.Plan(ctx, t.home.Place(t.kind), r)
	if err != nil {
		return nil, coded(err)
	}
	return t.newPlan(job)
}

// Build builds the missing tables of classes, with all that they depend on, or those that positions need. Each argument
// is the name of a class or a FEN, but not both in one call. For a FEN it builds only the parts of a large table that
// play can reach. It returns the plan of the build.
//
// A build that is stopped keeps finished parts. If it runs for a minute or more, it keeps checkpoints too. The same
// call resumes it. Errors match [ErrClass], [ErrFEN], [ErrMen], [ErrFull], [ErrDamaged] or [ErrUsage]. A build
// never needs tables that it does not build itself.
func (t *Tables) Build(ctx context.Context, wanted ...string) (*Plan, error) {
	r, err := t.request(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return t.build(ctx, r)
}

// Rebuild builds tables of classes even if they are stored, such as damaged ones. Each replaces the stored one when
// it is finished. Other tables that a class depends on are built only if they are missing. Errors are those of
// [Tables.Build].
func (t *Tables) Rebuild(ctx context.Context, classes ...string) (*Plan, error) {
	r, err := t.request(ctx, classes)
	if err != nil {
		return nil, err
	}
	if len(r.Positions) > 0 || r.IsOpposed() {
		return nil, usage("positions cannot be rebuilt: name classes, such as KRPvK")
	}
	r.Rebuild = true
	return t.build(ctx, r)
}

// request parses names of classes or FENs.
func (t *Tables) request(ctx context.Context, wanted []string) (r service.Request, err error) {
	if len(wanted) == 0 {
		return r, usage("name a class, such as KRPvK, or a FEN")
	}
	if !strings.Contains(wanted[0], "/") {
		if r, err = service.RequestOf(wanted); err != nil {
			return r, coded(err)
		}
		r.Classes = t.kind.WithCastling(r.Classes...)
		return r, ctx.Err()
	}
	for _, fen := range wanted {
		reading, err := parse(ctx, fen)
		if err != nil {
			return r, err
		}
		r.Positions = append(r.Positions, reading.Position)
	}
	return r, nil
}

func (t *Tables) build(ctx context.Context, r service.Request) (*Plan, error) {
	end, err := t.beginBuilding(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	defer t.prober.Forget()                                        // tables may have been replaced
	if err := os.MkdirAll(t.home.Dir(t.kind), 0o777); err != nil { // scratch files go there, too
		return nil, err
	}
	place := t.home.Place(t.kind)
	job, err := t.kind.Prepare(ctx, place, r)
	if err != nil {
		return nil, coded(err)
	}
	plan, err := t.newPlan(job)
	if err != nil {
		return nil, err
	}
	options := builder.Options{
		Budget:  t.options.Memory,
		Threads: t.threads(),
		Collect: runtime.GC,
		Scratch: scratch.FilesIn(t.home.ScratchDir(t.kind)),
		Faces:   t.home.Faces(t.kind),
		Observe: func(p builder.Progress) error {
			t.observe(p.Class.String(), p.Positions, p.Total)
			return nil
		},
	}
	if options.Budget == 0 {
		options.Memory = t.memory()
	}
	return plan, coded(t.kind.Build(ctx, place, job, options))
}

// newPlan describes a job.
func (t *Tables) newPlan(job *builder.Job) (*Plan, error) {
	plan := &Plan{Steps: []Step{}, Present: append([]string{}, names(job.Present)...), Positions: job.Positions()}
	memory := t.memory()
	for _, step := range job.Steps {
		e, err := t.kind.Estimate(step, memory, t.threads())
		if err != nil {
			return nil, coded(err)
		}
		s := Step{
			Class: step.Class.String(), Whole: step.Whole,
			Parts: append([]int{}, step.Units...), Of: t.kind.Units(t.home.Tables(t.kind), step.Class),
			Positions: step.Positions, Seconds: e.Seconds, Bytes: e.Stored, Memory: e.Least, Scratch: e.Scratch,
		}
		for _, number := range step.Lone {
			s.Slices = append(s.Slices, int(number))
		}
		plan.add(s)
	}
	return plan, nil
}

// add adds a step.
func (p *Plan) add(s Step) {
	p.Steps = append(p.Steps, s)
	p.Seconds += s.Seconds
	p.Bytes += s.Bytes
	p.Memory = max(p.Memory, s.Memory)
	p.Scratch = max(p.Scratch, s.Scratch)
}
