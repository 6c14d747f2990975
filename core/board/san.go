package board

import "strings"

// SAN returns a legal move of p in standard algebraic notation, such as "Nbd2+", "exd8=Q#" or "O-O". The caller passes
// all legal moves of p. The name has the file or rank of the origin only if another piece of that type could move to
// the same square.
func (p *Position) SAN(m Move, legal []Move) string {
	var b strings.Builder
	p.writeMove(&b, m, legal)
	if after := p.Play(m); after.InCheck(after.Turn) {
		if after.HasLegalMove() {
			b.WriteByte('+')
		} else {
			b.WriteByte('#')
		}
	}
	return b.String()
}

// writeMove writes a move without the signs for check and mate.
func (p *Position) writeMove(b *strings.Builder, m Move, legal []Move) {
	if c := p.Castle(m); c != nil {
		b.WriteString(c.san())
		return
	}
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

// origin returns the origin of a move as far as the name needs it. It is empty if no other piece of that type could
// move to the same square. Otherwise it is the file, the rank or both: the first of these that is unique.
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

// FindMove returns the legal move that a text names, in UCI notation or in SAN. In SAN, marks such as x and + may be
// missing, and the origin may be longer than necessary.
func (p *Position) FindMove(text string, legal []Move) (Move, bool) {
	text = withoutMarks(text)
	if strings.Trim(text, "0Oo") == "" { // castling, however it is written
		text = strings.Repeat("O", len(text))
	}
	for _, m := range legal {
		if m.String() == text {
			return m, true
		}
	}
	var longer []Move
	for _, m := range legal {
		var b strings.Builder
		p.writeMove(&b, m, legal)
		if withoutMarks(b.String()) == text {
			return m, true
		}
		if p.isLongFor(text, m) {
			longer = append(longer, m)
		}
	}
	if len(longer) != 1 {
		return Move{}, false
	}
	return longer[0], true
}

// NullSAN is the name of [Null] in the games that we write.
const NullSAN = "--"

// IsNull reports whether a text names [Null], as one of the programs that write games does.
func IsNull(text string) bool {
	switch text {
	case NullSAN, "Z0", "@@@@", "null", "0000":
		return true
	}
	return false
}

// withoutMarks removes the marks that are not needed to identify a move.
func withoutMarks(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("x:-=/()+#!?", r) {
			return -1
		}
		return r
	}, name)
}

// isLongFor reports whether a text names a move by its piece, its origin (file, rank or both) and its promotion.
func (p *Position) isLongFor(text string, m Move) bool {
	if p.Castle(m) != nil {
		return false
	}
	to := m.To.String()
	if m.Promotion != NoPiece {
		to += string(m.Promotion.Letter())
	}
	origin, found := strings.CutSuffix(text, to)
	if mover := p.men[p.at(m.From)].Type; mover != Pawn && found {
		origin, found = strings.CutPrefix(origin, string(mover.Letter()))
	}
	return found && origin != "" && strings.Contains(m.From.String(), origin)
}
