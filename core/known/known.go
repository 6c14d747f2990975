// Package known says which bytes tables have, and which endings are won (wins.go).
//
// The bytes of a table depend only on its class and metric. We built and verified each table, and checked it against
// independent programs (docs/reference/verification.md). This package lists the SHA-256 of each. If a file from any
// source has the listed SHA-256, every value in it is right. Checksums inside the file find damage, but not malice.
package known

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
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

// A Half is the first half of a Sum, which is what is kept of those that are known: to make another file with a given half takes 2^128 tries,
// as many as to find two files with the same sum, and every visitor of the page loads the list.
type Half [sha256.Size / 2]byte

// String writes it in hex.
func (h Half) String() string { return hex.EncodeToString(h[:]) }

func (s Sum) half() Half { return Half(s[:]) }

// ErrOther is for a file that is not the one that is known.
var ErrOther = errors.New("its bytes are not those that are known to be right")

// These have the files of all classes with three to five men, by metric: of each in one piece and, by DTM, where it is
// built in several units, of each unit as it is built. By each other metric that would be as much again to load for every
// visitor of the page. They are the lists of the same names packed, to a third of that.
// `go test ./core/internal/exact -run TestSums -update-sums -tables DIR` writes all.
var (
	//go:embed dtm.bin
	dtm []byte
	//go:embed dtc.bin
	dtc []byte
	//go:embed dtz50.bin
	dtz50 []byte
)

// lists has what is known by metric.
var lists = map[string]func() map[string]Half{
	value.DTM.Name():   sync.OnceValue(func() map[string]Half { return unpack(dtm) }),
	value.DTC.Name():   sync.OnceValue(func() map[string]Half { return unpack(dtc) }),
	value.DTZ50.Name(): sync.OnceValue(func() map[string]Half { return unpack(dtz50) }),
}

// HalfOf returns the first half of the SHA-256 that the file has which a store calls so, of a table in one piece or of a unit.
// It returns false if that is not known.
func HalfOf(metric *value.Metric, name string) (half Half, ok bool) {
	list, ok := lists[metric.Name()]
	if !ok {
		return Half{}, false
	}
	half, ok = list()[name]
	return half, ok
}

// Check returns an error that matches [ErrOther] if it is known that the file has another sum.
func Check(metric *value.Metric, name string, sum Sum) error {
	if want, ok := HalfOf(metric, name); ok && want != sum.half() {
		return fmt.Errorf("%w: their SHA-256 is %v, and should begin with %v", ErrOther, sum, want)
	}
	return nil
}

// rows has the fields of each line of a list but the first, which has their titles.
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

// Pack packs a list: after a line of titles, name, bytes and sum of each. What is kept is all names, each in a line, an empty line,
// and the halves of the sums.
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
