//go:build js && wasm

package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"syscall/js"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/indexeddb"
)

func TestFromJS(t *testing.T) {
	whole := buildRequest{Class: "KQvK", Unit: 2, Later: []string{"KRvK"}, Memory: 1 << 31}
	for expression, want := range map[string]*buildRequest{ // nil: it is refused
		`({class: "KQvK", unit: 2, later: ["KRvK"], memory: 2 ** 31, more: {}})`: &whole,
		`({class: "KQvK", unit: 2, later: ["KRvK"], memory: 2147483648.5})`:      nil,
		`({class: "KQvK", later: [null]})`:                                       {Class: "KQvK", Later: []string{""}},
		`({memory: NaN})`:                                                        {},
		`({class: undefined, later: []})`:                                        {Later: []string{}},
		`undefined`:                                                              {},
		`null`:                                                                   {},
		`({class: 5})`:                                                           nil,
		`({class: {toString: () => "KQvK"}})`:                                    nil,
		`({unit: 1.5})`:                                                          nil,
		`({unit: "1"})`:                                                          nil,
		`({unit: 1e300})`:                                                        nil,
		`({later: "KRvK"})`:                                                      nil,
		`({later: [{}]})`:                                                        nil,
		`["KQvK"]`:                                                               nil,
		`"KQvK"`:                                                                 nil,
		`7`:                                                                      nil,
		`true`:                                                                   nil,
		`(() => 1)`:                                                              nil,
		`Symbol()`:                                                               nil,
	} {
		got, err := fromJS[buildRequest](js.Global().Call("eval", expression))
		if (err == nil) != (want != nil) {
			t.Errorf("%s: %+v, %v", expression, got, err)
		} else if want != nil {
			if diff := cmp.Diff(*want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", expression, diff)
			}
		}
	}
	if file, err := fromJS[indexeddb.File](js.Global().Call("eval", `new Blob(["abc"])`)); err != nil ||
		file.Size() != 3 {
		t.Errorf("a file of 3 bytes has %d, %v", file.Size(), err)
	}
	if _, err := fromJS[indexeddb.File](js.ValueOf(map[string]any{"size": 3})); err == nil {
		t.Error("an object is taken for a file")
	}
}

type takingRequest struct {
	File indexeddb.File `json:"file"`
	From int            `json:"from"`
}

func (r *takingRequest) takeFile(v js.Value) (ok bool) {
	r.File, ok = indexeddb.NewFile(v.Get("file"))
	return ok
}

// TestTakeFile checks that a request gets its file and its other fields, and that one without a file is refused.
func TestTakeFile(t *testing.T) {
	request, err := fromJS[takingRequest](js.Global().Call("eval", `({file: new Blob(["abc"]), from: 2})`))
	if err != nil || request.File.Size() != 3 || request.From != 2 {
		t.Errorf("%+v, %v", request, err)
	}
	for _, expression := range []string{
		`({from: 2})`, `({file: "abc"})`, `undefined`, `null`, `7`, `new Blob(["abc"])`,
	} {
		if request, err := fromJS[takingRequest](js.Global().Call("eval", expression)); err == nil {
			t.Errorf("%s is taken as %+v", expression, request)
		}
	}
}

func TestMemory(t *testing.T) {
	for m, want := range map[memory]int64{0: 1 << 30, -1: 1 << 30, 1 << 40: 1 << 30, 1: 1, 1<<40 - 1: 1<<40 - 1} {
		if got := m.bytes(); got != want {
			t.Errorf("%d is %d bytes, want %d", m, got, want)
		}
	}
}

// TestMetricNames checks that each metric has a name, and that the name finds the metric.
func TestMetricNames(t *testing.T) {
	names := []metricName{dtm, dtc, dtz50}
	for _, m := range value.Metrics() {
		if known, err := nameOf(m).metric(); known != m || err != nil || !slices.Contains(names, nameOf(m)) {
			t.Errorf("%v is %v, %v", m, known, err)
		}
	}
	if len(names) != len(value.Metrics()) {
		t.Errorf("there are %d names of %d metrics", len(names), len(value.Metrics()))
	}
}

// TestWatch checks that a call gets its request, and reports to functions only. A refused request
// makes no call.
func TestWatch(t *testing.T) {
	made := 0
	c := watch(func(_ *engine, _ context.Context, request classRequest, report func(positionRequest)) (string, error) {
		made++
		report(positionRequest{FEN: request.Class})
		return request.Class + "!", nil
	})
	heard := ""
	listener := js.FuncOf(func(_ js.Value, args []js.Value) any {
		heard += args[0].Get("fen").String()
		return nil
	})
	defer listener.Release()
	request := js.ValueOf(map[string]any{"class": "KQvK"})
	for _, report := range []js.Value{listener.Value, js.Undefined(), js.ValueOf(5)} {
		if v, err := c(nil, t.Context(), request, report); v != "KQvK!" || err != nil {
			t.Errorf("%v, %v", v, err)
		}
	}
	if _, err := c(nil, t.Context(), js.ValueOf("KQvK"), listener.Value); err == nil || made != 3 || heard != "KQvK" {
		t.Errorf("made %d times, heard %q, %v", made, heard, err)
	}
}

// TestReplay lists the moves of random trees, legal or not, in any order with each move after its parent. It checks
// that the answer has the moves as a tree of core/game, each of them once.
func TestReplay(t *testing.T) {
	const fen = "4k3/2p1p3/8/3P1P2/8/8/P7/R3K3 w Q - 7 30"
	start, err := board.ReadFENStrictly(fen)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		request := replayRequest{FEN: fen}
		nodes := []*game.Node{game.Start(start.Position, start.Counters)} // nil after an illegal move
		reached := []int{0}                                               // numbers of the last legal moves on the way
		want := gameShape{Start: fen, Moves: []playedShape{}, Numbers: []int{}}
		numbers := map[string]int{} // by the moves that lead there
		ways := []string{""}
		for i := range 1 + random.IntN(40) {
			before := random.IntN(i + 1)
			if random.IntN(2) == 0 {
				before = i
			}
			parent, name, next := nodes[before], "Kz9", (*game.Node)(nil)
			number, way := reached[before], ""
			if parent != nil && random.IntN(8) > 0 {
				if random.IntN(6) == 0 {
					next, name = parent.Pass(), []string{"--", "Z0", "0000"}[random.IntN(3)]
				} else if legal := parent.Position.LegalMoves(nil); len(legal) > 0 {
					if random.IntN(2) == 0 {
						legal = legal[:min(len(legal), 2)] // that are often played again
					}
					next = parent.Play(legal[random.IntN(len(legal))])
					name = []string{next.SAN, next.Move.String()}[random.IntN(2)]
				}
				if next != nil {
					way = ways[before] + next.Move.String() + " "
					known, found := numbers[way]
					if !found {
						want.Moves = append(want.Moves, playedShape{next.Move.String(), next.SAN, next.FEN(), number})
						known = len(want.Moves)
						numbers[way] = known
					}
					number = known
					want.Legal++
				}
			}
			nodes, reached, ways = append(nodes, next), append(reached, number), append(ways, way)
			want.Numbers = append(want.Numbers, number)
			request.Moves, request.After = append(request.Moves, name), append(request.After, before)
		}
		got, err := (&engine{}).replay(t.Context(), request)
		if err != nil {
			t.Fatalf("%+v: %v", request, err)
		}
		if diff := cmp.Diff(want, *got); diff != "" {
			t.Fatalf("%+v (-want +got):\n%s", request, diff)
		}
	}
	for _, after := range [][]int{{-1}, {1}, {0, 2}, {0, 0, 1 << 40}} {
		got, err := (&engine{}).replay(
			t.Context(),
			replayRequest{FEN: fen, Moves: []string{"a2a3", "a2a4", "a2a4"}[:len(after)], After: after},
		)
		if err != nil || len(got.Moves) != len(after)-1 {
			t.Errorf("after %v: %v, %v", after, got, err)
		}
	}
}

// TestRead checks that texts that begin with boards become FENs with warnings, or are refused.
func TestRead(t *testing.T) {
	got, err := (&engine{}).read(t.Context(), readRequest{Texts: []string{
		"8/8/8/3k4/8/8/1r6/R3K3 w A - 3 40 and so on", "8/8/7k/8/1pP5/7K/8/8 b - c4 30 40, he said",
		"8/8/8/3k4/8/8/1r6/R3K3 w xQ - 0 1", "",
	}})
	if err != nil || len(got) != 4 {
		t.Fatalf("%+v, %v", got, err)
	}
	if got[0].FEN != "8/8/8/3k4/8/8/1r6/R3K3 w Q - 3 40" || got[0].Warnings != nil || got[0].Error != nil {
		t.Errorf("%+v", got[0])
	}
	if w := got[1].Warnings; got[1].FEN != "8/8/7k/8/1pP5/7K/8/8 b - - 30 40" || len(w) != 1 ||
		w[0].Code != board.WarnEnPassant {
		t.Errorf("%+v", got[1])
	}
	for _, refused := range got[2:] {
		if refused.FEN != "" || refused.Error == nil || refused.Error.Code != "fen" {
			t.Errorf("%+v", refused)
		}
	}
}

// TestCounters checks that the positions after the moves of an answer continue the counters of the requested FEN.
func TestCounters(t *testing.T) {
	const fen = "4k3/2p1p3/8/3P1P2/8/8/8/R3K3 b Q - 7 30"
	start, err := board.ReadFENStrictly(fen)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		node := game.Start(start.Position, start.Counters)
		var line []probe.Move
		var want []string
		for range 60 {
			legal := node.Position.LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			m := legal[random.IntN(len(legal))]
			zeroing := node.Position.IsZeroing(m)
			node = node.Play(m)
			line, want = append(line, probe.Move{After: node.Position, Zeroing: zeroing}), append(want, node.FEN())
		}
		for i, m := range movesAlong(start.Counters, line) {
			if m.FEN != want[i] {
				t.Fatalf("ply %d: %s, want %s", i+1, m.FEN, want[i])
			}
		}
		if got := movesFrom(start.Counters, line[:1])[0].FEN; got != want[0] {
			t.Fatalf("%s, want %s", got, want[0])
		}
	}
}
