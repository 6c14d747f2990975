// Package known lists the checksums of tables, and the endings that are won (wins.go).
//
// The bytes of a table depend only on its class and metric, and on whether it is compact. We built and verified each
// table, and checked it against independent programs (docs/reference/verification.md). This package lists the SHA-256
// of each. If a file from any source has the listed SHA-256, every value in it is right. Checksums inside the file find
// damage, but not malice.
package known

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"

	"github.com/matewright/matewright/core/value"
)

// A Sum is the SHA-256 of a file; see [github.com/matewright/matewright/core/store.Sum].
type Sum [sha256.Size]byte

// String writes it in hex, as sha256sum does.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// A Half is the first half of a Sum. The lists have only halves, as every visitor of the page loads them. To forge a
// file with a given half takes 2^128 tries: as many as to find two files with the same sum.
type Half [sha256.Size / 2]byte

// String writes it in hex.
func (h Half) String() string { return hex.EncodeToString(h[:]) }

func (s Sum) half() Half { return Half(s[:]) }

// ErrOther is for a file that is not the one that is known.
var ErrOther = errors.New("its bytes are not those that are known to be right")

// files has lists of the files of all classes with three to five men, one list for each metric. Each class has the file
// of its whole table. For DTM, the list also has the units that a table is built in; for other metrics they would
// double the download of every visitor. The lists are packed to a third of the .tsv files of the same names. `go test
// ./core/internal/exact -run TestSums -update-sums -tables DIR` writes them.
//
// The lists with the prefix "parts-" are for tables on web servers, which are read in parts: see [CheckParts]. They
// have only classes of up to four men: 16 bytes for each, 4 kB in all with the names. Those of five men would take five
// times as much of every first visit, and few sites have such tables. `go test ./core/internal/exact -run TestParts
// -update-parts` writes these lists.
//
// The lists with the prefix "compact-" have compact tables, see [github.com/matewright/matewright/core/format.Params]:
// those of up to four men, and those of five men by DTM and DTC. By DTZ50 they are the usual ones. `go test
// ./core/internal/exact -run TestCompact -update-compact -tables DIR` writes them.
//
//go:embed *.bin
var files embed.FS

// lists has the known checksums by the names of the lists. The list of a metric has its name in lower case.
var lists = sync.OnceValue(func() map[string]func() map[string]Half {
	lists := map[string]func() map[string]Half{}
	for _, m := range value.Metrics() {
		for _, prefix := range []string{"", partsPrefix, compactPrefix, compactPrefix + partsPrefix} {
			name := prefix + strings.ToLower(m.Name())
			if packed, err := files.ReadFile(name + ".bin"); err == nil {
				lists[name] = sync.OnceValue(func() map[string]Half { return unpack(packed) })
			}
		}
	}
	return lists
})

// The prefixes of lists.
const (
	partsPrefix   = "parts-"
	compactPrefix = "compact-"
)

// HalfOf returns the first half of the known SHA-256 of a file, given its name in a store. The file is a whole table or
// a unit, and not compact. HalfOf returns false if the checksum is not known.
func HalfOf(metric *value.Metric, name string) (half Half, ok bool) { return halfIn("", metric, name) }

func halfIn(prefix string, metric *value.Metric, name string) (half Half, ok bool) {
	list, ok := lists()[prefix+strings.ToLower(metric.Name())]
	if !ok {
		return Half{}, false
	}
	half, ok = list()[name]
	return half, ok
}

// Check returns an error that matches [ErrOther] if it is known that the file has another sum, compact or not.
func Check(metric *value.Metric, name string, sum Sum) error {
	if want, ok := HalfOf(metric, name); ok && want != sum.half() && !IsCompact(metric, name, sum) {
		return fmt.Errorf("%w: their SHA-256 is %v, and should begin with %v", ErrOther, sum, want)
	}
	return nil
}

// IsCompact reports whether a compact table has a sum.
func IsCompact(metric *value.Metric, name string, sum Sum) bool {
	return isCompact("", metric, name, sum)
}

// isCompact reports whether a compact file has a sum.
func isCompact(prefix string, metric *value.Metric, name string, sum Sum) bool {
	half, ok := halfIn(compactPrefix+prefix, metric, name)
	return ok && half == sum.half()
}

// CheckParts reports whether the SHA-256 of the hashes of a table's parts is known, one after the other. It returns an
// error that matches [ErrOther] if another one is known. The parts are those of package remote. If the sum is known, it
// proves each part that has its hash.
func CheckParts(metric *value.Metric, name string, sum Sum) (proven bool, err error) {
	want, ok := halfIn(partsPrefix, metric, name)
	if ok && want != sum.half() && !isCompact(partsPrefix, metric, name, sum) {
		return false, fmt.Errorf("%w: the SHA-256 of their parts is %v, and should begin with %v", ErrOther, sum, want)
	}
	return ok, nil
}

// rows returns the fields of each line of a list, except the first line with the titles.
func rows(list string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		_, lines, _ := strings.Cut(list, "\n")
		for line := range strings.Lines(lines) {
			if !yield(strings.Split(strings.TrimSuffix(line, "\n"), "\t")) {
				return
			}
		}
	}
}

// Pack packs a list that has name, size and sum of each file after a line of titles. The packed list has all names, one
// a line, an empty line, and the halves of the sums.
func Pack(list string) ([]byte, error) {
	var names, halves []byte
	for fields := range rows(list) {
		sum, err := hex.DecodeString(fields[len(fields)-1])
		if err != nil || len(sum) != sha256.Size {
			return nil, fmt.Errorf("%q has no SHA-256", fields)
		}
		names = append(append(names, fields[0]...), '\n')
		half := Sum(sum).half()
		halves = append(halves, half[:]...)
	}
	return append(append(names, '\n'), halves...), nil
}

func unpack(packed []byte) map[string]Half {
	list := map[string]Half{}
	if names, halves, some := bytes.Cut(packed, []byte("\n\n")); some {
		for name := range strings.SplitSeq(string(names), "\n") {
			list[name] = Half(halves[:])
			halves = halves[len(Half{}):]
		}
	}
	return list
}
