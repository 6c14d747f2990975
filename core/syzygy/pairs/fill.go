package pairs

// usualIn returns the most frequent value.
func usualIn(sample [][]uint16, alphabet int) (usual uint16) {
	counts := make([]int, alphabet)
	for _, s := range sample {
		for _, v := range s {
			if v&free == 0 {
				counts[v]++
			}
		}
	}
	for v, n := range counts {
		if n > counts[usual] {
			usual = uint16(v)
		}
	}
	return usual
}

// fill chooses the values that do not matter, so that they continue the values around them.
func fill(values []uint16, usual uint16) {
	n := len(values)
	for i := 0; i < n; i++ {
		if values[i]&free == 0 {
			continue
		}
		most, end := values[i]&^free, i+1
		for ; end < n && values[end]&free != 0; end++ {
			most = min(most, values[end]&^free)
		}
		chosen, found := usual, false
		if i > 0 && values[i-1] <= most {
			chosen, found = values[i-1], true
		}
		if end < n && values[end] <= most && (!found || !continues(values, i) && end+1 < n &&
			values[end+1] == values[end]) {
			chosen, found = values[end], true
		}
		if found || usual <= most {
			for ; i < end; i++ {
				values[i] = chosen
			}
			continue
		}
		for ; i < end; i++ {
			fillOne(values, i, usual)
		}
	}
}

// continues reports whether the two values before a place are the same.
func continues(values []uint16, i int) bool { return i > 1 && values[i-1] == values[i-2] }

// fillOne chooses a value in a run in which no neighbour fits everywhere.
func fillOne(values []uint16, i int, usual uint16) {
	most := values[i] &^ free
	if i > 0 {
		usual = values[i-1]
	}
	values[i] = min(usual, most)
}
