package kind

import (
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// All lists all kinds, in the order in which people are offered them, the default first.
func All() (kinds []Kind) {
	for _, m := range value.Metrics() {
		kinds = append(kinds, ForMetric(m))
	}
	return append(kinds, ByClock)
}

// Default returns the kind of tables if none is named.
func Default() Kind { return ForMetric(value.Default()) }

// Named returns the kind with a name, in any case.
func Named(name string) (Kind, error) {
	for _, k := range All() {
		if strings.EqualFold(k.Name(), name) {
			return k, nil
		}
	}
	return nil, words.Error("core.metric.unknown", "name", strconv.Quote(strings.ToUpper(name)), "names", Names())
}

// Names returns the names of all kinds for people, the default first.
func Names() string {
	var names []string
	for _, k := range All() {
		names = append(names, k.Name())
	}
	return strings.Join(names, ", ")
}
