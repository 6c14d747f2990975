package layout

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
)

// classOf returns the class of men named as in "KQvK", of up to seven men.
func classOf(name string) material.Class {
	var men []board.Man
	color := board.White
	for _, letter := range name {
		if letter == 'v' {
			color = board.Black
			continue
		}
		for t := board.King; t <= board.Pawn; t++ {
			if rune(t.Letter()) == letter {
				men = append(men, board.Man{Color: color, Type: t})
			}
		}
	}
	class, _ := material.ClassOf(men, 0)
	return class
}

func classes() []material.Class {
	list := material.UpTo(5)
	for _, name := range []string{"KQRBvKQR", "KPPPPPvK", "KPPPvKPP", "KRRBBvKN", "KQQQvKQQ", "KRPPvKPP", "KNNNNNvK"} {
		list = append(list, classOf(name))
	}
	return list
}

// layouts calls visit for all parts of a class, with each order of the factors.
func layouts(t *testing.T, class material.Class, visit func(*Layout)) {
	t.Helper()
	pieces := Usual(class)
	all := Orders(pieces)
	if len(all) == 0 {
		t.Fatalf("%v: no order", class)
	}
	for _, orders := range all {
		for file := range 4 {
			l, err := New(pieces, orders, file)
			if err != nil {
				t.Fatalf("%v: %v", class, err)
			}
			visit(l)
			if !l.HasPawns() {
				break
			}
		}
	}
}

// TestBothDirections goes from numbers to positions and back.
func TestBothDirections(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, class := range classes() {
		layouts(t, class, func(l *Layout) {
			for k := range uint64(30) {
				index := random.Uint64N(l.Size())
				if k < 2 {
					index = k * (l.Size() - 1) // the first and the last
				}
				men := l.Men(index)
				list := men.List()
				if got, _ := material.ClassOf(list, 0); got != class || len(list) != class.Men() {
					t.Fatalf("%v %d: men %v", class, index, list)
				}
				p := board.NewPosition(board.White, list...)
				if p.Occupied().Count() != class.Men() {
					t.Fatalf("%v %d: two men on one square", class, index)
				}
				if got := l.Index(&men); got != index {
					t.Fatalf("%v: %d became %d", class, index, got)
				}
				if l.HasPawns() && men.PawnFile(l.Lead()) != l.file {
					t.Fatalf("%v %d: pawn on another file", class, index)
				}
			}
		})
	}
}

// TestSmallWhole goes through all numbers of a few classes.
func TestSmallWhole(t *testing.T) {
	for _, name := range []string{"KQvK", "KPvK", "KPvKP", "KRRvK"} {
		class := classOf(name)
		pieces := Usual(class)
		l, err := New(pieces, Orders(pieces)[0], 0)
		if err != nil {
			t.Fatal(err)
		}
		for index := range l.Size() {
			if men := l.Men(index); l.Index(&men) != index {
				t.Fatalf("%v: %d became %d", class, index, l.Index(&men))
			}
		}
	}
}

// TestSymmetricPositions goes from any placement to its number and back to an image of it under a symmetry.
func TestSymmetricPositions(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, class := range classes() {
		pieces := Usual(class)
		for range 200 {
			men := place(random, pieces)
			file, symmetries := 0, board.Symmetries
			if class.Pawns() > 0 {
				file, symmetries = men.PawnFile(pieces[0].Color), 2
			}
			l, err := New(pieces, Orders(pieces)[0], file)
			if err != nil {
				t.Fatal(err)
			}
			index := l.Index(&men)
			if index == None {
				if !touch(men[0][board.King].First(), men[1][board.King].First()) {
					t.Fatalf("%v %v: no number", class, men.List())
				}
				continue
			}
			if index >= l.Size() {
				t.Fatalf("%v %v: number %d of %d", class, men.List(), index, l.Size())
			}
			found := false
			image := l.Men(index)
			for s := range board.Symmetry(symmetries) {
				found = found || transformed(&men, s) == image
			}
			if !found {
				t.Fatalf("%v: %v became %v", class, men.List(), image.List())
			}
		}
	}
}

func transformed(men *Men, s board.Symmetry) (image Men) {
	for color := range men {
		for t, set := range men[color] {
			image[color][t] = s.Bitboard(set)
		}
	}
	return image
}

// place places men at random.
func place(random *rand.Rand, pieces []Piece) (men Men) {
	var occupied board.Bitboard
	for _, p := range pieces {
		for {
			s := board.Square(random.IntN(64))
			if occupied.Has(s) || p.Type == board.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
				continue
			}
			occupied |= s.Bit()
			men[p.Color][p.Type] |= s.Bit()
			break
		}
	}
	return men
}

// TestTwin compares numbers with those that counting gives.
func TestTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	twin := newTwin()
	for _, name := range strings.Fields("KQvK KRRvK KQRvKR KPvK KPPvKP KNPvKP KRvKR KRRvKPP KPPPvKN") {
		layouts(t, classOf(name), func(l *Layout) {
			for range 5 {
				index := random.Uint64N(l.Size())
				squares := l.Squares(index)
				if got := twin.index(l, squares[:len(l.pieces)]); got != index {
					t.Fatalf("%v: counting gives %d for %d", name, got, index)
				}
			}
		})
	}
}

// A twin numbers placements by listing them.
type twin struct {
	kings, three [][]board.Square
}

func newTwin() *twin {
	var t twin
	corner := func(s board.Square) bool { return s.File() < 4 && s.Rank() <= s.File() }
	var order []board.Square // the squares of the triangle, those on the diagonal last
	for _, on := range []bool{false, true} {
		for s := range board.Square(64) {
			if corner(s) && (offDiagonal(s) == 0) == on {
				order = append(order, s)
			}
		}
	}
	for _, on := range []bool{false, true} {
		for _, a := range order {
			for b := range board.Square(64) {
				both := offDiagonal(a) == 0 && offDiagonal(b) == 0
				apart := max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank())) > 1
				if apart && both == on && (offDiagonal(a) != 0 || offDiagonal(b) <= 0) {
					t.kings = append(t.kings, []board.Square{a, b})
				}
			}
		}
	}
	for first := range 4 { // the first man off the diagonal, or none
		for _, a := range order {
			for b := range board.Square(64) {
				for c := range board.Square(64) {
					s := []board.Square{a, b, c}
					off := slices.IndexFunc(s, func(s board.Square) bool { return offDiagonal(s) != 0 })
					if off < 0 {
						off = 3
					}
					if off == first && a != b && a != c && b != c && (off == 3 || offDiagonal(s[off]) < 0) {
						t.three = append(t.three, s)
					}
				}
			}
		}
	}
	return &t
}

func abs(n int) int { return max(n, -n) }

func (t *twin) index(l *Layout, s []board.Square) uint64 {
	n := l.groups[0].n
	var number int
	same := func(other []board.Square) bool { return slices.Equal(other, s[:n]) }
	switch l.kind {
	case three:
		number = slices.IndexFunc(t.three, same)
	case kings:
		number = slices.IndexFunc(t.kings, same)
	default:
		number = leadPlace(s[:n])
	}
	sum := uint64(number) * l.groups[0].factor
	for i := 1; i < len(l.groups); i++ {
		g := l.groups[i]
		var free []board.Square
		for square := range board.Square(64) {
			pawn := i == 1 && l.both
			if !slices.Contains(s[:g.start], square) && (!pawn || square.Rank() > 0) {
				free = append(free, square)
			}
		}
		number := placeOf(free, s[g.start:g.start+g.n])
		sum += uint64(number) * g.factor
	}
	return sum
}

// placeOf returns the place of a set of squares among all sets of the same size of the free ones. The sets are sorted
// by the last square in the list, then the one before it, and so on.
func placeOf(free, set []board.Square) int {
	want := make([]int, len(set))
	for i, s := range set {
		want[i] = slices.Index(free, s)
	}
	slices.Sort(want)
	place := 0
	var visit func(chosen []int, from int)
	visit = func(chosen []int, below int) {
		if len(chosen) == len(want) {
			reversed := slices.Clone(chosen)
			slices.Reverse(reversed)
			wanted := slices.Clone(want)
			slices.Reverse(wanted)
			if slices.Compare(chosen, wanted) < 0 {
				place++
			}
			return
		}
		for k := range below {
			visit(append(chosen[:len(chosen):len(chosen)], k), k)
		}
	}
	visit(nil, len(free))
	return place
}

// leadPlace returns the place of leading pawns among those with the same file of the first one.
func leadPlace(s []board.Square) int {
	place := 0
	for rank := 1; rank < 7; rank++ {
		first := board.NewSquare(s[0].File(), rank)
		var behind []board.Square // squares that other leading pawns may have, the last file's first
		for file := 3; file >= 0; file-- {
			for rank := 6; rank > 0; rank-- {
				left := board.NewSquare(file, rank)
				for _, square := range []board.Square{left ^ 7, left} {
					if pawnOrder[square] < pawnOrder[first] {
						behind = append(behind, square)
					}
				}
			}
		}
		if first == s[0] {
			return place + placeOf(behind, s[1:])
		}
		place += int(binomial[len(s)-1][len(behind)])
	}
	return -1
}

// TestForeignParts refuses men that can't be numbered.
func TestForeignParts(t *testing.T) {
	king, other := Piece{board.White, board.King}, Piece{board.Black, board.King}
	queen, rook := Piece{board.White, board.Queen}, Piece{board.White, board.Rook}
	pawn, black := Piece{board.White, board.Pawn}, Piece{board.Black, board.Pawn}
	for _, c := range []struct {
		pieces []Piece
		orders [2]int
		file   int
	}{
		{[]Piece{king, other}, [2]int{0, NoOrder}, 0},
		{[]Piece{king, king, other}, [2]int{0, NoOrder}, 0},
		{[]Piece{king, other, queen}, [2]int{1, NoOrder}, 0},
		{[]Piece{king, other, queen}, [2]int{0, 1}, 0},
		{[]Piece{king, other, queen}, [2]int{0, NoOrder}, 1},
		{[]Piece{queen, queen, king, other}, [2]int{0, NoOrder}, 0},
		{[]Piece{king, other, queen, rook, queen}, [2]int{0, NoOrder}, 0},
		{[]Piece{king, pawn, other}, [2]int{0, NoOrder}, 0},
		{[]Piece{pawn, king, other}, [2]int{0, NoOrder}, 4},
		{[]Piece{pawn, king, other}, [2]int{3, NoOrder}, 0},
		{[]Piece{pawn, king, other, black}, [2]int{0, 1}, 0},
		{[]Piece{pawn, black, king, other}, [2]int{1, 1}, 0},
		{[]Piece{pawn, black, king, other}, [2]int{0, NoOrder}, 0},
		{[]Piece{pawn, pawn, black, king, other}, [2]int{0, 1}, 0},
	} {
		if l, err := New(c.pieces, c.orders, c.file); err == nil {
			t.Errorf("%v %v %v: size %d", c.pieces, c.orders, c.file, l.Size())
		}
	}
}

// TestCodes goes through all codes of pieces.
func TestCodes(t *testing.T) {
	for code := range byte(255) {
		p, ok := PieceOf(code)
		if want := code < 16 && code&7 >= 1 && code&7 <= 6; ok != want || ok && p.Code() != code {
			t.Errorf("%d: %v %v", code, p, ok)
		}
	}
}
