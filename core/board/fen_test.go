package board_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
)

// accepted lists FENs and the standard form that they are written in.
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
	{
		"the first position, without castling",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
	},
	{
		"the first position",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	},
	{
		"castling rights in another order",
		"r3k2r/8/8/8/8/8/8/R3K2R b qkQK - 3 9",
		"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
	},
	{"some of the castling rights", "r3k2r/8/8/8/8/8/8/R3K2R w qK", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"},
	{"castling and en passant", "4k3/8/8/8/1pP5/8/8/4K2R b K c3 0 1", "4k3/8/8/8/1pP5/8/8/4K2R b K c3 0 1"},
	{"en passant for Black", "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1"},
	{"en passant for White", "8/7k/8/1Pp5/8/8/8/7K w - c6 0 1", "8/7k/8/1Pp5/8/8/8/7K w - c6 0 1"},
	{"en passant that nobody can use", "8/8/7k/8/p1P5/7K/8/8 b - c3 0 1", "8/8/7k/8/p1P5/7K/8/8 b - - 0 1"},
	{"en passant is not round the edge", "8/8/7k/7p/P7/7K/8/8 b - a3 0 1", "8/8/7k/7p/P7/7K/8/8 b - - 0 1"},
	{
		"en passant that is not legal: the pawn is pinned",
		"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
		"8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1",
	},
	{
		"en passant that one of two pawns can use",
		"4k3/8/8/2pPpP2/8/8/8/B3K3 w - e6 0 1",
		"4k3/8/8/2pPpP2/8/8/8/B3K3 w - e6 0 1",
	},
	{"castling by files", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
	{"castling by a file", "8/8/8/3k4/8/8/1r6/R3K3 w A - 0 1", "8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1"},
	{"castling with a rook inside", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"},
	{"castling with a rook inside for Black", "1r2k3/8/8/8/8/8/8/4K3 w b - 0 1", "1r2k3/8/8/8/8/8/8/4K3 w b - 0 1"},
	{"the inner of two rooks", "4k3/8/8/8/8/8/8/R1R1K1RR w GC - 0 1", "4k3/8/8/8/8/8/8/R1R1K1RR w GC - 0 1"},
	{"a king elsewhere", "4k3/8/8/8/8/8/8/R4K1R w AH - 0 1", "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1"},
	{"Chess960 for one side", "r3k2r/8/8/8/8/8/8/1R3K2 b Bkq - 0 1", "r3k2r/8/8/8/8/8/8/1R3K2 b Bkq - 0 1"},
	{"castling by files and sides", "4k2r/8/8/8/8/8/8/R3K3 w Ak - 0 1", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"},
	{"a move number from 0", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 0", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"},
	{"the side to move is in check", "8/8/8/3k4/8/8/3Q4/K7 b - - 0 1", "8/8/8/3k4/8/8/3Q4/K7 b - - 0 1"},
}

// refused lists FENs with the code of the reason.
var refused = []struct{ name, fen, reason string }{
	{"nothing", "", "core.fen.empty"},
	{"seven fields", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1 x", "core.fen.fields count=7"},
	{"seven ranks", "8/8/3k4/8/8/1Q6/K7 w - - 0 1", "core.fen.ranks count=7"},
	{"one rank", "8 w - - 0 1", "core.fen.ranks count=1"},
	{"nine ranks", "8/8/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "core.fen.ranks count=9"},
	{"a short rank", "8/8/8/3k3/8/8/1Q6/K7 w - - 0 1", "core.fen.squares count=7 rank=5"},
	{"a long rank", "8/8/8/3k4/8/8/1Q6/K8 w - - 0 1", "core.fen.squares count=9 rank=1"},
	{"a man beyond the edge", "8/8/8/3k4/8/8/8Q/K7 w - - 0 1", "core.fen.squares count=9 rank=2"},
	{"an empty rank", "8/8//3k4/8/8/1Q6/K7 w - - 0 1", "core.fen.squares count=0 rank=6"},
	{"two numbers", "44/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "core.fen.twoNumbers rank=8"},
	{"nine squares", "9/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "core.fen.notPiece letter='9'"},
	{"no squares", "80/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "core.fen.notPiece letter='0'"},
	{"an unknown piece", "8/8/8/3k4/8/8/1X6/K7 w - - 0 1", "core.fen.notPiece letter='X'"},
	{"a figurine", "8/8/8/3k4/8/8/1♕6/K7 w - - 0 1", "core.fen.notPiece letter='♕'"},
	{"a letter like a K", "8/8/8/3\u212a4/8/8/1Q6/K7 w - - 0 1", "core.fen.notPiece letter='K'"},
	{"bytes that are no text", "8/8/8/3\xff4/8/8/1Q6/K7 w - - 0 1", "core.fen.notPiece letter='�'"},
	{"a bracket", "8/8/8/3k4/8/8/1[6/K7 w - - 0 1", "core.fen.notPiece letter='['"},
	{"no side to move", "8/8/8/3k4/8/8/1Q6/K7 - - 0 1", `core.fen.turn text="-"`},
	{"a capital side to move", "8/8/8/3k4/8/8/1Q6/K7 W - - 0 1", `core.fen.turn text="W"`},
	{"no king", "8/8/8/8/8/8/1Q6/K7 w - - 0 1", "core.fen.noKing color=Black"},
	{"no king for White", "8/8/8/3k4/8/8/1q6/8 w - - 0 1", "core.fen.noKing color=White"},
	{"no man", "8/8/8/8/8/8/8/8 w - - 0 1", "core.fen.noKing color=White"},
	{"two kings of a side", "8/8/8/3k4/8/8/8/K6K w - - 0 1", "core.fen.kings color=White count=2"},
	{"a pawn on the last rank", "3P4/8/8/3k4/8/8/8/K7 w - - 0 1", "core.fen.pawnOn square=d8"},
	{"a pawn on the first rank", "8/8/8/3k4/8/8/8/K6p b - - 0 1", "core.fen.pawnOn square=h1"},
	{"touching kings", "8/8/8/8/8/8/1k6/K6Q w - - 0 1", "core.fen.kingsTouch"},
	{"the king can be taken", "8/8/8/3k4/8/8/3Q4/K7 w - - 0 1", "core.fen.check color=Black"},
	{"White's king can be taken", "8/8/8/3k4/8/8/1p6/K7 b - - 0 1", "core.fen.check color=White"},
	{"33 men", "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKBNR w - - 0 1", "core.fen.manyMen count=33 most=32"},
	{
		"a full board",
		"qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq w - - 0 1",
		"core.fen.manyMen count=64 most=32",
	},
	{"17 men of a side", "k7/8/8/8/8/N7/BPPPPPPP/KNBNBNBN w - - 0 1", "core.fen.sideMen color=White count=17"},
	{"nine pawns", "k7/8/8/8/8/1p6/pppppppp/7K w - - 0 1", "core.fen.sidePawns color=Black count=9"},
	{
		"X-FEN of a rook inside",
		"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1",
		"core.fen.innerRook file='G' inner=g1 letter='K' rook=h1",
	},
	{
		"X-FEN of a rook inside for Black",
		"1r2k3/8/8/8/8/8/8/4K3 w q - 0 1",
		"core.fen.innerRook file='b' inner=b8 letter='q' rook=a8",
	},
	{"two rooks of a side", "4k3/8/8/8/8/8/8/2K2RR1 w GF - 0 1", `core.fen.twoRooks text="GF"`},
	{"a rook beside that of K", "4k3/8/8/8/8/8/8/4K1RR w GK - 0 1", `core.fen.twoRooks text="GK"`},
	{"a sign among castling rights", "4k3/8/8/8/8/8/8/R3K3 w xQ - 0 1", "core.fen.rightLetter letter='x' letters=KQkq"},
	{"an unknown castling right", "4k3/8/8/8/8/8/8/4K2R w KZ - 0 1", "core.fen.rightLetter letter='Z' letters=KQkq"},
	{
		"castling rights that are no text",
		"4k3/8/8/8/8/8/8/4K2R w \xff - 0 1",
		"core.fen.rightLetter letter='�' letters=KQkq",
	},
	{"en passant on no square", "8/8/7k/8/1pP5/7K/8/8 b - c9 0 1", `core.fen.enPassantNotSquare text="c9"`},
	{"en passant by a number", "8/8/7k/8/1pP5/7K/8/8 b - 0 1", `core.fen.enPassantNotSquare text="0"`},
	{"a clock of letters", "8/8/8/3k4/8/8/1Q6/K7 w - - x 1", `core.fen.counterNotNumber counter=clock text="x"`},
	{"long", strings.Repeat("8/", 1000), "core.fen.long count=2000"},
}

// TestReadFEN checks that ReadFEN and ParseFEN read accepted FENs without warnings.
func TestReadFEN(t *testing.T) {
	for _, test := range accepted {
		p, err := board.ParseFEN(test.fen)
		r, lenient := board.ReadFEN(test.fen)
		if err != nil || lenient != nil {
			t.Errorf("%s: %v, %v", test.name, err, lenient)
		} else if got := p.FEN(); got != test.want || r.Position != p || len(r.Warnings) != 0 {
			t.Errorf("%s: %q, want %q; warnings: %v", test.name, got, test.want, r.Warnings)
		}
	}
	for _, test := range refused {
		for _, read := range []func(string) (board.Reading, error){board.ReadFEN, board.ReadFENStrictly} {
			_, err := read(test.fen)
			var refusal *board.FENError
			if !errors.As(err, &refusal) || refusal.Reason.Code() != test.reason || refusal.FEN != test.fen {
				t.Errorf("%s: %v, want the reason %s", test.name, err, test.reason)
			}
		}
	}
}

// TestRefusedMen: a refusal counts the men of a board that can be read.
func TestRefusedMen(t *testing.T) {
	for fen, men := range map[string]int{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhb - 0 1": 32,
		"8/8/8/8/8/8/1k6/K6Q w":           3,
		"8/8/8/8/8/8/1k6/K6X w":           0,
		"8/8/8/8/8/8/1k6/K6Q":             3,
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
		if again.Turn != p.Turn || again.Rights != p.Rights || again.EnPassant != p.EnPassant ||
			again.FEN() != p.FEN() {
			t.Fatalf("%q is read as %q", p.FEN(), again.FEN())
		}
	}
}

// FuzzParseFEN checks that no text causes a panic. An accepted position must be legal, must be read back as itself
// without warnings, and all its moves must lead to legal positions. The strict reader must accept it if and only if it
// has no warnings. A cut must leave a FEN whole.
func FuzzParseFEN(f *testing.F) {
	for _, test := range accepted {
		f.Add(test.fen)
	}
	for _, test := range repaired {
		f.Add(test.fen)
	}
	for _, test := range refused {
		f.Add(test.fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		cut, rest := board.CutFEN(fen)
		if !strings.HasSuffix(fen, rest) {
			t.Fatalf("%q is cut to %q and %q", fen, cut, rest)
		}
		if _, err := board.ReadFEN(cut); err == nil {
			if again, rest := board.CutFEN(cut); again != cut || rest != "" {
				t.Fatalf("%q is cut to %q, and that to %q", fen, cut, again)
			}
		}
		r, err := board.ReadFEN(fen)
		if _, refused := board.ReadFENStrictly(fen); (refused == nil) != (err == nil && len(r.Warnings) == 0) {
			t.Fatalf("%q: %v, warnings %v, and read strictly %v", fen, err, r.Warnings, refused)
		}
		if err != nil {
			return
		}
		p := r.Position
		if err := p.Check(); err != nil {
			t.Fatalf("%q is accepted: %v", fen, err)
		}
		again, err := board.ReadFENStrictly(r.FEN())
		if err != nil || again.Position != p || again.Counters != r.Counters {
			t.Fatalf("%q becomes %q, and that %q: %v", fen, r.FEN(), again.FEN(), err)
		}
		if cut, rest := board.CutFEN(r.FEN()); cut != r.FEN() || rest != "" {
			t.Fatalf("%q is cut to %q", r.FEN(), cut)
		}
		if p.EnPassant != board.NoSquare && !slices.Contains(p.EnPassantSquares(), p.EnPassant) {
			t.Fatalf("%q keeps %v, where no pawn can take", fen, p.EnPassant)
		}
		for _, m := range p.LegalMoves(nil) {
			after := p.Play(m)
			if err := after.Check(); err != nil {
				t.Fatalf("%q: %v: %v", fen, m, err)
			}
			if again, err := board.ParseFEN(after.FEN()); err != nil || again.FEN() != after.FEN() {
				t.Fatalf("%q: after %v %q becomes %q: %v", fen, m, after.FEN(), again.FEN(), err)
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

// TestCounters: they are the last two fields, and may be missing.
func TestCounters(t *testing.T) {
	for fen, want := range map[string]board.Counters{
		"8/8/8/3k4/8/8/1Q6/K7 w - - 73 120": {Clock: 73, Number: 120},
		"8/8/8/3k4/8/8/1Q6/K7_w_-_-_5":      {Clock: 5, Number: 1},
		"8/8/8/3k4/8/8/1Q6/K7 w":            {Number: 1},
		"8/8/8/3k4/8/8/1Q6/K7 w - - 0 0":    {Number: 1},
	} {
		if got, err := board.ReadFENStrictly(fen); err != nil || got.Counters != want {
			t.Errorf("%s: %v, want %v: %v", fen, got.Counters, want, err)
		}
	}
}

// TestCountersEnd checks that the largest counters stay readable.
func TestCountersEnd(t *testing.T) {
	r, err := board.ReadFEN("8/8/8/3k4/8/8/1Q6/K7 b - - 9999 9999")
	if err != nil {
		t.Fatal(err)
	}
	r.Counters = r.Counters.After(board.Black, false)
	if _, err := board.ReadFENStrictly(r.FEN()); err != nil {
		t.Error(err)
	}
}
