package slice

import (
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// pawnPlacements numbers the placements of some pawns, up to the left-right mirror and the order of like pawns. They
// are counted at once, and listed on first use: three pawns have 110,000, and most classes are only named.
type pawnPlacements struct {
	pawns  []board.Man // White's first
	count  int
	all    int    // without leaving out mirrored ones
	ensure func() // lists them, as follows

	squares   []board.Square // of all placements, one after the other
	ownImages []Number       // those that are their own mirror image, in ascending order
	// number has slice<<1 | mirrored for squares of the pawns. These are digits to the base 48, as
	// pawns stand on a2 to h7. Those of like pawns are in ascending order.
	number []int32
}

const firstPawnSquare, pawnSquares = 8, 48

// placementsOf returns the placements of pawns, White's first. Calls with the same number of pawns return the same
// ones.
func placementsOf(pawns []board.Man) *pawnPlacements {
	var each [2]int
	for _, p := range pawns {
		each[p.Color]++
	}
	fresh := &pawnPlacements{pawns: pawns}
	fresh.count, fresh.all = countPlacements(each[0], each[1])
	fresh.ensure = sync.OnceFunc(fresh.place)
	p, _ := numbered.LoadOrStore(each, fresh)
	return p.(*pawnPlacements)
}

// numbered has the placements by the number of pawns of each colour.
var numbered sync.Map

// countPlacements counts the placements of the given number of pawns of each colour, up to the mirror and all. They
// form pairs, except those that are their own mirror image. In these each pawn has a like one on the mirrored square.
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

// place numbers placements. A probe may have to wait for it, so it allocates nothing for each of them, and does no work
// twice.
func (p *pawnPlacements) place() {
	pawns, combinations := p.pawns, 1
	for range pawns {
		combinations *= pawnSquares
	}
	squares, image := make([]board.Square, len(pawns)), make([]board.Square, len(pawns))
	mirror := func() {
		for i, s := range squares {
			image[i] = board.MirrorFiles.Square(s)
		}
		sortLike(pawns, image)
	}
	placements := make([]int, 0, p.count) // by order, then code
	eachPlacement(pawns, squares, 0, 0, func() {
		if mirror(); slices.Compare(squares, image) <= 0 {
			placements = append(placements, orderOf(pawns, squares)*combinations+encodePawns(squares))
		}
	})
	slices.Sort(placements)
	p.number = make([]int32, combinations)
	p.squares = make([]board.Square, p.count*len(pawns))
	for i, placement := range placements {
		decodePawns((placement%combinations+combinations)%combinations, squares)
		copy(p.squares[i*len(pawns):], squares)
		mirror()
		if slices.Equal(squares, image) {
			p.ownImages = append(p.ownImages, Number(i))
		} else {
			p.number[encodePawns(image)] = int32(i)<<1 | 1
		}
		p.number[encodePawns(squares)] = int32(i) << 1
	}
}

// eachPlacement calls found with the squares of each placement, given those of the pawns before the next one. Like
// pawns are in ascending order.
func eachPlacement(pawns []board.Man, squares []board.Square, next int, occupied board.Bitboard, found func()) {
	if next == len(pawns) {
		found()
		return
	}
	first := board.Square(firstPawnSquare)
	if next > 0 && like(pawns[next-1], pawns[next]) {
		first = squares[next-1] + 1
	}
	for s := first; s < firstPawnSquare+pawnSquares; s++ {
		if squares[next] = s; !occupied.Has(s) {
			eachPlacement(pawns, squares, next+1, occupied|s.Bit(), found)
		}
	}
}

// at returns the squares of a placement.
func (p *pawnPlacements) at(slice Number) []board.Square {
	p.ensure()
	if int(slice) >= p.count { // without pawns no index would be out of range
		panic(fmt.Sprintf("slice %d of %d", slice, p.count))
	}
	n := len(p.pawns)
	from := int(slice) * n
	return p.squares[from : from+n : from+n]
}

var fileOrder = [8]int{0, 2, 4, 6, 7, 5, 3, 1}

// orderOf returns a number by which placements are ordered. The further the pawns have advanced, all together, the
// smaller it is, so pushes lead to smaller numbers. Then come the ranks, so that placements with the same promotions
// stay together. The files come last, with that of the most advanced pawn as the least digit. So the next placement has
// the same squares of the other pawns, and this pawn promotes into the same slice. Mirrored files are neighbours,
// because the other pawns may be mirrored after a promotion.
func orderOf(pawns []board.Man, squares []board.Square) int {
	number := 0
	advancement := func(i int) int {
		if pawns[i].Color == board.White {
			return squares[i].Rank()
		}
		return 7 - squares[i].Rank()
	}
	var byAdvancement [material.MaxMen]int
	for i := range pawns {
		number -= advancement(i)
		at := i // an insertion sort
		for ; at > 0 && advancement(byAdvancement[at-1]) > advancement(i); at-- {
			byAdvancement[at] = byAdvancement[at-1]
		}
		byAdvancement[at] = i
	}
	for i := range pawns {
		number = number<<3 | squares[i].Rank()
	}
	for _, i := range byAdvancement[:len(pawns)] {
		number = number<<3 | fileOrder[squares[i].File()]
	}
	return number
}

func (p *pawnPlacements) find(squares []board.Square) (slice Number, mirror board.Symmetry) {
	p.ensure()
	var sorted [material.MaxMen]board.Square
	copy(sorted[:], squares)
	sortLike(p.pawns, sorted[:len(squares)])
	n := p.number[encodePawns(sorted[:len(squares)])]
	if n&1 != 0 {
		return Number(n >> 1), board.MirrorFiles
	}
	return Number(n >> 1), board.Identity
}

// ofAll numbers a placement, or its mirror image, if both are kept: they are side by side.
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
	placement := Number(
		sort.Search(p.count+1, func(i int) bool { return p.ofAll(Number(i), board.Identity) > number }),
	) - 1
	if number == p.ofAll(placement, board.Identity) {
		return p.at(placement)
	}
	return mirrored(p.at(placement), board.MirrorFiles)
}

// mirrored returns the images of squares under a symmetry.
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

// sortLike sorts the squares of like men, which stand side by side in men.
func sortLike(men []board.Man, squares []board.Square) {
	for i := range squares {
		for j := i; j > 0 && like(men[j-1], men[j]) && squares[j-1] > squares[j]; j-- {
			squares[j-1], squares[j] = squares[j], squares[j-1]
		}
	}
}

func like(a, b board.Man) bool { return a.Color == b.Color && a.Type == b.Type }
