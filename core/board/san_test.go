package board_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
)

// TestSAN: names that are easily got wrong.
func TestSAN(t *testing.T) {
	tests := []struct{ name, fen, move, want string }{
		{"one queen", "8/8/8/8/8/k7/8/K3Q3 w", "e1e5", "Qe5"},
		{"the file is enough", "8/k7/8/8/8/8/8/KR5R w", "b1d1", "Rbd1"},
		{"the rank is enough", "k7/8/8/8/7R/8/8/K6R w", "h1h2", "R1h2"},
		{"on no common line the file is enough", "7k/8/8/8/8/5N2/8/KN6 w", "b1d2", "Nbd2"},
		{"both file and rank", "8/k7/8/8/4Q2Q/8/8/K6Q w", "h4e1", "Qh4e1"},
		{"of three the file is enough", "8/4Q3/k7/8/1Q5Q/8/8/K7 w", "b4e1", "Qbe1"},
		{"another one is pinned", "4r2k/8/8/8/8/4R3/8/R3K3 w -", "a1a3", "Ra3"},
		{"a capture by one of two", "6k1/8/8/7R/7p/8/8/K6R w", "h5h4", "R5xh4"},
		{"a capture by a pawn", "7k/8/8/8/8/1p6/P7/K7 w", "a2b3", "axb3"},
		{"en passant", "8/8/7k/8/1pP5/7K/8/8 b - c3", "b4c3", "bxc3"},
		{"en passant by one of two", "8/8/7k/8/1pPp4/7K/8/8 b - c3", "d4c3", "dxc3"},
		{"en passant opens a rank", "8/8/8/8/rpP4K/8/8/7k b - c3", "b4c3", "bxc3+"},
		{"a promotion", "8/P7/8/8/8/8/7k/K7 w", "a7a8n", "a8=N"},
		{"a promotion with check", "7k/P7/8/8/8/8/8/K7 w", "a7a8r", "a8=R+"},
		{"a capture that promotes and mates", "1r5k/P7/7K/8/8/8/8/8 w", "a7b8q", "axb8=Q#"},
		{"the king gives check by leaving", "7k/8/7K/8/8/8/8/7R w", "h6g6", "Kg6+"},
		{"mate", "k7/8/1K6/8/8/8/8/6Q1 w", "g1g8", "Qg8#"},
		{"castling kingside", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq", "e1g1", "O-O"},
		{"castling queenside", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq", "e8c8", "O-O-O"},
		{"castling with check", "5k2/8/8/8/8/8/8/4K2R w K", "e1g1", "O-O+"},
		{"castling with mate", "8/8/8/8/8/8/1R6/R3K2k w Q", "e1c1", "O-O-O#"},
		{"two squares of a rook", "8/k7/8/8/8/8/8/K3R3 w", "e1g1", "Rg1"},
		{"stalemate has no sign", "k7/8/1K6/8/8/8/8/2Q5 w", "c1c7", "Qc7"},
	}
	for _, test := range tests {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		moves := p.LegalMoves(nil)
		i := slices.IndexFunc(moves, func(m board.Move) bool { return m.String() == test.move })
		if i < 0 {
			t.Errorf("%s: %s is not among %v", test.name, test.move, moves)
			continue
		}
		if got := p.SAN(moves[i], moves); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestFindMove: a move is found by its names, and nothing else is.
func TestFindMove(t *testing.T) {
	tests := []struct{ fen, names, want string }{ // "" means not found
		{"8/k7/8/8/8/8/8/KR5R w", "Rbd1 Rb1d1 Rb1-d1 b1d1 Rbd1!?", "b1d1"},
		{"8/k7/8/8/8/8/8/KR5R w", "Rd1 Rcd1 R1d1 Kd1 Nbd1 bd1 d1 Rbd1x9 R ? b1", ""},
		{"4r2k/8/8/8/8/4R3/8/R3K3 w -", "Ra3 Raa3 R1a3 Ra1a3 Ra3+", "a1a3"},
		{"7k/8/8/8/8/1p6/P7/K7 w", "axb3 ab3 a:b3 a2xb3 a2b3", "a2b3"},
		{"7k/8/8/8/8/1p6/P7/K7 w", "a3 a2-a3", "a2a3"},
		{"7k/8/8/8/8/1p6/P7/K7 w", "b3 bxa2 ab", ""},
		{"1r5k/P7/7K/8/8/8/8/8 w", "axb8=Q# axb8Q ab8=Q a7xb8=Q+ a7b8q", "a7b8q"},
		{"1r5k/P7/7K/8/8/8/8/8 w", "axb8 axb8=K a7b8 a8=P", ""},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq", "O-O O-O! e1g1", "e1g1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq", "O-O-O+ OOO e1c1", "e1c1"},
		{"8/8/7k/8/1pP5/7K/8/8 b - c3", "bxc3 bc3 b4xc3", "b4c3"},
		{"8/8/8/8/8/2k5/8/K6B w", "Bb7 Bh1b7", "h1b7"},
	}
	for _, test := range tests {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.Fields(test.names) {
			m, found := p.FindMove(name, p.LegalMoves(nil))
			if got := m.String(); found != (test.want != "") || found && got != test.want {
				t.Errorf("%s in %s: %s, %v, want %q", name, test.fen, got, found, test.want)
			}
		}
	}
}

// TestFindMoveBySAN: in games, every move is found by the names that it is given.
func TestFindMoveBySAN(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		p, err := board.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		for range 150 {
			legal := p.LegalMoves(nil)
			for _, m := range legal {
				san := p.SAN(m, legal)
				for _, name := range []string{
					san, m.String(), strings.TrimRight(san, "+#"), strings.ReplaceAll(san, "x", ""),
				} {
					if got, found := p.FindMove(name, legal); !found || got != m {
						t.Fatalf("%s in %s: %v, %v, want %v", name, p.FEN(), got, found, m)
					}
				}
			}
			if len(legal) == 0 {
				break
			}
			p = p.Play(legal[random.IntN(len(legal))])
		}
	}
}
