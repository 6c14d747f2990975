package write

import (
	"bytes"
	"encoding/binary"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/core/syzygy/seal"
)

// A part has the values of a side to move and a file of the leading pawn.
type part struct {
	order   *order
	side    board.Color
	values  *translation
	encoded *pairs.Encoded // nil if all values are the same
}

// A table is a file with outcomes or distances.
type table struct {
	distances bool
	split     bool // the sides have different men
	pawns     bool
	both      bool     // sides have pawns
	parts     [][]part // by file of the leading pawn, and then those of the sides
}

// encode returns the bytes of the file.
func (t *table) encode() []byte {
	kind := syzygy.WDLFile
	if t.distances {
		kind = syzygy.DTZFile
	}
	magic := kind.Magic()
	b := append([]byte(nil), magic[:]...)
	flags := byte(len(t.parts[0][0].order.layout.Pieces()) << 4)
	if t.split {
		flags |= syzygy.FlagTwoSides
	}
	if t.pawns {
		flags |= syzygy.FlagPawns
	}
	b = append(b, flags)
	for _, parts := range t.parts {
		b = t.appendOrders(b, parts)
	}
	b = align(b, 2)
	var all []*part
	for f := range t.parts {
		for i := range t.parts[f] {
			p := &t.parts[f][i]
			all = append(all, p)
			b = align(t.appendHeader(b, p), 2)
		}
	}
	if t.distances {
		for _, p := range all {
			b = p.appendLists(b)
		}
		b = align(b, 2)
	}
	for _, p := range all {
		if p.encoded != nil {
			b = append(b, p.encoded.Index()...)
		}
	}
	for _, p := range all {
		if p.encoded != nil {
			b = p.encoded.Lengths(b)
		}
	}
	for _, p := range all {
		if p.encoded != nil {
			b = append(align(b, 64), p.encoded.Data()...)
		}
	}
	b = align(b, 64)
	sum, _ := seal.Sum(bytes.NewReader(b), int64(len(b))) // a reader of bytes has no errors
	return append(b, sum[:]...)
}

// align appends zeros up to a multiple of n.
func align(b []byte, n int) []byte {
	for len(b)%n != 0 {
		b = append(b, 0)
	}
	return b
}

// appendOrders appends the orders of the groups and of the pieces. The second side is in the high bits.
func (t *table) appendOrders(b []byte, parts []part) []byte {
	both := func(of func(o *order) byte) byte {
		low, high := of(parts[0].order), byte(0)
		if !t.distances {
			high = of(parts[len(parts)-1].order)
		}
		return low | high<<4
	}
	b = append(b, both(func(o *order) byte { return byte(o.places[0]) }))
	if t.both {
		b = append(b, both(func(o *order) byte { return byte(o.places[1]) }))
	}
	for i := range parts[0].order.layout.Pieces() {
		b = append(b, both(func(o *order) byte { return o.layout.Pieces()[i].Code() }))
	}
	return b
}

// appendHeader appends the header of a part.
func (t *table) appendHeader(b []byte, p *part) []byte {
	flags := byte(0)
	if t.distances {
		flags = byte(p.side)
		if p.values.plies[win] {
			flags |= pairs.FlagWins
		}
		if p.values.plies[loss] {
			flags |= pairs.FlagLosses
		}
		if p.isMapped() {
			flags |= pairs.FlagMapped
			if p.values.wide() {
				flags |= pairs.FlagWide
			}
		}
	}
	if p.encoded == nil {
		return append(b, flags|pairs.FlagSingle, byte(p.values.value))
	}
	return p.encoded.Header(b, flags)
}

func (p *part) isMapped() bool { return p.encoded != nil && p.values.mapped() }

// appendLists appends the lists of distances.
func (p *part) appendLists(b []byte) []byte {
	if !p.isMapped() {
		return b
	}
	if p.values.wide() {
		b = align(b, 2)
		for _, list := range p.values.lists {
			b = binary.LittleEndian.AppendUint16(b, uint16(len(list)))
			for _, v := range list {
				b = binary.LittleEndian.AppendUint16(b, v)
			}
		}
		return b
	}
	for _, list := range p.values.lists {
		b = append(b, byte(len(list)))
		for _, v := range list {
			b = append(b, byte(v))
		}
	}
	return b
}
