package kind

import (
	"context"
	"fmt"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
)

// ForMetric returns the kind of the tables of a metric.
func ForMetric(m *value.Metric) Kind { return ofMetric{m} }

// ofMetric is the kind of the tables of a metric. It has all features.
type ofMetric struct{ metric *value.Metric }

func (k ofMetric) Name() string           { return k.metric.Name() }
func (k ofMetric) IsDefault() bool        { return k.metric.IsDefault() }
func (k ofMetric) Metric() *value.Metric  { return k.metric }
func (k ofMetric) HasFiftyMoveRule() bool { return k.metric.HasFiftyMoveRule() }
func (k ofMetric) Supports(Feature) error { return nil }
func (k ofMetric) MostMen() int           { return material.UsualMen }

func (k ofMetric) WithCastling(classes ...material.Class) []material.Class {
	return material.WithCastling(classes...)
}

func (k ofMetric) Units(tables store.Store, class material.Class) int {
	return format.Units(format.LayoutIn(tables, class))
}

func (ofMetric) Header(ctx context.Context, tables store.Store, class material.Class) (*Header, error) {
	return readHeader(ctx, tables, class)
}

func (ofMetric) DecodeEntry(tables store.Store, e store.Entry) (*Header, error) {
	return decodeEntry(tables, e)
}

func (k ofMetric) AddTo(prober *probe.Prober, tables store.Store) { prober.AddMetric(k.metric, tables) }

func (k ofMetric) Plan(ctx context.Context, at *service.Place, r service.Request) (*builder.Job, error) {
	return at.Plan(ctx, r)
}

func (k ofMetric) Prepare(ctx context.Context, at *service.Place, r service.Request) (*builder.Job, error) {
	return at.Prepare(ctx, r)
}

func (k ofMetric) Estimate(step builder.Step, memory int64, threads int) (*service.Estimate, error) {
	return service.EstimateStep(step, k.metric, memory, threads)
}

func (k ofMetric) Build(ctx context.Context, at *service.Place, job *builder.Job, options builder.Options) error {
	options.Metric = k.metric
	return at.Build(ctx, job, options)
}

func (k ofMetric) NewVerifier(tables store.Store, options VerifierOptions) Verifier {
	lib := library.New(tables, options.CacheBytes)
	if options.Faces != nil {
		lib.Faces(options.Faces)
	}
	return &metricVerifier{lib}
}

// A metricVerifier verifies tables of a metric.
type metricVerifier struct{ *library.Library }

func (v *metricVerifier) Verify(ctx context.Context, class material.Class, options verify.Options) (*Verified, error) {
	r, err := verify.Table(ctx, v.Library, class, options)
	if err != nil {
		return nil, err
	}
	return &Verified{Result: *r}, nil
}

func (v *metricVerifier) Prove(ctx context.Context, class material.Class) (sum known.Sum, err error) {
	t, err := v.Open(ctx, class)
	if err != nil {
		return sum, err
	}
	defer t.Close()
	sum, proven, err := t.Prove(ctx)
	if err != nil || proven {
		return sum, err
	}
	metric, name := t.Header.Metric, class.String()
	if err := known.Check(metric, name, sum); err != nil {
		return sum, store.Named(name, fmt.Errorf("%w: %w", store.ErrCorrupt, err))
	}
	return sum, store.Named(name, fmt.Errorf("its SHA-256, %v, is not known for %s", sum, metric.Name()))
}

// Keep removes the other faces. An error is of no consequence: the whole store is deleted in the end.
func (v *metricVerifier) Keep(ctx context.Context, classes []material.Class) {
	needed := map[material.Face]bool{}
	for _, class := range material.Closure(classes...) {
		for _, f := range class.Faces() {
			needed[f] = true
		}
	}
	_ = v.RemoveFaces(ctx, func(f material.Face) bool { return needed[f] })
}
