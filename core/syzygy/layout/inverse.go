package layout

import "github.com/matewright/matewright/core/board"

// Men returns the position with a number that is less than [Layout.Size]: the inverse of [Layout.Index]. No two men
// share a square. The position need not be legal: kings may touch, and either may be attacked.
func (l *Layout) Men(index uint64) (men Men) {
	squares := l.Squares(index)
	for i, p := range l.pieces {
		men[p.Color][p.Type] |= squares[i].Bit()
	}
	return men
}

// Squares returns the squares of [Layout.Men] in the order of the pieces.
func (l *Layout) Squares(index uint64) (s [MaxMen]board.Square) {
	lead := &l.groups[0]
	number := index / lead.factor % lead.count
	switch l.kind {
	case pawns:
		l.placeLead(&s, number)
	case three:
		s[0], s[1], s[2] = placeThree(number)
	default:
		s[0], s[1] = kingPairAt[number][0], kingPairAt[number][1]
	}
	var occupied board.Bitboard
	for _, square := range s[:lead.n] {
		occupied |= square.Bit()
	}
	for i := 1; i < len(l.groups); i++ {
		g := &l.groups[i]
		taken := occupied
		if i == 1 && l.both {
			taken |= 0xff // no pawns on the first rank
		}
		number := index / g.factor % g.count
		for k := g.n; k > 0; k-- {
			chosen := choose(number, k)
			number -= binomial[k][chosen]
			square := nthFree(taken, chosen)
			s[g.start+k-1] = square
			occupied |= square.Bit()
		}
	}
	return s
}

// placeLead places the leading pawns.
func (l *Layout) placeLead(s *[MaxMen]board.Square, number uint64) {
	n := l.groups[0].n
	first := board.NewSquare(l.file, 1)
	for first.Rank() < 6 && number >= leadPawns[n].first[first+8] {
		first += 8
	}
	s[0] = first
	number -= leadPawns[n].first[first]
	for k := n - 1; k > 0; k-- {
		chosen := choose(number, k)
		number -= binomial[k][chosen]
		s[k] = pawnAt[chosen]
	}
}

// placeThree places three different men.
func placeThree(number uint64) (first, second, third board.Square) {
	diagonal := func(n uint64) board.Square { return board.Square(n) * 9 }
	if number < firstOff {
		first = triangleAt[number/(63*62)]
		second = nthFree(first.Bit(), int(number/62%63))
		return first, second, nthFree(first.Bit()|second.Bit(), int(number%62))
	}
	if number -= firstOff; number < secondOff {
		first, second = diagonal(number/(28*62)), lowerAt[number/62%28]
		return first, second, nthFree(first.Bit()|second.Bit(), int(number%62))
	}
	const rest = 0x7fbfdfeff7fbfdfe // all squares off the diagonal
	if number -= secondOff; number < thirdOff {
		first = diagonal(number / (7 * 28))
		return first, nthFree(rest|first.Bit(), int(number/28%7)), lowerAt[number%28]
	}
	number -= thirdOff
	first = diagonal(number / (7 * 6))
	second = nthFree(rest|first.Bit(), int(number/6%7))
	return first, second, nthFree(rest|first.Bit()|second.Bit(), int(number%6))
}

// choose returns the largest n with at most number ways to choose k of n.
func choose(number uint64, k int) int {
	n := k - 1
	for n < 63 && binomial[k][n+1] <= number {
		n++
	}
	return n
}

// nthFree returns the square with n squares before it that are not taken.
func nthFree(taken board.Bitboard, n int) board.Square {
	free := ^taken
	for range n {
		free = free.Rest()
	}
	return free.First()
}
