package table

import (
	"maps"

	"github.com/matewright/matewright/core/scratch"
)

// A catalogue says where the parts are that an attic has in scratch. There are
// hundreds of thousands, so it is in scratch itself, in pages of 64 parts that
// follow each other; in memory are the pages' places, and which parts they have.
type catalogue struct {
	pages  map[pageKey]page
	owners map[any]pageKey // each one's bits of the keys
	known  int             // owners that there have been
}

// A page has places for the pieces of 64 parts.
type page struct {
	offset int64
	has    uint64
}

// mostPages bounds the memory of a catalogue to some 6 MiB.
const mostPages = 1 << 17

// mostOwners are told apart by their bits of the keys.
const mostOwners = 1 << (64 - ownerBits)

// A pageKey is what the keys of 64 parts have in common, in few bytes.
type pageKey uint64

// Bits of a pageKey, above those of the index.
const (
	numberBits = 24 // the bits below are the index
	kindBits   = 48
	sideBits   = 51
	ownerBits  = 52
)

const pageBits = 6

func newCatalogue() catalogue {
	return catalogue{pages: map[pageKey]page{}, owners: map[any]pageKey{}}
}

// place returns the page of a part, and its place there. Parts with several to a
// slice follow each other by their index, pinned ones by their number.
func (c *catalogue) place(key partKey) (pageKey, uint) {
	owner, ok := c.owners[key.of]
	if !ok {
		owner = pageKey(c.known) << ownerBits
		c.owners[key.of] = owner
		c.known++
	}
	number, index, slot := key.number, key.index>>pageBits, uint(key.index)
	if key.kind == pinnedPart || key.kind == cutPart {
		number, index, slot = key.number>>pageBits, key.index, uint(key.number)
	}
	common := owner | pageKey(key.side)<<sideBits | pageKey(key.kind)<<kindBits
	return common | pageKey(number)<<numberBits | pageKey(index), slot % (1 << pageBits)
}

func (c *catalogue) has(key partKey) bool {
	at, slot := c.place(key)
	return c.known <= mostOwners && c.pages[at].has>>slot&1 != 0
}

// add notes where a part is. It returns false if there is no room for it.
func (c *catalogue) add(pile *scratch.Pile, key partKey, piece scratch.Piece) bool {
	at, slot := c.place(key)
	p, ok := c.pages[at]
	if !ok {
		if len(c.pages) == mostPages || c.known > mostOwners {
			return false
		}
		var err error
		if p.offset, err = pile.AddIndex(1 << pageBits); err != nil {
			return false
		}
	}
	if pile.SetIndex(p.offset, int(slot), piece) != nil {
		return false
	}
	p.has |= 1 << slot
	c.pages[at] = p
	return true
}

// find says where a part is that the catalogue has.
func (c *catalogue) find(pile *scratch.Pile, key partKey) (scratch.Piece, error) {
	at, slot := c.place(key)
	return pile.Index(c.pages[at].offset, int(slot))
}

// forget drops all parts of an owner.
func (c *catalogue) forget(of any) {
	if owner, ok := c.owners[of]; ok {
		maps.DeleteFunc(c.pages, func(at pageKey, _ page) bool { return at>>ownerBits == owner>>ownerBits })
		delete(c.owners, of)
	}
}
