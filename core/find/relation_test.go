package find_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
)

// A pairTest has a relation in words, and the slow judge of two men.
type pairTest struct {
	text          string
	first, second string // letters of men, capitals for White
	holds         func(one, other board.Man) bool
}

func ahead(one, other board.Man) bool {
	if other.Color == board.Black {
		return one.Square.File() == other.Square.File() && one.Square.Rank() < other.Square.Rank()
	}
	return one.Square.File() == other.Square.File() && one.Square.Rank() > other.Square.Rank()
}

func behind(one, other board.Man) bool {
	return one.Square.File() == other.Square.File() && !ahead(one, other)
}

// steps returns the moves of a king between two squares of an empty board.
func steps(from, to board.Square) (n int) {
	for reached := from.Bit(); !reached.Has(to); n++ {
		for before := reached; before != 0; before = before.Rest() {
			reached |= board.Attacks(board.King, before.First(), 0)
		}
	}
	return n
}

// isOneBetween reports whether there is a single square between two men on a file or a rank.
func isOneBetween(one, other board.Man) bool {
	between := board.Attacks(board.Rook, one.Square, other.Square.Bit()) &
		board.Attacks(board.Rook, other.Square, one.Square.Bit())
	return board.Attacks(board.Rook, one.Square, 0).Has(other.Square) && between.Count() == 1
}

func isWithin(least, most int) func(one, other board.Man) bool {
	return func(one, other board.Man) bool {
		n := steps(one.Square, other.Square)
		return least <= n && n <= most
	}
}

func onDiagonal(one, other board.Man) bool {
	return board.Attacks(board.Bishop, one.Square, 0).Has(other.Square)
}

var pairTests = []pairTest{
	{"K in front of P", "K", "P", ahead},
	{"white king in front of the white pawn", "K", "P", ahead},
	{"k behind P", "k", "P", behind},
	{"king behind pawn", "Kk", "Pp", behind},
	{"K in front of p", "K", "p", ahead},
	{"R behind k", "R", "k", behind},
	{"K beside k", "K", "k", isWithin(1, 1)},
	{"K next to R", "K", "R", isWithin(1, 1)},
	{"kings in opposition", "K", "k", isOneBetween},
	{"P opposite p", "P", "p", isOneBetween},
	{"k on the file of R", "k", "R", func(one, other board.Man) bool { return one.Square&7 == other.Square&7 }},
	{"black king on the rank of the rook", "k", "Rr", func(one, other board.Man) bool {
		return one.Square>>3 == other.Square>>3
	}},
	{"K on the diagonal of k", "K", "k", onDiagonal},
	{"distance K k <= 2", "K", "k", isWithin(2, 2)},
	{"Distance between white king and the black king >3", "K", "k", isWithin(4, 7)},
	{"distance K p = 4", "K", "p", isWithin(4, 4)},
	{"distance R k < 2", "R", "k", isWithin(1, 1)},
	{"distance k pawn >= 6", "k", "Pp", isWithin(6, 7)},
	{"K on the 3rd rank in front of Pa-c", "K", "P", func(one, other board.Man) bool {
		return one.Square.Rank() == 2 && other.Square.File() < 3 && ahead(one, other)
	}},
}

func (r *pairTest) has(men []board.Man) bool {
	isNamed := func(m board.Man, letters string) bool {
		letter := m.Type.Letter()
		if m.Color == board.Black {
			letter += 'a' - 'A'
		}
		return slices.Contains([]byte(letters), letter)
	}
	return slices.ContainsFunc(men, func(one board.Man) bool {
		return isNamed(one, r.first) && slices.ContainsFunc(men, func(other board.Man) bool {
			return one != other && isNamed(other, r.second) && r.holds(one, other)
		})
	})
}

// hasAny reports whether a position or an image of it has a property.
func hasAny(p *board.Position, has func(men []board.Man) bool) bool {
	images := board.Symmetry(board.Symmetries)
	if slices.ContainsFunc(p.Men(), func(m board.Man) bool { return m.Type == board.Pawn }) {
		images = board.MirrorFiles + 1
	}
	for t := range images {
		men := slices.Clone(p.Men())
		for i := range men {
			men[i].Square = t.Square(men[i].Square)
		}
		if has(men) {
			return true
		}
	}
	return false
}

// TestRelations compares the found positions with those of a slow judge, which looks at all placements of three men.
func TestRelations(t *testing.T) {
	for _, name := range []string{"KRvK", "KPvK"} {
		wanted := make([]map[key]bool, len(pairTests))
		for i := range pairTests {
			wanted[i] = map[key]bool{}
		}
		placements(class(t, name), board.White, func(p board.Position) {
			k := canonical(&p)
			if k != keyOf(&p, board.Identity) {
				return
			}
			for i := range pairTests {
				if hasAny(&p, pairTests[i].has) {
					wanted[i][k] = true
				}
			}
		})
		for i, r := range pairTests {
			q := find.Query{Class: class(t, name), Values: find.Everything(), Men: men(t, r.text)}
			wantSame(t, name+", "+r.text, all(t, search(t, tables(t), q)), wanted[i], r.has)
		}
	}
}

// TestSeveralRelations searches quick wins with two relations and a demand for squares, with two pawns and a rook.
func TestSeveralRelations(t *testing.T) {
	for _, name := range []string{"KPvKP", "KRvKB"} {
		q := find.Query{Class: class(t, name), Values: find.Within(1, 13)}
		there := all(t, search(t, tables(t), q))
		for i, r := range pairTests {
			next := pairTests[(i+1)%len(pairTests)]
			has := func(men []board.Man) bool {
				return r.has(men) && next.has(men) && slices.ContainsFunc(men, func(m board.Man) bool {
					return m.Type == board.King && m.Color == board.Black && m.Square.File() < 4
				})
			}
			wanted := map[key]bool{}
			for _, f := range there {
				if hasAny(&f.Position, has) {
					wanted[canonical(&f.Position)] = true
				}
			}
			q.Men = men(t, r.text+", ka-d,"+next.text)
			wantSame(t, name+", "+r.text+", "+next.text, all(t, search(t, tables(t), q)), wanted, has)
		}
	}
}

func wantSame(t *testing.T, name string, found []find.Found, wanted map[key]bool, has func(men []board.Man) bool) {
	t.Helper()
	for _, f := range found {
		if k := canonical(&f.Position); !wanted[k] || !has(f.Position.Men()) {
			t.Fatalf("%s: %s is found", name, f.Position.FEN())
		}
	}
	if len(found) != len(wanted) {
		t.Errorf("%s: %d are found of %d", name, len(found), len(wanted))
	}
}

// TestParseRelations checks that other words are refused, and that the message has the wrong ones.
func TestParseRelations(t *testing.T) {
	for text, wrong := range map[string]string{
		"K in fron of P": `"in"`, "K in front of": `"K in front of"`, "behind P": `"behind P"`,
		"K beside x9": `"x9"`, "Kz beside k": `"Kz"`,
		"distance K k": `"distance K k"`, "distance K <= 2": `"distance K`,
		"distance K k <= two": `"distance K k <= two"`, "K beside P beside k": `"beside"`, "distance": `"distance"`,
		"Ph7, K opposite": `"K opposite"`, "K on the file of Pa9": `"Pa9"`,
	} {
		if got, err := find.ParseMen(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		} else if !strings.Contains(err.Error(), wrong) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
