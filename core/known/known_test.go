package known_test

import (
	"bytes"
	"errors"
	"flag"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/metrictest"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// TestComplete checks that the lists have every class with up to five men, with and without castling rights, and that
// no two checksums are equal. For metrics other than DTM it expects only whole tables. TestSums in core/internal/exact
// compares the checksums with built tables.
func TestComplete(t *testing.T) {
	of := map[known.Half]string{}
	for _, metric := range []*value.Metric{value.DTM, value.DTC, value.DTZ50} {
		see := func(name string) {
			half, ok := known.HalfOf(metric, name)
			if !ok || of[half] != "" {
				t.Errorf("%s of %s is known: %t, as is %q", name, metric.Name(), ok, of[half])
			}
			of[half] = name
		}
		for _, class := range material.WithCastling(material.UpTo(5)...) {
			see(class.String())
			l := slice.NewLayout(class)
			for unit := 1; metric == value.DTM && format.Units(l) > 1 && unit <= format.Units(l); unit++ {
				see(format.UnitName(l, unit))
			}
		}
	}
}

var update = flag.Bool("update", false, "pack the list anew")

// TestPacked compares the packed lists with the lists.
func TestPacked(t *testing.T) {
	var names []string
	for _, prefix := range []string{"", "parts-", "compact-", "compact-parts-"} {
		names = append(names, prefix+"dtm", prefix+"dtc", prefix+"dtz50")
	}
	for _, name := range names {
		list, err := os.ReadFile(name + ".tsv")
		if err != nil {
			t.Fatal(err)
		}
		want, err := known.Pack(string(list))
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(name+".bin", want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(name + ".bin")
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s.bin is not %s.tsv packed: %v; go test ./core/known -update", name, name, err)
		}
	}
	if _, err := known.Pack("name\tbytes\tsha256\nKQvK\t1\t12"); err == nil {
		t.Error("a sum of a byte is packed")
	}
}

// TestUnpack packs and unpacks a list, and a list that has only its titles.
func TestUnpack(t *testing.T) {
	const titles = "name\tbytes\tsha256\n"
	half := known.Half(bytes.Repeat([]byte{0xab}, len(known.Half{})))
	line := "KQvK\t1\t" + strings.Repeat("ab", len(known.Sum{})) + "\n"
	for list, want := range map[string]map[string]known.Half{
		titles:        {},
		titles + line: {"KQvK": half},
	} {
		packed, err := known.Pack(list)
		if got := known.Unpack(packed); err != nil || !maps.Equal(got, want) {
			t.Errorf("%q is unpacked as %v: %v", list, got, err)
		}
	}
}

// TestParts checks that the sums of parts are known of every class with up to four men, and of no other.
func TestParts(t *testing.T) {
	for _, metric := range []*value.Metric{value.DTM, value.DTC, value.DTZ50} {
		for _, class := range material.WithCastling(material.UpTo(5)...) {
			proven, err := known.CheckParts(metric, class.String(), known.Sum{})
			if other := class.Men() <= 4; proven || errors.Is(err, known.ErrOther) != other {
				t.Errorf("%v by %s: %t, %v", class, metric.Name(), proven, err)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	half, _ := known.HalfOf(value.DTM, "KQvK")
	var sum known.Sum
	copy(sum[:], half[:])
	if err := known.Check(value.DTM, "KQvK", sum); err != nil {
		t.Error(err)
	}
	if err := known.Check(metrictest.Short, "KQvK", known.Sum{}); err != nil {
		t.Errorf("nothing is known of another metric: %v", err)
	}
	sum[len(half)-1] ^= 1
	if err := known.Check(value.DTM, "KQvK", sum); !errors.Is(err, known.ErrOther) {
		t.Errorf("one bit is another: %v", err)
	}
	if err := known.Check(value.DTM, "KQvKunit1", sum); err != nil {
		t.Errorf("nothing is known of what there isn't: %v", err)
	}
}

// TestCompact checks that the compact tables are known for each class with up to five men and without castling rights,
// and that no others are. By DTZ50 those of five men are the usual ones.
func TestCompact(t *testing.T) {
	for metric, men := range map[*value.Metric]int{value.DTM: 5, value.DTC: 5, value.DTZ50: 4} {
		list := known.Compact(metric)
		for _, class := range material.UpTo(men) {
			half, ok := list[class.String()]
			usual, _ := known.HalfOf(metric, class.String())
			if !ok || half == usual && class.Men() < 5 { // some of five men have no summed model
				t.Errorf("%v of %s: known %t, as the usual one %t", class, metric.Name(), ok, half == usual)
			}
			var sum known.Sum
			copy(sum[:], half[:])
			if err := known.Check(metric, class.String(), sum); err != nil {
				t.Errorf("%v of %s: %v", class, metric.Name(), err)
			}
			sum[0]++
			if err := known.Check(metric, class.String(), sum); !errors.Is(err, known.ErrOther) {
				t.Errorf("%v of %s: another sum: %v", class, metric.Name(), err)
			}
		}
		if len(list) != len(material.UpTo(men)) {
			t.Errorf("%d files of %s", len(list), metric.Name())
		}
	}
}
