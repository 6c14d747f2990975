package main

// referenceWords is the number of words of the reference loop: 512 KiB, which the caches of a core hold.
const referenceWords = 1 << 16

// referenceLoop does a fixed amount of integer work, and returns a number that depends on all of it. The suite divides
// times by its time, so that times of different machines can be compared.
//
// Half of its time it fills rays of bitboards, as solving does: shifts and logic without branches. In the other half it
// sorts the words, as coding does: comparisons that are hard to predict, and memory in a changing order. It calls no
// library, because hashes and checksums have instructions of their own on some processors. A change of this function
// breaks the history of the suite.
func referenceLoop() (sum uint64) {
	list := make([]uint64, referenceWords)
	seed := uint64(1)
	for range 8 {
		for i := range list {
			seed ^= seed << 13
			seed ^= seed >> 7
			seed ^= seed << 17
			list[i] = seed
		}
		for range 10 {
			for i, from := range list {
				list[i] = from ^ filled(from&-from, ^from|list[(i+1)%referenceWords])
			}
		}
		shellSort(list)
		for i, n := range list {
			sum = sum*31 + n ^ uint64(i)
		}
	}
	return sum
}

// filled returns the squares that rooks reach on free squares, without regard to the edges of the board.
func filled(rooks, free uint64) uint64 {
	up, down, left, right := rooks, rooks, rooks, rooks
	for range 7 {
		up |= up << 8 & free
		down |= down >> 8 & free
		left |= left >> 1 & free
		right |= right << 1 & free
	}
	return up | down | left | right
}

// shellSort sorts a list with referenceWords words, or with another number whose gaps end in 1.
func shellSort(list []uint64) {
	for gap := len(list) / 2; gap > 0; gap = gap * 4 / 9 {
		for i := gap; i < len(list); i++ {
			n, at := list[i], i
			for ; at >= gap && list[at-gap] > n; at -= gap {
				list[at] = list[at-gap]
			}
			list[at] = n
		}
	}
}
