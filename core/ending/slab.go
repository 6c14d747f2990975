package ending

import "github.com/matewright/matewright/core/board"

// A slab has the wins of a side, the attacker, in a wide slice. It only has positions with the defender to move and a
// queen of the attacker on its last rank. Only these follow from slices with fewer pieces, by a promotion.
type slab struct {
	attacker board.Color
	shift    int      // of the queen's square in the number of a word
	words    int      // for each square of the last rank
	lost     []uint64 // for the defender; nil until they are found
	safe     []uint64 // an exit saves the defender for sure; some of them are illegal
}

// newSlab returns the slab of a wide slice without its wins. It returns nil if no side with a queen is likely to win.
func newSlab(s Slice) *slab {
	f := frameOf(s.pieces)
	ahead := s.ahead()
	for i := 1; i < f.outer; i++ {
		if c, kind := f.man(i); kind == board.Queen && ahead[c] != 0 {
			return &slab{attacker: c, shift: f.shift(i), words: f.words() / 64}
		}
	}
	return nil
}

// begin makes room for the positions.
func (b *slab) begin() {
	b.lost, b.safe = make([]uint64, slabFiles*b.words), make([]uint64, slabFiles*b.words)
}

// attacks reports whether a side wins in the slab. The slab may be nil.
func (b *slab) attacks(side board.Color) bool { return b != nil && b.attacker == side }

// word returns the word in which the slab may have a position, given its word. If the attacker has several queens, they
// trade places so that the slab's queen is on the last rank.
func (b *slab) word(f *frame, word int) int {
	own := word >> b.shift & 63
	for i := 1; i < f.outer; i++ {
		c, kind := f.man(i)
		other := word >> f.shift(i) & 63
		if c == b.attacker && kind == board.Queen && board.Square(other)^farFirst(c) < slabFiles {
			return word&^(63<<b.shift|63<<f.shift(i)) | own<<f.shift(i) | other<<b.shift
		}
	}
	return word
}

// index returns the place of a word, and false if the slab does not have it.
func (b *slab) index(word int) (i int, ok bool) {
	square := board.Square(word >> b.shift & 63)
	if square^farFirst(b.attacker) >= slabFiles {
		return 0, false
	}
	return square.File()*b.words + word>>(b.shift+6)<<b.shift + word&(1<<b.shift-1), true
}

// at returns the lost and the safe lanes of a word, and false if the slab does not have it.
func (b *slab) at(turn board.Color, word int) (lost, safe uint64, ok bool) {
	i, ok := b.index(word)
	if !ok || turn == b.attacker {
		return 0, 0, false
	}
	return b.lost[i], b.safe[i], true
}
