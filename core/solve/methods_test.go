package solve_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/methodtest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/paged"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// memoryScratch is scratch in memory, which can fail or be damaged.
type memoryScratch struct {
	methodtest.Room
	writes, reads int  // calls until one fails
	damage        bool // the failing read returns wrong bytes instead of an error
}

// sharedScratch is scratch in memory that several goroutines use at once.
type sharedScratch struct {
	mu sync.Mutex
	memoryScratch
}

func (s *sharedScratch) WriteAt(p []byte, off int64) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.memoryScratch.WriteAt(p, off)
}

func (s *sharedScratch) ReadAt(p []byte, off int64) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.memoryScratch.ReadAt(p, off)
}

var errDisk = errors.New("input/output error")

func (m *memoryScratch) WriteAt(p []byte, off int64) (int, error) {
	if m.writes--; m.writes == 0 {
		return 0, errDisk
	}
	return m.Room.WriteAt(p, off)
}

func (m *memoryScratch) ReadAt(p []byte, off int64) (int, error) {
	m.reads--
	if m.reads == 0 && !m.damage {
		return 0, errDisk
	}
	n, err := m.Room.ReadAt(p, off)
	if m.reads == 0 {
		p[len(p)/2] ^= 1
	}
	return n, err
}

// TestMethods solves slices of all kinds of layouts by all methods, those of tests included. It leaves out a method
// only if it would take too long.
func TestMethods(t *testing.T) {
	source := newInMemory(t)
	solved := map[string]int{}
	for _, name := range []string{
		"KQvK", "KBvK", "KPvK", "KQvKR", "KQvKQ", "KRvKN", "KBPvK", "KPvKP", "KBNvK", "KNNvK", "KRRvK",
		"KRvK-h1", "KRvKN-h1", "KRvKR-h1h8", "KRPvK-h1",
	} {
		class, l := source.need(name)
		for _, method := range allMethods {
			if isFastEnough(method, l) {
				solved[method.Name()]++
				t.Run(
					name+"/"+method.Name(),
					func(t *testing.T) { wantSlices(t, method, l, source, source.values[class]) },
				)
			}
		}
	}
	for _, method := range allMethods {
		if n := solved[method.Name()]; n < 4 {
			t.Errorf("%s solved only %d classes", method.Name(), n)
		}
	}
}

// wantSlices solves the first slices by a method.
func wantSlices(t *testing.T, method solve.Method, l *slice.Layout, source exits.Source, want []*solve.Values) {
	t.Helper()
	for _, threads := range []int{1, 2} {
		if threads > 1 && (method.Plan(l).Second == 0 || l.Slices() > 1) {
			break
		}
		solver := solve.New(method, l, value.DTM, source, nil)
		solver.Threads(threads)
		if threads > 1 {
			solver.Limit(method.Plan(l).Lists, &sharedScratch{})
		}
		wantSlicesBy(t, solver, method.NewSink(l, value.DTM, true, &sharedScratch{}), l, want)
	}
}

func wantSlicesBy(t *testing.T, solver *solve.Solver, sink solve.Sink, l *slice.Layout, want []*solve.Values) {
	t.Helper()
	for n := range min(3, l.Slices()) {
		if err := solver.Solve(n, sink); err != nil {
			t.Fatal(err)
		}
		wantView(t, l, sink, want[n])
	}
}

// TestTraffic solves by half-cycles, and checks its traffic. A scan brings each frame into memory at most once for each
// side to move. On average it reads at most three times the bits of a side.
func TestTraffic(t *testing.T) {
	source := newInMemory(t)
	method, err := allMethods.Named("half-cycles")
	if err != nil {
		t.Fatal(err)
	}
	watched := &watching{Method: method}
	for _, name := range []string{"KQvKR", "KQvKQ", "KBNvK", "KNNvK", "KRRvK"} {
		class, l := source.need(name)
		solver := solve.New(watched, l, value.DTM, source, nil)
		sink := method.NewSink(l, value.DTM, true, &memoryScratch{})
		solver.Limit(method.Plan(l).Lists, &memoryScratch{})
		wantSlicesBy(t, solver, sink, l, source.values[class])
		traffic, scans := watched.worker.(interface {
			Traffic() (paged.Traffic, int)
		}).Traffic()
		frames := l.Frames().Len()
		if most := int64(scans) * 2 * int64(frames); traffic.Frames > most || traffic.Frames < most/50 {
			t.Errorf("%s: %d frames of %d were brought into memory in %d scans", name, traffic.Frames, frames, scans)
		}
		state := int64(l.Entries()) / 8
		if all := 3 * int64(scans) * state; traffic.Read > all {
			t.Errorf("%s: in %d scans %d bytes of bits were read, a side has %d", name, scans, traffic.Read, state)
		}
	}
}

// watching is a method that keeps its last worker.
type watching struct {
	solve.Method
	worker solve.Worker
}

func (w *watching) NewWorker(l *slice.Layout, metric *value.Metric) solve.Worker {
	w.worker = w.Method.NewWorker(l, metric)
	return w.worker
}

// TestSplit solves a class with an upper man by the methods that split cycles, and by two that do not. At first an
// error stops them, and they resume. In the other metric it counts the reads of rows that White has won. Leapfrog reads
// each row at most once a cycle, and once before the first. The others read some rows twice.
func TestSplit(t *testing.T) {
	names := []string{"grandfather", "half-cycles", "root-splitting", "leapfrog"}
	solveTogether(t, value.DTM, 1, true, names...)
	solveTogether(t, value.DTM, 2, true, names...)
	solveTogether(t, value.DTC, 2, false, names...)
	cycles, reads := solveTogether(t, value.DTC, 1, false, names...)
	most, sum := map[string]int{}, map[string]int{}
	for name, reads := range reads {
		for _, n := range reads {
			most[name], sum[name] = max(most[name], n), sum[name]+n
		}
	}
	if most["leapfrog"] > cycles+1 || most["root-splitting"] > 2*cycles || most["half-cycles"] <= cycles+1 {
		t.Errorf("in %d cycles rows were read %v times", cycles, most)
	}
	if sum["leapfrog"]*4 > 3*min(sum["half-cycles"], sum["root-splitting"]) {
		t.Errorf("%v rows were read in all", sum)
	}
}

// solveTogether checks the values of KRRRvK by some methods against those by the first. It returns the number of
// cycles, and by method the number of reads of each row that White has won.
func solveTogether(
	t *testing.T, metric *value.Metric, threads int, withErrors bool, names ...string,
) (cycles int, reads map[string][]int) {
	t.Helper()
	source := newInMemoryOf(t, metric)
	source.need("KRRvK")
	class, err := material.Parse("KRRRvK")
	if err != nil {
		t.Fatal(err)
	}
	l := slice.NewLayout(class)
	reads = map[string][]int{}
	var methods []solve.Method
	var rooms []*wonRows
	var bits, lists []*sharedScratch
	var records []scratch.File
	var sinks sinks
	for i, name := range names {
		m, err := allMethods.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		bits, lists, records = append(bits, &sharedScratch{}), append(lists, &sharedScratch{}), append(records, nil)
		if withErrors {
			records[i] = &keptRoom{}
		}
		methods, rooms = append(methods, m), append(rooms, &wonRows{Room: bits[i]})
		sinks = append(sinks, m.NewSink(l, metric, true, lists[i]))
	}
	method := &together{Method: methods[0], methods: methods, rooms: rooms, records: records, solved: func(i int) {
		wantView(t, l, sinks[i], sinks[0].(*solve.Values))
		reads[names[i]] = rooms[i].reads
		if !withErrors {
			bits[i].Room, lists[i].Room = methodtest.Room{}, methodtest.Room{}
		}
	}}
	solver := solve.New(method, l, metric, source, nil)
	solver.Threads(threads)
	if withErrors {
		last := len(names) - 1
		bits[last].reads, lists[last-1].reads, lists[last-1].damage = 100_000, 5_000, true
		if err := solver.Solve(0, sinks); !errors.Is(err, errDisk) || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("reading fails, and damages: %v", err)
		}
	}
	if err := solver.Solve(0, sinks); err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if from := method.from[i]; withErrors && i > 0 && from == 0 {
			t.Errorf("%s did not resume", name)
		}
		wantHeld(t, l, methods[i].Plan(l), method.workers[i].Holds())
	}
	for _, v := range sinks[0].(*solve.Values)[board.White] {
		cycles = max(cycles, (v.Value().Round()+1)/2)
	}
	return cycles, reads
}

// TestForeignSink checks that a method refuses a sink that it did not make.
func TestForeignSink(t *testing.T) {
	class, err := material.Parse("KQvK")
	if err != nil {
		t.Fatal(err)
	}
	l := slice.NewLayout(class)
	for _, method := range allMethods {
		foreign := struct{ solve.Sink }{solve.NewValues(l)}
		if err := solve.New(method, l, value.DTM, nil, nil).Solve(0, foreign); err == nil {
			t.Errorf("%s solved into a %T", method.Name(), foreign)
		}
	}
}

// isFastEnough reports whether a method solves three slices within seconds.
func isFastEnough(method solve.Method, l *slice.Layout) bool {
	return method.Slowdown()*float64(2*l.Entries()*min(3, int(l.Slices()))) < 3
}

// TestRegistry checks that the list finds methods by their names and has them in the order of their speed, and that
// each has words.
func TestRegistry(t *testing.T) {
	methods := allMethods
	names := map[string]bool{}
	for i, m := range methods {
		if names[m.Name()] {
			t.Errorf("a second method took the name %s", m.Name())
		}
		names[m.Name()] = true
		found, err := allMethods.Named(m.Name())
		if err != nil || found != m {
			t.Errorf("%q: found %v, %v", m.Name(), found, err)
		}
		if words := m.Words(); words.Where == "" || words.By == "" {
			t.Errorf("%s has no words: %+v", m.Name(), words)
		}
		if i > 0 && m.Slowdown() <= methods[i-1].Slowdown() {
			t.Errorf("%s is no slower than the method before", m.Name())
		}
	}
	if last := methods[len(methods)-1]; last != (referenceMethod{}) {
		t.Errorf("the slowest method is %s, not the one that the test has added", last.Name())
	}
	if m, err := allMethods.Named("guessing"); err == nil {
		t.Errorf("found %v", m)
	}
}

// TestScratchFaults checks that a slice is not solved if a call of scratch fails, and that the next attempt succeeds.
func TestScratchFaults(t *testing.T) {
	source := newInMemory(t)
	class, l := source.need("KQvKR")
	for _, fault := range []memoryScratch{
		{writes: 1},
		{writes: 100},
		{writes: 400},
		{reads: 1},
		{reads: 100},
		{reads: 1, damage: true},
		{reads: 100, damage: true},
	} {
		scratch := fault
		solver, spilled := solve.New(fastest, l, value.DTM, source, nil), spill.NewSink(l, value.DTM, true, &scratch)
		err := solver.Solve(0, spilled)
		if err == nil || !fault.damage && !errors.Is(err, errDisk) {
			t.Errorf("%+v: %v", fault, err)
		}
		if err := solver.Solve(0, spilled); err != nil {
			t.Fatal(err)
		}
		wantView(t, l, spilled, source.values[class][0])
	}
}

// TestRowFaults checks half-cycles with single failing reads and writes of bits and lists, and with damaged bytes.
func TestRowFaults(t *testing.T) {
	source := newInMemory(t)
	class, l := source.need("KRvKN")
	method, err := allMethods.Named("half-cycles")
	if err != nil {
		t.Fatal(err)
	}
	faults := []memoryScratch{
		{writes: 1},
		{writes: 300},
		{writes: 1500},
		{reads: 1},
		{reads: 300},
		{reads: 1, damage: true},
		{reads: 1500, damage: true},
	}
	for n := 700; n < 1700; n += 97 { // in the middle of frames, too
		faults = append(faults, memoryScratch{reads: n})
	}
	for _, fault := range faults {
		for _, ofLists := range []bool{false, true} {
			bits, lists := fault, memoryScratch{}
			if ofLists {
				bits, lists = lists, bits
			}
			solver, sink := solve.New(method, l, value.DTM, source, nil), method.NewSink(l, value.DTM, true, &lists)
			solver.Limit(0, &bits)
			err := solver.Solve(0, sink)
			if err == nil || !fault.damage && !errors.Is(err, errDisk) ||
				fault.damage && !strings.Contains(err.Error(), "damaged") {
				t.Errorf("%+v, of lists: %v: %v", fault, ofLists, err)
			}
			if err := solver.Solve(0, sink); err != nil {
				t.Fatal(err)
			}
			wantView(t, l, sink, source.values[class][0])
		}
	}
}

// TestLimit limits the lists of a solver that keeps the values in memory.
func TestLimit(t *testing.T) {
	source := newInMemory(t)
	class, l := source.need("KQvKR")
	scratch := &memoryScratch{}
	solver, values := solve.New(fastest, l, value.DTM, source, nil), solve.NewValues(l)
	solver.Limit(0, scratch)
	if err := solver.Solve(0, values); err != nil {
		t.Fatal(err)
	}
	wantView(t, l, values, source.values[class][0])
	if scratch.Len() == 0 {
		t.Error("nothing went to scratch")
	}
}

// TestLimitFaults lets every read of lists in scratch fail in turn, and checks that each failure is an error.
func TestLimitFaults(t *testing.T) {
	source := newInMemory(t)
	class, l := source.need("KRvKN")
	values := solve.NewValues(l)
	limited := func(scratch *memoryScratch) *solve.Solver {
		solver := solve.New(fastest, l, value.DTM, source, nil)
		solver.Limit(0, scratch)
		return solver
	}
	scratch := &memoryScratch{}
	if err := limited(scratch).Solve(0, values); err != nil {
		t.Fatal(err)
	}
	reads := -scratch.reads
	if reads < 10 {
		t.Fatalf("only %d reads", reads)
	}
	for n := range reads {
		solver := limited(&memoryScratch{reads: n + 1})
		if err := solver.Solve(0, values); !errors.Is(err, errDisk) {
			t.Errorf("read %d of %d fails: %v", n+1, reads, err)
		}
		if n > 0 && n < reads-1 {
			continue
		}
		if err := solver.Solve(0, values); err != nil { // the next attempt
			t.Fatal(err)
		}
		wantView(t, l, values, source.values[class][0])
	}
}

// TestPlans checks plans against the memory that solvers then hold, in classes of all kinds of layouts.
func TestPlans(t *testing.T) {
	source := newInMemory(t)
	for _, class := range []string{"KQvK", "KPvK", "KQvKR", "KRPvK", "KBBvK"} {
		_, l := source.need(class)
		for _, plan := range allMethods.Plans(l) {
			if !isFastEnough(plan.Method, l) {
				continue
			}
			solver := solve.New(plan.Method, l, value.DTM, source, nil)
			sink := plan.Method.NewSink(l, value.DTM, true, &memoryScratch{})
			solver.Limit(plan.Lists, &memoryScratch{})
			for n := range min(3, l.Slices()) {
				if err := solver.Solve(n, sink); err != nil {
					t.Fatal(err)
				}
			}
			wantHeld(t, l, plan, solver.Holds())
		}
	}
}

// wantHeld checks the memory that a worker holds against its plan.
func wantHeld(t *testing.T, l *slice.Layout, plan solve.Plan, held []solve.Part) {
	t.Helper()
	planned := map[string]int64{}
	for _, part := range plan.Parts {
		planned[part.Name] = part.Bytes
	}
	for _, part := range held {
		exact := part.Name != "lists"
		if part.Bytes > planned[part.Name] || exact && part.Bytes < planned[part.Name] {
			t.Errorf(
				"%v, %s: %s take %d bytes, %d were planned",
				l.Class,
				plan.Method.Name(),
				part.Name,
				part.Bytes,
				planned[part.Name],
			)
		}
		delete(planned, part.Name)
	}
	if len(planned) > 0 {
		t.Errorf("%v, %s: %v were planned, and are not held", l.Class, plan.Method.Name(), planned)
	}
}

// wantView checks a sink, in pieces of different lengths.
func wantView(t *testing.T, l *slice.Layout, got solve.Sink, want *solve.Values) {
	t.Helper()
	room := make([]value.Byte, 5000)
	for _, c := range board.Colors {
		for first, n := 0, 1; first < l.Entries(); first, n = first+n, n%5000+77 {
			n = min(n, l.Entries()-first, len(room))
			values, err := got.View(c, slice.Entry(first), n, room)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(values, want[c][first:first+n]) {
				t.Fatalf("%v: %d entries from %d on with %v to move are others", l.Class, n, first, c)
			}
		}
	}
}
