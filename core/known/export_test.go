package known

import (
	"strings"

	"github.com/matewright/matewright/core/value"
)

var Unpack = unpack

// Compact returns the list of the compact tables.
func Compact(metric *value.Metric) map[string]Half {
	return lists()[compactPrefix+strings.ToLower(metric.Name())]()
}
