package find_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
	"github.com/matewright/matewright/core/internal/tabletest"
)

// slowThemes judges moves by their names and by counting men.
var slowThemes = map[find.Theme]func(p *board.Position, m board.Move) bool{
	find.Sacrifice: slowSacrifice,
	find.Corner: func(p *board.Position, m board.Move) bool {
		name := strings.TrimRight(nameOf(p, m), "+#")
		return slices.ContainsFunc([]string{"a1", "a8", "h1", "h8"}, func(corner string) bool {
			place, _, _ := strings.Cut(name, "=")
			return strings.HasSuffix(place, corner)
		})
	},
	find.Underpromotion: func(p *board.Position, m board.Move) bool {
		name := nameOf(p, m)
		return strings.Contains(name, "=") && !strings.Contains(name, "=Q")
	},
	find.Quiet:    func(p *board.Position, m board.Move) bool { return !strings.ContainsAny(nameOf(p, m), "x=+#") },
	find.Capture:  func(p *board.Position, m board.Move) bool { return strings.Contains(nameOf(p, m), "x") },
	find.Check:    func(p *board.Position, m board.Move) bool { return strings.ContainsAny(nameOf(p, m), "+#") },
	find.Castling: func(p *board.Position, m board.Move) bool { return strings.HasPrefix(nameOf(p, m), "O-O") },
}

func nameOf(p *board.Position, m board.Move) string { return p.SAN(m, p.LegalMoves(nil)) }

// slowSacrifice compares the material before a move with the one after each capture and each recapture.
func slowSacrifice(p *board.Position, m board.Move) bool {
	before, after := pawnsAhead(p.Men(), p.Turn), p.Play(m)
	for _, c := range after.LegalMoves(nil) {
		taken := after.Play(c)
		if len(taken.Men()) == len(after.Men()) || pawnsAhead(taken.Men(), p.Turn) >= before {
			continue
		}
		isSound := false
		for _, r := range taken.LegalMoves(nil) {
			back := taken.Play(r)
			isHere := r.To == c.To && len(back.Men()) < len(taken.Men())
			isSound = isSound || isHere && pawnsAhead(back.Men(), p.Turn) >= before
		}
		if !isSound {
			return true
		}
	}
	return false
}

func pawnsAhead(men []board.Man, side board.Color) (n int) {
	for _, m := range men {
		worth := map[byte]int{'Q': 9, 'R': 5, 'B': 3, 'N': 3, 'P': 1}[m.Type.Letter()]
		if m.Color != side {
			worth = -worth
		}
		n += worth
	}
	return n
}

// TestThemes judges all moves of random games, with castling, en passant, exchanges and promotions.
func TestThemes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[find.Theme]int{}
	for _, fen := range []string{
		"4k3/8/8/8/8/8/6rn/R3K3 w Q - 0 1", "4k2r/8/8/8/8/8/8/RN2K3 w Qk - 0 1", "8/2k3P1/8/5r2/3p4/8/2P5/K7 w - - 0 1",
		"8/2k3P1/8/5n2/3p1q2/8/2P5/K7 w - - 0 1", "3q4/8/2k5/8/8/3P4/1N1K4/8 w - - 0 1",
	} {
		for range 100 {
			p := tabletest.Position(t, fen)
			for range 20 {
				legal := p.LegalMoves(nil)
				for _, m := range legal {
					for _, theme := range find.Themes {
						has := theme.Has(&p, m)
						if has != slowThemes[theme](&p, m) {
							t.Fatalf("%s: %v of %s: %v", theme, m, p.FEN(), has)
						}
						if has {
							seen[theme]++
						}
					}
				}
				if len(legal) == 0 {
					break
				}
				p = p.Play(legal[r.IntN(len(legal))])
			}
		}
	}
	for _, theme := range find.Themes {
		if seen[theme] < 20 {
			t.Errorf("%s: only %d of the moves have it", theme, seen[theme])
		}
	}
}

// TestSacrifice has the cases of the rule.
func TestSacrifice(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      bool
	}{
		{"8/8/8/3k4/8/8/8/K3R3 w - - 0 1", "e1e4", true},      // a rook for nothing
		{"8/8/8/3k4/8/3K4/8/4R3 w - - 0 1", "e1e4", false},    // guarded
		{"8/8/3p4/k3n3/8/8/8/K3R3 w - - 0 1", "e1e5", true},   // a rook for a knight
		{"8/8/3p4/k3r3/8/8/8/K3R3 w - - 0 1", "e1e5", false},  // an exchange of rooks
		{"8/8/5p2/k7/6P1/8/8/K3R3 w - - 0 1", "e1e5", true},   // a check, and a pawn takes
		{"8/1k6/5p2/8/5P2/8/8/K3R3 w - - 0 1", "e1e5", true},  // the pawn takes a guarded rook
		{"8/1P6/2k5/8/8/8/8/K7 w - - 0 1", "b7b8q", false},    // a queen that stays
		{"3k4/1P6/8/8/8/8/8/K7 w - - 0 1", "b7b8r", false},    // a check
		{"k7/2P5/1K6/8/8/8/8/7r w - - 0 1", "c7c8r", false},   // mate
		{"2r5/1P6/8/8/8/k7/8/K7 w - - 0 1", "b7b8q", true},    // the queen is taken: a pawn
		{"8/8/8/3k1b2/8/3K4/4R3/8 w - - 0 1", "d3c3", false},  // nothing to take
		{"8/8/8/8/4n3/3k4/8/K3R3 w - - 0 1", "a1b1", false},   // the rook is not attacked
		{"8/8/8/8/8/3k4/4R3/K7 w - - 0 1", "a1b1", true},      // the rook stays under attack
		{"4k3/8/8/8/8/8/6p1/K4R2 w - - 0 1", "f1f2", false},   // nothing is taken
		{"4k3/8/8/8/8/8/6p1/K4R2 w - - 0 1", "f1e1", false},   // a check
		{"4k3/8/8/8/8/8/1K4p1/5R2 w - - 0 1", "b2b3", true},   // the pawn takes and promotes
		{"4k3/8/8/8/8/8/4K1p1/5R2 w - - 0 1", "e2e3", true},   // and is not retaken
		{"4k3/8/8/8/8/8/4K1p1/5R2 w - - 0 1", "e2f2", true},   // retaken: a rook for a pawn
		{"4k3/8/8/3b4/8/8/4K1N1/8 w - - 0 1", "e2f2", false},  // guarded
		{"4k3/3p4/8/4P3/8/8/8/K7 w - - 0 1", "e5e6", true},    // a pawn for nothing
		{"4k3/8/8/8/3p4/8/2P5/K7 w - - 0 1", "c2c4", true},    // en passant
		{"4k3/8/8/8/3p4/1P6/2P5/K7 w - - 0 1", "c2c4", true},  // the pawn that takes is out of reach
		{"4k3/8/8/8/3p4/4P3/2P5/3K4 w - - 0 1", "c2c4", true}, // and here
		{"4k3/8/8/8/3p4/3K4/2P5/8 w - - 0 1", "c2c4", false},  // here it is not
		{"7k/6pp/8/8/8/8/K7/3QR3 w - - 0 1", "d1d8", false},   // mate
		{"6rk/6pp/8/8/8/8/K7/3QR3 w - - 0 1", "d1d8", true},   // the rook takes
		{"6rk/6pp/8/8/8/8/K7/3RR3 w - - 0 1", "d1d8", true},   // a rook for nothing
		{"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1e2", false}, // takes a rook
		{"4k3/8/8/8/8/8/6n1/R3K2R w KQ - 0 1", "e1f2", false}, // attacks are not captures
		{"4k3/8/8/8/8/6n1/8/R3K2R w KQ - 0 1", "e1c1", true},  // castles, and leaves a rook
		{"8/8/8/8/8/2k5/8/R3K3 w Q - 0 1", "a1a3", false},     // a check from afar
		{"8/8/8/8/8/1k6/8/R3K3 w Q - 0 1", "a1a2", true},      // the rook goes to the king
	} {
		p := tabletest.Position(t, c.fen)
		i := slices.IndexFunc(p.LegalMoves(nil), func(m board.Move) bool { return m.String() == c.move })
		if i < 0 {
			t.Fatalf("%s is not a legal move of %s", c.move, c.fen)
		}
		if got := find.Sacrifice.Has(&p, p.LegalMoves(nil)[i]); got != c.want {
			t.Errorf("%s of %s: %v", c.move, c.fen, got)
		}
	}
}

// TestParseThemes reads lists of themes, and refuses other words.
func TestParseThemes(t *testing.T) {
	got, err := find.ParseThemes(" Sacrifice, quiet,")
	if err != nil || !slices.Equal(got, []find.Theme{find.Sacrifice, find.Quiet}) {
		t.Error(got, err)
	}
	if got, err := find.ParseThemes("sacrifice beauty"); err == nil {
		t.Error(got)
	}
	q := find.Query{Class: class(t, "KRvK"), Kind: find.Zugzwang, Themes: got}
	if _, err := find.New(t.Context(), tables(t), q); err == nil {
		t.Error("a mutual zugzwang has no single move")
	}
}
