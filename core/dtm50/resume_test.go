package dtm50_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
)

// resuming builds KPvK in small groups, again and again.
type resuming struct {
	*testing.T
	tables store.Store
	layout *slice.Layout
	want   tabletest.Image
	files  checkpoint.Store
	dir    string
}

func newResuming(t *testing.T) *resuming {
	t.Helper()
	tables := format.With(store.NewMemStore(), format.Params{Kind: format.ByClock, GroupEntries: 1 << 14})
	classes := tabletest.Classes(t, "KPvK")
	tabletest.BuildByClock(t, tables, classes)
	r := &resuming{T: t, tables: tables, layout: format.LayoutIn(tables, classes[0]), dir: t.TempDir()}
	r.files, r.want = checkpoint.Dir(r.dir), tabletest.ImageOf(t, tables, "KPvK")
	if groups := format.Groups(r.layout); groups < 4 {
		t.Fatalf("only %d groups", groups)
	}
	return r
}

var errStop = errors.New("stop")

// build builds the class up to a number of slices, and returns the number of slices that it began with.
func (r *resuming) build(end slice.Number) (first slice.Number, err error) {
	r.Helper()
	job, err := builder.PlanAgain(r.Context(), r.tables, r.layout.Class)
	if err != nil {
		r.Fatal(err)
	}
	first = -1
	all := float64(r.layout.Positions())
	observe := func(p builder.Progress) error {
		solved := slice.Number(float64(p.Positions) / all * float64(r.layout.Slices()))
		if first < 0 {
			first = solved
		}
		if solved >= end {
			return errStop
		}
		return nil
	}
	err = build(r.T, r.tables, job, builder.Options{Checkpoints: r.files, Observe: observe})
	return first, err
}

// wantWhole builds the class to its end. It must resume from a number of slices, and its table have the usual bytes.
func (r *resuming) wantWhole(from slice.Number) {
	r.Helper()
	if first, err := r.build(r.layout.Slices()); err != nil || first != from {
		r.Fatalf("it begins with %d slices instead of %d, %v", first, from, err)
	}
	got := tabletest.ImageOf(r.T, r.tables, "KPvK")
	if !bytes.Equal(got.Data, r.want.Data) || !bytes.Equal(got.Header, r.want.Header) {
		r.Fatalf("other bytes, resumed from %d slices", from)
	}
	if list, err := r.files.List(); err != nil || len(list) > 0 {
		r.Errorf("%+v is left, %v", list, err)
	}
}

// TestResume stops builds after each group. The next one must resume after that group, and make the usual bytes.
func TestResume(t *testing.T) {
	r := newResuming(t)
	group := format.GroupSlices(r.layout)
	var from slice.Number // of a build that is stopped often
	for end := group; end < r.layout.Slices(); end += group {
		first, err := r.build(end)
		if !errors.Is(err, errStop) || first != from {
			t.Fatalf("it begins with %d slices instead of %d, %v", first, from, err)
		}
		from = end
	}
	r.wantWhole(from)
	for end := slice.Number(0); end < r.layout.Slices(); end += group / 2 {
		if _, err := r.build(end); !errors.Is(err, errStop) {
			t.Fatal(err)
		}
		r.wantWhole(end / group * group)
	}
}

// TestResumeLeveled does so for a table with two levels.
func TestResumeLeveled(t *testing.T) {
	dtm50.ShortenLevels(t, 32, 9)
	r := newResuming(t)
	groups := slice.Number(format.Groups(r.layout))
	for _, group := range []slice.Number{1, groups / 2, groups - 1} {
		end := group * format.GroupSlices(r.layout)
		if _, err := r.build(end); !errors.Is(err, errStop) {
			t.Fatal(err)
		}
		r.wantWhole(end)
	}
}

// TestResumeKilled ends processes at writes to the checkpoint. The last write is done in part. The next build must make
// the usual bytes.
func TestResumeKilled(t *testing.T) {
	r := newResuming(t)
	files := r.files
	writes := 0
	for kill := 1; ; kill += 5 {
		left := kill
		r.files = &dying{files, &left}
		_, err := r.build(r.layout.Slices())
		if err == nil {
			writes = kill - left
			break
		}
		if !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		r.files = files
		var from slice.Number
		if list, err := files.List(); err != nil {
			t.Fatal(err)
		} else if len(list) > 0 {
			from = slice.Number(list[0].Record.Ply)
		}
		r.wantWhole(from)
	}
	if groups := format.Groups(r.layout); writes < 2*groups {
		t.Errorf("only %d writes", writes)
	}
}

var errKilled = errors.New("killed")

// A dying store fails after some writes, of which the last one is done in part.
type dying struct {
	checkpoint.Store
	left *int
}

func (d *dying) Open(name string) (*checkpoint.Files, error) {
	files, err := d.Store.Open(name)
	if err == nil {
		files.Lists, files.Record = dyingFile{files.Lists, d.left}, dyingFile{files.Record, d.left}
	}
	return files, err
}

type dyingFile struct {
	scratch.File
	left *int
}

func (f dyingFile) WriteAt(p []byte, off int64) (int, error) {
	*f.left--
	if *f.left > 0 {
		return f.File.WriteAt(p, off)
	}
	if *f.left == 0 {
		_, _ = f.File.WriteAt(p[:len(p)/2], off)
	}
	return 0, errKilled
}

// TestResumeDamaged changes checkpoints. A build from one must begin again and make the usual bytes.
func TestResumeDamaged(t *testing.T) {
	r := newResuming(t)
	group := format.GroupSlices(r.layout)
	random := rand.New(rand.NewPCG(5, 50))
	file := func(name string) string { return filepath.Join(r.dir, "KPvK-0", name) }
	edit := func(name string, change func(b []byte) []byte) {
		b, err := os.ReadFile(file(name))
		if err == nil {
			err = os.WriteFile(file(name), change(b), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	record := func(change func(r *checkpoint.Record)) {
		files, err := r.files.Open("KPvK-0")
		if err != nil {
			t.Fatal(err)
		}
		saved, err := checkpoint.Read(files.Record)
		if err != nil || saved == nil {
			t.Fatal(saved, err)
		}
		change(saved)
		if err := errors.Join(checkpoint.Write(files.Record, saved), files.Close()); err != nil {
			t.Fatal(err)
		}
	}
	flip := func(b []byte) []byte {
		b[random.IntN(len(b))] ^= 1 << random.IntN(8)
		return b
	}
	for name, change := range map[string]func(){
		"a bit of the first group": func() {
			edit(checkpoint.ListsName, func(b []byte) []byte {
				flip(b[:len(b)/4])
				return b
			})
		},
		"any bit":               func() { edit(checkpoint.ListsName, flip) },
		"cut":                   func() { edit(checkpoint.ListsName, func(b []byte) []byte { return b[:len(b)/2] }) },
		"empty":                 func() { edit(checkpoint.ListsName, func([]byte) []byte { return nil }) },
		"records without bytes": func() { edit(checkpoint.RecordName, func(b []byte) []byte { clear(b); return b }) },
		"another program":       func() { record(func(r *checkpoint.Record) { r.Of.Method += " of tomorrow" }) },
		"another format":        func() { record(func(r *checkpoint.Record) { r.Of.Format++ }) },
		"another class":         func() { record(func(r *checkpoint.Record) { r.Of.Class = "KQvK" }) },
		"another metric":        func() { record(func(r *checkpoint.Record) { r.Of.Metric = "DTM" }) },
		"another place":         func() { record(func(r *checkpoint.Record) { r.Index.Offset -= 3 }) },
	} {
		if _, err := r.build(3 * group); !errors.Is(err, errStop) {
			t.Fatal(err)
		}
		change()
		t.Log(name)
		r.wantWhole(0)
	}
}

// TestResumeOther checks that a build with groups of another size does not resume.
func TestResumeOther(t *testing.T) {
	r := newResuming(t)
	if _, err := r.build(2 * format.GroupSlices(r.layout)); !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	other := newResuming(t)
	other.tables = format.With(store.NewMemStore(), format.Params{Kind: format.ByClock, GroupEntries: 1 << 15})
	tabletest.BuildByClock(t, other.tables, tabletest.Classes(t, "KPvK"))
	other.layout = format.LayoutIn(other.tables, r.layout.Class)
	other.want, other.files = tabletest.ImageOf(t, other.tables, "KPvK"), r.files
	other.wantWhole(0)
}
