package board

import "strings"

// PresumeCastling returns a FEN with the castling rights that the squares of kings and rooks allow in chess, if it
// names no rights. So composers read a diagram: castling is possible unless it can be disproved. Any other text stays
// the same.
func PresumeCastling(fen string) string {
	fields := strings.FieldsFunc(fen, isGap)
	if len(fields) < 2 || len(fields) > 2 && !isDash(strings.Map(hyphen, fields[2])) {
		return fen
	}
	p, err := parseBoard(fields[0])
	if err != nil {
		return fen
	}
	if len(fields) == 2 {
		fields = append(fields, "")
	}
	fields[2] = p.PossibleRights().String()
	return strings.Join(fields, " ")
}
