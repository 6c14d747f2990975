package value

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/words"
)

// metrics has all metrics, in the order in which people are offered them. The first one is the default.
var metrics = []*Metric{DTM, DTC, DTZ50}

// Default returns the metric of tables if none is named. Its tables are stored without the name of a metric.
func Default() *Metric { return metrics[0] }

// IsDefault reports whether the metric is the default.
func (m *Metric) IsDefault() bool { return m == Default() }

// WithGoal returns the first metric whose plies lead to a goal, such as mate.
func WithGoal(goal Goal) *Metric {
	return metrics[slices.IndexFunc(metrics, func(m *Metric) bool { return m.Goal() == goal })]
}

// ByFiftyMoves returns the metric by which moves are chosen under the fifty-move rule.
func ByFiftyMoves() *Metric {
	return metrics[slices.IndexFunc(metrics, (*Metric).HasFiftyMoveRule)]
}

// Metrics lists all metrics, the default first.
func Metrics() []*Metric { return slices.Clone(metrics) }

// MetricNamed returns the metric with a name.
func MetricNamed(name string) (*Metric, error) {
	for _, m := range metrics {
		if m.Name() == name {
			return m, nil
		}
	}
	return nil, words.Error("core.metric.unknown", "name", strconv.Quote(name), "names", MetricNames())
}

// MetricNames returns the names of all metrics for people, the default first.
func MetricNames() string {
	var names []string
	for _, m := range metrics {
		names = append(names, m.Name())
	}
	return strings.Join(names, ", ")
}

// Add adds the metric with some rules to the list, for tests, before they use it. It panics if the name is taken.
func Add(rules Rules) *Metric {
	m := New(rules)
	if _, err := MetricNamed(m.Name()); err == nil {
		panic(fmt.Sprintf("there are two metrics %q", m.Name()))
	}
	metrics = append(metrics, m)
	return m
}
