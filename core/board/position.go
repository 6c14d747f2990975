package board

// A Position has a list of men, the side to move, the castling rights and the en-passant square. That square is set
// only if a legal capture is possible, so equal positions compare as equal. A Position is small and is copied by value.
type Position struct {
	men       [maxMen]Man
	n         uint8
	Turn      Color
	Rights    Rights // to castle
	EnPassant Square // or NoSquare
}

// NewPosition returns a position of the given men, at most 32, without
// castling rights and without an en-passant square. Nothing is checked; see [Position.Check].
func NewPosition(turn Color, men ...Man) Position {
	p := Position{Turn: turn, EnPassant: NoSquare}
	p.n = uint8(copy(p.men[:], men))
	return p
}

// Men returns the men in no particular order. The slice is the position's own.
func (p *Position) Men() []Man { return p.men[:p.n] }

// Occupied returns the squares that carry a man.
func (p *Position) Occupied() Bitboard {
	var b Bitboard
	for _, m := range p.Men() {
		b |= m.Square.Bit()
	}
	return b
}

// at returns the index of the man on s, or -1.
func (p *Position) at(s Square) int {
	for i, m := range p.Men() {
		if m.Square == s {
			return i
		}
	}
	return -1
}

// has reports whether the position has a man.
func (p *Position) has(m Man) bool {
	i := p.at(m.Square)
	return i >= 0 && p.men[i] == m
}

// InCheck reports whether the king of side c is attacked.
func (p *Position) InCheck(c Color) bool {
	king := NoSquare
	for _, m := range p.Men() {
		if m.Type == King && m.Color == c {
			king = m.Square
		}
	}
	return p.attacked(king, c.Other())
}

// attacked reports whether a man of side c attacks a square.
func (p *Position) attacked(s Square, c Color) bool {
	occupied := p.Occupied()
	men := p.Men()
	for i := range men {
		if m := &men[i]; m.Color == c && m.Attacks(s, occupied) {
			return true
		}
	}
	return false
}

// A Move is a move of the side to move.
type Move struct {
	From, To  Square
	Promotion PieceType // NoPiece unless a pawn promotes
}

// Null is the move that passes the turn, which games and analysis contain and chess does not allow.
var Null = Move{}

// String returns the move in UCI notation, such as "e7e8q". Castling is the king's move, such as "e1g1", and [Null] is
// "0000".
func (m Move) String() string {
	if m == Null {
		return "0000"
	}
	b := append(make([]byte, 0, len("e7e8q")), m.From.String()...)
	b = append(b, m.To.String()...)
	if m.Promotion != NoPiece {
		b = append(b, m.Promotion.Letter()+'a'-'A')
	}
	return string(b)
}

// InsufficientMaterial reports whether neither side can mate by any play.
func (p *Position) InsufficientMaterial() bool {
	const dark Bitboard = 0xaa55aa55aa55aa55
	knights := 0
	var bishops Bitboard
	for _, m := range p.Men() {
		switch m.Type {
		case King:
		case Knight:
			knights++
		case Bishop:
			bishops |= m.Square.Bit()
		default:
			return false
		}
	}
	if knights > 0 {
		return knights == 1 && bishops == 0
	}
	return bishops&dark == 0 || bishops&^dark == 0
}

// enPassantVictim returns the square of the pawn that jumped over s.
func enPassantVictim(s Square) Square {
	if s.Rank() == 2 {
		return s + 8
	}
	return s - 8
}
