package format_test

import (
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// TestParams checks which tables have both sides to move, and which may have summed models.
func TestParams(t *testing.T) {
	usual, compact := format.Params{}, format.Params{Compact: true}
	copied, clock := format.Params{Compact: true, SumModels: true}, format.Params{Kind: format.ByClock}
	for _, test := range []struct {
		params    format.Params
		class     string
		metric    *value.Metric
		both, sum bool
	}{
		{usual, "KRvKP", value.DTM, true, false},
		{usual, "KRvKP", value.DTZ50, true, true},
		{usual, "KRPvKP", value.DTM, false, false},
		{usual, "KRvKN-h1", value.DTC, true, false},
		{compact, "KRvKP", value.DTM, false, true},
		{compact, "KRPvKP", value.DTM, false, false},
		{compact, "KRvKN-h1", value.DTM, true, false},
		{copied, "KRvKP", value.DTC, false, true},
		{copied, "KRPvKP", value.DTM, false, true},
		{copied, "KRPvKP-h1", value.DTM, true, false},
		{clock, "KRvKP", value.DTM, false, true},
		{clock, "KRPvKP", value.DTM, false, true},
		{clock, "KRvKN-h1", value.DTM, true, false},
	} {
		class, err := material.Parse(test.class)
		if err != nil {
			t.Fatal(err)
		}
		both, sum := test.params.StoresBothSides(class), test.params.SumsModels(test.metric, class)
		if both != test.both || sum != test.sum {
			t.Errorf("%+v, %v by %s: both sides %t, summed %t", test.params, class, test.metric.Name(), both, sum)
		}
	}
}
