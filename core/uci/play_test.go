package uci

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// An oracle judges positions by tables.
type oracle struct{ *probe.Prober }

func (o oracle) judge(t testing.TB, p board.Position) *probe.Result {
	t.Helper()
	r, err := o.Probe(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomPosition returns a position with a legal move.
func randomPosition(r *rand.Rand, class material.Class) board.Position {
	for {
		if p := tabletest.RandomPosition(r, class); p.HasLegalMove() {
			return p
		}
	}
}

// scoreOf returns the last score.
func scoreOf(t testing.TB, infos []string) string {
	t.Helper()
	for i := len(infos) - 1; i >= 0; i-- {
		if _, rest, found := strings.Cut(infos[i], " score "); found {
			score, _, _ := strings.Cut(rest, " nodes ")
			return score
		}
	}
	t.Fatalf("no score in %q", infos)
	return ""
}

// wantScore returns the right score of a position.
func wantScore(r *probe.Result) string {
	switch {
	case r.DTM == nil:
		return "cp 0"
	case *r.DTM > 0:
		return fmt.Sprint("mate ", (*r.DTM+1)/2)
	}
	return fmt.Sprint("mate ", *r.DTM/2)
}

// TestPerfectPlay plays the engine against itself and against random moves. It checks that wins are as quick as
// possible and losses as late as possible, and that draws are held.
func TestPerfectPlay(t *testing.T) {
	o := oracle{probe.New(tables(t))}
	defer o.Close()
	g := start(t, tables(t))
	r := rand.New(rand.NewPCG(17, 1))
	ends := map[value.Category]int{}
	for n := range 24 {
		p := randomPosition(r, tabletest.Layout(t, []string{"KQvKR", "KPvK", "KRvK"}[n%3]).Class)
		verdict := o.judge(t, p)
		engine, random := p.Turn, n%2 == 0
		fen, moves := p.FEN(), ""
		var plies int
		for plies = 0; plies < 200 && p.HasLegalMove() && !p.InsufficientMaterial(); plies++ {
			now := o.judge(t, p)
			infos, best := g.query("position fen "+fen+" moves"+moves, "go wtime 1000 btime 1000")
			if score := scoreOf(t, infos); score != wantScore(now) {
				t.Fatalf("%s: the score is %s, want %s", p.FEN(), score, wantScore(now))
			}
			m, ok := find(&p, best)
			if !ok {
				t.Fatalf("%s: %s is not legal", p.FEN(), best)
			}
			if random && p.Turn != engine {
				legal := p.LegalMoves(nil)
				m = legal[r.IntN(len(legal))]
			} else if after := p.Play(m); wantScore(now) != "cp 0" {
				if dtm := *o.judge(t, after).DTM; abs(dtm) != abs(*now.DTM)-1 {
					t.Fatalf("%s %s: %d plies after %d", p.FEN(), best, dtm, *now.DTM)
				}
			} else if o.judge(t, after).DTM != nil {
				t.Fatalf("%s %s gives the draw away", p.FEN(), best)
			}
			p = p.Play(m)
			moves += " " + m.String()
			if verdict.DTM == nil && plies >= 16 {
				break // a draw has no end
			}
		}
		ends[verdict.Category]++
		dtm := 0
		if verdict.DTM != nil {
			dtm = *verdict.DTM
		}
		switch end := o.judge(t, p); {
		case dtm > 0 && (!end.Checkmate || p.Turn == engine || plies > dtm || !random && plies != dtm):
			t.Errorf("%s: %d plies to %s, want mate in %d", fen, plies, p.FEN(), dtm)
		case dtm < 0 && !random && (!end.Checkmate || plies != -dtm):
			t.Errorf("%s: %d plies to %s, want mate in %d", fen, plies, p.FEN(), -dtm)
		case dtm == 0 && end.DTM != nil && !random:
			t.Errorf("%s: %s is no draw any more", fen, p.FEN())
		}
	}
	if len(ends) < 3 {
		t.Errorf("only %v were tried", ends)
	}
}

// TestProvenWin plays a win that no table has from proofs alone, against random moves. It checks that the engine wins
// without known distances.
func TestProvenWin(t *testing.T) {
	some := store.NewMemStore()
	tabletest.Build(t, some, "KQvK")
	g := start(t, some)
	r := rand.New(rand.NewPCG(17, 2))
	games := 3
	if testing.Short() {
		games = 1
	}
	for range games {
		p := tabletest.Position(t, "8/8/8/8/2k5/8/1P4P1/1K6 w - - 0 1")
		fen, moves, proven := p.FEN(), "", 0
		for p.HasLegalMove() {
			if len(moves) > 5*150 {
				t.Fatalf("after %s the game is not won", moves)
			}
			legal := p.LegalMoves(nil)
			m := legal[r.IntN(len(legal))]
			if p.Turn == board.White {
				infos, best := g.query("position fen "+fen+" moves"+moves, "go nodes 200000")
				if scoreOf(t, infos) == "cp 20000" {
					proven++
				}
				m, _ = find(&p, best)
			}
			moves += " " + m.String()
			p = p.Play(m)
		}
		if !p.InCheck(p.Turn) || p.Turn != board.Black || proven == 0 {
			t.Errorf("it ends with %s, and was proven %d times", p.FEN(), proven)
		}
	}
}
