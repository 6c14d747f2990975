package layout

import "github.com/matewright/matewright/core/board"

// None is the number of men that have none: two kings that touch.
const None = ^uint64(0)

// Index returns the number of a position. The men are those of the layout, seen with the colors of the file. With pawns
// they belong to the layout's file of the leading pawn.
func (l *Layout) Index(men *Men) uint64 {
	var squares [MaxMen]board.Square
	n := 0
	for i := range l.runs {
		p := l.runs[i].piece
		b := men[p.Color&1][p.Type]
		for end := min(n+l.runs[i].n, MaxMen); n < end; n++ {
			squares[n] = b.First() & 63
			b = b.Rest()
		}
	}
	s := squares[:n]
	number := uint64(0)
	switch l.kind {
	case pawns:
		number = leadIndex(s, l.groups[0].n)
	case three:
		normalise(s, 3)
		number = threeIndex(s)
	default:
		normalise(s, 2)
		pair := kingPair[triangle[s[0]]][s[1]]
		if pair == noPair {
			return None
		}
		number = uint64(pair)
	}
	index := number * l.groups[0].factor
	var earlier board.Bitboard
	for _, square := range s[:l.groups[0].n] {
		earlier |= square.Bit()
	}
	lowest := board.Square(0)
	if l.both {
		lowest = 8
	}
	for i := 1; i < len(l.groups); i++ {
		g := &l.groups[i]
		members := s[g.start : g.start+g.n]
		sort(members)
		number, now := uint64(0), earlier
		for k, square := range members {
			below := (earlier & (square.Bit() - 1)).Count()
			number += binomial[k+1][(int(square-lowest)-below)&63]
			now |= square.Bit()
		}
		earlier = now
		lowest = 0
		index += number * g.factor
	}
	return index
}

// leadIndex returns the number of the first n squares, of the pawns of one side. It reflects the squares so that the
// leading pawn is on the first four files.
func leadIndex(s []board.Square, n int) uint64 {
	for i := 1; i < n; i++ {
		if pawnOrder[s[i]] > pawnOrder[s[0]] {
			s[0], s[i] = s[i], s[0]
		}
	}
	if s[0].File() >= 4 {
		for i := range s {
			s[i] ^= 7
		}
	}
	for i := 2; i < n; i++ {
		for k := i; k > 1 && pawnOrder[s[k]] < pawnOrder[s[k-1]]; k-- {
			s[k], s[k-1] = s[k-1], s[k]
		}
	}
	number := leadPawns[n].first[s[0]]
	for i := 1; i < n; i++ {
		number += binomial[i][pawnOrder[s[i]]]
	}
	return number
}

// normalise turns the squares so that the first is in the triangle a1-d1-d4. The first of the n squares that is off
// the diagonal is then below it.
func normalise(s []board.Square, n int) {
	mask := board.Square(0)
	if s[0].File() >= 4 {
		mask = 7
	}
	if s[0].Rank() >= 4 {
		mask |= 56
	}
	if mask != 0 {
		for i := range s {
			s[i] ^= mask
		}
	}
	for _, square := range s[:n] {
		if off := offDiagonal(square); off > 0 {
			for i := range s {
				s[i] = transposed(s[i])
			}
			return
		} else if off < 0 {
			return
		}
	}
}

// threeIndex returns the number of three different men on normalised squares.
func threeIndex(s []board.Square) uint64 {
	first, second, third := s[0], s[1], s[2]
	below := uint64(0) // squares before the second that are taken
	if second > first {
		below++
	}
	before := uint64(0) // and before the third
	if third > first {
		before++
	}
	if third > second {
		before++
	}
	switch {
	case offDiagonal(first) != 0:
		return uint64(triangle[first])*63*62 + (uint64(second)-below)*62 + uint64(third) - before
	case offDiagonal(second) != 0:
		return firstOff + (uint64(first.Rank())*28+uint64(lower[second]))*62 + uint64(third) - before
	case offDiagonal(third) != 0:
		return firstOff + secondOff +
			(uint64(first.Rank())*7+uint64(second.Rank())-below)*28 + uint64(lower[third])
	}
	return firstOff + secondOff + thirdOff +
		(uint64(first.Rank())*7+uint64(second.Rank())-below)*6 + uint64(third.Rank()) - before
}

// sort sorts a few squares.
func sort(s []board.Square) {
	for i := 1; i < len(s); i++ {
		for k := i; k > 0 && s[k] < s[k-1]; k-- {
			s[k], s[k-1] = s[k-1], s[k]
		}
	}
}
