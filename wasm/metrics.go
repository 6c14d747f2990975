//go:build js && wasm

package main

import (
	"strings"

	"github.com/matewright/matewright/core/value"
)

// A metricName names a metric for JavaScript.
type metricName string

const (
	dtm   metricName = "dtm"
	dtc   metricName = "dtc"
	dtz50 metricName = "dtz50"
)

func nameOf(m *value.Metric) metricName { return metricName(strings.ToLower(m.Name())) }

func (n metricName) metric() (*value.Metric, error) {
	return value.MetricNamed(strings.ToUpper(string(n)))
}
