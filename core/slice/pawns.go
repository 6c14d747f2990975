package slice

import (
	"slices"
	"sort"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// pawnPlacements numbers the placements of some pawns, up to the left-right
// mirror and the order of like pawns. They are counted at once, and listed when
// one is asked for: three pawns have 110,000, and most classes are only named.
type pawnPlacements struct {
	count  int
	all    int    // without leaving out mirrored ones
	ensure func() // that they are listed, as follows

	list      [][]board.Square
	ownImages []Number // those that are their own mirror image, in ascending order
	// number has slice<<1 | mirrored for any squares of the pawns, in any
	// order, as digits to the base 48 (pawns stand on a2 to h7); -1 where two
	// pawns share a square.
	number []int32
}

const firstPawnSquare, pawnSquares = 8, 48

// placementsOf returns the placements of pawns, White's first. Those of as many pawns are the same ones at
// every call.
func placementsOf(pawns []board.Man) *pawnPlacements {
	var each [2]int
	for _, p := range pawns {
		each[p.Color]++
	}
	fresh := &pawnPlacements{}
	fresh.count, fresh.all = countPlacements(each[0], each[1])
	fresh.ensure = sync.OnceFunc(func() { fresh.place(pawns) })
	p, _ := numbered.LoadOrStore(each, fresh)
	return p.(*pawnPlacements)
}

// numbered has what is known of so many pawns of each colour.
var numbered sync.Map

// countPlacements counts the placements of so many pawns of each colour, up to the mirror and all. They come in pairs but for those
// that are their own mirror image, in which each pawn has a like one on the mirrored square.
func countPlacements(white, black int) (count, all int) {
	all = choose(pawnSquares, white) * choose(pawnSquares-white, black)
	mirrored := 0
	if white%2 == 0 && black%2 == 0 {
		mirrored = choose(pawnSquares/2, white/2) * choose(pawnSquares/2-white/2, black/2)
	}
	return (all + mirrored) / 2, all
}

// choose returns in how many ways k of n can be chosen.
func choose(n, k int) int {
	ways := 1
	for i := range k {
		ways = ways * (n - i) / (i + 1)
	}
	return ways
}

// place numbers placements. A probe may have to wait for it: nothing is
// allocated for each, and nothing done twice.
func (p *pawnPlacements) place(pawns []board.Man) {
	combinations := 1
	for range pawns {
		combinations *= pawnSquares
	}
	p.number = make([]int32, combinations)
	squares, image := make([]board.Square, len(pawns)), make([]board.Square, len(pawns))
	mirror := func() {
		for i, s := range squares {
			image[i] = board.MirrorFiles.Square(s)
		}
		sortLike(pawns, image)
	}
	var placements []int // by order, then code
	for code := range p.number {
		p.number[code] = -1
		if decodePawns(code, squares); !isSortedLike(pawns, squares) || !distinct(squares) {
			continue
		}
		if mirror(); slices.Compare(squares, image) <= 0 {
			placements = append(placements, orderOf(pawns, squares)*combinations+code)
		}
	}
	slices.Sort(placements)
	p.list = make([][]board.Square, len(placements))
	all := make([]board.Square, len(placements)*len(pawns))
	for i, placement := range placements {
		p.list[i], all = all[:len(pawns):len(pawns)], all[len(pawns):]
		decodePawns((placement%combinations+combinations)%combinations, squares)
		copy(p.list[i], squares)
		mirror()
		if slices.Equal(squares, image) {
			p.ownImages = append(p.ownImages, Number(i))
		}
		p.set(pawns, image, 0, int32(i)<<1|1)
		p.set(pawns, squares, 0, int32(i)<<1) // it may be its own image
	}
}

// at returns the squares of a placement.
func (p *pawnPlacements) at(slice Number) []board.Square {
	p.ensure()
	return p.list[slice]
}

// set numbers all placements that differ in the order of like pawns only, from
// the given index on.
func (p *pawnPlacements) set(pawns []board.Man, squares []board.Square, from int, number int32) {
	if from == len(pawns) {
		p.number[encodePawns(squares)] = number
		return
	}
	for i := from; i < len(pawns) && like(pawns[from], pawns[i]); i++ {
		squares[from], squares[i] = squares[i], squares[from]
		p.set(pawns, squares, from+1, number)
		squares[from], squares[i] = squares[i], squares[from]
	}
}

var fileOrder = [8]int{0, 2, 4, 6, 7, 5, 3, 1}

// orderOf returns a number by which placements are ordered. The further the
// pawns have come, all together, the smaller it is, so pushes lead to smaller
// numbers. Then come the ranks, so that placements with the same promotions
// stay together; and last the files, that of the most advanced pawn being the
// least digit: wherever this pawn promotes, the others stand, and so the slice
// that it promotes into, are the same for the next placement. Mirrored files
// are neighbours, because what is left when a pawn promotes may be mirrored.
func orderOf(pawns []board.Man, squares []board.Square) int {
	number := 0
	advancement := func(i int) int {
		if pawns[i].Color == board.White {
			return squares[i].Rank()
		}
		return 7 - squares[i].Rank()
	}
	byAdvancement := make([]int, 0, material.MaxMen)
	for i := range pawns {
		number -= advancement(i)
		at := len(byAdvancement) // an insertion sort
		for at > 0 && advancement(byAdvancement[at-1]) > advancement(i) {
			at--
		}
		byAdvancement = slices.Insert(byAdvancement, at, i)
	}
	for i := range pawns {
		number = number<<3 | squares[i].Rank()
	}
	for _, i := range byAdvancement {
		number = number<<3 | fileOrder[squares[i].File()]
	}
	return number
}

func (p *pawnPlacements) find(squares []board.Square) (slice Number, mirror board.Symmetry) {
	p.ensure()
	n := p.number[encodePawns(squares)]
	if n&1 != 0 {
		return Number(n >> 1), board.MirrorFiles
	}
	return Number(n >> 1), board.Identity
}

// ofAll numbers a placement, or its mirror image, where neither of the two is left out: they are side by side.
func (p *pawnPlacements) ofAll(placement Number, mirror board.Symmetry) Number {
	before, _ := slices.BinarySearch(p.ownImages, placement)
	number := 2*placement - Number(before)
	if mirror != board.Identity {
		number++
	}
	return number
}

// atOfAll returns the squares of a placement that [pawnPlacements.ofAll] has numbered.
func (p *pawnPlacements) atOfAll(number Number) []board.Square {
	p.ensure()
	placement := Number(sort.Search(p.count+1, func(i int) bool { return p.ofAll(Number(i), board.Identity) > number })) - 1
	if number == p.ofAll(placement, board.Identity) {
		return p.list[placement]
	}
	return mirrored(p.list[placement], board.MirrorFiles)
}

// mirrored returns what a symmetry makes of squares.
func mirrored(squares []board.Square, mirror board.Symmetry) []board.Square {
	if mirror == board.Identity {
		return squares
	}
	image := slices.Clone(squares)
	for i := range image {
		image[i] = mirror.Square(image[i])
	}
	return image
}

func encodePawns(squares []board.Square) int {
	code := 0
	for _, s := range squares {
		code = code*pawnSquares + int(s-firstPawnSquare)
	}
	return code
}

func decodePawns(code int, squares []board.Square) {
	for i := len(squares) - 1; i >= 0; i-- {
		squares[i] = board.Square(code%pawnSquares) + firstPawnSquare
		code /= pawnSquares
	}
}

func distinct(squares []board.Square) bool {
	var seen board.Bitboard
	for _, s := range squares {
		if seen.Has(s) {
			return false
		}
		seen |= s.Bit()
	}
	return true
}

// sortLike sorts the squares of like men, which stand side by side in men.
func sortLike(men []board.Man, squares []board.Square) {
	for i := range squares {
		for j := i; j > 0 && like(men[j-1], men[j]) && squares[j-1] > squares[j]; j-- {
			squares[j-1], squares[j] = squares[j], squares[j-1]
		}
	}
}

func isSortedLike(men []board.Man, squares []board.Square) bool {
	for i := 1; i < len(squares); i++ {
		if like(men[i-1], men[i]) && squares[i-1] > squares[i] {
			return false
		}
	}
	return true
}

func like(a, b board.Man) bool { return a.Color == b.Color && a.Type == b.Type }
