package board

import "strings"

// SAN returns a legal move of p in standard algebraic notation, such as
// "Nbd2+", "exd8=Q#" or "O-O". All the legal moves of p have to be given: from which
// file or rank a piece comes is said only where another one could go there,
// too.
func (p *Position) SAN(m Move, legal []Move) string {
	var b strings.Builder
	if c := p.castle(m); c != nil {
		b.WriteString(c.san())
	} else {
		p.writeMove(&b, m, legal)
	}
	if after := p.Play(m); after.InCheck(after.Turn) {
		if after.HasLegalMove() {
			b.WriteByte('+')
		} else {
			b.WriteByte('#')
		}
	}
	return b.String()
}

// writeMove writes a move that is not castling, and does not say whether it gives check.
func (p *Position) writeMove(b *strings.Builder, m Move, legal []Move) {
	mover := p.men[p.at(m.From)].Type
	if mover != Pawn {
		b.WriteByte(mover.Letter())
		b.WriteString(p.origin(m, legal))
	} else if p.IsCapture(m) {
		b.WriteByte(m.From.String()[0])
	}
	if p.IsCapture(m) {
		b.WriteByte('x')
	}
	b.WriteString(m.To.String())
	if m.Promotion != NoPiece {
		b.WriteByte('=')
		b.WriteByte(m.Promotion.Letter())
	}
}

// origin returns what tells a piece from those of its kind that could go to
// the same square: nothing if there are none, else its file, its rank or both,
// the first of these that is enough.
func (p *Position) origin(m Move, legal []Move) string {
	others, sameFile, sameRank := false, false, false
	for _, other := range legal {
		if other.To == m.To && other.From != m.From && p.men[p.at(other.From)].Type == p.men[p.at(m.From)].Type {
			others = true
			sameFile = sameFile || other.From.File() == m.From.File()
			sameRank = sameRank || other.From.Rank() == m.From.Rank()
		}
	}
	from := m.From.String()
	switch {
	case !others:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	}
	return from
}
