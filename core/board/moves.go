package board

// LegalMoves appends the legal moves to list and returns it.
func (p *Position) LegalMoves(list []Move) []Move {
	start := len(list)
	return p.legal(p.pseudoLegalMoves(list), start)
}

// LegalCaptures appends the legal moves that take a man.
func (p *Position) LegalCaptures(list []Move) []Move {
	start := len(list)
	return p.legal(p.manMoves(list, captures), start)
}

// LegalPushes appends the legal moves of pawns that take no man.
func (p *Position) LegalPushes(list []Move) []Move {
	start := len(list)
	return p.legal(p.manMoves(list, pushes), start)
}

// legal removes moves that leave the own king attacked, of those from a place in the list.
func (p *Position) legal(list []Move, start int) []Move {
	legal := list[:start]
	for _, m := range list[start:] {
		if next := p.Play(m); !next.InCheck(p.Turn) {
			legal = append(legal, m)
		}
	}
	return legal
}

// HasLegalMove reports whether there is a legal move: if not, the side to move
// is mated or stalemated.
func (p *Position) HasLegalMove() bool {
	var room [64]Move
	for _, m := range p.pseudoLegalMoves(room[:0]) {
		if next := p.Play(m); !next.InCheck(p.Turn) {
			return true
		}
	}
	return false
}

// pseudoLegalMoves appends the moves that may leave the own king attacked.
func (p *Position) pseudoLegalMoves(list []Move) []Move {
	return p.castlings(p.manMoves(list, captures|pushes|quiet))
}

// Kinds of moves without castling.
const (
	captures = 1 << iota
	pushes   // of pawns that take no man
	quiet    // others that take no man
)

// manMoves is pseudoLegalMoves for some kinds of moves.
func (p *Position) manMoves(list []Move, kinds uint) []Move {
	occupied := p.Occupied()
	var own Bitboard
	for _, m := range p.Men() {
		if m.Color == p.Turn {
			own |= m.Square.Bit()
		}
	}
	men := p.Men()
	for i := range men {
		m := &men[i]
		if m.Color != p.Turn {
			continue
		}
		targets := m.targets(occupied, p.enPassantTarget(), kinds) &^ own
		for ; targets != 0; targets = targets.Rest() {
			to := targets.First()
			if m.Type == Pawn && (to.Rank() == 0 || to.Rank() == 7) {
				for _, promotion := range Promotions {
					list = append(list, Move{m.Square, to, promotion})
				}
				continue
			}
			list = append(list, Move{From: m.Square, To: to})
		}
	}
	return list
}

// targets returns the squares that moves of some kinds lead to, and maybe squares of own men.
func (m *Man) targets(occupied, enPassant Bitboard, kinds uint) (targets Bitboard) {
	if m.Type != Pawn {
		if kinds&quiet == 0 {
			if kinds&captures == 0 {
				return 0
			}
			return m.AttackSet(occupied) & occupied
		}
		return m.AttackSet(occupied)
	}
	if kinds&captures != 0 {
		targets = m.AttackSet(occupied) & (occupied | enPassant)
	}
	if kinds&pushes != 0 {
		targets |= PawnPushes(m.Color, m.Square, occupied)
	}
	return targets
}

func (p *Position) enPassantTarget() Bitboard {
	if p.EnPassant == NoSquare {
		return 0
	}
	return p.EnPassant.Bit()
}

// PawnPushes returns where a pawn of side c on s can go without capturing.
func PawnPushes(c Color, s Square, occupied Bitboard) Bitboard {
	if c == White {
		one := s.Bit() << 8 &^ occupied
		return one | one&0x0000000000ff0000<<8&^occupied
	}
	one := s.Bit() >> 8 &^ occupied
	return one | one&0x0000ff0000000000>>8&^occupied
}

// IsCapture reports whether the move, legal in p, takes a man.
func (p *Position) IsCapture(m Move) bool {
	taken := p.at(m.To)
	return taken >= 0 && p.men[taken].Color != p.Turn || p.IsEnPassant(m) // castling may go onto the own rook
}

// IsZeroing reports whether the move, legal in p, is a capture or a pawn move.
func (p *Position) IsZeroing(m Move) bool {
	return p.IsCapture(m) || p.men[p.at(m.From)].Type == Pawn
}

// IsEnPassant reports whether the move, legal in p, takes en passant.
func (p *Position) IsEnPassant(m Move) bool {
	return m.To == p.EnPassant && p.men[p.at(m.From)].Type == Pawn
}

// Play returns the position after a move that is pseudo-legal in p. The
// en-passant square is set only when an enemy pawn can legally take there.
func (p *Position) Play(m Move) (next Position) {
	next = *p
	next.Turn = p.Turn.Other()
	next.EnPassant = NoSquare
	next.Rights = p.Rights.after(m)
	if c := p.Castle(m); c != nil {
		next.men[p.at(c.King)].Square = c.KingTo
		next.men[p.at(c.Rook)].Square = c.RookTo
		return next
	}
	captured := p.at(m.To)
	if p.IsEnPassant(m) {
		captured = p.at(enPassantVictim(m.To))
	}
	mover := &next.men[p.at(m.From)]
	mover.Square = m.To
	if mover.Type == Pawn && (m.To == m.From+16 || m.From == m.To+16) {
		if next.EnPassant = (m.From + m.To) / 2; !next.canTakeEnPassant() {
			next.EnPassant = NoSquare
		}
	}
	if m.Promotion != NoPiece {
		mover.Type = m.Promotion
	}
	if captured >= 0 {
		next.n--
		next.men[captured] = next.men[next.n]
		next.men[next.n] = Man{}
	}
	return next
}

// Pass returns the position with the other side to move, and false if the side to move is in check and so can't pass.
func (p *Position) Pass() (next Position, ok bool) {
	next = *p
	next.Turn, next.EnPassant = p.Turn.Other(), NoSquare
	return next, !p.InCheck(p.Turn)
}

// canTakeEnPassant reports whether a pawn of the side to move can legally take on the en-passant square.
func (p *Position) canTakeEnPassant() bool {
	for _, m := range p.Men() {
		if m.Type == Pawn && m.Color == p.Turn && PawnAttacks(m.Color, m.Square).Has(p.EnPassant) {
			if next := p.Play(Move{From: m.Square, To: p.EnPassant}); !next.InCheck(p.Turn) {
				return true
			}
		}
	}
	return false
}
