package board_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
)

// TestReadEPD: the counters of a position are those of its FEN, or those of operations after it.
func TestReadEPD(t *testing.T) {
	const men, queen = "8/8/8/3k4/8/8/1r6/R3K3 w Q -", "8/8/8/3k4/8/8/1Q6/K7"
	for _, test := range []struct{ text, want, warnings, operations string }{
		{men, men + " 0 1", "", "[]"},
		{men + " 3 40 and more", men + " 3 40", "", "[{and [more]}]"},
		{men + " hmvc 99; fmvn 50;", men + " 99 50", "", "[{hmvc [99]} {fmvn [50]}]"},
		{
			men + ` bm Kd1; id "a; hmvc 7;"; fmvn 50;hmvc  99 ;`, men + " 99 50", "",
			"[{bm [Kd1]} {id [a; hmvc 7;]} {fmvn [50]} {hmvc [99]}]",
		},
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
		{
			"4k3/8/8/8/1pP5/8/8/4K2R b hmvc 3;", "4k3/8/8/8/1pP5/8/8/4K2R b - - 3 1", "castling en-passant",
			"[{hmvc [3]}]",
		},
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
