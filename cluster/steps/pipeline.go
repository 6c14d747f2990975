package steps

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/matewright/matewright/core/solve/framewise"
)

// The steps are pipelines. A record for each place of some slices goes in, and in the end a file has the sum. Data
// between two steps is in files, so only a step that failed is repeated.

// Beam calls the functions by reflection. The generic functions of Beam's package register would save a microsecond
// for each of some hundred elements, and the compiler takes 20 seconds for them.
func init() {
	for _, of := range []reflect.Type{
		reflect.TypeFor[openFn](),
		reflect.TypeFor[expandFn](),
		reflect.TypeFor[winFn](),
		reflect.TypeFor[tryFn](),
		reflect.TypeFor[answerFn](),
		reflect.TypeFor[loseFn](),
		reflect.TypeFor[valuesFn](),
		reflect.TypeFor[encodeFn](),
		reflect.TypeFor[endFn](),
	} {
		beam.RegisterDoFn(of)
	}
	beam.RegisterType(reflect.TypeFor[Sum]()) // else workers decode it into a struct without a name
}

// openStep opens slices before the first ply. It solves small slices whole.
func openStep(s beam.Scope, j Job, places []int) {
	end(s, j, opening, beam.ParDo(s, &openFn{j}, spread(s, places)))
}

// plyStep decides the wins or the losses of a ply.
func plyStep(s beam.Scope, j Job, ply, lastDue int, places []int) {
	at := Ply{j, ply, lastDue}
	expanded := beam.GroupByKey(s, beam.ParDo(s, &expandFn{at}, spread(s, places)))
	var done beam.PCollection
	if framewise.IsWin(ply) {
		done = beam.ParDo(s, &winFn{at}, expanded)
	} else {
		questions := beam.GroupByKey(s, beam.ParDo(s, &tryFn{at}, expanded))
		done = beam.ParDo(s, &loseFn{at}, beam.GroupByKey(s, beam.ParDo(s, &answerFn{at}, questions)))
	}
	end(s, j, plyName(ply), done)
}

// valuesStep makes values of the decisions up to the last ply.
func valuesStep(s beam.Scope, j Job, last int, places []int) {
	end(s, j, valuing, beam.ParDo(s, &valuesFn{Ply{j, last, 0}}, spread(s, places)))
}

// encodeStep makes units of the table of the values.
func encodeStep(s beam.Scope, j Job, units []int) {
	end(s, j, encoding, beam.ParDo(s, &encodeFn{j}, spread(s, units)))
}

// spread makes a record of each number, for workers to share.
func spread(s beam.Scope, numbers []int) beam.PCollection {
	return beam.Reshuffle(s, beam.CreateList(s, numbers))
}

// end writes the sum of all places, which marks the step as done.
func end(s beam.Scope, j Job, step string, sums beam.PCollection) {
	beam.ParDo0(s, &endFn{j, step}, beam.GroupByKey(s, sums))
}
