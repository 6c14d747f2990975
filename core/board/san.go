package board

import "strings"

// SAN returns a legal move of p in standard algebraic notation, such as
// "Nbd2+" or "exd8=Q#". All the legal moves of p have to be given: from which
// file or rank a piece comes is said only where another one could go there,
// too.
func (p *Position) SAN(m Move, legal []Move) string {
	var b strings.Builder
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
	if after := p.Play(m); after.InCheck(after.Turn) {
		if after.HasLegalMove() {
			b.WriteByte('+')
		} else {
			b.WriteByte('#')
		}
	}
	return b.String()
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
