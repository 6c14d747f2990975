package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// The tables that Go keeps of functions (runtime/symtab.go, internal/abi). There is a header, and behind it the tables
// that it has the offsets of. Of each function one says where its tables by program counter are: of the stack, of
// the file and the line that the code comes from, and others, which the collector needs.
const (
	tablesMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08" // since Go 1.20: the header, for one byte an instruction and 64 bits

	functionCount = 8 // in the header
	countersStart = 56
	functionStart = 64

	functionStack    = 16 // in a function
	functionFile     = 20
	functionLine     = 24
	functionCounters = 28 // how many there are of the others, which begin at
	functionOthers   = 44
)

var errTables = errors.New("the tables of functions are not as Go has them: has that changed?")

// dropLines clears what data has of files and lines. Only traces of a panic need that; a tenth of what is loaded is of it.
func dropLines(section []byte) error {
	segments, size := readSegments(section)
	memory := make([]byte, size)
	for _, s := range segments {
		copy(memory[s.at:], s.bytes)
	}
	header := bytes.Index(memory, []byte(tablesMagic))
	if header < 0 {
		return errTables
	}
	tables := memory[header:]
	offset := func(at int) int { return int(binary.LittleEndian.Uint64(tables[at:])) }
	number := func(at int) int { return int(binary.LittleEndian.Uint32(tables[at:])) }
	counters, functions, count := offset(countersStart), offset(functionStart), offset(functionCount)
	if counters <= functionStart || functions <= counters || count <= 0 {
		return errTables
	}
	needed, lines := map[int]bool{0: true}, map[int]bool{}
	for f := range count {
		at := functions + number(functions+8*f+4)
		needed[number(at+functionStack)] = true
		for i := range number(at + functionCounters) {
			needed[number(at+functionOthers+4*i)] = true
		}
		for _, which := range []int{at + functionFile, at + functionLine} {
			lines[number(which)] = true
			binary.LittleEndian.PutUint32(tables[which:], 0) // there is none
		}
	}
	for table := range lines {
		if !needed[table] {
			clear(tables[counters+table:][:counterTable(tables[counters+table:functions])])
		}
	}
	for _, s := range segments {
		copy(s.bytes, memory[s.at:])
	}
	return nil
}

// counterTable returns the length of a table by program counter: pairs of numbers, by how much the value and the counter
// go on, up to a value that does not, other than the first.
func counterTable(table []byte) int {
	r := &reader{bytes: table}
	for first := true; r.number() != 0 || first; first = false {
		r.number()
	}
	return r.at
}

// A segment is a part of memory that a module fills.
type segment struct {
	at    int
	bytes []byte
}

// readSegments reads a data section, and says how much memory it fills.
func readSegments(section []byte) (list []segment, size int) {
	r := &reader{bytes: section}
	for n := r.number(); n > 0; n-- {
		if !r.next(0, opI32Const) {
			panic("a segment is of another kind") // which the caller takes for no module
		}
		at := r.signed()
		r.next(opEnd)
		s := segment{at, r.take(r.number())}
		list, size = append(list, s), max(size, at+len(s.bytes))
	}
	return list, size
}
