package board

import "strings"

// FromXFEN returns a FEN that [ReadFEN] reads, from an X-FEN of Chess960. There, the letters KQkq name the outermost
// rooks on either side of a king, anywhere on its first rank. A text without a board stays the same.
func FromXFEN(fen string) string {
	fields := strings.FieldsFunc(fen, isGap)
	if len(fields) < 3 {
		return fen
	}
	p, err := parseBoard(fields[0])
	if err != nil {
		return fen
	}
	rights := strings.Map(func(letter rune) rune {
		if way := strings.IndexRune(rightLetters, letter); way >= 0 && p.outermostRight(way) != 0 {
			return rune(p.outermostRight(way).Castle(way).letter())
		}
		return letter
	}, fields[2])
	return strings.Join(append([]string{fields[0], fields[1], rights}, fields[3:]...), " ")
}

// XFEN returns the position and the counters in X-FEN. It differs from [Reading.FEN] in rights of Chess960 to castle
// with an outermost rook: their letters are KQkq.
func (r *Reading) XFEN() string {
	p := &r.Position
	fields := strings.Fields(r.FEN())
	for c := range p.Rights.Castles() {
		if p.outermostRight(c.Way) == p.Rights.Only(c.Right) {
			fields[2] = strings.Replace(fields[2], string(c.letter()), rightLetters[c.Way:c.Way+1], 1)
		}
	}
	return strings.Join(fields, " ")
}
