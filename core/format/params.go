package format

import (
	"cmp"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// Params are the kind of the tables in a store, and numbers that their bytes depend on, beside class and metric. The
// zero value stands for tables of a metric, and for the numbers of all tables outside of tests. Tests use smaller ones,
// see [With], so that small tables have several units or one side to move.
type Params struct {
	Kind             Kind
	GroupEntries     int // the number of entries that make a group of slices; 0 stands for [GroupEntries]
	MostMenBothSides int // the most men with which both sides to move are stored; 0 stands for [MostMenBothSides]

	// Compact reduces tables of up to MostMenBothSides men to a third of their size. They have one side to move, and
	// models may be summed in every metric. That is for tables that are copied and probed. To solve or verify by them
	// takes longer, as the other side is computed.
	Compact bool

	// SumModels is part of Compact for tables of more men: their models may be summed in every metric. It is for copies
	// of whole tables only. Units of one table would differ if some of them were built without it.
	SumModels bool
}

// The usual numbers. Small tables have both sides to move: they are read all the time, and take little.
const (
	GroupEntries     = 1 << 23
	MostMenBothSides = 4
)

// Layout returns the layout of a class, with the size of its groups.
func (p Params) Layout(class material.Class) *slice.Layout {
	l := slice.NewLayout(class)
	l.GroupEntries, l.OneUnit = p.GroupEntries, p.Kind == ByClock
	return l
}

// StoresBothSides reports whether tables of a class have both sides to move: those of few men, unless they are compact,
// and those with castling rights.
func (p Params) StoresBothSides(class material.Class) bool {
	return p.hasFewMen(class) && !p.isCompact() || class.Rights() != 0
}

// SumsModels reports whether the models of tables of a class may be summed in a metric.
func (p Params) SumsModels(metric *value.Metric, class material.Class) bool {
	return metric.SumsModels() ||
		class.Rights() == 0 && (p.SumModels || p.Kind == ByClock || p.Compact && p.hasFewMen(class))
}

// isCompact reports whether small tables are compact. Those by the clock always are: few programs read them, and they
// have three times as many bytes as others.
func (p Params) isCompact() bool { return p.Compact || p.Kind == ByClock }

func (p Params) hasFewMen(class material.Class) bool {
	return class.Men() <= cmp.Or(p.MostMenBothSides, MostMenBothSides)
}

// With returns a store whose tables have some parameters.
func With(tables store.Store, p Params) store.Store {
	if p == (Params{}) {
		return tables
	}
	return &withParams{tables, p}
}

type withParams struct {
	store.Store
	params Params
}

// ParamsOf returns the parameters of the tables in a store: those given to [With], or the usual ones. A store that
// passes calls on to another one has the method Unwrap, which returns that store.
func ParamsOf(tables store.Store) Params {
	for {
		switch s := tables.(type) {
		case *withParams:
			return s.params
		case interface{ Unwrap() store.Store }:
			tables = s.Unwrap()
		default:
			return Params{}
		}
	}
}

// LayoutIn returns the layout of a class as the tables in a store have it.
func LayoutIn(tables store.Store, class material.Class) *slice.Layout {
	return ParamsOf(tables).Layout(class)
}

// A Kind is a kind of tables. Tables of different kinds differ in the values of a position, and so in their sections.
type Kind uint8

// The kinds.
const (
	OfMetric Kind = iota // a position has a value in a metric
	ByClock              // a position has pairs of a distance to mate and a clock, see package dtm50
)
