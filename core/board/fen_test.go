package board_test

import (
	"errors"
	"fmt"
	"reflect"
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
	{"castling with a rook inside", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "core.fen.chess960Rook letter='F'"},
	{"castling with a rook inside for Black", "1r2k3/8/8/8/8/8/8/4K3 w b - 0 1", "core.fen.chess960Rook letter='b'"},
	{
		"the file of a rook, and the king elsewhere",
		"4k3/8/8/8/8/8/8/5K1R w H - 0 1",
		"core.fen.chess960King king=e1 letter='H' rook=h1",
	},
	{"X-FEN of a rook inside", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "core.fen.chess960King king=e1 letter='K' rook=h1"},
	{
		"X-FEN of a rook inside for Black",
		"1r2k3/8/8/8/8/8/8/4K3 w q - 0 1",
		"core.fen.chess960King king=e8 letter='q' rook=a8",
	},
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

// repaired lists FENs with faults, what they become, and the codes of the warnings with the message of the first one.
var repaired = []struct{ fen, want, codes, said string }{
	{
		"8/8/8/3k4/8/8/1Q6/K7",
		"8/8/8/3k4/8/8/1Q6/K7 w - - 0 1",
		"turn",
		"core.repair fault=(core.fen.noTurn) repair=(core.repair.white)",
	},
	{
		"8/8/8/3k4/8/8/3Q4/K7",
		"8/8/8/3k4/8/8/3Q4/K7 b - - 0 1",
		"turn",
		"core.repair fault=(core.fen.noTurn) repair=(core.repair.blackInCheck)",
	},
	{
		"8/8/8/3k4/8/8/3q4/3K4",
		"8/8/8/3k4/8/8/3q4/3K4 w - - 0 1",
		"turn",
		"core.repair fault=(core.fen.noTurn) repair=(core.repair.white)",
	},
	{
		"4k3/8/8/8/8/8/8/4K2R",
		"4k3/8/8/8/8/8/8/4K2R w - - 0 1",
		"turn castling",
		"core.repair fault=(core.fen.noTurn) repair=(core.repair.white)",
	},
	{
		"4k3/8/8/8/8/8/8/4K2R b",
		"4k3/8/8/8/8/8/8/4K2R b - - 0 1",
		"castling",
		"core.repair fault=(core.fen.noRights) repair=(core.repair.noCastling)",
	},
	{
		"4k3/8/8/8/1pP5/8/8/4K3 b -",
		"4k3/8/8/8/1pP5/8/8/4K3 b - - 0 1",
		"en-passant",
		"core.repair fault=(core.fen.noEnPassant) repair=(core.repair.noEnPassant)",
	},
	{
		"8/8/3k4/8/8/8/8/4K2R w KQkq - 0 1",
		"8/8/3k4/8/8/8/8/4K2R w K - 0 1",
		"castling",
		"core.repair fault=(core.fen.rightsNotAtHome letters=Qkq) repair=(core.repair.theyDropped)",
	},
	{
		"8/8/8/3k4/8/8/1r6/4K3 w KQkq - 0 1",
		"8/8/8/3k4/8/8/1r6/4K3 w - - 0 1",
		"castling",
		"core.repair fault=(core.fen.rightsNotAtHome letters=KQkq) repair=(core.repair.theyDropped)",
	},
	{
		"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"castling",
		"core.repair fault=(core.fen.rightNotAtHome king=e1 letter=Q rook=a1) repair=(core.repair.dropped)",
	},
	{
		"4k3/8/8/8/8/8/8/5K1R w K - 9 7",
		"4k3/8/8/8/8/8/8/5K1R w - - 9 7",
		"castling",
		"core.repair fault=(core.fen.rightNotAtHome king=e1 letter=K rook=h1) repair=(core.repair.dropped)",
	},
	{
		"4k2b/8/8/8/8/8/8/4K3 w k - 0 1",
		"4k2b/8/8/8/8/8/8/4K3 w - - 0 1",
		"castling",
		"core.repair fault=(core.fen.rightNotAtHome king=e8 letter=k rook=h8) repair=(core.repair.dropped)",
	},
	{
		"R3k3/8/8/8/8/8/8/4K3 b q - 0 1",
		"R3k3/8/8/8/8/8/8/4K3 b - - 0 1",
		"castling",
		"core.repair fault=(core.fen.rightNotAtHome king=e8 letter=q rook=a8) repair=(core.repair.dropped)",
	},
	{
		"4k3/8/8/8/8/8/8/4K2R w HA - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"castling",
		"core.repair fault=(core.fen.rightNotAtHome king=e1 letter=A rook=a1) repair=(core.repair.dropped)",
	},
	{
		"r3k3/8/8/8/8/8/8/R3K3 w HAh - 0 1",
		"r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
		"castling",
		"core.repair fault=(core.fen.rightsNotAtHome letters=Hh) repair=(core.repair.theyDropped)",
	},
	{
		"4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"castling",
		`core.repair fault=(core.fen.rightTwice text="KK") repair=(core.repair.once)`,
	},
	{
		"4k3/8/8/8/8/8/8/4K2R w KH - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"castling",
		`core.repair fault=(core.fen.rightTwice text="KH") repair=(core.repair.once)`,
	},
	{
		"4k3/8/8/8/8/8/8/4K2R w K--- - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"dash",
		`core.repair fault=(core.fen.dashInRights text="K---") repair=(core.repair.ignored)`,
	},
	{
		"8/8/8/3k4/8/8/1Q6/K7 w -- - 99 1",
		"8/8/8/3k4/8/8/1Q6/K7 w - - 99 1",
		"dash",
		`core.repair fault=(core.fen.dash text="--") repair=(core.repair.dashRead)`,
	},
	{
		"8/8/8/3k4/8/8/1Q6/K7 w – – 99 60",
		"8/8/8/3k4/8/8/1Q6/K7 w - - 99 60",
		"dash",
		`core.repair fault=(core.fen.dash text="–") repair=(core.repair.dashRead)`,
	},
	{
		"8/8/8/3k4/8/8/1Q6/K7 w — − 99 60",
		"8/8/8/3k4/8/8/1Q6/K7 w - - 99 60",
		"dash",
		`core.repair fault=(core.fen.dash text="—") repair=(core.repair.dashRead)`,
	},
	{
		"8/8/7k/8/1pP5/7K/8/8 b - c4 30 40",
		"8/8/7k/8/1pP5/7K/8/8 b - - 30 40",
		"en-passant",
		"core.repair fault=(core.fen.enPassantTurn color=Black square=c4) repair=(core.repair.dropped)",
	},
	{
		"8/8/7k/8/1pP5/7K/8/8 b - c6 30 40",
		"8/8/7k/8/1pP5/7K/8/8 b - - 30 40",
		"en-passant",
		"core.repair fault=(core.fen.enPassantTurn color=Black square=c6) repair=(core.repair.dropped)",
	},
	{
		"8/8/7k/8/1pP5/7K/8/8 w - c3 0 1",
		"8/8/7k/8/1pP5/7K/8/8 w - - 0 1",
		"en-passant",
		"core.repair fault=(core.fen.enPassantTurn color=White square=c3) repair=(core.repair.dropped)",
	},
	{
		"8/8/7k/8/1pP5/7K/8/8 b - c1 0 1",
		"8/8/7k/8/1pP5/7K/8/8 b - - 0 1",
		"en-passant",
		"core.repair fault=(core.fen.enPassantTurn color=Black square=c1) repair=(core.repair.dropped)",
	},
	{
		"8/8/7k/8/1pP5/7K/8/8 w - c8 0 1",
		"8/8/7k/8/1pP5/7K/8/8 w - - 0 1",
		"en-passant",
		"core.repair fault=(core.fen.enPassantTurn color=White square=c8) repair=(core.repair.dropped)",
	},
	{
		"8/8/7k/8/1pP5/7K/8/8 b - d3 0 1",
		"8/8/7k/8/1pP5/7K/8/8 b - - 0 1",
		"en-passant",
		"core.repair fault=(core.fen.enPassantPawn square=d3) repair=(core.repair.dropped)",
	},
	{
		"8/8/7k/8/1pN5/7K/8/8 b - c3 0 1",
		"8/8/7k/8/1pN5/7K/8/8 b - - 0 1",
		"en-passant",
		"core.repair fault=(core.fen.enPassantPawn square=c3) repair=(core.repair.dropped)",
	},
	{
		"8/8/7k/8/1pp5/7K/8/8 b - c3 0 1",
		"8/8/7k/8/1pp5/7K/8/8 b - - 0 1",
		"en-passant",
		"core.repair fault=(core.fen.enPassantPawn square=c3) repair=(core.repair.dropped)",
	},
	{
		"8/8/7k/8/1pP5/7K/2N5/8 b - c3 0 1",
		"8/8/7k/8/1pP5/7K/2N5/8 b - - 0 1",
		"en-passant",
		"core.repair fault=(core.fen.enPassantBlocked square=c3) repair=(core.repair.dropped)",
	},
	{
		"8/8/7k/8/1pP5/2N4K/8/8 b - c3 0 1",
		"8/8/7k/8/1pP5/2N4K/8/8 b - - 0 1",
		"en-passant",
		"core.repair fault=(core.fen.enPassantBlocked square=c3) repair=(core.repair.dropped)",
	},
	{
		"8/8/8/3k4/8/8/1Q6/K7 w - - 99999 1",
		"8/8/8/3k4/8/8/1Q6/K7 w - - 9999 1",
		"clock",
		"core.repair fault=(core.fen.counterLarge counter=clock most=9999 text=99999) repair=(core.repair.assumed value=9999)",
	},
	{
		"8/8/8/3k4/8/8/1Q6/K7 w - - 3 99999999999999999999",
		"8/8/8/3k4/8/8/1Q6/K7 w - - 3 9999",
		"number",
		"core.repair fault=(core.fen.counterLarge counter=number most=9999 text=99999999999999999999) repair=(core.repair.assumed value=9999)",
	},
	{
		"8/8/8/3k4/8/8/1Q6/K7 w - - -1 12",
		"8/8/8/3k4/8/8/1Q6/K7 w - - 0 12",
		"clock",
		"core.repair fault=(core.fen.counterNegative counter=clock text=-1) repair=(core.repair.assumed value=0)",
	},
	{
		"8/8/8/3k4/8/8/1Q6/K7 w - - 7 -99999999999999999999",
		"8/8/8/3k4/8/8/1Q6/K7 w - - 7 1",
		"number",
		"core.repair fault=(core.fen.counterNegative counter=number text=-99999999999999999999) repair=(core.repair.assumed value=1)",
	},
	{
		"8/8/8/3k4/8/8/1Q6/K7 w - - - -",
		"8/8/8/3k4/8/8/1Q6/K7 w - - 0 1",
		"clock number",
		"core.repair fault=(core.fen.counterMissing counter=clock) repair=(core.repair.assumed value=0)",
	},
	{
		"4k3/8/8/8/8/8/8/4K2R_b_KQkq_e3_-1_10000",
		"4k3/8/8/8/8/8/8/4K2R b K - 0 9999",
		"castling en-passant clock number",
		"core.repair fault=(core.fen.rightsNotAtHome letters=Qkq) repair=(core.repair.theyDropped)",
	},
}

func TestRepairedFEN(t *testing.T) {
	for _, test := range repaired {
		r, err := board.ReadFEN(test.fen)
		if err != nil {
			t.Errorf("%s: %v", test.fen, err)
			continue
		}
		var codes []string
		for _, w := range r.Warnings {
			codes = append(codes, string(w.Code))
		}
		if r.FEN() != test.want || strings.Join(codes, " ") != test.codes || r.Warnings[0].Said.Code() != test.said ||
			r.Warnings[0].Words == "" {
			t.Errorf(
				"%s: %s, %q, want %s with the warnings %s and %s",
				test.fen,
				r.FEN(),
				r.Warnings,
				test.want,
				test.codes,
				test.said,
			)
		}
		_, err = board.ReadFENStrictly(test.fen)
		refusal := (*board.FENError)(nil)
		if !errors.As(err, &refusal) || !reflect.DeepEqual(r.Warnings[0].Said.Values["fault"], refusal.Reason) ||
			refusal.Men != len(r.Position.Men()) {
			t.Errorf("%s: read strictly: %v", test.fen, err)
		}
	}
}

// TestCutFEN cuts a position from the text after it.
func TestCutFEN(t *testing.T) {
	const men = "8/8/8/3k4/8/8/1r6/R3K3"
	for _, test := range []struct{ after, fields, rest string }{
		{"", "", ""},
		{" w Q - 3 40", "w Q - 3 40", ""},
		{" w Q - 3 40 and more", "w Q - 3 40", " and more"},
		{"_w_-_-_0_1", "w - - 0 1", ""},
		{" \t w  - \u00a0-\n", "w - -", "\n"},

		// words that end it
		{" is won", "", " is won"},
		{" Qh4 wins", "", " Qh4 wins"},
		{" Qh4 - wins", "", " Qh4 - wins"},
		{" – White wins", "", " – White wins"},
		{" B wins", "", " B wins"},
		{", w to move", "", ", w to move"},
		{".", "", "."},
		{" w", "w", ""},
		{" b, I said", "b", ", I said"},
		{" b. K and P draw", "b", ". K and P draw"},
		{" w wins", "w", " wins"},
		{" w wins - see e4", "w", " wins - see e4"},
		{" w a draw", "w", " a draw"},
		{" w Qh4 wins", "w", " Qh4 wins"},
		{" w Kb2 e5", "w", " Kb2 e5"},
		{" w 1. Kb2", "w", " 1. Kb2"},
		{" w 1-0", "w", " 1-0"},
		{" w 1/2-1/2", "w", " 1/2-1/2"},
		{" w O-O-O Kc6", "w", " O-O-O Kc6"},
		{" w Q Kd1 wins", "w Q", " Kd1 wins"},
		{" w - - bm Kd2; id \"x\";", "w - -", " bm Kd2; id \"x\";"},
		{" w - - dm 5;", "w - -", " dm 5;"},
		{" w - - D1 20 ;D2 400", "w - -", " D1 20 ;D2 400"},
		{" w - -; D1 20", "w - -", "; D1 20"},
		{" w - - hmvc 0; fmvn 1;", "w - -", " hmvc 0; fmvn 1;"},
		{" w - - 0 1; bm Kd2", "w - - 0 1", "; bm Kd2"},
		{" w - - 1. Kd2 Kd4", "w - -", " 1. Kd2 Kd4"},
		{" w - - 1.Kd2 Kd4", "w - -", " 1.Kd2 Kd4"},
		{" w - - 1. O-O-O", "w - -", " 1. O-O-O"},
		{" w - - 40. That wins", "w - - 40", ". That wins"},
		{" w - - 40 60. That wins", "w - - 40 60", ". That wins"},
		{" w - - 40 60.", "w - - 40 60", "."},
		{" w - - 1-0", "w - -", " 1-0"},
		{" w - - 1:0", "w - -", " 1:0"},
		{" w - - 0 0–1", "w - - 0", " 0–1"},
		{" w - - 1/2", "w - -", " 1/2"},
		{" w - - 1...Kd4", "w - -", " 1...Kd4"},
		{" w - - 50-move rule", "w - -", " 50-move rule"},
		{" w - - 3 (5 men)", "w - - 3", " (5 men)"},
		{" w - - (3 moves)", "w - -", " (3 moves)"},
		{" w - - #5", "w - -", " #5"},
		{" w - -; 5", "w - -", "; 5"},
		{" w - - | 12 |", "w - -", " | 12 |"},
		{` w - -","dtm":12`, "w - -", `","dtm":12`},
		{" w - - 3 40, 5 men", "w - - 3 40", ", 5 men"},
		{", 3 men", "", ", 3 men"},
		{" w - - 5-men endings", "w - -", " 5-men endings"},
		{" w - - I think", "w - -", " I think"},
		{" w - - a draw", "w - -", " a draw"},
		{" w - - – a draw", "w - -", " – a draw"},
		{" w - - 3 moves", "w - - 3", " moves"}, // could also be three moves

		// fields that are repaired
		{" w KK - 0 1", "w KK - 0 1", ""},
		{" w -- - 99 1", "w -- - 99 1", ""},
		{" w – – 99 1", "w – – 99 1", ""},
		{" w A - 0 1", "w A - 0 1", ""},
		{" w A", "w A", ""},
		{" w HAh - 0 1", "w HAh - 0 1", ""},
		{" b - c4 30 40", "b - c4 30 40", ""},
		{" b - C3 30 40", "b - C3 30 40", ""},
		{" w - - 99999 123456", "w - - 99999 123456", ""},
		{" w - - -1 0", "w - - -1 0", ""},
		{" w - - −1 0", "w - - −1 0", ""},
		{" w - - - -", "w - - - -", ""},
		{" w - - -", "w - - -", ""},

		// fields that are broken
		{" W - - 0 1", "W - - 0 1", ""},
		{" x Q - 0 1", "x Q - 0 1", ""},
		{" - - 5 1", "- - 5 1", ""},
		{" Q - 5 1", "Q - 5 1", ""},
		{" Q -", "Q -", ""},
		{" w xQ - 0 1", "w xQ - 0 1", ""},
		{" w xQ", "w xQ", ""},
		{" w Zz - 0 1", "w Zz - 0 1", ""},
		{" w ? - 0 1", "w ? - 0 1", ""},
		{" w 37 60", "w 37", " 60"},
		{" w - c9 0 1", "w - c9 0 1", ""},
		{" w - c9", "w - c9", ""},
		{" w - ? 0 1", "w - ? 0 1", ""},
		{" w - 37 60", "w - 37 60", ""},
		{" w - - x 1", "w - - x 1", ""},
		{" w - - ? ?", "w - - ? ?", ""},
		{" w - - 0 x", "w - - 0 x", ""},
		{" w - - 12+ 40", "w - - 12+ 40", ""},
		{" w - - 12+ bm Kd2;", "w - - 12+", " bm Kd2;"},
		{" w - - 99/1", "w - - 99/1", ""},
		{" w - - 1e2 40", "w - - 1e2 40", ""},
		{" w - - 1e2", "w - - 1e2", ""},
		{" w - - 1.5 40", "w - - 1.5 40", ""},
		{" w - - 0 1x", "w - - 0 1x", ""},
		{" w - - 0 1+ and more", "w - - 0 1+", " and more"},
		{" w - - 0,5 1", "w - - 0,5", " 1"},
		{` w - - "99" 1`, `w - - "99"`, " 1"},
		{` w - - 99 "1"`, `w - - 99 "1"`, ""},
		{" w -,-,99,1", "w -,-,99,1", ""},
		{" w - -, 99 1", "w - -,", " 99 1"},
		{" w (Q) - 0 1", "w (Q)", " - 0 1"},
		{` w" - - 0 1`, `w"`, " - - 0 1"},
	} {
		want := strings.TrimSpace(men + " " + test.fields)
		if fen, rest := board.CutFEN(men + test.after); fen != want || rest != test.rest {
			t.Errorf("%q becomes %q, %q; want %q, %q", test.after, fen, rest, want, test.rest)
		}
	}
	if fen, rest := board.CutFEN(men + ", w - - 0 1"); fen != men+"," || rest != " w - - 0 1" {
		t.Errorf("a comma leaves %q, %q", fen, rest)
	}
	for _, text := range []string{"", " ", "\n", ",", ". x"} {
		if fen, rest := board.CutFEN(text); fen != "" || rest != text {
			t.Errorf("%q becomes %q, %q", text, fen, rest)
		}
	}
}

// TestReadEPD: the counters of a position are those of its FEN, or those of operations after it.
func TestReadEPD(t *testing.T) {
	const men, queen = "8/8/8/3k4/8/8/1r6/R3K3 w Q -", "8/8/8/3k4/8/8/1Q6/K7"
	for _, test := range []struct{ text, want, warnings, operations string }{
		{men, men + " 0 1", "", "[]"},
		{men + " 3 40 and more", men + " 3 40", "", "[{and [more]}]"},
		{men + " hmvc 99; fmvn 50;", men + " 99 50", "", "[{hmvc [99]} {fmvn [50]}]"},
		{men + ` bm Kd1; id "a; hmvc 7;"; fmvn 50;hmvc  99 ;`, men + " 99 50", "", "[{bm [Kd1]} {id [a; hmvc 7;]} {fmvn [50]} {hmvc [99]}]"},
		{men + " fmvn 50;", men + " 0 50", "", "[{fmvn [50]}]"},
		{men + " hmvc 99999;", men + " 9999 1", "clock", "[{hmvc [99999]}]"},
		{men + " 3 40 hmvc 99;", men + " 3 40", "", "[{hmvc [99]}]"},
		{men + " 3; hmvc 99; fmvn 40", men + " 3 40", "", "[{hmvc [99]} {fmvn [40]}]"},
		{men + " hmvc; fmvn 1 2;", men + " 0 1", "", "[{hmvc []} {fmvn [1 2]}]"},
		{men + ` hmvc "7";;fmvn"8" ; id"a" "b`, men + " 7 8", "", "[{hmvc [7]} {fmvn [8]} {id [a b]}]"},
		{"8/8/8/3k4/8/8/1r6/R3K3_w_Q_-_hmvc_7;_id_x", men + " 7 1", "", "[{hmvc [7]} {id [x]}]"},

		// FENs with fewer fields
		{queen + " w - bm Qf6; hmvc 99;", queen + " w - - 99 1", "", "[{bm [Qf6]} {hmvc [99]}]"},
		{queen + " w hmvc 99; bm Qf6;", queen + " w - - 99 1", "", "[{hmvc [99]} {bm [Qf6]}]"},
		{queen + " hmvc 99999;", queen + " w - - 9999 1", "turn clock", "[{hmvc [99999]}]"},
		{"4k3/8/8/8/1pP5/8/8/4K2R b hmvc 3;", "4k3/8/8/8/1pP5/8/8/4K2R b - - 3 1", "castling en-passant", "[{hmvc [3]}]"},
	} {
		r, operations, err := board.ReadEPD(test.text, board.ReadFEN)
		var codes []string
		for _, w := range r.Warnings {
			codes = append(codes, string(w.Code))
		}
		if warnings := strings.Join(codes, " "); err != nil || r.FEN() != test.want || warnings != test.warnings ||
			fmt.Sprint(operations) != test.operations {
			t.Errorf(
				"%q: %s, %q, %v, %v; want %s, %q, %s",
				test.text,
				r.FEN(),
				warnings,
				operations,
				err,
				test.want,
				test.warnings,
				test.operations,
			)
		}
	}
	for _, text := range []string{men + " hmvc x;", men + " hmvc 99999;", men[:len(men)-3] + "xQ - hmvc 3;"} {
		if r, _, err := board.ReadEPD(text, board.ReadFENStrictly); err == nil {
			t.Errorf("%q becomes %s", text, r.FEN())
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
