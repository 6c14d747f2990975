package builder

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// TestEstimates checks that every class has an estimate, which grows with less memory.
func TestEstimates(t *testing.T) {
	for _, class := range material.UpTo(5) {
		last, slowdown := 0.0, -1.0
		for _, method := range methods.All() {
			p, err := Provide(class, value.DTM, 4<<30, method)
			if err != nil {
				t.Fatal(err)
			}
			if read, solved := p.Shares(); read < 0 || read > solved || solved >= 1 {
				t.Errorf("%v by %s: read after %g of the time, solved after %g", class, method.Name(), read, solved)
			}
			slower := p.Solving.Slowdown > slowdown // two methods may do the same
			if p.Seconds(1) < last || slower != (p.Seconds(1) > last) || p.Stored() < 200 || p.Peak() > p.Budget ||
				p.Peak() < p.Solving.Bytes() {
				t.Errorf(
					"%v by %s: %g s, after %g by a faster one, %d bytes stored, %d of memory",
					class,
					method.Name(),
					p.Seconds(1),
					last,
					p.Stored(),
					p.Peak(),
				)
			}
			last, slowdown = p.Seconds(1), p.Solving.Slowdown
		}
	}
}

// TestEstimatesOfLarge checks that all tables with six men can be planned in 128 MiB, with their estimates.
func TestEstimatesOfLarge(t *testing.T) {
	for _, class := range material.All(6) {
		of := []struct {
			seconds float64 // at least, and at most twenty times as many
			scratch int64   // at least
		}{{200, 15 << 30}, {1000, 8 << 30}, {1000, 512 << 20}, {500, 0}, {40, 0}}[class.Pawns()]
		p, err := Provide(class, value.DTM, 128<<20, nil)
		if err != nil {
			t.Errorf("%v: %v", class, err)
			continue
		}
		if p.Seconds(1) < of.seconds || p.Seconds(1) > 20*of.seconds || p.Stored() < 20<<20 ||
			p.Scratch(1) < of.scratch {
			t.Errorf("%v: %g s, %d bytes stored, %d of scratch", class, p.Seconds(1), p.Stored(), p.Scratch(1))
		}
		if job, err := Plan(t.Context(), store.NewMemStore(), class); class.Pawns() == 1 &&
			(err != nil || len(job.Steps) < 5) {
			t.Errorf("%v: %v", class, err)
		}
	}
}

// TestEstimatesOfCastling checks that six men with castling rights and up to one pawn can be planned in 128 MiB. Their
// estimates count the faces. No six-man class is built with its castling.
func TestEstimatesOfCastling(t *testing.T) {
	for _, name := range []string{"KRRvKRR-h1", "KRRvKRR-h1a1h8a8", "KRBvKRN-kf1h1a8", "KRPvKRR-h1h8", "KRBNvKP-a1"} {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, metric := range []*value.Metric{value.DTM, value.DTZ50} {
			p, err := Provide(class, metric, 128<<20, nil)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if p.Seconds(1) < 20 || p.Seconds(1) > 600 || p.Stored() < 50 || p.Scratch(1) < 512<<20 {
				t.Errorf("%s: %g s, %d bytes stored, %d of scratch", name, p.Seconds(1), p.Stored(), p.Scratch(1))
			}
		}
	}
	class, err := material.Parse("KRRvKRR-h1")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Provide(class, value.DTM, 128<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	// On 2026-11-30 it took 36 s of CPU after KRRvKRR, in 128 MiB, and 1,598,451 bytes.
	time, stored := p.Seconds(1)/36, float64(p.Stored())/1_598_451
	if math.Abs(time-1) > 0.3 || math.Abs(stored-1) > 0.3 {
		t.Errorf("%v is to take %g s and %d bytes", class, p.Seconds(1), p.Stored())
	}
	for _, name := range []string{"KRRvKRR", "KRPvKRR"} {
		class, err := material.Parse(name)
		if err != nil || len(class.Castling()) > 0 {
			t.Errorf("%s is built with %v (%v)", name, class.Castling(), err)
		}
	}
}

// TestEstimatesOfBuilt checks estimates against tables with six men that were built: seconds of a thread by
// half-cycles, the share of solving, and bytes. Estimates of stored bytes may be too large, but hardly too small.
func TestEstimatesOfBuilt(t *testing.T) {
	for name, took := range map[string]struct {
		seconds, share float64
		bytes          int64
	}{
		"KQNvKRB": {740, 0.76, 1_289_713_873},
		"KQRvKQR": {900, 0.77, 1_259_092_140},
		"KRRvKRR": {640, 0.9, 186_641_765},
	} {
		class, err := material.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Provide(class, value.DTM, 256<<20, nil)
		if err != nil {
			t.Fatal(err)
		}
		if time := p.Seconds(1) / took.seconds; time < 0.9 || time > 1.3 {
			t.Errorf("%v is to take %g s, and took %g", class, p.Seconds(1), took.seconds)
		}
		if read, solved := p.Shares(); read < 0.1 || read > 0.2 || math.Abs(solved-took.share) > 0.15 {
			t.Errorf(
				"%v is to be read in %g of the time and solved in %g, and was in %g",
				class,
				read,
				solved,
				took.share,
			)
		}
		if stored := float64(p.Stored()) / float64(took.bytes); stored < 0.95 || stored > 1.8 {
			t.Errorf("%v is to have %d bytes, and has %d", class, p.Stored(), took.bytes)
		}
	}
}

// TestEstimatesWithLess checks that with less memory nothing is quicker, and that the method takes the longer time.
// With more threads nothing is slower, and shared work is quicker.
func TestEstimatesWithLess(t *testing.T) {
	for _, class := range material.UpTo(5) {
		plenty, err := Provide(class, value.DTM, 4<<30, nil)
		if err != nil {
			t.Fatal(err)
		}
		least, err := Least(class, value.DTM, nil)
		if err != nil {
			t.Fatal(err)
		}
		last := 0.0
		for budget := int64(4 << 30); budget >= least; budget -= max(1, (budget-least)/3) {
			p, err := Provide(class, value.DTM, budget, plenty.Solving.Method)
			if err != nil {
				break
			}
			if p.Seconds(1) < last || p.Seconds(3) > p.Seconds(2) || p.Seconds(2) > p.Seconds(1) {
				t.Errorf(
					"%v in %d bytes: %g s after %g with more; %g and %g with two and three threads",
					class,
					budget,
					p.Seconds(1),
					last,
					p.Seconds(2),
					p.Seconds(3),
				)
			}
			last = p.Seconds(1)
		}
		small, err := Provide(class, value.DTM, least, nil)
		if err != nil {
			t.Fatal(err)
		}
		slowest := plenty.Seconds(1) + small.Solving.Slowdown*float64(small.layout.Positions())
		if longer := small.Seconds(1); math.Abs(longer-slowest) > 1e-9 {
			t.Errorf("%v: %g s in %d bytes, want %g", class, longer, least, slowest)
		}
		if shared := plenty.Seconds(2) / plenty.Seconds(1); shared >= 1 ||
			shared < 0.4999 { // without pawns two at least pack
			t.Errorf("%v: %g of the time with two threads", class, shared)
		}
		if class.Men() == 5 && small.Seconds(8) != small.Seconds(1) {
			t.Errorf("%v: more than one thread in %d bytes", class, least)
		}
	}
}

// TestUnpackedFrame checks that the targets of captures go to scratch if the cache is too small for them, as with the
// least budget.
func TestUnpackedFrame(t *testing.T) {
	class, err := material.Parse("KQRvKQ")
	if err != nil {
		t.Fatal(err)
	}
	least, err := Least(class, value.DTM, nil)
	if err != nil || least > 31<<20 {
		t.Errorf("the least is %d bytes (%v)", least, err)
	}
	for budget, want := range map[int64]int{
		least: library.FourMenFrame, 40 << 20: library.FourMenFrame, 1 << 30: library.MaxFrame,
	} {
		p, err := Provide(class, value.DTM, budget, nil)
		if err != nil {
			t.Fatal(err)
		}
		tables, _ := p.unpacked(libraryBytes(p.Cache))
		if got := p.unpackedFrame(libraryBytes(p.Cache)); got.Tables != want ||
			(tables > 0) != (want == library.FourMenFrame) {
			t.Errorf("in %d bytes frames of %d entries are unpacked, %d of them", budget, got.Tables, tables)
		}
	}
}

// TestSpend checks that only memory beyond plenty is taken from a cache, and that with less memory all else stays as
// the method plans it.
func TestSpend(t *testing.T) {
	for _, class := range material.UpTo(5) {
		least, err := Least(class, value.DTM, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, budget := range []int64{least, least + least/4, 1 << 30, 4 << 30} {
			p, err := Provide(class, value.DTM, budget, nil)
			if err != nil {
				continue // 1 GiB is too little
			}
			planned := p.Solving.Method.Plan(p.layout)
			lists := p.Solving.Lists - planned.Lists
			switch spent := p.keeps || lists > 0; {
			case p.Bytes() != budget || lists < 0 || p.Solving.Bytes() != planned.Bytes()+lists:
				t.Errorf(
					"%v in %d bytes: %d of parts, %d more for lists, %d for solving",
					class,
					budget,
					p.Bytes(),
					lists,
					p.Solving.Bytes(),
				)
			case p.Cache < p.leastCache() || spent && (budget == least || p.Cache < p.plenty()):
				t.Errorf("%v in %d bytes: of the cache only %d are left", class, budget, p.Cache)
			case class.Pawns() == 0 && spent,
				class.Pawns() > 0 && budget == 4<<30 && (!p.keeps || p.Solving.Lists < 2*int64(p.layout.Entries())):
				t.Errorf(
					"%v in %d bytes: slices are kept in memory: %v, %d more for lists",
					class,
					budget,
					p.keeps,
					lists,
				)
			}
		}
	}
}

// TestShares checks that a share of any memory gives away no more than exists, and that each table
// has room. With plenty of memory all threads have work.
func TestShares(t *testing.T) {
	for _, class := range []string{"KPvK", "KPPvK", "KQRvKQ", "KRPvKR", "KPPvKP"} {
		classes, err := material.ParseAll([]string{class})
		if err != nil {
			t.Fatal(err)
		}
		job, err := Plan(t.Context(), store.NewMemStore(), classes...)
		if err != nil {
			t.Fatal(err)
		}
		for memory := int64(16 << 20); memory <= 64<<30; memory *= 2 {
			for _, threads := range []int{0, 1, 2, 7, 64} {
				wantShared(t, job, memory, threads)
			}
		}
	}
}

func wantShared(t *testing.T, job *Job, memory int64, threads int) {
	t.Helper()
	options := Options{Memory: memory, Threads: threads}
	plan, err := planMemory(job, format.Params{}, &options)
	if err != nil {
		t.Fatal(err)
	}
	options.Threads = 1
	one, err := planMemory(job, format.Params{}, &options)
	if err != nil {
		t.Fatal(err)
	}
	room, alone := plan.room, one.room
	if plan.budget == 0 {
		alone = room
	}
	largest, held := int64(0), int64(0)
	for _, p := range plan.tables { // each of them at a time, and the memory of the other threads
		slices := p.footprint
		if plan.budget == 0 {
			slices = room
		}
		held = max(held, programBytes+slices+facesBytes(p.layout)+readingBytes+plan.cache)
		largest = max(largest, p.footprint)
	}
	held += int64(plan.threads-1)*readingBytes + room - alone
	most := max(plan.budget, memory)
	if plan.threads < 1 || threads > 0 && plan.threads > threads || plan.cache < 1<<20 || room < largest ||
		held > most {
		t.Errorf("%v in %d bytes by %d threads: %d for slices, %d for the library, %d by %d threads in all",
			job.Steps, memory, threads, room, plan.cache, held, plan.threads)
	}
	if memory >= 8<<30 &&
		(plan.budget > 0 || threads > 0 && threads < 8 && (plan.threads != threads || room < int64(threads)*largest)) {
		t.Errorf("%v in %d bytes: %d threads of %d, with room for %d", job.Steps, memory, plan.threads, threads, room)
	}
}

// TestAbsurd checks that absurd options are refused.
func TestAbsurd(t *testing.T) {
	tables := store.NewMemStore()
	job, err := Plan(t.Context(), tables, material.UpTo(3)...)
	if err != nil {
		t.Fatal(err)
	}
	for key, list := range map[string][]Options{
		"core.build.threads": {{Threads: -1}, {Threads: 100_000_000}},
		"core.build.bytes": {
			{Budget: -1}, {Budget: math.MaxInt64},
			{Memory: -1}, {Memory: math.MaxInt64},
			{CacheBytes: -1}, {CacheBytes: math.MaxInt64},
		},
	} {
		for _, options := range list {
			err := Build(t.Context(), tables, job, options)
			if message := new(words.Message); !errors.As(err, &message) || message.Key != key {
				t.Errorf("%+v: %v", options, err)
			}
		}
	}
}

// TestCosts checks that costs.tsv has a line for every table with up to five men.
func TestCosts(t *testing.T) {
	for _, class := range material.WithCastling(material.UpTo(5)...) {
		_, line, found := strings.Cut(costsTSV, "\n"+class.String()+"\t")
		var want cost
		_, err := fmt.Sscan(line, &want.bytes, &want.solving, &want.encoding, &want.dtzBytes, &want.dtcBytes)
		if !found || err != nil {
			t.Fatalf("%v: %v", class, err)
		}
		if got := costOf(class); got != want || got.bytes == 0 || got.dtzBytes == 0 || got.dtcBytes == 0 {
			t.Errorf("%v takes %+v, want %+v", class, got, want)
		}
	}
}
