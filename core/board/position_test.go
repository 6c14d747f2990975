package board_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/notnil/chess"

	"github.com/matewright/matewright/core/board"
)

// randomPosition returns a legal position of 3 to 5 men. Crowded corners, pawns
// that are about to promote, and pawns that jump past another, or have just
// done so, are frequent.
func randomPosition(r *rand.Rand) board.Position {
	for {
		men := []board.Man{{Type: board.King}, {Color: board.Black, Type: board.King}}
		for range 1 + r.IntN(3) {
			men = append(men, board.Man{Color: board.Color(r.IntN(2)), Type: board.Queen + board.PieceType(r.IntN(5))})
		}
		turn, size := board.Color(r.IntN(2)), 4+4*r.IntN(2)
		p := board.NewPosition(turn, men...)
		for i := range p.Men() {
			m := &p.Men()[i]
			m.Square = board.NewSquare(r.IntN(size), r.IntN(size))
			if m.Type == board.Pawn && r.IntN(3) == 0 {
				m.Square = board.NewSquare(r.IntN(8), [2]int{6, 1}[m.Color])
			}
		}
		if len(men) > 3 && r.IntN(2) == 0 {
			jumper, file, side := board.Color(r.IntN(2)), 1+r.IntN(6), 2*r.IntN(2)-1
			home, passed, landing := [2]int{1, 6}[jumper], [2]int{2, 5}[jumper], [2]int{3, 4}[jumper]
			p.Men()[3] = board.Man{Color: jumper.Other(), Type: board.Pawn, Square: board.NewSquare(file+side, landing)}
			if turn == jumper {
				landing = home
			} else {
				p.EnPassant = board.NewSquare(file, passed)
			}
			p.Men()[2] = board.Man{Color: jumper, Type: board.Pawn, Square: board.NewSquare(file, landing)}
		}
		if p.Occupied().Count() == len(men) && p.Check() == nil {
			if !slices.Contains(p.EnPassantSquares(), p.EnPassant) {
				p.EnPassant = board.NoSquare
			}
			return p
		}
	}
}

// randomCastling returns a legal position with kings and rooks at home and some or all of the possible castling rights.
// Up to six other men are often on the squares between. In some positions a king is elsewhere, so that castling can
// give check.
func randomCastling(r *rand.Rand) board.Position {
	for {
		men := []board.Man{{Type: board.King, Square: 4}, {Color: board.Black, Type: board.King, Square: 60}}
		for _, c := range board.Castles {
			if r.IntN(3) > 0 {
				men = append(men, board.Man{Color: c.Color, Type: board.Rook, Square: c.Rook})
			}
		}
		if away := r.IntN(4); away < 2 {
			men[away].Square = board.NewSquare(2+r.IntN(6), [2]int{5, 0}[away]+r.IntN(3))
		}
		for range r.IntN(7) {
			m := board.Man{
				Color:  board.Color(r.IntN(2)),
				Type:   board.Queen + board.PieceType(r.IntN(5)),
				Square: board.Square(r.IntN(64)),
			}
			if r.IntN(4) == 0 {
				m.Square = board.NewSquare(m.Square.File(), [4]int{0, 1, 6, 7}[r.IntN(4)])
			}
			men = append(men, m)
		}
		p := board.NewPosition(board.Color(r.IntN(2)), men...)
		p.Rights = p.PossibleRights()
		if r.IntN(2) == 0 {
			p.Rights &= board.Rights(r.IntN(16))
		}
		if p.Occupied().Count() == len(men) && p.Check() == nil {
			return p
		}
	}
}

// TestMovesAgainstChessLibrary holds legal moves, their names, and the positions
// after them, to github.com/notnil/chess, on positions of all kinds.
func TestMovesAgainstChessLibrary(t *testing.T) {
	r := random()
	seen := map[string]int{}
	for range 10_000 {
		compareToChessLibrary(t, randomPosition(r), seen)
	}
	kinds := append(
		slices.Collect(maps.Keys(namesOfKinds)),
		"en passant",
		"jump past a pawn",
		"promotion",
		"promotion with capture",
		"checkmate",
		"stalemate",
	)
	for _, kind := range kinds {
		if seen[kind] < 10 {
			t.Errorf("%s: only %d times among %v", kind, seen[kind], seen)
		}
	}
	t.Log(seen)
}

// TestCastlingAgainstChessLibrary does the same for positions with castling rights, and for games from them on.
func TestCastlingAgainstChessLibrary(t *testing.T) {
	r := random()
	seen := map[string]int{}
	for range 2000 {
		p := randomCastling(r)
		for range 2 {
			rights := p.Rights
			moves := compareToChessLibrary(t, p, seen)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[r.IntN(len(moves))])
			count(
				seen,
				"rights lost by both sides",
				p.Rights.Side(board.White) != rights.Side(board.White) &&
					p.Rights.Side(board.Black) != rights.Side(board.Black),
			)
		}
	}
	for _, kind := range []string{
		"castling kingside", "castling queenside", "castling with check", "castling with mate",
		"rights lost by both sides", "checkmate",
	} {
		if seen[kind] < 5 {
			t.Errorf("%s: only %d times among %v", kind, seen[kind], seen)
		}
	}
	t.Log(seen)
}

// TestGamesAgainstChessLibrary does the same for positions of games that are played
// at random, from the first position on.
func TestGamesAgainstChessLibrary(t *testing.T) {
	r := random()
	seen := map[string]int{}
	for range 10 {
		p, err := board.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
		if err != nil {
			t.Fatal(err)
		}
		theirs, counters := chessPosition(t, p.FEN()), board.Counters{Number: 1}
		for range 150 {
			moves := compareToChessLibrary(t, p, seen)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			counters = counters.After(p.Turn, p.IsZeroing(m))
			their := theirs.ValidMoves()
			same := func(their *chess.Move) bool { return their.String() == m.String() }
			theirs = theirs.Update(their[slices.IndexFunc(their, same)])
			p = p.Play(m)
			if want, err := board.ReadFEN(theirs.String()); err != nil || counters != want.Counters {
				t.Fatalf("%s, after %v: %v, want %v: %v", p.FEN(), m, counters, want.Counters, err)
			}
		}
	}
	for _, kind := range []string{
		"named with its file", "named with its rank", "capture by a pawn", "check", "jump past a pawn",
	} {
		if seen[kind] < 10 {
			t.Errorf("%s: only %d times among %v", kind, seen[kind], seen)
		}
	}
}

// compareToChessLibrary counts kinds of moves, and returns the legal moves.
func compareToChessLibrary(t *testing.T, p board.Position, seen map[string]int) []board.Move {
	t.Helper()
	theirs := chessPosition(t, p.FEN())
	want, names := map[string]string{}, map[string]string{}
	for _, m := range theirs.ValidMoves() {
		after, err := board.ParseFEN(theirs.Update(m).String())
		if err != nil {
			t.Fatalf("%s, %v: %v", p.FEN(), m, err)
		}
		want[m.String()] = after.FEN()
		names[m.String()] = chess.AlgebraicNotation{}.Encode(theirs, m)
	}
	moves := p.LegalMoves(nil)
	for _, m := range moves {
		after := p.Play(m)
		if after.FEN() != want[m.String()] {
			t.Fatalf("%s, %v leads to %q, want %q", p.FEN(), m, after.FEN(), want[m.String()])
		}
		name := p.SAN(m, moves)
		if name != names[m.String()] {
			t.Fatalf("%s, %v is called %s, want %s", p.FEN(), m, name, names[m.String()])
		}
		if isPawn := chessType(theirs, m.From) == chess.Pawn; p.IsZeroing(
			m,
		) != (isPawn || len(after.Men()) < len(p.Men())) {
			t.Fatalf("%s, %v: IsZeroing is %v", p.FEN(), m, p.IsZeroing(m))
		}
		if p.IsCapture(m) != (len(after.Men()) < len(p.Men())) {
			t.Fatalf("%s, %v: IsCapture is %v", p.FEN(), m, p.IsCapture(m))
		}
		count(seen, "en passant", p.EnPassant == m.To && p.IsCapture(m) && !p.Occupied().Has(m.To))
		count(seen, "jump past a pawn", after.EnPassant != board.NoSquare)
		count(seen, "promotion", m.Promotion != board.NoPiece)
		count(seen, "promotion with capture", m.Promotion != board.NoPiece && p.IsCapture(m))
		for kind, pattern := range namesOfCastling {
			count(seen, kind, pattern.MatchString(name))
		}
		for kind, pattern := range namesOfKinds {
			count(seen, kind, pattern.MatchString(name))
		}
	}
	if len(moves) != len(want) {
		t.Fatalf("%s has the moves %v, want %v", p.FEN(), moves, want)
	}
	if p.HasLegalMove() != (len(moves) > 0) {
		t.Fatalf("%s: HasLegalMove is %v", p.FEN(), p.HasLegalMove())
	}
	method := theirs.Status()
	count(seen, "checkmate", method == chess.Checkmate)
	count(seen, "stalemate", method == chess.Stalemate)
	if mated := len(moves) == 0 && p.InCheck(p.Turn); mated != (method == chess.Checkmate) {
		t.Fatalf("%s: checkmate is %v", p.FEN(), mated)
	}
	return moves
}

// TestPerft counts the positions after all moves, and holds them to well-known counts.
func TestPerft(t *testing.T) {
	for _, test := range []struct {
		fen    string
		counts []int // by depth
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", []int{20, 400, 8902, 197281}},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", []int{48, 2039, 97862}},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", []int{26, 568, 13744, 314346}},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", []int{6, 264, 9467}},
		{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", []int{44, 1486, 62379}},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", []int{14, 191, 2812, 43238}},
		// Chess960
		{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", []int{21, 528, 12189}},
		{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", []int{21, 807, 18002}},
		{"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", []int{20, 479, 10471}},
		{"qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", []int{22, 593, 13440}},
		{"1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", []int{28, 1120, 31058}},
	} {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range test.counts {
			if got := perft(p, i+1); got != want {
				t.Errorf("%s: %d positions after %d plies, want %d", test.fen, got, i+1, want)
			}
		}
	}
}

func perft(p board.Position, depth int) int {
	moves := p.LegalMoves(nil)
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += perft(p.Play(m), depth-1)
	}
	return n
}

// namesOfKinds are names of moves with more than the piece and its square.
var namesOfKinds = map[string]*regexp.Regexp{
	"named with its file": regexp.MustCompile(`^[QRBN][a-h]x?[a-h][1-8]`),
	"named with its rank": regexp.MustCompile(`^[QRBN][1-8]x?[a-h][1-8]`),
	"capture by a pawn":   regexp.MustCompile(`^[a-h]x[a-h][1-8]`),
	"promotion with mate": regexp.MustCompile(`=[QRBN]#$`),
	"check":               regexp.MustCompile(`\+$`),
}

var namesOfCastling = map[string]*regexp.Regexp{
	"castling kingside":   regexp.MustCompile(`^O-O[+#]?$`),
	"castling queenside":  regexp.MustCompile(`^O-O-O[+#]?$`),
	"castling with check": regexp.MustCompile(`O\+$`),
	"castling with mate":  regexp.MustCompile(`O#$`),
}

func count(seen map[string]int, kind string, is bool) {
	if is {
		seen[kind]++
	}
}

func chessPosition(t *testing.T, fen string) *chess.Position {
	t.Helper()
	option, err := chess.FEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return chess.NewGame(option).Position()
}

func chessType(p *chess.Position, s board.Square) chess.PieceType {
	return p.Board().Piece(chess.Square(s)).Type()
}

// TestEnPassantMoves: the cases of en passant that are easily got wrong.
func TestEnPassantMoves(t *testing.T) {
	tests := []struct {
		name, fen string
		moves     []string // all captures en passant
		only      bool     // and no other moves
	}{
		{"by Black", "8/8/7k/8/1pP5/7K/8/8 b - c3", []string{"b4c3"}, false},
		{"by White", "8/7k/8/1Pp5/8/8/8/7K w - c6", []string{"b5c6"}, false},
		{"by either of two", "8/8/7k/8/1pPp4/7K/8/8 b - c3", []string{"b4c3", "d4c3"}, false},
		{"both pawns leave the rank of king and rook", "8/8/8/8/k1pP3R/8/8/7K b - d3", nil, false},
		{"the captured pawn leaves the bishop's diagonal", "8/8/8/8/k1pP4/8/8/K3B3 b - d3", []string{"c4d3"}, false},
		{"the capturing pawn is pinned on its file", "2k5/8/8/8/2pP4/8/8/K1R5 b - d3", nil, false},
		{"the captured pawn gives check", "8/8/8/4k3/2pP4/8/8/K7 b - d3", []string{"c4d3"}, false},
		{"the only move", "k7/2Q5/8/8/1pP5/1K6/8/8 b - c3", []string{"b4c3"}, true},
	}
	for _, test := range tests {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var captures []string
		moves := p.LegalMoves(nil)
		for _, m := range moves {
			if m.To == p.EnPassant && p.IsCapture(m) {
				captures = append(captures, m.String())
				after := p.Play(m)
				if len(after.Men()) != len(p.Men())-1 || after.EnPassant != board.NoSquare {
					t.Errorf("%s: %v leads to %s", test.name, m, after.FEN())
				}
			}
		}
		slices.Sort(captures)
		if !slices.Equal(captures, test.moves) {
			t.Errorf("%s: %v, want %v", test.name, captures, test.moves)
		}
		if test.only != (len(moves) == len(captures)) {
			t.Errorf("%s: the moves are %v", test.name, moves)
		}
	}
}

// TestEnPassantSquares checks that a square is listed if the rules allow the capture, whatever the FEN has.
func TestEnPassantSquares(t *testing.T) {
	tests := []struct{ name, fen, squares string }{
		{"by Black", "8/8/7k/8/1pP5/7K/8/8 b - -", "[c3]"},
		{"by White, already chosen", "8/7k/8/1Pp5/8/8/8/7K w - c6", "[c6]"},
		{"two jumpers beside one pawn", "8/8/7k/8/2PpP3/7K/8/8 b - -", "[c3 e3]"},
		{"the other side to move", "8/8/7k/8/1pP5/7K/8/8 w - -", "[]"},
		{"the way was blocked", "8/8/7k/8/1pP5/7K/2N5/8 b - -", "[]"},
		{"the square is taken", "8/8/7k/8/1pP5/2N4K/8/8 b - -", "[]"},
		{"both pawns leave the rank of king and rook", "8/8/8/8/k1pP3R/8/8/7K b - -", "[]"},
		{"no pawns", "8/8/7k/8/8/7K/8/8 b - -", "[]"},
	}
	for _, test := range tests {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := fmt.Sprint(p.EnPassantSquares()); got != test.squares {
			t.Errorf("%s: %s, want %s", test.name, got, test.squares)
		}
	}
}

// TestPlayEnPassant checks that a jump sets the en-passant square only if a pawn can legally capture there.
func TestPlayEnPassant(t *testing.T) {
	for _, test := range []struct{ fen, move, want string }{
		{"8/8/8/8/k3p3/8/3P4/3K4 w - - 0 1", "d2d4", "8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1"},
		{"8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", "d2d4", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"},     // the pawn is pinned
		{"8/8/8/8/k1p1p2Q/8/3P4/3K4 w - - 0 1", "d2d4", "8/8/8/8/k1pPp2Q/8/8/3K4 b - d3 0 1"}, // the other one is not
		{"8/r2p3K/8/4P3/8/8/8/k7 b - - 0 1", "d7d5", "8/r6K/8/3pP3/8/8/8/k7 w - - 0 1"},       // a discovered check
		{"3r3k/3p4/8/4P3/8/8/8/3K4 b - - 0 1", "d7d5", "3r3k/8/8/3pP3/8/8/8/3K4 w - d6 0 1"},  // behind the jump
		{"7k/3p4/8/K3P2r/8/8/8/8 b - - 0 1", "d7d5", "7k/8/8/K2pP2r/8/8/8/8 w - - 0 1"},       // both leave the rank
		{"7k/3p4/8/4P3/8/8/8/3K4 b - - 0 1", "d7d6", "7k/8/3p4/4P3/8/8/8/3K4 w - - 0 1"},      // no jump
		{"7k/3p4/8/5P2/8/8/8/3K4 b - - 0 1", "d7d5", "7k/8/8/3p1P2/8/8/8/3K4 w - - 0 1"},      // past nobody
		{"4r2k/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 1"},   // pinned on its file
		{"2b4k/3p4/4P3/8/8/8/8/7K b - - 0 1", "d7d5", "2b4k/8/4P3/3p4/8/8/8/7K w - - 0 1"},    // a pawn beyond it
		{"8/8/8/2k5/4p3/8/3P4/3K4 w - - 0 1", "d2d4", "8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1"},    // a capture ends check
		{"8/8/8/2k5/4p2Q/8/3P4/3K4 w - - 0 1", "d2d4", "8/8/8/2k5/3Pp2Q/8/8/3K4 b - d3 0 1"},  // opens no line
		{"8/8/8/8/4p2Q/8/1k1P4/3K4 w - - 0 1", "d2d4", "8/8/8/8/3Pp2Q/8/1k6/3K4 b - d3 0 1"},  // likewise
		{"7k/8/8/8/1p6/8/P7/K7 w - - 0 1", "a2a4", "7k/8/8/8/Pp6/8/8/K7 b - a3 0 1"},          // at the edge
	} {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Error(err)
			continue
		}
		m, found := p.FindMove(test.move, p.LegalMoves(nil))
		if next := p.Play(m); !found || next.FEN() != test.want {
			t.Errorf("%s, %s: %s, want %s", test.fen, test.move, next.FEN(), test.want)
		}
	}
}
