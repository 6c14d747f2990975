package uci

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

const (
	rookWins   = "8/8/8/8/8/2k5/8/KR6 w - - 0 1"
	knightWins = "8/8/8/8/8/2k5/8/KBN5 w - - 0 1"
)

// buildingIn starts an engine that may build DTM tables in a store.
func buildingIn(t *testing.T, tables store.Store) *gui {
	return startWith(t, Settings{
		Tables:   tables,
		Builders: []Builder{builderOf(tables)},
	})
}

// builderOf returns a builder in the process itself.
func builderOf(tables store.Store) Builder {
	k, place := kind.ForMetric(value.DTM), &service.Place{Tables: tables}
	return Builder{k, place, func(ctx context.Context, r service.Request, memory int64, _ bool) error {
		job, err := k.Prepare(ctx, place, r)
		if err != nil {
			return err
		}
		return k.Build(ctx, place, job, builder.Options{Budget: memory})
	}}
}

// informs returns the line of a message.
func informs(key string, values ...any) string {
	return "info string " + words.New(key, values...).String()
}

// TestBuildTables checks that tables of the position are built while the engine plays, and that the next move uses
// them. Their bytes are those of any build.
func TestBuildTables(t *testing.T) {
	tables := store.NewMemStore()
	g := buildingIn(t, tables)
	g.send("uci")
	if options, _ := g.until("uciok"); !slices.Contains(options, "option name BuildTables type check default false") ||
		!slices.Contains(options, "option name BuildDisk type spin default 2048 min 1 max 1048576") {
		t.Errorf("%q", options)
	}
	infos, _ := g.query("position fen "+rookWins, "go nodes 10")
	if strings.Contains(strings.Join(infos, "\n"), "score mate") {
		t.Errorf("without tables: %q", infos)
	}
	g.send("setoption name BuildTables value true")
	g.until(informs("command.uci.building", "class", "KRvK", "metric", "DTM", "count", 1, "seconds", 1))
	wants := tabletest.ImageOf(t, tabletest.Built(t, "KRvK"), "KRvK")
	g.until(informs("command.uci.built", "class", "KRvK", "metric", "DTM"))
	g.send("isready")
	g.until("readyok")
	infos, _ = g.query("go movetime 1000")
	if !strings.Contains(strings.Join(infos, "\n"), "score mate 14 ") {
		t.Errorf("with the table: %q", infos)
	}
	if got := tabletest.ImageOf(t, tables, "KRvK"); !bytes.Equal(got.Data, wants.Data) ||
		!bytes.Equal(got.Header, wants.Header) {
		t.Error("the table has other bytes")
	}
}

// TestBuildLimits checks that nothing is built beyond the limits or without the option, and that each refusal is
// written once.
func TestBuildLimits(t *testing.T) {
	tables := store.NewMemStore()
	g := buildingIn(t, tables)
	const fen = "8/8/8/3k4/2r5/8/3P4/KQ6 w - - 0 1"
	g.send("position fen " + fen)
	for _, limit := range []struct{ options, refusal string }{
		{"setoption name BuildDisk value 1", "BuildDisk"},
		{"setoption name BuildDisk value 100\nsetoption name Hash value 20", "Hash"},
	} {
		g.send("%s\nsetoption name BuildTables value true", limit.options)
		if _, line := g.until("info string KQPvKR by"); !strings.Contains(line, limit.refusal) {
			t.Errorf("%s: %q", limit.options, line)
		}
		infos, _ := g.query("position fen "+fen+" moves d2d3", "go movetime 100")
		for _, info := range infos {
			if strings.Contains(info, "info string KQPvKR by") && strings.Contains(info, limit.refusal) {
				t.Errorf("%s: once more %q", limit.options, info)
			}
		}
		g.send("setoption name BuildTables value false")
	}
	if names := tabletest.Names(t, tables); len(names) > 0 {
		t.Errorf("%q are built", names)
	}
}

// A stuckStore is a store in which no table is ever finished.
type stuckStore struct {
	store.Store
	begun, ended chan string
}

func (s *stuckStore) Create(ctx context.Context, name string) (store.Writer, error) {
	s.begun <- name
	<-ctx.Done()
	s.ended <- name
	return nil, ctx.Err()
}

// TestBuildStuck checks that a build delays no move, and ends as soon as it is no longer wanted. That is so with
// another class, with a new game, without the option, and when the program quits.
func TestBuildStuck(t *testing.T) {
	stuck := &stuckStore{store.NewMemStore(), make(chan string), make(chan string, 10)}
	g := buildingIn(t, stuck)
	want := func(begun string, ended ...string) {
		t.Helper()
		for _, name := range ended {
			if got := <-stuck.ended; got != name {
				t.Errorf("%s has ended, want %s", got, name)
			}
		}
		if begun != "" {
			g.until(informs("command.uci.building", "class", begun, "metric", "DTM", "count", 1, "seconds", 1))
			if got := <-stuck.begun; got != begun {
				t.Errorf("%s has begun, want %s", got, begun)
			}
		}
	}
	g.send("setoption name BuildTables value true\nposition fen %s", rookWins)
	want("KRvK")
	g.query("go movetime 50")
	g.query("position fen "+rookWins+" moves a1a2 c3d3", "go movetime 50")
	g.send("position fen 8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
	want("KQvK", "KRvK")
	g.send("ucinewgame")
	want("", "KQvK")
	g.send("position fen %s", rookWins)
	want("KRvK")
	g.send("setoption name BuildTables value false")
	want("", "KRvK")
	g.send("setoption name BuildTables value true")
	want("KRvK")
	g.send("quit")
	want("", "KRvK")
}

// TestBuildQuit checks that the store of an engine that quits in a build has only whole tables.
func TestBuildQuit(t *testing.T) {
	tables := store.NewMemStore()
	g := buildingIn(t, tables)
	g.send("setoption name BuildTables value true\nposition fen %s", knightWins)
	g.until("info string building")
	g.send("quit")
	if err := <-g.ended; err != nil {
		t.Error(err)
	}
	g.ended <- nil
	whole := tabletest.Built(t, "KBNvK")
	for _, name := range tabletest.Names(t, tables) {
		got, want := tabletest.ImageOf(t, tables, name), tabletest.ImageOf(t, whole, name)
		if !bytes.Equal(got.Data, want.Data) || !bytes.Equal(got.Header, want.Header) {
			t.Errorf("%s is not whole", name)
		}
	}
}

// TestSmallFirst checks that the small tables of a position are built before the others, which wait for nothing else.
func TestSmallFirst(t *testing.T) {
	tables := store.NewMemStore()
	asked := make(chan string, 2)
	by := builderOf(tables)
	by.Build = func(_ context.Context, r service.Request, _ int64, quick bool) error {
		names := []string{fmt.Sprint(quick)}
		for _, class := range r.Classes {
			names = append(names, class.String())
		}
		for i := range r.Positions {
			names = append(names, r.Positions[i].FEN())
		}
		asked <- strings.Join(names, " ")
		return nil
	}
	g := startWith(t, Settings{Tables: tables, Builders: []Builder{by}})
	const fen = "8/8/8/3k4/3b4/2r5/8/KQ6 w - - 0 1"
	g.send("setoption name BuildTables value true\nposition fen %s", fen)
	for _, want := range []struct{ request, last string }{
		{"true KQvK KRvK KBvK KQvKR KQvKB KRBvK", "KRBvK"},
		{"false " + fen, "KRBvKQ"},
	} {
		g.until(informs("command.uci.built", "class", want.last, "metric", "DTM"))
		if got := <-asked; got != want.request {
			t.Errorf("%s, want %s", got, want.request)
		}
	}
}

// TestWait checks that a thought waits for a table that is about to be finished, if the clock allows it.
func TestWait(t *testing.T) {
	tables := store.NewMemStore()
	by := builderOf(tables)
	begun, finish := make(chan bool), make(chan bool)
	build := by.Build
	by.Build = func(ctx context.Context, r service.Request, memory int64, quick bool) error {
		begun <- true
		<-finish
		return build(ctx, r, memory, quick)
	}
	g := startWith(t, Settings{Tables: tables, Builders: []Builder{by}})
	g.send("setoption name BuildTables value true\nposition fen %s", rookWins)
	go func() {
		<-begun
		finish <- true
	}()
	infos, _ := g.query("go wtime 600000 btime 600000")
	if score := scoreOf(t, infos); score != "mate 14" {
		t.Errorf("%s in %q", score, infos)
	}
}
