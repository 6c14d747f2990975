package uci

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/internal/endingtest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/words"
)

// TestEndings scores moves of a position with ten men. Only with its stored ending are they draws.
func TestEndings(t *testing.T) {
	kept := Settings{Tables: store.NewMemStore(), Endings: endingtest.Shelf(t, endingtest.Locked)}
	for _, test := range []struct {
		settings Settings
		doubt    string
	}{{kept, "command.uci.doubt.draw"}, {Settings{Tables: store.NewMemStore()}, "command.uci.doubt.none"}} {
		g := startWith(t, test.settings)
		infos, _ := g.query("setoption name MultiPV value 3", "position fen "+endingtest.Locked, "go depth 1")
		if doubt := "info string " + words.New(test.doubt).String(); !slices.Contains(infos, doubt) {
			t.Errorf("%q is not in %q", doubt, infos)
		}
	}
	g := startWith(t, kept)
	infos, best := g.query("position fen "+endingtest.Locked, "go depth 1 searchmoves e1d2")
	if score := scoreOf(t, infos); best != "e1d2" || score != "cp 0" {
		t.Errorf("%s with %s", best, score)
	}
}

// TestEndingWins plays a winning move of a stored ending. A search of that depth does not prove the win.
func TestEndingWins(t *testing.T) {
	const fen = "8/8/2k5/8/2K5/8/2P5/8 w - - 0 1"
	const wins = "cp 20000"
	ask := func(s Settings) (score, best string) {
		s.Tables = store.NewMemStore()
		infos, best := startWith(t, s).query("position fen "+fen, "go depth 3")
		return scoreOf(t, infos), best
	}
	if score, _ := ask(Settings{}); score == wins {
		t.Error("the search proves the win, too")
	}
	score, best := ask(Settings{Endings: endingtest.Shelf(t, fen)})
	if score != wins || !slices.Contains([]string{"c4b4", "c4d4", "c2c3"}, best) {
		t.Errorf("%s with %s", score, best)
	}
}

// TestEndingPlay plays both sides of a won ending by its stored slices alone, until mate.
func TestEndingPlay(t *testing.T) {
	const fen = "8/8/2k5/8/2K5/8/2P5/8 w - - 0 1"
	playToMate(t, fen, endingtest.Shelf(t, fen))
}

// TestEndingMate plays by stored plies to mate. They are the score, if they are exact and the fifty-move rule allows
// it.
func TestEndingMate(t *testing.T) {
	const fen = "8/8/2k5/8/2K5/8/2P5/8 w - - 0 1"
	kept := endingtest.WithMates(t, fen)
	p := tabletest.Position(t, fen)
	a, err := kept.Answer(t.Context(), &p)
	if err == nil {
		err = kept.Measure(t.Context(), &p, a)
	}
	if err != nil || !a.Mate.IsExact() {
		t.Fatalf("%+v, %v", a, err)
	}
	if plies := playToMate(t, fen, kept); plies != a.Mate.Most {
		t.Errorf("mate after %d plies, want %d", plies, a.Mate.Most)
	}
	g := startWith(t, Settings{Tables: store.NewMemStore(), Endings: kept})
	for clock, want := range map[string]string{
		"0": fmt.Sprint("mate ", (a.Mate.Most+1)/2), "90": "cp 20000",
	} {
		infos, _ := g.query("position fen "+strings.Replace(fen, "- 0", "- "+clock, 1), "go depth 1")
		if score := scoreOf(t, infos); score != want {
			t.Errorf("clock %s: %s, want %s", clock, score, want)
		}
	}
}

// playToMate plays both sides of a position by stored endings alone, and returns the number of plies to mate.
func playToMate(t *testing.T, fen string, kept *shelf.Shelf) (plies int) {
	t.Helper()
	g := startWith(t, Settings{Tables: store.NewMemStore(), Endings: kept})
	p, moves := tabletest.Position(t, fen), ""
	for p.HasLegalMove() && len(moves) < 500 {
		_, best := g.query("position fen "+fen+" moves"+moves, "go depth 1")
		moves += " " + best
		for _, m := range p.LegalMoves(nil) {
			if m.String() == best {
				p = p.Play(m)
				break
			}
		}
	}
	if p.HasLegalMove() || !p.InCheck(board.Black) {
		t.Errorf("%s is not mate, after%s", p.FEN(), moves)
	}
	return strings.Count(moves, " ")
}
