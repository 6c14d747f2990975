package steps

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"

	"github.com/matewright/matewright/cluster/beamstore"
	"github.com/matewright/matewright/cluster/internal/clustertest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

var classes = flag.String("classes", "KQvKQ,KPvK,KQBvK", "that are built on prism")

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	os.Exit(m.Run())
}

// TestPrism checks that tables built on prism equal those of package builder, on this machine's file system and, for
// fewer classes, on another one. No files of the work are left.
func TestPrism(t *testing.T) {
	list := clustertest.Parse(t, *classes)
	want := clustertest.Build(t, list)
	for _, at := range []struct {
		dir    string
		shards int
		list   []material.Class
	}{
		{t.TempDir(), 5, list},
		{fmt.Sprintf("memfs://chess-%d", os.Getpid()), 3, list[1:]},
	} {
		files := beamstore.Files{Dir: at.dir}
		if err := NewDriver(files, at.shards, io.Discard).Build(t.Context(), at.list); err != nil {
			t.Fatal(err)
		}
		clustertest.WantTables(t, files, at.list, want)
		left, err := files.List(t.Context(), "work/*/*/*")
		if err != nil || len(left) > 0 {
			t.Errorf("%v are left in %s (%v)", left, at.dir, err)
		}
		if tables, err := beamstore.Open(files); err != nil {
			t.Error(err)
		} else if copied, ok := tables.(*beamstore.Store); ok {
			copied.RemoveCopies()
		}
	}
}

// TestRepeat lets steps fail before or after they run. It checks that the next driver repeats the failed step, and no
// other.
func TestRepeat(t *testing.T) {
	list := clustertest.Parse(t, "KQvKQ")
	want := clustertest.Build(t, list)
	files := beamstore.Files{Dir: t.TempDir()}
	r := rand.New(rand.NewPCG(1, 2))
	var done, failed int
	gone, stop := context.WithCancel(t.Context()) // one with another number of shards was stopped before
	other := NewDriver(files, 3, io.Discard)
	other.Repeats = 0
	run := other.Run
	other.Run = func(ctx context.Context, p *beam.Pipeline) error {
		if done++; done == 20 {
			stop()
		}
		return errors.Join(run(ctx, p), ctx.Err())
	}
	if err := other.Build(gone, list); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	done = 0
	errGone := errors.New("the cluster is gone")
	for {
		d := NewDriver(files, 4, io.Discard)
		d.Repeats = 0
		run := d.Run
		d.Run = func(ctx context.Context, p *beam.Pipeline) error {
			switch r.IntN(12) {
			case 0:
				failed++
				return errGone
			case 1: // the step is done, but the driver gets an error
				failed++
				done++
				return errors.Join(run(ctx, p), errGone)
			}
			done++
			return run(ctx, p)
		}
		err := d.Build(t.Context(), list)
		if err == nil {
			break
		}
		if !errors.Is(err, errGone) {
			t.Fatal(err)
		}
	}
	clustertest.WantTables(t, files, list, want)
	if left, err := files.List(t.Context(), "work/*"); err != nil || len(left) > 0 {
		t.Errorf("%v are left (%v)", left, err)
	}
	t.Logf("%d steps have failed, and %d were done", failed, done)
	if failed < 5 || done > 33 { // all but those of KQvK, which the other driver has done
		t.Errorf("%d steps have failed, and %d were done", failed, done)
	}
}

// TestRepeatAtOnce lets each step fail twice, before or after it runs. A driver that repeats a step twice builds the
// same table and prints each failure on one line. A driver that repeats it once fails.
func TestRepeatAtOnce(t *testing.T) {
	list := clustertest.Parse(t, "KQvK")
	want := clustertest.Build(t, list)
	errGone := errors.New("a worker is gone\ntrace of the worker")
	for repeats := 1; repeats <= 2; repeats++ {
		var out bytes.Buffer
		files := beamstore.Files{Dir: t.TempDir()}
		d := NewDriver(files, 2, &out)
		d.Repeats = repeats
		run := d.Run
		var tries, failed int // tries are of the step at hand
		d.Run = func(ctx context.Context, p *beam.Pipeline) error {
			if tries++; tries > 2 {
				tries = 0
				return run(ctx, p)
			}
			if failed++; tries == 2 && failed%4 == 0 { // the step is done, but the driver gets an error
				tries = 0
				return errors.Join(run(ctx, p), errGone)
			}
			return errGone
		}
		err := d.Build(t.Context(), list)
		if repeats == 1 {
			if !errors.Is(err, errGone) {
				t.Errorf("with one repetition there is %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		clustertest.WantTables(t, files, list, want)
		lines := strings.Count(out.String(), "failed and runs again (a worker is gone)\n")
		if failed < 4 || lines != failed {
			t.Errorf("%d lines for %d failures:\n%s", lines, failed, &out)
		}
	}
}

// TestRepeatStopped checks that a step is not repeated after the build was stopped.
func TestRepeatStopped(t *testing.T) {
	var out bytes.Buffer
	d := NewDriver(beamstore.Files{Dir: t.TempDir()}, 2, &out)
	ctx, stop := context.WithCancel(t.Context())
	runs := 0
	d.Run = func(ctx context.Context, _ *beam.Pipeline) error {
		runs++
		stop()
		return ctx.Err()
	}
	err := d.Build(ctx, clustertest.Parse(t, "KQvK"))
	if !errors.Is(err, context.Canceled) || runs != 1 || out.Len() > 0 {
		t.Errorf("%d runs, %v: %s", runs, err, &out)
	}
}

// TestPlaces checks that each frame of each slice is in one place.
func TestPlaces(t *testing.T) {
	for _, name := range []string{"KQvKR", "KRBvKN", "KQRPvK"} {
		for _, shards := range []int{1, 3, 16, 1000} {
			c, err := Job{Metric: "DTM", Class: name, Shards: shards}.open()
			if err != nil {
				t.Fatal(err)
			}
			next := slice.FrameNo(0)
			for shard := range c.shards {
				first, end := c.frames(c.place(2, shard))
				if first != next || end <= first {
					t.Fatalf("%s: shard %d of %d has the frames from %d to %d", name, shard, c.shards, first, end)
				}
				for frame := first; frame < end; frame++ {
					if p := c.placeOf(2, frame); p != c.place(2, shard) || c.slice(p) != 2 {
						t.Fatalf("%s: frame %d is in %d", name, frame, p)
					}
				}
				next = end
			}
			if next != c.layout.Frames().Len() {
				t.Errorf("%s: %d frames are in a place", name, next)
			}
		}
	}
}

// TestDamage checks that sections and records that are cut short are errors.
func TestDamage(t *testing.T) {
	whole := record{question, 1, 300, 461, []byte("rows of a frame")}.append(nil)
	for n := range len(whole) {
		if r, err := parseRecord(whole[:n]); err == nil {
			t.Errorf("of %d bytes there is a record %v", n, r)
		}
	}
	if r, err := parseRecord(whole); err != nil || r.kind != question || r.color != 1 || r.frame != 300 ||
		r.from != 461 ||
		string(r.rows) != "rows of a frame" {
		t.Errorf("%v, %v", r, err)
	}
	files := beamstore.Files{Dir: t.TempDir()}
	if err := files.Write(t.Context(), "a", whole); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(files.Dir, "a")
	packed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := range packed {
		changed := bytes.Clone(packed)
		changed[at] ^= 4
		if err := os.WriteFile(path, changed, 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := files.Read(t.Context(), "a"); err == nil && !bytes.Equal(got, whole) {
			t.Errorf("with another byte %d there is %q", at, got)
		}
	}
}

// A beamRecord is a [record] as a struct that Beam encodes.
type beamRecord struct {
	Kind, Color, Frame, From int
	Rows                     []byte
}

func init() { beam.RegisterType(reflect.TypeFor[beamRecord]()) }

// BenchmarkRecord compares the records' codec with Beam's coder of structs.
func BenchmarkRecord(b *testing.B) {
	encoder := beam.NewElementEncoder(reflect.TypeFor[beamRecord]())
	decoder := beam.NewElementDecoder(reflect.TypeFor[beamRecord]())
	for _, n := range []int{0, 40, 400} {
		rows := make([]byte, n)
		b.Run(fmt.Sprintf("own/%d", n), func(b *testing.B) {
			var encoded []byte
			for b.Loop() {
				encoded = record{question, 1, 3000, 461, rows}.append(nil)
				if _, err := parseRecord(encoded); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(encoded)), "B/record")
		})
		b.Run(fmt.Sprintf("beam/%d", n), func(b *testing.B) {
			var encoded bytes.Buffer
			for b.Loop() {
				encoded.Reset()
				if err := encoder.Encode(beamRecord{int(question), 1, 3000, 461, rows}, &encoded); err != nil {
					b.Fatal(err)
				}
				if _, err := decoder.Decode(bytes.NewReader(encoded.Bytes())); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(encoded.Len()), "B/record")
		})
	}
}
