package material

import (
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/words"
)

// rightsInfix separates the men from the rooks that may castle. File systems take h1 and h8 for two
// names, but K and k for one. The square of a king follows kingPrefix if that is not on the e-file, as in Chess960.
const (
	rightsInfix = "-"
	kingPrefix  = "k"
)

// Rights returns the rights to castle, White being the first side.
func (c Class) Rights() board.Rights { return c.rights }

// WithoutRights returns the class of the same men that cannot castle any more.
func (c Class) WithoutRights() Class {
	c.rights = 0
	c, _ = c.normalised()
	return c
}

// Castling returns the classes of the same men with rights to castle, in the order of [Compare]. Their tables are built
// with that of the class. Those of Chess960 and of six men are not among them, as they are built only by name.
func (c Class) Castling() []Class {
	found := map[Class]bool{}
	if c.Men() > UsualMen {
		return nil
	}
	for rights := board.Rights(1); rights <= board.AllRights; rights++ {
		with := c
		if with.rights = rights; with.fits(rights) && with.HasTable() {
			with, _ = with.normalised()
			found[with] = true
		}
	}
	return sorted(found)
}

// WithCastling returns classes, and after each those with rights to castle.
func WithCastling(classes ...Class) (all []Class) {
	for _, c := range classes {
		all = append(all, c)
		if c.rights == 0 {
			all = append(all, c.Castling()...)
		}
	}
	return all
}

// IsByName reports whether a class has rights to castle, but is not among [Class.Castling].
func (c Class) IsByName() bool { return c.rights != 0 && (!c.rights.AreUsual() || c.Men() > UsualMen) }

// fits reports whether there is a rook for each of some rights.
func (c Class) fits(rights board.Rights) bool {
	for _, side := range board.Colors {
		if rights.Side(side).Count() > c.Count(side, board.Rook) {
			return false
		}
	}
	return true
}

// RightsLeft returns the sets of rights that moves can leave of some, given the men that are left.
func RightsLeft(men []board.Man, rights board.Rights) []board.Rights {
	return counted(men, rights).rightsLeft()
}

// rightsLeft returns the sets of rights that a move can leave, given the men that are left: some or all of those there
// were.
func (c Class) rightsLeft() (left []board.Rights) {
	for set := range c.rights.Set() + 1 {
		if set&^c.rights == 0 && c.fits(set) {
			left = append(left, c.rights.Only(set))
		}
	}
	return left
}

// writeRights appends the rights to a name.
func (c Class) writeRights(b *strings.Builder) {
	if c.rights == 0 {
		return
	}
	b.WriteString(rightsInfix)
	b.WriteString(rooksOf(c.rights))
}

// rooksOf returns the squares of the rooks with which one may castle, and before them that of a king elsewhere than in
// chess.
func rooksOf(rights board.Rights) (squares string) {
	king := board.NoSquare
	for castle := range rights.Castles() {
		if castle.King != king && castle.King != board.Castles[castle.Way].King {
			king = castle.King
			squares += kingPrefix + king.String()
		}
		squares += castle.Rook.String()
	}
	return squares
}

// castlingFaces returns the faces after quiet moves that leave no castling rights: one for each right. The rook of the
// right has just stood still, and the opponent is to move.
func (c Class) castlingFaces() (list []Face) {
	if c.rights.Side(board.White) != 0 && c.rights.Side(board.Black) != 0 {
		return nil // such a move leaves those of the opponent
	}
	for castle := range c.rights.Castles() {
		list = append(list, c.WithoutRights().castlingFace(castle))
	}
	return list
}

func (c Class) castlingFace(castle *board.Castle) Face {
	return Face{Class: c, Still: board.Man{Color: castle.Color, Type: board.Rook}, Right: castle.Alone()}
}

// ParseFace is the inverse of [Face.String] for the faces of a class.
func (c Class) ParseFace(name string) (f Face, ok bool) {
	all := c.AllFaces()
	if rook, found := strings.CutPrefix(name, c.String()+faceInfix); found && c.rights == 0 {
		with := c
		if with.parseRights(rook) == nil { // of Chess960, too
			all = with.castlingFaces()
		}
	}
	i := slices.IndexFunc(all, func(f Face) bool { return f.String() == name })
	if i < 0 {
		return f, false
	}
	return all[i], true
}

func wrong(key string, values ...any) *words.Message {
	m := words.New(key, values...)
	return &m
}

// parseRights reads the squares of the rooks. That of a king elsewhere than in chess is before those of its rooks.
func (c *Class) parseRights(squares string) *words.Message {
	squares = strings.ToLower(squares)
	if squares == "" {
		return wrong("core.class.noRooks")
	}
	kings := [2]board.Square{board.Castles[0].King, board.Castles[2].King}
	var named [2]bool
	for squares != "" {
		name, isKing := strings.CutPrefix(squares, kingPrefix)
		if len(name) < 2 {
			return wrong("core.class.notSquare", "text", strconv.Quote(name))
		}
		square, err := board.ParseSquare(name[:2])
		if err != nil {
			return wrong("core.class.notSquare", "text", strconv.Quote(name))
		}
		squares = name[2:]
		color := board.Color(square.Rank() / 7)
		if square.Rank()%7 != 0 {
			return wrong("core.class.rooks")
		}
		if isKing && !named[color] && c.rights.Side(color) == 0 {
			kings[color], named[color] = square, true
			continue
		}
		right := board.NewRight(color, kings[color], square)
		if isKing || square == kings[color] || c.rights.Set()&right != 0 {
			return wrong("core.class.rooks")
		}
		c.rights |= right
	}
	for _, color := range board.Colors {
		if named[color] && c.rights.Side(color) == 0 {
			return wrong("core.class.rooks")
		}
	}
	if !c.fits(c.rights) {
		return wrong("core.class.fewRooks")
	}
	return nil
}
