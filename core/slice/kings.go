package slice

import "github.com/matewright/matewright/core/board"

// KingCounts counts positions by the squares of the kings: of White's king, and of Black's.
//
// The words of a slice stand for symmetric positions, too. Count and CountLanes count the words, and [Layout.Unfold]
// adds the positions that are symmetric to theirs.
type KingCounts [2][board.NoSquare]uint64

// Count counts n positions with the kings of a frame, or on other squares if frames lack them. If both kings are on the
// diagonal of symmetric frames, each word and its transposed image are kept, and each counts half.
func (k *KingCounts) Count(frames *Frames, kings [2]board.Square, n uint64) {
	white, black := kings[board.White]&63, kings[board.Black]&63
	if frames.AreSymmetric() && (white.File() != white.Rank() || black.File() != black.Rank()) {
		n *= 2
	}
	k[board.White][white] += n
	k[board.Black][black] += n
}

// CountLanes counts the lanes of a word, given White's king, if Black's king is the inner man.
func (k *KingCounts) CountLanes(white board.Square, lanes board.Bitboard) {
	k[board.White][white&63] += uint64(lanes.Count())
	for ; lanes != 0; lanes = lanes.Rest() {
		k[board.Black][lanes.First()&63]++
	}
}

// Unfold returns the counts of all positions that the counted words of a slice stand for.
func (l *Layout) Unfold(number Number, counted *KingCounts) (all KingCounts) {
	images, halves := board.Symmetry(1), uint64(1)
	switch {
	case l.frames.AreSymmetric():
		images, halves = board.Symmetries, 2
	case l.Class.Rights() == 0 && !l.mirrorsItself(l.pawns.at(number)):
		images = board.MirrorFiles + 1
	}
	for c, squares := range counted {
		for square, n := range squares {
			for t := board.Identity; t < images; t++ {
				all[c][t.Square(board.Square(square))] += n
			}
		}
	}
	for c := range all {
		for square := range all[c] {
			all[c][square] /= halves
		}
	}
	return all
}

// Add adds the counts of other positions.
func (k *KingCounts) Add(others *KingCounts) {
	for c := range k {
		for square, n := range others[c] {
			k[c][square] += n
		}
	}
}
