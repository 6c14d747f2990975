package value

import "unsafe"

// A Byte is a [Value] that fits into a byte: the same number. Arrays of values
// have these.
type Byte uint8

// DrawByte is [Draw] as a byte.
const DrawByte = Byte(Draw)

// MaxByteRound is the last round that a byte can hold. The longest mate with up to
// five men takes as many plies: KPPvKP, 254.
const MaxByteRound = 254

// RawBytes is the memory of values, or of ranks.
func RawBytes[T Byte | Rank](v []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}

// Value returns the value.
func (b Byte) Value() Value { return Value(b) }

// A Rank orders bytes by their values for the side to move, as [Compare] does: the greater the better.
//
// Being mated has rank 0, the least. So the best move of a position has the greatest rank of its moves, and 0 stands
// for "no move".
type Rank uint8

// DrawRank is the rank of a draw.
const DrawRank Rank = 128

// Rank returns the rank of a byte.
func (b Byte) Rank() Rank { return ranks[b] }

var ranks = func() (ranks [256]Rank) {
	for i := range ranks {
		switch v := Value(i); v.Outcome() {
		case Win:
			ranks[i] = 255 - Rank(v.Round()/2)
		case Loss:
			ranks[i] = Rank(v.Round() / 2)
		default:
			ranks[i] = DrawRank
		}
	}
	return ranks
}()

// Byte returns the byte of a rank.
func (r Rank) Byte() Byte { return bytes[r] }

// Value returns the value of a rank.
func (r Rank) Value() Value { return bytes[r].Value() }

var bytes = func() (bytes [256]Byte) {
	for b, r := range ranks {
		bytes[r] = Byte(b)
	}
	return bytes
}()
