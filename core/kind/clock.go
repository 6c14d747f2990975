package kind

import (
	"context"
	"slices"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
	"github.com/matewright/matewright/core/words"
)

// ByClock is the kind of the tables that depend on the clock (package dtm50).
var ByClock Kind = byClock{}

type byClock struct{}

func (byClock) Name() string           { return dtm50.Name }
func (byClock) IsDefault() bool        { return false }
func (byClock) Metric() *value.Metric  { return dtm50.Metric() }
func (byClock) HasFiftyMoveRule() bool { return true }

func (k byClock) Supports(f Feature) error { return &UnsupportedError{k.Name(), f} }

// MostMen: those with five men take hours and much memory, so each has to be named.
func (byClock) MostMen() int { return 4 }

func (byClock) WithCastling(classes ...material.Class) []material.Class {
	for _, class := range slices.Clone(classes) {
		classes = append(classes, dtm50.Castling(class)...)
	}
	return classes
}

// Units is 1: these tables are built as a whole.
func (byClock) Units(tables store.Store, class material.Class) int {
	return format.Units(format.LayoutIn(dtm50.In(tables), class))
}

func (byClock) Header(ctx context.Context, tables store.Store, class material.Class) (*Header, error) {
	return readHeader(ctx, dtm50.In(tables), class)
}

func (byClock) DecodeEntry(tables store.Store, e store.Entry) (*Header, error) {
	return decodeEntry(dtm50.In(tables), e)
}

func (byClock) AddTo(prober *probe.Prober, tables store.Store) {
	prober.WithClock(dtm50.NewLibrary(tables))
}

// Plan lists whole tables: a position needs that of its class.
func (byClock) Plan(ctx context.Context, at *service.Place, r service.Request) (*builder.Job, error) {
	if r.IsOpposed() {
		name := r.Opposed.OpposedName()
		return nil, &material.ClassError{Name: name, Why: words.New("core.class.opposedWhole")}
	}
	classes := slices.Clone(r.Classes)
	for i := range r.Positions {
		if err := probe.CheckMen(&r.Positions[i]); err != nil {
			return nil, err
		}
		class, _ := material.OfPosition(&r.Positions[i])
		classes = append(classes, class)
	}
	if err := dtm50.CheckClasses(classes); err != nil {
		return nil, err
	}
	classes = slices.DeleteFunc(classes, material.Class.BareKings)
	plan := builder.Plan
	if r.Rebuild {
		plan = builder.PlanAgain
	}
	return plan(ctx, dtm50.In(at.Tables), classes...)
}

func (k byClock) Prepare(ctx context.Context, at *service.Place, r service.Request) (*builder.Job, error) {
	return k.Plan(ctx, at, r)
}

// Estimate returns only the memory, as the rest has no model.
func (byClock) Estimate(step builder.Step, _ int64, _ int) (*service.Estimate, error) {
	return &service.Estimate{Least: dtm50.Memory(step.Class)}, nil
}

// Build uses the threads and the memory of the options, and reports to their functions.
func (k byClock) Build(ctx context.Context, at *service.Place, job *builder.Job, options builder.Options) error {
	if options.Method != nil {
		return k.Supports(Methods)
	}
	maker := dtm50.NewMaker(at.Tables)
	defer maker.Close()
	options.Maker = maker
	place := *at
	place.Tables = dtm50.In(at.Tables)
	return place.Build(ctx, job, options)
}

func (k byClock) NewVerifier(tables store.Store, options VerifierOptions) Verifier {
	return &clockVerifier{dtm50.NewLibrary(tables).Limit(max(leastCache, options.CacheBytes)), k}
}

// leastCache has room for the directories of some planes and for some tiles.
const leastCache = 16 << 20

// A clockVerifier verifies tables that depend on the clock.
type clockVerifier struct {
	*library.Library
	kind byClock
}

func (v *clockVerifier) Verify(ctx context.Context, class material.Class, options verify.Options) (*Verified, error) {
	if options.Sample > 0 {
		return nil, v.kind.Supports(Sampling)
	}
	r, err := verify.TableBy(ctx, v.Library, class, options, func(t *library.Table, threads int) (verify.Rule, error) {
		return dtm50.NewRule(ctx, v.Library, t, threads)
	})
	if err != nil {
		return nil, err
	}
	return &Verified{Result: *r, AllClocks: true}, nil
}

func (v *clockVerifier) Prove(context.Context, material.Class) (sum known.Sum, err error) {
	return sum, v.kind.Supports(Proof)
}

func (v *clockVerifier) Keep(context.Context, []material.Class) {}
