package board

import "strings"

// PresumeCastling returns a FEN with the castling rights that the squares of kings and rooks allow in chess. So
// composers read a diagram: castling is possible unless it can be disproved. The FEN must have a side to move and name
// no rights. It stays the same if it has more than a number of men, as does any other text.
func PresumeCastling(fen string, most int) string {
	fields := strings.FieldsFunc(fen, isGap)
	if len(fields) < 2 || len(fields) > 2 && !isDash(strings.Map(hyphen, fields[2])) {
		return fen
	}
	p, err := parseBoard(fields[0])
	if err != nil || len(p.Men()) > most {
		return fen
	}
	if len(fields) == 2 {
		fields = append(fields, "")
	}
	fields[2] = p.PossibleRights().String()
	return strings.Join(fields, " ")
}
