package ending

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/matewright/matewright/core/board"
)

// Name returns a name for the ending of a position: its men, such as KPPvKP, and the beginning of the SHA-256 of its
// FEN. It has at most 64 letters, digits and hyphens, and no two names differ only in case.
func Name(p *board.Position) string {
	var text []byte
	for _, c := range board.Colors {
		for t := board.King; t <= board.Pawn; t++ {
			for _, m := range p.Men() {
				if m.Color == c && m.Type == t {
					text = append(text, t.Letter())
				}
			}
		}
		if c == board.White {
			text = append(text, 'v')
		}
	}
	sum := sha256.Sum256([]byte(p.FEN()))
	return string(text) + "-" + hex.EncodeToString(sum[:8])
}

// Sum returns the SHA-256 of all solved slices in their order. Two endings with the same sum have the same bounds.
func (e *Ending) Sum() (sum [sha256.Size]byte, err error) {
	hash := sha256.New()
	for _, s := range inOrder(slices.Collect(maps.Keys(e.kept.nodes))) {
		n := e.kept.nodes[s]
		packed := make([]byte, n.at.Size)
		if err := e.kept.journal.read(n.at, packed); err != nil {
			return sum, err
		}
		hash.Write(s.append(nil))
		hash.Write(packed)
	}
	return [sha256.Size]byte(hash.Sum(nil)), nil
}
