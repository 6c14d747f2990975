package board_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/board"
)

// repaired lists FENs with faults, the repaired FENs, and the codes of the warnings with the message of the first one.
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
		"core.repair fault=(core.fen.fileNotAtHome letter=A) repair=(core.repair.dropped)",
	},
	{
		"4k3/8/8/8/8/8/4K3/5R2 w F - 0 1",
		"4k3/8/8/8/8/8/4K3/5R2 w - - 0 1",
		"castling",
		"core.repair fault=(core.fen.fileNotAtHome letter=F) repair=(core.repair.dropped)",
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
		"core.repair fault=(core.fen.counterLarge counter=clock most=9999 text=99999) " +
			"repair=(core.repair.assumed value=9999)",
	},
	{
		"8/8/8/3k4/8/8/1Q6/K7 w - - 3 99999999999999999999",
		"8/8/8/3k4/8/8/1Q6/K7 w - - 3 9999",
		"number",
		"core.repair fault=(core.fen.counterLarge counter=number most=9999 text=99999999999999999999) " +
			"repair=(core.repair.assumed value=9999)",
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
		"core.repair fault=(core.fen.counterNegative counter=number text=-99999999999999999999) " +
			"repair=(core.repair.assumed value=1)",
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
		if r.FEN() != test.want || strings.Join(codes, " ") != test.codes ||
			r.Warnings[0].Message.Code() != test.said ||
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
		if !errors.As(err, &refusal) || !cmp.Equal(r.Warnings[0].Message.Values["fault"], any(refusal.Reason)) ||
			refusal.Men != len(r.Position.Men()) {
			t.Errorf("%s: read strictly: %v", test.fen, err)
		}
	}
}

// TestReadFENAsLichess checks that a right to castle with a rook that is not in the corner, which other reading
// refuses, is dropped with a warning. Rights that the position allows stay.
func TestReadFENAsLichess(t *testing.T) {
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1":     "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1",
		"1r2k3/8/8/8/8/8/8/4K2R w Kq - 0 1":   "1r2k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"r3k3/8/8/8/8/8/8/2R1K3 w GQq - 3 20": "r3k3/8/8/8/8/8/8/2R1K3 w q - 3 20",
	} {
		if _, err := board.ReadFEN(fen); err == nil {
			t.Errorf("%s is read", fen)
		}
		r, err := board.ReadFENAsLichess(fen)
		if err != nil || r.FEN() != want || len(r.Warnings) == 0 || r.Warnings[0].Code != board.WarnCastling {
			t.Errorf("%s: %s, %v, %v; want %s", fen, r.FEN(), r.Warnings, err, want)
		}
	}
	if _, err := board.ReadFENAsLichess("4k3/8/8/8/8/8/8/4K3 w X - 0 1"); err == nil {
		t.Error("a letter that names no right is read")
	}
	for _, test := range repaired {
		r, err := board.ReadFENAsLichess(test.fen)
		if err != nil || r.FEN() != test.want {
			t.Errorf("%s: %s, %v; want %s", test.fen, r.FEN(), err, test.want)
		}
	}
}
