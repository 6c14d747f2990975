// Package material has the material classes: the men on the board, such as KRPvKR, and the classes that a capture or a
// promotion leads to.
//
// A class has a first and a second side. The first has more men or, with equal numbers, the stronger ones. Tables call
// it White. A [Class] is a small value that can be compared and used as a map key.
//
// Positions with castling rights are classes of their own, one for each set of rights. KRPvKR-h1 is KRPvKR with White's
// right to castle with the rook on h1 (castling.go).
package material

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/words"
)

// MaxMen is the largest number of men, kings included, that tables have.
const MaxMen = 6

// UsualMen is the largest number of men of the classes that are listed and built together. Their build takes some
// minutes in all. A single class with more men takes as long.
const UsualMen = 5

// A Class counts the men of each side, kings included, by piece type, and has the rights to castle.
// Side 0 is the first one. Only normalised classes are ever handed out.
type Class struct {
	count  [2][board.Pawn + 1]uint8
	rights board.Rights
}

// ClassOf returns the class of a list of men, with one king on each side, and of castling rights that fit them. If
// swapped is true, White is the second side of the class.
func ClassOf(men []board.Man, rights board.Rights) (class Class, swapped bool) {
	return counted(men, rights).normalised()
}

// counted returns the class of men whose sides are in their order.
func counted(men []board.Man, rights board.Rights) Class {
	c := Class{rights: rights}
	for _, m := range men {
		c.count[m.Color][m.Type]++
	}
	return c
}

// OfPosition returns the class of a position, as [ClassOf] does.
func OfPosition(p *board.Position) (class Class, swapped bool) { return ClassOf(p.Men(), p.Rights) }

// normalised puts the stronger side first. If both are equal, the order of their rights decides.
func (c Class) normalised() (Class, bool) {
	order := compareSides(&c.count[0], &c.count[1])
	if order < 0 || order == 0 && c.rights.Swapped() < c.rights {
		c.count[0], c.count[1] = c.count[1], c.count[0]
		c.rights = c.rights.Swapped()
		return c, true
	}
	return c, false
}

// compareSides is positive when a comes first: more men, then stronger ones.
func compareSides(a, b *[board.Pawn + 1]uint8) int {
	sum := func(side *[board.Pawn + 1]uint8) (n uint8) {
		for _, k := range side {
			n += k
		}
		return n
	}
	if order := cmp.Compare(sum(a), sum(b)); order != 0 {
		return order
	}
	return slices.Compare(a[:], b[:])
}

// Parse reads the name of a class with 3 to [MaxMen] men. The order of the men, their case and the "v" do not matter:
// KRPvKR, krpkr, KRPKR and KRvKRP are the same class. Castling rights follow as the squares of the rooks, as in
// KRPvKR-h1a8. In Chess960, k and the square of a king may precede them, as in KRvK-kf1h1. Parse refuses the names that
// [ParseOpposed] reads. Every error matches [ErrClass].
func Parse(name string) (Class, error) {
	whole := name
	fail := func(why words.Message) (Class, error) { return Class{}, &ClassError{whole, why} }
	if _, _, opposed := opposedSides(name); opposed {
		return fail(words.New("core.class.opposed"))
	}
	var c Class
	name, rooks, castling := strings.Cut(name, rightsInfix)
	side := -1
	for _, r := range strings.ToUpper(name) {
		if r == 'V' {
			if side != 0 {
				return fail(words.New("core.class.separator"))
			}
			continue
		}
		t := board.PieceType(strings.IndexRune("KQRBNP", r) + 1)
		if t == board.NoPiece {
			return fail(words.New("core.class.letters"))
		}
		if t == board.King {
			side++
		}
		if side < 0 || side > 1 {
			return fail(words.New("core.class.kingFirst"))
		}
		if c.count[side][t]++; c.Men() > MaxMen {
			return fail(words.New("core.class.men", "most", MaxMen))
		}
	}
	if side != 1 {
		return fail(words.New("core.class.kings"))
	}
	if why := c.noTable(); why != nil {
		return fail(*why)
	}
	if i := strings.IndexByte(strings.ToUpper(name), 'V'); i > 0 && strings.ToUpper(name)[i+1] != 'K' {
		return fail(words.New("core.class.separatorPlace"))
	}
	if castling {
		if why := c.parseRights(rooks); why != nil {
			return fail(*why)
		}
		if why := c.noTable(); why != nil {
			return fail(*why)
		}
	}
	c, _ = c.normalised()
	return c, nil
}

// ParseAll is [Parse] for a list of names. It ends at the first that is wrong.
func ParseAll(names []string) ([]Class, error) {
	list := make([]Class, len(names))
	for i, name := range names {
		var err error
		if list[i], err = Parse(name); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// String returns the name, such as "KRPvKR", or "KRPvKR-h1" with rights to castle.
func (c Class) String() string {
	var b strings.Builder
	for side := range c.count {
		if side == 1 {
			b.WriteByte('v')
		}
		for t := board.King; t <= board.Pawn; t++ {
			for range c.count[side][t] {
				b.WriteByte(t.Letter())
			}
		}
	}
	c.writeRights(&b)
	return b.String()
}

// MarshalText writes the name, so that JSON has it.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Count returns how many men of a type a side has; White is the first side.
func (c Class) Count(side board.Color, t board.PieceType) int { return int(c.count[side][t]) }

// HasTable reports whether a table can be made.
func (c Class) HasTable() bool { return c.Men() <= c.MostMen() }

// MostMen returns the largest number of men that tables have: one fewer with rights to castle and several pawns.
func (c Class) MostMen() int {
	if c.rights != 0 && c.Pawns() > 1 {
		return UsualMen
	}
	return MaxMen
}

// Men returns the number of men, kings included.
func (c Class) Men() int {
	n := 0
	for side := range c.count {
		for _, k := range c.count[side] {
			n += int(k)
		}
	}
	return n
}

// Pawns returns the number of pawns of both sides.
func (c Class) Pawns() int {
	return int(c.count[0][board.Pawn] + c.count[1][board.Pawn])
}

// HasEnPassant reports whether a pawn may be captured en passant: both sides have pawns.
func (c Class) HasEnPassant() bool {
	return c.count[0][board.Pawn] > 0 && c.count[1][board.Pawn] > 0
}

// IsSymmetric reports whether both sides have the same men.
func (c Class) IsSymmetric() bool { return c.count[board.White] == c.count[board.Black] }

// BareKings reports whether only the kings are left: a draw that needs no table.
func (c Class) BareKings() bool { return c.Men() == 2 }

// Compare sorts classes so that each comes after all its dependencies. It compares the number of men, the number of
// pawns, the strength (the strongest first), and the number of rights (the fewest first).
func Compare(a, b Class) int {
	return cmp.Or(
		cmp.Compare(a.Men(), b.Men()),
		cmp.Compare(a.Pawns(), b.Pawns()),
		-slices.Compare(a.count[0][:], b.count[0][:]),
		-slices.Compare(a.count[1][:], b.count[1][:]),
		cmp.Compare(a.rights.Count(), b.rights.Count()),
		cmp.Compare(a.rights, b.rights),
	)
}

// Successors returns the classes that one move can lead to, in the order of [Compare]. The move is a capture, a
// promotion or both, or it ends castling rights. Bare kings are left out.
func (c Class) Successors() []Class {
	found := map[Class]bool{}
	add := func(next Class) {
		for _, rights := range next.rightsLeft() {
			left := next
			left.rights = rights
			if left, _ = left.normalised(); !left.BareKings() && left != c {
				found[left] = true
			}
		}
	}
	add(c)
	for side := range c.count {
		for t := board.Queen; t <= board.Pawn; t++ {
			if c.count[side][t] == 0 {
				continue
			}
			captured := c
			captured.count[side][t]--
			add(captured)
		}
		if c.count[side][board.Pawn] == 0 {
			continue
		}
		for _, promotion := range board.Promotions {
			promoted := c.promoted(side, promotion)
			add(promoted)
			for t := board.Queen; t <= board.Knight; t++ { // a pawn captures no pawn on the last rank
				if promoted.count[side^1][t] > 0 {
					both := promoted
					both.count[side^1][t]--
					add(both)
				}
			}
		}
	}
	return sorted(found)
}

// promoted returns the class after a promotion. It is not normalised.
func (c Class) promoted(side int, to board.PieceType) Class {
	c.count[side][board.Pawn]--
	c.count[side][to]++
	return c
}

// A Face is the set of positions that exits of one kind lead to. It has the positions of a class right after a
// promotion, with the promoted piece on the last rank and the opponent to move. Other faces have the positions right
// after a pawn push, or after a move by which a side loses its last castling right.
type Face struct {
	Class Class

	// Still is the color and type of the promoted piece, or of the rook that might have castled. White is the first
	// side of the class. For pushes it has no piece.
	Still board.Man

	Right board.Rights // to castle that is given up, with the squares of king and rook; or 0
}

// PushFace returns the face of pawn pushes inside the class.
func (c Class) PushFace() Face { return Face{Class: c} }

// IsOfPushes reports whether the face is that of pawn pushes.
func (f Face) IsOfPushes() bool { return f.Still.Type == board.NoPiece }

// Turn returns the side to move in a face of promotions or castling rights.
func (f Face) Turn() board.Color { return f.Still.Color.Other() }

// String returns a name that no other face has, such as KQRvKRfacewQ or, of a right to castle, KQRvKRfaceh1.
func (f Face) String() string {
	name := f.Class.String() + faceInfix
	switch {
	case f.IsOfPushes():
		return name + "pushes"
	case f.Right != 0:
		return name + rooksOf(f.Right)
	}
	return fmt.Sprintf("%s%c%c", name, f.Still.Color.Letter(), f.Still.Type.Letter())
}

// faceInfix separates the class of a face from the rest of its name.
const faceInfix = "face"

// AllFaces returns the faces that a class can have, except those of Chess960. With rights to castle it has only that of
// pushes.
func (c Class) AllFaces() []Face {
	list := []Face{c.PushFace()}
	if c.rights != 0 {
		return list
	}
	for _, color := range board.Colors {
		for _, t := range board.Promotions {
			list = append(list, Face{Class: c, Still: board.Man{Color: color, Type: t}})
		}
	}
	for _, castle := range board.Castles {
		if c.Count(castle.Color, board.Rook) > 0 {
			list = append(list, c.castlingFace(&castle))
		}
	}
	return list
}

// Faces returns the faces of the promotions of both sides, each once. If only one side has castling rights, it returns
// the faces of their ends.
func (c Class) Faces() []Face {
	if c.rights != 0 {
		return c.castlingFaces()
	}
	list := c.FacesOf(board.White)
	for _, f := range c.FacesOf(board.Black) {
		if !slices.Contains(list, f) {
			list = append(list, f)
		}
	}
	return list
}

// FacesOf returns the faces of the promotions of a side, with and without a capture. Classes with castling rights have
// none, as their promotions lead to few positions.
func (c Class) FacesOf(side board.Color) (list []Face) {
	if c.count[side][board.Pawn] == 0 || c.rights != 0 {
		return nil
	}
	add := func(next Class, t board.PieceType) {
		next, swapped := next.normalised()
		color := side
		if swapped {
			color = side.Other()
		}
		list = append(list, Face{Class: next, Still: board.Man{Color: color, Type: t}})
	}
	for _, t := range board.Promotions {
		promoted := c.promoted(int(side), t)
		add(promoted, t)
		for _, captured := range board.Promotions {
			if promoted.count[side.Other()][captured] > 0 {
				both := promoted
				both.count[side.Other()][captured]--
				add(both, t)
			}
		}
	}
	return list
}

// Closure returns the given classes and all their dependencies, each once. They are in the order of [Compare], which is
// also a possible order of the build.
func Closure(classes ...Class) []Class {
	found := map[Class]bool{}
	var visit func(Class)
	visit = func(c Class) {
		if !found[c] {
			found[c] = true
			for _, next := range c.Successors() {
				visit(next)
			}
		}
	}
	for _, c := range classes {
		visit(c)
	}
	return sorted(found)
}

// Closures returns the [Closure] of each class. It computes the successors of a class only once.
func Closures(classes ...Class) map[Class][]Class {
	all := Closure(classes...)
	number := make(map[Class]int, len(all))
	needs := make([][]bool, len(all)) // whether a class is in the closure of another, by their numbers
	for i, c := range all {
		number[c] = i
		needs[i] = make([]bool, i+1)
		needs[i][i] = true
		for _, next := range c.Successors() { // which come before it
			for k, is := range needs[number[next]] {
				needs[i][k] = needs[i][k] || is
			}
		}
	}
	closures := make(map[Class][]Class, len(classes))
	for _, c := range classes {
		var list []Class
		for k, is := range needs[number[c]] {
			if is {
				list = append(list, all[k])
			}
		}
		closures[c] = list
	}
	return closures
}

// LeadsTo reports whether captures and promotions can turn the men of a class into those of another one. Rights to
// castle don't matter.
func (c Class) LeadsTo(d Class) bool {
	return c.sidesLeadTo(d, 0) || c.sidesLeadTo(d, 1)
}

// sidesLeadTo is LeadsTo where the first side of the class becomes that side of the other one.
func (c Class) sidesLeadTo(d Class, first int) bool {
	for side := range c.count {
		have, want := &c.count[side], &d.count[first^side]
		pawns := int(have[board.Pawn]) - int(want[board.Pawn])
		for t := board.Queen; t < board.Pawn; t++ {
			pawns -= max(0, int(want[t])-int(have[t])) // that have to promote
		}
		if pawns < 0 {
			return false
		}
	}
	return true
}

func sorted(set map[Class]bool) []Class {
	list := make([]Class, 0, len(set))
	for c := range set {
		list = append(list, c)
	}
	slices.SortFunc(list, Compare)
	return list
}

// All returns every class with the given number of men, in the order of
// [Compare].
func All(men int) []Class {
	found := map[Class]bool{}
	var place func(c Class, left int)
	place = func(c Class, left int) {
		if left == 0 {
			c, _ = c.normalised()
			found[c] = true
			return
		}
		for side := range c.count {
			for t := board.Queen; t <= board.Pawn; t++ {
				next := c
				next.count[side][t]++
				place(next, left-1)
			}
		}
	}
	if men < 3 || men > MaxMen {
		return nil
	}
	var kings Class
	kings.count[0][board.King] = 1
	kings.count[1][board.King] = 1
	place(kings, men-2)
	return sorted(found)
}

// UpTo returns every class with 3 to men men, in the order of [Compare].
func UpTo(men int) []Class {
	var list []Class
	for n := 3; n <= men; n++ {
		list = append(list, All(n)...)
	}
	return list
}
