package builder

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// TestSchedule drives builds whose tasks do nothing and end in any order. It checks that no task begins before the
// tables that it needs are finished. Some task is always possible, and in the end all are done.
func TestSchedule(t *testing.T) {
	const roomy, tight = defaultMemory, 120 << 20
	for _, test := range []struct {
		classes string
		threads int
		room    int64
	}{
		{"KPvK", 1, roomy}, {"KPvK", 3, roomy}, {"KPPvKP", 4, roomy},
		{"KRPvKP", 2, roomy}, {"KRPvKP", 7, tight}, {"KPPvK", 5, 1},
	} {
		class, err := material.Parse(test.classes)
		if err != nil {
			t.Fatal(err)
		}
		tables := store.NewMemStore()
		job, err := Plan(t.Context(), tables, class)
		if err != nil {
			t.Fatal(err)
		}
		b, err := newBuilder(t.Context(), tables, job, Options{Threads: test.threads})
		if err != nil {
			t.Fatal(err)
		}
		d := &drive{TB: t, b: b}
		d.b.memory.room = test.room
		r := rand.New(rand.NewPCG(1, uint64(test.threads)))
		for len(d.b.unfinished) > 0 {
			begun := len(d.running) < test.threads && r.IntN(3) > 0 && d.begin()
			if !begun && len(d.running) == 0 && !d.begin() {
				t.Fatalf("%+v: nothing can be done", test)
			}
			if !begun {
				d.end(r.IntN(len(d.running)))
			}
		}
		want := 0
		for _, step := range job.Steps {
			want += 2 * int(slice.NewLayout(step.Class).Slices())
		}
		if d.ended != want || d.b.held() != 0 || d.b.positions != job.Positions() {
			t.Errorf(
				"%+v: %d tasks of %d, %d bytes are held, %d positions of %d",
				test,
				d.ended,
				want,
				d.b.held(),
				d.b.positions,
				job.Positions(),
			)
		}
		if test.threads > 1 && test.room > 1 && d.most < test.threads {
			t.Errorf("%+v: %d tasks at once", test, d.most)
		}
		if err := d.b.close(); err != nil {
			t.Error(err)
		}
	}
}

// TestOrder checks that a table follows as soon as all its promoted classes are placed,
// and that tables with few missing ones come first.
func TestOrder(t *testing.T) {
	classes, err := material.ParseAll([]string{"KQPvK", "KBPvK", "KRPvK"})
	if err != nil {
		t.Fatal(err)
	}
	tables := store.NewMemStore()
	job, err := Plan(t.Context(), tables, classes...)
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBuilder(t.Context(), tables, job, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	d := &drive{TB: t, b: b}
	var order []string
	for d.begin() {
		if task := d.running[0]; task.w.number == 0 && !task.w.solved {
			order = append(order, task.p.layout.Class.String())
		}
		d.end(0)
	}
	const want = "KQvK KRvK KBvK KNvK KPvK KQQvK KQRvK KQBvK KQNvK KQPvK KRRvK KRBvK KRNvK KRPvK KBBvK KBNvK KBPvK"
	if got := strings.Join(order, " "); got != want {
		t.Errorf("the order is %s, want %s", got, want)
	}
	if err := d.b.close(); err != nil {
		t.Error(err)
	}
}

// A drive takes tasks from a builder and ends them.
type drive struct {
	testing.TB
	b       *builder
	running []task
	most    int // at once
	ended   int
}

func (d *drive) begin() bool {
	next, ok := d.b.pick()
	if !ok {
		return false
	}
	p, w := next.p, next.w
	for _, other := range d.running {
		if other.w == w || other.p == p && other.w.solved && w.solved {
			d.Fatalf("%v, slice %d is taken up twice, or two are encoded at once", p.layout.Class, w.number)
		}
	}
	for _, class := range p.layout.Class.Successors() {
		for _, q := range d.b.unfinished {
			if q.layout.Class == class {
				d.Fatalf("%v begins before %v is finished", p.layout.Class, class)
			}
		}
	}
	for _, number := range p.layout.Pushes(w.number) {
		if p.hasNext() && number >= p.next() {
			d.Fatalf("%v, slice %d begins before slice %d is encoded", p.layout.Class, w.number, number)
		}
	}
	if w.solved && w.number != p.next() || len(p.underWay) > ahead*d.b.memory.threads {
		d.Fatalf(
			"%v: slice %d begins with %d encoded and %d under way",
			p.layout.Class,
			w.number,
			p.encoded,
			len(p.underWay),
		)
	}
	d.checkRoom()
	d.running = append(d.running, next)
	d.most = max(d.most, len(d.running))
	return true
}

// checkRoom checks that slices hold no more memory than the room, except a single slice.
func (d *drive) checkRoom() {
	held, slices := int64(0), 0
	for _, p := range d.b.unfinished {
		held += int64(len(p.underWay)) * p.footprint
		slices += len(p.underWay)
	}
	if held > d.b.held() || slices > 1 && held > d.b.memory.room {
		d.Fatalf(
			"%d bytes are held by %d slices, %d are known, and there is room for %d",
			held,
			slices,
			d.b.held(),
			d.b.memory.room,
		)
	}
}

func (d *drive) end(i int) {
	p, w := d.running[i].p, d.running[i].w
	d.running = append(d.running[:i], d.running[i+1:]...)
	d.ended++
	if w.solved {
		p.endEncoding(w)
		if p.isDone() {
			if err := p.end(); err != nil {
				d.Fatal(err)
			}
			p.endTable()
		}
		d.b.removeFinished()
		return
	}
	if p.encoder == nil {
		if err := p.begin(); err != nil {
			d.Fatal(err)
		}
	}
	if w.crew == nil {
		w.crew = &crew{}
	}
	p.endSolving(w)
}
