package pgn

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
)

// random returns a tree of random moves with comments and marks.
func random(r *rand.Rand) *game.Game {
	fens := []string{
		initial,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 5 12",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	}
	fen := fens[r.IntN(len(fens))]
	start, _ := board.ReadFENStrictly(fen)
	g := &game.Game{
		Root:   game.Start(start.Position, start.Counters),
		Result: "*",
		Tags:   []game.Tag{{Name: "Event", Value: `a "b\c]`}, {Name: "FEN", Value: fen}},
		SetUp:  fen != initial,
	}
	words := func() (comment string) {
		for range max(0, r.IntN(5)-2) {
			comment = game.Join(
				comment,
				[]string{
					"plain", "(1. e4 *) $1 ;", "very " + strings.Repeat("long ", 30) + "words", `[%cal Ga1a2]`,
				}[r.IntN(4)],
			)
		}
		return comment
	}
	g.Root.Comment = words()
	var grow func(n *game.Node, depth int)
	grow = func(n *game.Node, depth int) {
		for ; depth > 0; depth-- {
			legal := n.Position.LegalMoves(nil)
			if len(legal) == 0 {
				return
			}
			main := legal[r.IntN(len(legal))]
			next := n.Play(main)
			next.Comment = words()
			if r.IntN(4) == 0 {
				next.Marks = []int{r.IntN(20) + 1}
			}
			for range max(0, r.IntN(6)-3) {
				v := n.Play(legal[r.IntN(len(legal))])
				v.Before = words()
				grow(v, r.IntN(max(1, depth/2)))
			}
			if r.IntN(8) == 0 {
				if threat := n.Pass(); threat != nil {
					threat.Before, threat.Comment = words(), words()
					grow(threat, r.IntN(3))
				}
			}
			n = next
		}
	}
	grow(g.Root, 30)
	return g
}

// TestWrite checks that a written game reads back as the same game, and that another scanner finds the same main line.
func TestWrite(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var all bytes.Buffer
	var games []*game.Game
	for range 60 {
		g := random(r)
		games = append(games, g)
		if err := Write(&all, g); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range strings.Split(all.String(), "\n") {
		if len(line) > lineLength && line[0] != '[' {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
	variations := 0
	again := readAll(t, all.String())
	if len(again) != len(games) {
		t.Fatalf("%d games, want %d", len(again), len(games))
	}
	for i, g := range again {
		g.Number, g.Line, g.Text = 0, 0, ""
		if !reflect.DeepEqual(g, games[i]) {
			t.Fatalf("game %d is\n%s, want\n%s", i+1, summary(t, g), summary(t, games[i]))
		}
		var text strings.Builder
		if err := Write(&text, bare(g)); err != nil {
			t.Fatal(err)
		}
		read, err := chess.PGN(strings.NewReader(text.String()))
		if err != nil {
			t.Fatalf("%v in %s", err, text.String())
		}
		n := g.Root
		for _, m := range chess.NewGame(read).Moves() {
			if n = n.Children[0]; n.Move.String() != m.String() {
				t.Fatalf("game %d: %v, want %v", i+1, n.Move, m)
			}
		}
		if len(n.Children) > 0 {
			t.Errorf("game %d continues after %s", i+1, n.Name())
		}
		g.Root.All(func(n *game.Node) {
			if n.BeginsVariation() {
				variations++
			}
		})
	}
	if variations < 100 {
		t.Errorf("only %d variations", variations)
	}
}

// bare returns a game without comments, which others read wrongly if there are brackets in them.
func bare(g *game.Game) *game.Game {
	h := *g
	h.Root = game.Start(g.Root.Position, g.Root.Counters)
	var add func(to, from *game.Node)
	add = func(to, from *game.Node) {
		for _, n := range from.Children {
			if n.Move == board.Null {
				add(to.Pass(), n)
			} else {
				add(to.Play(n.Move), n)
			}
		}
	}
	add(h.Root, g.Root)
	return &h
}

// FuzzRead checks that any game that was read is written, and reads back as the same game.
func FuzzRead(f *testing.F) {
	f.Add(lucena + "1.Rd1+ (1. Rc4) {x} 1... Ke7 $1 2.Rd4! 1-0\n\n8/8/8/8/2k5/8/1K1P4/8 w - - bm Kc2; dm 5;")
	f.Add("1. e4 {")
	f.Add("(((")
	f.Add(
		"[Event \"a\"] [FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"] 1. --!? ({a} {b}) Kd4\u2009; c\n" +
			"2. e3+‼N {d} 1–0 {e} [Event \"b\"]\n% x\n\ufeff1.Kd2 ½",
	)
	f.Add("[A \"\"]\n[A \"\"]\n\n[A \"\"]")
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range readAll(t, text) {
			if len(g.Errors) > 0 {
				continue
			}
			var b strings.Builder
			if err := Write(&b, g); err != nil {
				t.Fatal(err)
			}
			again := readAll(t, b.String())
			if len(again) != 1 || summary(t, again[0]) != summary(t, g) {
				t.Fatalf("%q is written as %q", text, b.String())
			}
		}
	})
}
