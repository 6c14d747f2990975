// Package kind has all kinds of tables behind one interface: those of each metric, and those that depend on the clock
// (package dtm50).
//
// Front ends select a kind by its name. The page stores tables of metrics only, and builds them with package service.
package kind

import (
	"context"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
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

// A Kind is a kind of tables.
type Kind interface {
	// Name returns the name in options and answers, such as "DTM".
	Name() string

	// IsDefault reports whether this is the kind of tables if none is named.
	IsDefault() bool

	// Metric returns the metric in whose rounds values are stored.
	Metric() *value.Metric

	// HasFiftyMoveRule reports whether values respect the fifty-move rule.
	HasFiftyMoveRule() bool

	// Supports returns an [*UnsupportedError] if a feature is missing.
	Supports(f Feature) error

	// MostMen returns the number of men up to which all classes can be built in one call.
	MostMen() int

	// WithCastling returns classes, and those of the same men with castling rights that have tables.
	WithCastling(classes ...material.Class) []material.Class

	// Units returns the number of units that the table of a class is built in, in a store of tables.
	Units(tables store.Store, class material.Class) int

	// Header reads the header of a class's table in a store. Errors are those of the store.
	Header(ctx context.Context, tables store.Store, class material.Class) (*Header, error)

	// DecodeEntry decodes the header of an entry of a store of tables. Errors match [store.ErrCorrupt].
	DecodeEntry(tables store.Store, e store.Entry) (*Header, error)

	// AddTo adds the tables of a store to those that a prober reads.
	AddTo(prober *probe.Prober, tables store.Store)

	// Plan lists the missing tables of a request, as [service.Place.Plan] does. It changes nothing.
	Plan(ctx context.Context, at *service.Place, r service.Request) (*builder.Job, error)

	// Prepare plans a request that is about to be built, as [service.Place.Prepare] does.
	Prepare(ctx context.Context, at *service.Place, r service.Request) (*builder.Job, error)

	// Estimate estimates a step of a job with some bytes of memory and some threads.
	Estimate(step builder.Step, memory int64, threads int) (*service.Estimate, error)

	// Build carries out a job. It replaces the metric of the options with its own.
	Build(ctx context.Context, at *service.Place, job *builder.Job, options builder.Options) error

	// NewVerifier returns a verifier of the tables of a store.
	NewVerifier(tables store.Store, options VerifierOptions) Verifier
}

// A Header has the fields that the headers of all kinds have.
type Header struct {
	*format.Header
	Kind string // the name
}

func newHeader(h *format.Header) *Header {
	if h.Kind == format.ByClock {
		return &Header{h, dtm50.Name}
	}
	return &Header{h, h.Metric.Name()}
}

// readHeader reads the header of a class's table in a store.
func readHeader(ctx context.Context, tables store.Store, class material.Class) (*Header, error) {
	t, err := library.Open(ctx, tables, class)
	if err != nil {
		return nil, err
	}
	return newHeader(t.Header), t.Close()
}

// decodeEntry decodes the header of an entry of a store.
func decodeEntry(tables store.Store, e store.Entry) (*Header, error) {
	h, err := format.ParamsOf(tables).DecodeEntry(e)
	if err != nil {
		return nil, err
	}
	return newHeader(h), nil
}

// Report returns the statistics as a report.
func (h *Header) Report() *stats.Report {
	report := stats.NewReport(h.Class, h.Header.Metric, &h.Statistics)
	report.Metric = h.Kind
	return report
}

// VerifierOptions set how a verifier reads. The zero value is usable.
type VerifierOptions struct {
	CacheBytes int64       // for cached table data
	Faces      store.Store // for derived data, empty at first; without one a verification takes longer
}

// A Verifier verifies tables of a store, one after the other.
type Verifier interface {
	// Verify recomputes the entries of a table from their moves. If the table is wrong, the error matches
	// [store.ErrCorrupt].
	Verify(ctx context.Context, class material.Class, options verify.Options) (*Verified, error)

	// Prove compares the SHA-256 of a table with the known one, and returns it. The error matches [store.ErrCorrupt] if
	// they differ.
	Prove(ctx context.Context, class material.Class) (known.Sum, error)

	// Keep drops derived data, except data that verifying some classes reads.
	Keep(ctx context.Context, classes []material.Class)

	Close() error
}

// Verified counts the verified entries of a table.
type Verified struct {
	verify.Result
	AllClocks bool // each entry was recomputed with all clocks
}

// A Feature is something that not all kinds of tables can do.
type Feature string

// The features, as messages "core.kind.lacks" select them.
const (
	Search   Feature = "search" // package find
	Import   Feature = "import" // package exchange
	Export   Feature = "export"
	Estimate Feature = "estimate" // before they are built: time, memory and method
	Serve    Feature = "serve"    // package serve: a server answers by them
	Measure  Feature = "measure"  // command bench
	Methods  Feature = "methods"  // of package solve, by choice
	Compact  Feature = "compact"  // see [format.Params]
	Sampling Feature = "sampling" // of random positions, to verify them
	Proof    Feature = "proof"    // by a SHA-256, package known
)

// An UnsupportedError reports that a kind of tables lacks a feature.
type UnsupportedError struct {
	Kind    string
	Feature Feature
}

// Message names both.
func (e *UnsupportedError) Message() words.Message {
	return words.New("core.kind.lacks", "kind", e.Kind, "feature", string(e.Feature))
}

// Error names both.
func (e *UnsupportedError) Error() string { return e.Message().String() }
