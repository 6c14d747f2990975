package pgn

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/notnil/chess"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/words"
)

// nullMove is the warning for a null move in the main line.
var nullMove = words.New("core.pgn.nullMove")

// play adds a move that a text names to those after a node, and returns it. It may be [board.NullSAN]. An error is a
// message.
func play(at *game.Node, name string) (*game.Node, error) {
	if name == board.NullSAN {
		next := at.Pass()
		if next == nil {
			return nil, words.Error("core.pgn.nullInCheck", "fen", at.Position.FEN())
		}
		return next, nil
	}
	m, err := readMove(&at.Position, name)
	if err != nil {
		return nil, err
	}
	return at.Play(m), nil
}

// readMove finds the legal move that a text names: in SAN, in long notation or in UCI notation.
//
// The package github.com/notnil/chess reads it, but accepts only the exact name of a move. People leave out an x, or
// give the square of a piece though no other one could go there. So readMove tries all names that may be meant, one
// after the other. That package does not support castling of Chess960, so readMove finds it among the legal moves.
func readMove(p *board.Position, text string) (board.Move, error) {
	legal := p.LegalMoves(nil)
	names, origin := namesOf(text)
	known := *p
	if !p.Rights.AreUsual() {
		if m, found := p.FindMove(names[0], legal); found && p.Castle(m) != nil {
			return m, nil
		}
		known.Rights = 0
	}
	theirs := new(chess.Position)
	if err := theirs.UnmarshalText([]byte(known.FEN())); err != nil {
		return board.Move{}, words.Error("core.pgn.library", "fen", strconv.Quote(known.FEN()), "why", err.Error())
	}
	for _, name := range names {
		for _, notation := range notations {
			read, err := notation.Decode(theirs, name)
			if err != nil {
				continue
			}
			m := board.Move{
				From:      board.Square(read.S1()),
				To:        board.Square(read.S2()),
				Promotion: promotions[read.Promo()],
			}
			if slices.Contains(legal, m) && isFrom(m.From, origin) {
				return m, nil
			}
		}
	}
	if meant := meantBy(p, text, legal); len(meant) > 1 {
		return board.Move{}, words.Error("core.pgn.ambiguous", "text", strconv.Quote(text), "fen", p.FEN(),
			"moves", words.Or(meant))
	}
	return board.Move{}, words.Error("core.pgn.illegal", "text", strconv.Quote(text), "fen", p.FEN())
}

var notations = []chess.Decoder{chess.AlgebraicNotation{}, chess.LongAlgebraicNotation{}, chess.UCINotation{}}

var promotions = map[chess.PieceType]board.PieceType{
	chess.Queen:  board.Queen,
	chess.Rook:   board.Rook,
	chess.Bishop: board.Bishop,
	chess.Knight: board.Knight,
}

// isFrom reports whether a square is on the file and on the rank that a text names. The text may name only one of them
// or none.
func isFrom(s board.Square, origin string) bool {
	return !strings.ContainsFunc(origin, func(r rune) bool { return !strings.ContainsRune(s.String(), r) })
}

// written matches moves as people write them: the piece, its file and rank, its target and its promotion.
var written = regexp.MustCompile(`^([KQRBNP]?)([a-h]?[1-8]?)[x:-]?([a-h][1-8])(?:[=/(]?([QRBNqrbn])\)?)?$`)

// meantBy lists the moves that a text without enough of their origin may mean.
func meantBy(p *board.Position, text string, legal []board.Move) (meant []string) {
	parts := written.FindStringSubmatch(strings.TrimRight(text, "+#"))
	if parts == nil {
		return nil
	}
	piece := strings.TrimPrefix(parts[1], "P")
	for _, m := range legal {
		san := p.SAN(m, legal)
		ofKind := strings.HasPrefix(san, piece) && (piece != "" || !strings.ContainsAny(san[:1], "KQRBNO"))
		if ofKind && m.To.String() == parts[3] && isFrom(m.From, parts[2]) &&
			(parts[4] == "" || strings.EqualFold(parts[4], string(m.Promotion.Letter()))) {
			meant = append(meant, san)
		}
	}
	return meant
}

// namesOf lists the names of moves that a text may mean, and returns the file and rank of the piece, if the text names
// them.
func namesOf(text string) (names []string, origin string) {
	text = strings.TrimRight(text, "+#")
	castling := strings.ToUpper(strings.ReplaceAll(text, "0", "O"))
	if castling == "O-O" || castling == "O-O-O" {
		return []string{castling}, ""
	}
	parts := written.FindStringSubmatch(text)
	if parts == nil {
		return []string{text}, ""
	}
	piece, origin, to, promotion := strings.TrimPrefix(parts[1], "P"), parts[2], parts[3], ""
	if parts[4] != "" {
		promotion = "=" + strings.ToUpper(parts[4])
	}
	for _, from := range []string{origin, ""} {
		for _, takes := range []string{"", "x"} {
			names = append(names, piece+from+takes+to+promotion)
		}
	}
	if strings.Contains(text, "x") { // so that the likely one comes first
		names[0], names[1] = names[1], names[0]
	}
	if piece == "" { // UCI does not name the piece, so with a named piece it would allow any
		names = append(names, origin+to+strings.ToLower(parts[4]))
	}
	return names, origin
}
