package board_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
)

// accepted lists FENs with what they are written back as.
var accepted = []struct{ name, fen, want string }{
	{"complete", "8/8/8/3k4/8/8/1Q6/K7 w - - 12 34", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"},
	{"no clocks", "8/8/8/3k4/8/8/1Q6/K7 w - -", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"},
	{"no en passant", "8/8/8/3k4/8/8/1Q6/K7 w -", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"},
	{"board and side only", "8/8/8/3k4/8/8/1Q6/K7 b", "8/8/8/3k4/8/8/1Q6/K7 b - - 0 1"},
	{"underscores", "8/8/8/3k4/8/8/1Q6/K7_w_-_-_0_1", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"},
	{"many spaces", "  8/8/8/3k4/8/8/1Q6/K7 \t w  - -\n", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"},
	{"two kings", "k7/8/K7/8/8/8/8/8 b - - 0 1", "k7/8/K7/8/8/8/8/8 b - - 0 1"},
	{"five men", "8/8/8/3k4/8/pp6/1Q6/K7 w - - 0 1", "8/8/8/3k4/8/pp6/1Q6/K7 w - - 0 1"},
	{"six men", "8/8/8/3k4/8/8/PPPP4/K7 w - - 0 1", "8/8/8/3k4/8/8/PPPP4/K7 w - - 0 1"},
	{"the first position, without castling", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
	{"the first position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	{"castling rights in another order", "r3k2r/8/8/8/8/8/8/R3K2R b qkQK - 3 9", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"},
	{"some of the castling rights", "r3k2r/8/8/8/8/8/8/R3K2R w qK", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"},
	{"castling and en passant", "4k3/8/8/8/1pP5/8/8/4K2R b K c3 0 1", "4k3/8/8/8/1pP5/8/8/4K2R b K c3 0 1"},
	{"en passant for Black", "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1"},
	{"en passant for White", "8/7k/8/1Pp5/8/8/8/7K w - c6 0 1", "8/7k/8/1Pp5/8/8/8/7K w - c6 0 1"},
	{"en passant that nobody can use", "8/8/7k/8/p1P5/7K/8/8 b - c3 0 1", "8/8/7k/8/p1P5/7K/8/8 b - - 0 1"},
	{"en passant is not round the edge", "8/8/7k/7p/P7/7K/8/8 b - a3 0 1", "8/8/7k/7p/P7/7K/8/8 b - - 0 1"},
	{"the side to move is in check", "8/8/8/3k4/8/8/3Q4/K7 b - - 0 1", "8/8/8/3k4/8/8/3Q4/K7 b - - 0 1"},
}

// refused lists FENs with a word that the reason must have.
var refused = []struct{ name, fen, reason string }{
	{"nothing", "", "needs at least"},
	{"a board only", "8/8/8/3k4/8/8/1Q6/K7", "side to move"},
	{"seven fields", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1 x", "7 fields"},
	{"seven ranks", "8/8/3k4/8/8/1Q6/K7 w - - 0 1", "7 ranks"},
	{"one rank", "8 w - - 0 1", "1 rank instead"},
	{"nine ranks", "8/8/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "9 ranks"},
	{"a short rank", "8/8/8/3k3/8/8/1Q6/K7 w - - 0 1", "rank 5 has 7"},
	{"a long rank", "8/8/8/3k4/8/8/1Q6/K8 w - - 0 1", "rank 1 has 9"},
	{"a man beyond the edge", "8/8/8/3k4/8/8/8Q/K7 w - - 0 1", "rank 2 has 9"},
	{"an empty rank", "8/8//3k4/8/8/1Q6/K7 w - - 0 1", "rank 6 has 0"},
	{"two numbers", "44/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "two numbers"},
	{"nine squares", "9/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "'9' is not a piece"},
	{"no squares", "80/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "'0' is not a piece"},
	{"an unknown piece", "8/8/8/3k4/8/8/1X6/K7 w - - 0 1", "'X' is not a piece"},
	{"a figurine", "8/8/8/3k4/8/8/1♕6/K7 w - - 0 1", "'♕' is not a piece"},
	{"a letter like a K", "8/8/8/3\u212a4/8/8/1Q6/K7 w - - 0 1", "is not a piece"},
	{"bytes that are no text", "8/8/8/3\xff4/8/8/1Q6/K7 w - - 0 1", "is not a piece"},
	{"a bracket", "8/8/8/3k4/8/8/1[6/K7 w - - 0 1", "'[' is not a piece"},
	{"no side to move", "8/8/8/3k4/8/8/1Q6/K7 - - 0 1", "side to move"},
	{"a capital side to move", "8/8/8/3k4/8/8/1Q6/K7 W - - 0 1", "side to move"},
	{"no king", "8/8/8/8/8/8/1Q6/K7 w - - 0 1", "Black has no king"},
	{"no king for White", "8/8/8/3k4/8/8/1q6/8 w - - 0 1", "White has no king"},
	{"no man", "8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"},
	{"two kings of a side", "8/8/8/3k4/8/8/8/K6K w - - 0 1", "White has 2 kings"},
	{"a pawn on the last rank", "3P4/8/8/3k4/8/8/8/K7 w - - 0 1", "pawn on d8"},
	{"a pawn on the first rank", "8/8/8/3k4/8/8/8/K6p b - - 0 1", "pawn on h1"},
	{"touching kings", "8/8/8/8/8/8/1k6/K6Q w - - 0 1", "kings touch"},
	{"the king can be taken", "8/8/8/3k4/8/8/3Q4/K7 w - - 0 1", "Black is in check"},
	{"White's king can be taken", "8/8/8/3k4/8/8/1p6/K7 b - - 0 1", "White is in check"},
	{"33 men", "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKBNR w - - 0 1", "33 men"},
	{"a full board", "qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq w - - 0 1", "64 men"},
	{"17 men of a side", "k7/8/8/8/8/N7/BPPPPPPP/KNBNBNBN w - - 0 1", "White has 17 men"},
	{"nine pawns", "k7/8/8/8/8/1p6/pppppppp/7K w - - 0 1", "Black has 9 pawns"},
	{"castling in Chess960", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", "'H', a file as in Chess960"},
	{"castling in Chess960 for Black", "r3k3/8/8/8/8/8/8/4K3 w a - 0 1", "'a', a file as in Chess960"},
	{"an unknown castling right", "4k3/8/8/8/8/8/8/4K2R w KZ - 0 1", "'Z'"},
	{"a castling right and none", "4k3/8/8/8/8/8/8/4K2R w K- 0 1", "'-'"},
	{"castling rights that are no text", "4k3/8/8/8/8/8/8/4K2R w \xff - 0 1", "castling rights"},
	{"a castling right twice", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "'K' twice"},
	{"no rook to castle with", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "White's right to castle queenside needs a king on e1 and a rook on a1"},
	{"no king to castle with", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "White's right to castle kingside needs a king on e1 and a rook on h1"},
	{"a bishop to castle with", "4k2b/8/8/8/8/8/8/4K3 w k - 0 1", "Black's right to castle kingside needs a king on e8 and a rook on h8"},
	{"White's rook to castle with for Black", "R3k3/8/8/8/8/8/8/4K3 b q - 0 1", "Black's right to castle queenside needs a king on e8 and a rook on a8"},
	{"en passant on no square", "8/8/7k/8/1pP5/7K/8/8 b - c9 0 1", `"c9" is not a square`},
	{"en passant for the wrong side", "8/8/7k/8/1pP5/7K/8/8 w - c3 0 1", "White to move"},
	{"en passant in the middle", "8/8/7k/8/1pP5/7K/8/8 b - c4 0 1", "c4 is impossible"},
	{"en passant on the first rank", "8/8/7k/8/1pP5/7K/8/8 b - c1 0 1", "c1 is impossible"},
	{"en passant on the last rank", "8/8/7k/8/1pP5/7K/8/8 w - c8 0 1", "c8 is impossible"},
	{"no pawn has jumped", "8/8/7k/8/1pP5/7K/8/8 b - d3 0 1", "no pawn has jumped"},
	{"a piece has jumped", "8/8/7k/8/1pN5/7K/8/8 b - c3 0 1", "no pawn has jumped"},
	{"the own pawn has jumped", "8/8/7k/8/1pp5/7K/8/8 b - c3 0 1", "no pawn has jumped"},
	{"the pawn still stands where it came from", "8/8/7k/8/1pP5/7K/2N5/8 b - c3 0 1", "blocked"},
	{"en passant on a man", "8/8/7k/8/1pP5/2N4K/8/8 b - c3 0 1", "blocked"},
	{"a clock of letters", "8/8/8/3k4/8/8/1Q6/K7 w - - x 1", "half-move clock"},
	{"a negative clock", "8/8/8/3k4/8/8/1Q6/K7 w - - -1 1", "half-move clock"},
	{"a move number out of range", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 99999999999999999999", "move number"},
	{"long", strings.Repeat("8/", 1000), "2000 characters"},
}

func TestParseFEN(t *testing.T) {
	for _, test := range accepted {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got := p.FEN(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	for _, test := range refused {
		_, err := board.ParseFEN(test.fen)
		var refusal *board.FENError
		if !errors.As(err, &refusal) || !strings.Contains(refusal.Reason, test.reason) || refusal.FEN != test.fen {
			t.Errorf("%s: %v, want a reason with %q", test.name, err, test.reason)
		}
	}
}

// TestRefusedMen: a refusal counts the men of a board that can be read.
func TestRefusedMen(t *testing.T) {
	for fen, men := range map[string]int{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1": 32,
		"8/8/8/8/8/8/1k6/K6Q w":           3,
		"8/8/8/8/8/8/1k6/K6X w":           0,
		"8/8/8/8/8/8/1k6/K6Q":             0,
		"k7/8/8/8/8/8/8/KQ x":             0,
		"k7/8/8/8/8/8/8/KQ6 x":            3,
		"k7/8/8/8/8/8/8/KQ6 w - - 0 1 23": 0,
	} {
		_, err := board.ParseFEN(fen)
		if refusal := (*board.FENError)(nil); !errors.As(err, &refusal) || refusal.Men != men {
			t.Errorf("%s: %+v, want %d men", fen, err, men)
		}
	}
}

// TestFENRoundTrip: a position that is legal reads back as itself.
func TestFENRoundTrip(t *testing.T) {
	r := random()
	for i := range 2000 {
		p := randomPosition(r)
		if i%2 == 0 {
			p = randomCastling(r)
		}
		again, err := board.ParseFEN(p.FEN())
		if err != nil {
			t.Fatal(err)
		}
		if again.Turn != p.Turn || again.Rights != p.Rights || again.EnPassant != p.EnPassant || again.FEN() != p.FEN() {
			t.Fatalf("%q is read as %q", p.FEN(), again.FEN())
		}
	}
}

// FuzzParseFEN: no text makes it panic, and what is accepted is legal, reads
// back as itself, and has only legal positions after it.
func FuzzParseFEN(f *testing.F) {
	for _, test := range accepted {
		f.Add(test.fen)
	}
	for _, test := range refused {
		f.Add(test.fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := board.ParseFEN(fen)
		counters := board.ParseCounters(fen)
		if err != nil {
			return
		}
		if err := p.Check(); err != nil {
			t.Fatalf("%q is accepted: %v", fen, err)
		}
		if with := p.FENWith(counters); board.ParseCounters(with) != counters {
			t.Fatalf("%q becomes %q", fen, with)
		}
		again, err := board.ParseFEN(p.FEN())
		if err != nil || again != p {
			t.Fatalf("%q becomes %q, and that %q: %v", fen, p.FEN(), again.FEN(), err)
		}
		for _, m := range p.LegalMoves(nil) {
			after := p.Play(m)
			if err := after.Check(); err != nil {
				t.Fatalf("%q: %v: %v", fen, m, err)
			}
		}
	})
}

// TestFENWith: counters take nothing from the rest.
func TestFENWith(t *testing.T) {
	p, err := board.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 7 20")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.FENWith(board.Counters{Clock: 31, Number: 44}), "4k3/8/8/8/8/8/8/4K2R w K - 31 44"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestParseCounters: they are the last two fields, and may be missing.
func TestParseCounters(t *testing.T) {
	for fen, want := range map[string]board.Counters{
		"8/8/8/3k4/8/8/1Q6/K7 w - - 73 120": {Clock: 73, Number: 120},
		"8/8/8/3k4/8/8/1Q6/K7_w_-_-_5":      {Clock: 5, Number: 1},
		"8/8/8/3k4/8/8/1Q6/K7 w":            {Number: 1},
		"8/8/8/3k4/8/8/1Q6/K7 w - - 0 0":    {Number: 1},

		// which ParseFEN refuses
		"8/8/8/3k4/8/8/1Q6/K7 w - - 3 2 more": {Clock: 3, Number: 2},
		"8/8/8/3k4/8/8/1Q6/K7 w - - -1 10000": {Number: 1},
	} {
		if got := board.ParseCounters(fen); got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}

// TestCountersEnd: what was counted as far as FENs count stays readable.
func TestCountersEnd(t *testing.T) {
	p, err := board.ParseFEN("8/8/8/3k4/8/8/1Q6/K7 b - - 9999 9999")
	if err != nil {
		t.Fatal(err)
	}
	c := board.ParseCounters("8/8/8/3k4/8/8/1Q6/K7 b - - 9999 9999").After(board.Black, false)
	if _, err := board.ParseFEN(p.FENWith(c)); err != nil {
		t.Error(err)
	}
}
