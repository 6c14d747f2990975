package main

// zerosBetween is how many zeros are left out between two segments at least. Go's linker leaves out eight, and the
// engine has 95,000 segments then, almost as many as browsers take. Packed, a few zeros take less than the head of a
// segment.
const zerosBetween = 64

// readData returns the memory that a data section initializes.
func readData(section []byte) (memory []byte) {
	r := &reader{bytes: section}
	for n := r.number(); n > 0; n-- {
		if !r.next(0, opI32Const) {
			panic("a segment is of another kind") // which the caller takes for no module
		}
		at := r.signed()
		r.next(opEnd)
		segment := r.take(r.number())
		if end := at + len(segment); end > len(memory) {
			memory = append(memory, make([]byte, end-len(memory))...)
		}
		copy(memory[at:], segment)
	}
	return memory
}

// writeData returns the data section that fills memory so.
func writeData(memory []byte) []byte {
	var segments []byte
	count := 0
	for at := 0; ; {
		for at < len(memory) && memory[at] == 0 {
			at++
		}
		if at == len(memory) {
			break
		}
		end := at + 1 // behind the last byte that is not zero
		for next := end; next < len(memory) && next < end+zerosBetween; next++ {
			if memory[next] != 0 {
				end = next + 1
			}
		}
		segments = appendSigned(append(segments, 0, opI32Const), at)
		segments = appendNumber(append(segments, opEnd), end-at)
		segments = append(segments, memory[at:end]...)
		count++
		at = end
	}
	return append(appendNumber(nil, count), segments...)
}
