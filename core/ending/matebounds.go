package ending

import (
	"bytes"
	"encoding/binary"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/scratch"
)

// A Mate has bounds of the plies to mate of a proven win or loss, if both sides play well. The winner can force mate in
// Most plies, whatever the outcomes of open positions are. No play forces it in fewer than Least. Both are odd for the
// winner, even for the loser, and 0 if they are not known or if it is mate.
type Mate struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// IsExact reports whether the plies to mate are known.
func (m Mate) IsExact() bool { return m.Most > 0 && m.Least == m.Most }

// before returns the bounds before a move.
func (m Mate) before() Mate { return Mate{m.Least + 1, m.Most + 1} }

// mates has a bound of the moves to mate for each position of a slice that is surely won or lost. It is by side to
// move, and then by word and lane. If the side to move mates in n moves, the number is n. If it is mated in n moves,
// the number is n+1. All other positions have 0, and so have those with more moves than a byte has room for.
//
// So a winner's number is the least of those that its moves lead to. A loser's is the greatest, plus one.
type mates [2][]uint8

// mostMoves is the largest number of [mates].
const mostMoves = 254

// eludes stands for an exit of a loser after which no mate is known.
const eludes = mostMoves + 1

func newMates(words int) *mates {
	all := make([]uint8, 2*64*words)
	return &mates{all[: 64*words : 64*words], all[64*words:]}
}

// mateBytes is the memory of [mates] for each word.
const mateBytes = 2 * 64

// Bounds of the moves to mate. In the first game only moves that are proven to win count. In the second one, moves to
// positions that the winner may win count, too, as if they were mate.
const (
	most = iota
	least
	mateBounds
)

// numbered lists the words with each number of an exit, by side to move.
type numbered [2][eludes + 1][]int32

// hasMates returns the lanes with mates.
func hasMates(word []uint8) (lanes uint64) {
	for i, n := range word {
		if n != 0 {
			lanes |= 1 << i
		}
	}
	return lanes
}

// lanesOf returns the lanes, among some, that have a number.
func lanesOf(word []uint8, among uint64, n uint8) (lanes uint64) {
	for b := board.Bitboard(among); b != 0; b = b.Rest() {
		if word[b.First()] == n {
			lanes |= uint64(b.First().Bit())
		}
	}
	return lanes
}

// keptMates has the places of the mates of slices. A bound of a slice stays right when more slices are solved: it only
// may not be the best one.
type keptMates struct {
	cache *cache.Cache[mateKey, *mates]
	nodes map[Slice]mateNode
}

// A mateNode has the places of both bounds. They are the same if the bounds meet everywhere. The last place
// is that of a new bound until the other one is found, too. Slices before this one depend on the old bounds.
type mateNode [mateBounds + 1]scratch.Piece

// nextMost is the index of a new bound in a [mateNode].
const nextMost = mateBounds

// A mateKey names a bound of a slice.
type mateKey struct {
	slice  Slice
	offset int64
}

func newKeptMates() keptMates { return keptMates{cache.New[mateKey, *mates](), map[Slice]mateNode{}} }

// Packed mates are cut into chunks as a block is, with Zstandard instead of S2: the numbers are rarely the same twice.
var (
	mateEncoder = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(chunkSize),
			zstd.WithEncoderCRC(false)) // the record has a checksum
		if err != nil {
			panic(err) // the options are constants
		}
		return e
	})
	mateDecoder = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(chunkSize),
			zstd.WithDecodeAllCapLimit(true))
		if err != nil {
			panic(err)
		}
		return d
	})
)

// packMates compresses mates.
func packMates(m *mates) (packed []byte) {
	var chunk []byte
	for c := range m {
		for i := 0; i < len(m[c]); i += chunkSize {
			chunk = mateEncoder().EncodeAll(m[c][i:min(i+chunkSize, len(m[c]))], chunk[:0])
			packed = append(binary.AppendUvarint(packed, uint64(len(chunk))), chunk...)
		}
	}
	return packed
}

// unpackMates returns the mates of some packed bytes.
func unpackMates(packed []byte, words int) (*mates, error) {
	m := newMates(words)
	for c := range m {
		for i := 0; i < len(m[c]); i += chunkSize {
			length, n := binary.Uvarint(packed)
			if n <= 0 || length > uint64(len(packed)-n) {
				return nil, errDamaged
			}
			part := m[c][i:min(i+chunkSize, len(m[c]))]
			chunk, err := mateDecoder().DecodeAll(packed[n:][:length], part[:0:len(part)])
			if err != nil || len(chunk) < len(part) {
				return nil, errDamaged
			}
			packed = packed[n+int(length):]
		}
	}
	if len(packed) > 0 {
		return nil, errDamaged
	}
	return m, nil
}

// equal reports whether two bounds meet everywhere.
func (m *mates) equal(other *mates) bool {
	return bytes.Equal(m[0], other[0]) && bytes.Equal(m[1], other[1])
}
