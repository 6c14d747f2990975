package check_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/notnil/chess"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/check"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
)

// A slowMove is a move that is judged by other means. The package github.com/notnil/chess generates the moves and the
// positions after them. A table has the values of these positions, one at a time.
type slowMove struct {
	uci, san string
	outcome  int // for the side that moves: 1, 0 or -1
	plies    int // to mate
	after    *chess.Position
}

func slowMoves(t testing.TB, prober *probe.Prober, p *chess.Position) (list []slowMove) {
	t.Helper()
	for _, m := range p.ValidMoves() {
		after := p.Update(m)
		r, err := prober.Probe(t.Context(), tabletest.Position(t, after.String()))
		if err != nil {
			t.Fatal(err)
		}
		it := slowMove{uci: m.String(), san: chess.AlgebraicNotation{}.Encode(p, m), after: after}
		if r.DTM != nil {
			it.outcome, it.plies = 1, 1-*r.DTM
			if r.Category == value.WinCategory {
				it.outcome, it.plies = -1, *r.DTM+1
			}
		}
		list = append(list, it)
	}
	return list
}

// best returns the moves that keep the result, those which are as good as any first.
func best(list []slowMove) (keep []slowMove) {
	top := slices.MaxFunc(list, func(a, b slowMove) int { return a.outcome - b.outcome }).outcome
	for _, m := range list {
		if m.outcome == top {
			keep = append(keep, m)
		}
	}
	slices.SortStableFunc(keep, func(a, b slowMove) int { return top * (a.plies - b.plies) })
	return keep
}

// worse returns the moves that do not keep the result.
func worse(list []slowMove) []slowMove {
	top := best(list)[0].outcome
	return slices.DeleteFunc(slices.Clone(list), func(m slowMove) bool { return m.outcome == top })
}

// A composed study has moves from a position, and the findings that they must have.
type composed struct {
	fen, result string
	moves       []string
	want        []string // findings: kinds and names of moves
	judged      []string // marks of the moves: name, mark, waste, others
	start       *chess.Position
}

func (c *composed) text() string { return study(c.fen, c.result, strings.Join(c.moves, " ")) }

// A composer makes studies, the same ones for each seed.
type composer struct {
	t      testing.TB
	prober *probe.Prober
	r      *rand.Rand
}

func position(t testing.TB, fen string) *chess.Position {
	t.Helper()
	p := new(chess.Position)
	if err := p.UnmarshalText([]byte(fen)); err != nil {
		t.Fatal(err)
	}
	return p
}

// flaws are those that are planted.
var flaws = []string{"none", "mistake", "longer", "shorter", "result", "unreadable", "try", "true try"}

// compose makes a study of a class with a flaw, or returns nil if the random moves have no room for it.
func (c *composer) compose(names []string, flaw string) *composed {
	classes := tabletest.Classes(c.t, names...)
	at := tabletest.RandomPosition(c.r, classes[c.r.IntN(len(classes))])
	p := position(c.t, at.FEN())
	list := slowMoves(c.t, c.prober, p)
	if len(list) == 0 || len(worse(list)) == 0 && flaw != "longer" && flaw != "shorter" {
		return nil
	}
	s := &composed{fen: at.FEN(), result: "1/2-1/2", start: p}
	goal, solver := best(list)[0].outcome, p.Turn()
	if goal < 0 {
		goal, solver = 1, p.Turn().Other()
	}
	switch {
	case goal == 0: // a draw is White's task
		solver = chess.White
	case solver == chess.White:
		s.result = "1-0"
	default:
		s.result = "0-1"
	}
	isPlanted := flaw == "none"
	if flaw == "result" {
		others := slices.DeleteFunc([]string{"1-0", "0-1", "1/2-1/2"}, func(r string) bool { return r == s.result })
		s.result, isPlanted = others[c.r.IntN(2)], true
		s.want = append(s.want, "stipulation ")
	}
	for ply, plies := 0, 2+c.r.IntN(8); ply < plies; ply++ {
		if list = slowMoves(c.t, c.prober, p); len(list) == 0 {
			break
		}
		keep := best(list)
		m := keep[0]
		solves := p.Turn() == solver && m.outcome == goal && flaw != "result"
		dots := "."
		if p.Turn() == chess.Black {
			dots = "..."
		}
		name := func(m slowMove) string { return fmt.Sprintf("%d%s %s", (ply+int(at.Turn))/2+1, dots, m.san) }
		variation := ""
		switch bad := worse(list); {
		case isPlanted:
		case flaw == "mistake" && len(bad) > 0 && c.r.IntN(2) == 0:
			m, isPlanted = bad[c.r.IntN(len(bad))], true
			s.want = append(s.want, "mistake "+name(m))
		case flaw == "longer" && m.outcome > 0 && keep[len(keep)-1].plies > m.plies,
			flaw == "shorter" && m.outcome < 0 && keep[len(keep)-1].plies < m.plies:
			m, isPlanted = keep[len(keep)-1], true
		case flaw == "unreadable" && ply > 0:
			s.moves = append(s.moves, "Qz9")
			s.want = append([]string{"unreadable "}, s.want...)
			return s
		case flaw == "try" && solves && len(keep) > 1:
			other := keep[1+c.r.IntN(len(keep)-1)]
			variation, isPlanted = fmt.Sprintf("(%s?)", name(other)), true
			s.want = append(s.want, "try ("+name(other)+")")
		case flaw == "true try" && solves && len(bad) > 0:
			variation, isPlanted = fmt.Sprintf("(%s?)", name(bad[c.r.IntN(len(bad))])), true
		}
		if m.outcome == keep[0].outcome && solves && len(keep) > 1 {
			kind := "dual "
			if ply < 2 {
				kind = "cook "
			}
			s.want = append(s.want, kind+name(m))
		}
		s.judged = append(s.judged, c.judged(name(m), m, list))
		if s.moves = append(s.moves, m.san); variation != "" {
			s.moves = append(s.moves, variation)
		}
		p = m.after
	}
	if !isPlanted || len(s.moves) == 0 {
		return nil
	}
	return s
}

// judged describes a move by the slow judge.
func (c *composer) judged(name string, m slowMove, list []slowMove) string {
	keep := best(list)
	top := keep[0].outcome
	mark, waste := check.MarkDual, 0
	if m.outcome == top {
		waste = max(m.plies-keep[0].plies, keep[0].plies-m.plies)
	}
	switch {
	case m.outcome < top:
		mark = check.MarkMistake
	case len(list) == 1:
		mark = check.MarkForced
	case top < 0 && waste == 0:
		mark = check.MarkDefence
	case top < 0:
		mark = check.MarkShorter
	case len(keep) == 1:
		mark = check.MarkOnly
	case waste > 0:
		mark = check.MarkLonger
	}
	var others []string
	for _, other := range keep {
		if other.uci != m.uci && top >= 0 {
			others = append(others, fmt.Sprintf("%s in %d", other.uci, other.plies))
		}
	}
	slices.Sort(others)
	return fmt.Sprintf("%s %s %d %v", name, mark, waste, others)
}

// found returns the findings and judgements of a report as a composed study has them: a minor dual is a dual.
func found(r *check.Report) (findings, judged []string) {
	for _, f := range r.Findings {
		name := ""
		if f.Node != nil && f.Node.Parent != nil {
			if name = f.Node.Name(); !f.Node.IsMain() {
				name = "(" + name + ")"
			}
		}
		kind := f.Kind
		if kind == check.MinorDual {
			kind = check.Dual
			if f.Node.Ply()-r.Game.Root.Ply() <= 2 {
				kind = check.Cook
			}
		}
		findings = append(findings, fmt.Sprintf("%s %s", kind, name))
	}
	for _, m := range r.Moves {
		if !m.Node.IsMain() {
			continue
		}
		var others []string
		for _, o := range m.Others {
			others = append(others, fmt.Sprintf("%s in %d", o.UCI, o.Plies))
		}
		slices.Sort(others)
		judged = append(judged, fmt.Sprintf("%s %s %d %v", m.Node.Name(), m.Mark, m.Waste, others))
	}
	return findings, judged
}

// TestPlanted makes studies of best play, with flaws in most of them, and checks that exactly these flaws are found.
func TestPlanted(t *testing.T) {
	names := []string{"KPvK", "KRvK", "KQvKR", "KPvKP", "KPvKR", "KRvKR", "KQvKP", "KRvKN", "KBvKP"}
	if *tablesDir != "" {
		names = []string{"KRPvKR", "KQPvKQ", "KBPvKP", "KPPvKP", "KNPvKB", "KQRvKQ", "KRBvKR", "KBNvKN", "KRvKPP"}
	}
	const studies = 600
	prober := probe.New(tables(t))
	defer prober.Close()
	c := &composer{t, prober, rand.New(rand.NewPCG(7, 1))}
	var all []*composed
	var text strings.Builder
	for len(all) < studies {
		if s := c.compose(names, flaws[len(all)%len(flaws)]); s != nil {
			all = append(all, s)
			text.WriteString(s.text())
		}
	}
	for _, threads := range []int{1, 2} {
		start, positions := time.Now(), 0
		counts := map[string]int{}
		for i, r := range reports(t, prober, threads, text.String()) {
			findings, judged := found(r)
			positions += r.Positions
			want := slices.Clone(all[i].want)
			slices.Sort(findings)
			slices.Sort(want)
			if !slices.Equal(findings, want) || !slices.Equal(judged, all[i].judged) {
				t.Fatalf("%s: found %q, want %q\n%q, want\n%q", all[i].text(), findings, want, judged, all[i].judged)
			}
			for _, f := range r.Findings {
				counts[string(f.Kind)]++
			}
			for _, m := range r.Moves {
				counts["moves: "+string(m.Mark)]++
			}
		}
		t.Logf(
			"%d studies, %d positions on %d threads: %.2f s for 1000; %v",
			len(all),
			positions,
			threads,
			1000*time.Since(start).Seconds()/float64(positions),
			counts,
		)
		for _, kind := range []string{
			"cook", "dual", "mistake", "stipulation", "unreadable", "try",
			"moves: only", "moves: longer", "moves: shorter", "moves: defence", "moves: forced", "moves: dual",
		} {
			if counts[kind] < 10 {
				t.Errorf("only %d times %s", counts[kind], kind)
			}
		}
	}
}

// TestMinor checks losses of time by retrograde analysis of all positions with a king and a pawn against a king. If the
// winning side must avoid the positions of the solution, up to the next one, a move that loses time does not win.
func TestMinor(t *testing.T) {
	prober := probe.New(tables(t))
	defer prober.Close()
	space := newSpace(t, prober)
	r := rand.New(rand.NewPCG(3, 1))
	called, are, tried := 0, 0, 0
	for tried < 100 {
		p := tabletest.RandomPosition(r, tabletest.Classes(t, "KPvK")[0])
		text := study(p.FEN(), "*", line(t, prober, p, 8))
		report := reports(t, prober, 1, text)[0]
		if goalOf(report) != "check.goal.win side=White" {
			continue
		}
		for _, m := range report.Moves {
			n := m.Node
			if n.Parent.Position.Turn != board.White ||
				!slices.ContainsFunc(m.Others, func(o check.Other) bool { return o.Plies > m.Plies }) ||
				!space.has(&n.Position) {
				continue
			}
			tried++
			taken := map[int]bool{}
			for at := n; at != nil; at = at.Parent {
				taken[space.number(&at.Position)] = true
			}
			wins := space.wins(taken)
			for _, o := range m.Others {
				after := at(t, &n.Parent.Position, o.UCI)
				if o.Plies <= m.Plies || !space.has(&after) {
					continue
				}
				lost := !wins[space.number(&after)]
				if o.Loses && !lost {
					t.Errorf("%s: %s instead of %s wins by itself", n.Parent.Position.FEN(), o.SAN, n.SAN)
				}
				if o.Loses {
					called++
				}
				if lost {
					are++
				}
			}
		}
	}
	t.Logf("%d of %d losses of time were found", called, are)
	if called < 20 || called*2 < are {
		t.Errorf("only %d of %d losses of time were found", called, are)
	}
}

func at(t testing.TB, p *board.Position, uci string) board.Position {
	t.Helper()
	for _, m := range p.LegalMoves(nil) {
		if m.String() == uci {
			return p.Play(m)
		}
	}
	t.Fatalf("no move %s in %s", uci, p.FEN())
	return board.Position{}
}

// line returns best play, up to the given number of plies.
func line(t testing.TB, prober *probe.Prober, p board.Position, plies int) string {
	t.Helper()
	l, err := prober.Line(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	var moves []string
	for _, m := range l.Moves[:min(plies, len(l.Moves))] {
		moves = append(moves, m.SAN)
	}
	return strings.Join(moves, " ")
}

// A space has all positions of White's king and pawn against a king, with their moves. Tables have the values of moves
// that leave it.
type space struct {
	legal    []bool
	children [][]int32 // moves within
	leaves   []bool    // White wins at once by a move of White's; or one of Black's does not lose
}

const spaceSize = 2 * 64 * 64 * 64

// number returns the number of a position, from the side to move and the squares of the kings and of the pawn.
func (*space) number(p *board.Position) int {
	squares := [3]int{}
	for _, m := range p.Men() {
		switch {
		case m.Type == board.Pawn:
			squares[2] = int(m.Square)
		default:
			squares[m.Color] = int(m.Square)
		}
	}
	return ((int(p.Turn)*64+squares[0])*64+squares[1])*64 + squares[2]
}

func (*space) has(p *board.Position) bool {
	return slices.ContainsFunc(p.Men(), func(m board.Man) bool { return m.Type == board.Pawn })
}

func newSpace(t testing.TB, prober *probe.Prober) *space {
	s := &space{make([]bool, spaceSize), make([][]int32, spaceSize), make([]bool, spaceSize)}
	for n := range spaceSize {
		white, black, pawn := board.Square(n>>12&63), board.Square(n>>6&63), board.Square(n&63)
		p := board.NewPosition(board.Color(n>>18), board.Man{Type: board.King, Square: white},
			board.Man{Color: board.Black, Type: board.King, Square: black}, board.Man{Type: board.Pawn, Square: pawn})
		if p.Occupied().Count() < 3 || p.Check() != nil {
			continue
		}
		s.legal[n] = true
		moves := p.LegalMoves(nil)
		if len(moves) == 0 { // a king is not mated by king and pawn
			s.leaves[n] = p.Turn == board.Black
		}
		for _, m := range moves {
			after := p.Play(m)
			switch {
			case s.has(&after):
				s.children[n] = append(s.children[n], int32(s.number(&after)))
			case p.Turn == board.Black: // takes the pawn
				s.leaves[n] = true
			case m.Promotion == board.Queen || m.Promotion == board.Rook && !s.leaves[n]:
				r, err := prober.Probe(t.Context(), after)
				if err != nil {
					t.Fatal(err)
				}
				s.leaves[n] = s.leaves[n] || r.Category == value.LossCategory
			}
		}
	}
	return s
}

// wins returns the positions in which White wins without reaching any of the taken positions.
func (s *space) wins(taken map[int]bool) []bool {
	won := make([]bool, spaceSize)
	for changed := true; changed; {
		changed = false
		for n := range spaceSize {
			if won[n] || !s.legal[n] || taken[n] {
				continue
			}
			isWhite := n>>18 == int(board.White)
			wins := isWhite && s.leaves[n] ||
				!isWhite && !s.leaves[n] && !slices.ContainsFunc(s.children[n], func(c int32) bool { return !won[c] })
			if isWhite && !wins {
				wins = slices.ContainsFunc(s.children[n], func(c int32) bool { return won[c] })
			}
			if wins {
				won[n], changed = true, true
			}
		}
	}
	return won
}
