package steps

import (
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/matewright/matewright/core/solve/framewise"
)

// The steps are pipelines. A record for each place of some slices goes in, and in the end a file has the sum. Data
// between two steps is in files, so only a step that failed is repeated.

func init() {
	register.DoFn3x1[context.Context, int, func(int, Sum), error](&openFn{})
	register.DoFn3x1[context.Context, int, func(int, []byte), error](&expandFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, Sum), error](&winFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, []byte), error](&tryFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, []byte), error](&answerFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, Sum), error](&loseFn{})
	register.DoFn3x1[context.Context, int, func(int, Sum), error](&valuesFn{})
	register.DoFn3x1[context.Context, int, func(int, Sum), error](&encodeFn{})
	register.DoFn3x1[context.Context, int, func(*Sum) bool, error](&endFn{})
	register.Emitter2[int, []byte]()
	register.Emitter2[int, Sum]()
	register.Iter1[[]byte]()
	register.Iter1[Sum]()
	beam.RegisterType(reflect.TypeFor[Sum]())
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
