package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
)

// The layout of Go's tables of functions (runtime/symtab.go, internal/abi). A header has the offsets of the tables. An
// entry for each function has the offsets of its tables by program counter, by kind: stack, file, line and others. It
// also has the offsets of its further data, by kind, such as data for the collector. All further data is in one place,
// whose address is in the runtime's description of the module.
const (
	tablesMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08" // the header since Go 1.20, for 64 bits

	functionCount = 8 // in the header
	namesStart    = 32
	unitsStart    = 40 // which files are of which package, and their names
	countersStart = 56
	functionStart = 64

	functionStack     = 16 // in a function
	functionFile      = 20
	functionLine      = 24
	functionCounters  = 28 // how many there are of the others
	functionUnit      = 32
	functionFirstLine = 36
	functionData      = 43 // a byte: how much there is
	functionEnd       = 44 // behind it are the others, and the data

	moduleFunctions = 13 * 8 // in the description: the header with all that is behind it
	moduleFinder    = 19 * 8 // the end of the data
	moduleData      = 40 * 8
)

// The kinds that only traces need: inlined calls, arguments and wrappers; and first, where a thread may be interrupted,
// which none is under wasm.
var (
	spareCounters = []int{0, 2, 3}
	spareData     = []int{3, 5, 6, 7}
)

// Placeholders for a missing table or missing data of a function.
const (
	noCounters = 0
	noData     = 1<<32 - 1
)

var errTables = errors.New("the tables of functions are not as Go has them: has that changed?")

// dropTraces clears the data of functions that only traces of panics need: files and lines, inlined calls and
// arguments. Traces still have the names of functions. The cleared data is a tenth of the packed module.
func dropTraces(memory []byte) error {
	header := bytes.Index(memory, []byte(tablesMagic))
	if header < 0 {
		return errTables
	}
	tables := memory[header:]
	long := func(of []byte, at int) int { return int(binary.LittleEndian.Uint64(of[at:])) }
	number := func(at int) int { return int(binary.LittleEndian.Uint32(tables[at:])) }
	units, counters := long(tables, unitsStart), long(tables, countersStart)
	functions, count := long(tables, functionStart), long(tables, functionCount)

	pointers := binary.LittleEndian.AppendUint64(nil, uint64(header))
	pointers = binary.LittleEndian.AppendUint64(pointers, uint64(header+long(tables, namesStart)))
	description := bytes.Index(memory, pointers)
	if description < 0 || long(memory, description+moduleFunctions) != header+functions {
		return errTables
	}
	data, dataEnd := long(memory, description+moduleData)-header, long(memory, description+moduleFinder)-header
	if count <= 0 || !slices.IsSorted([]int{functionEnd, units, counters, functions, data, dataEnd, len(tables)}) {
		return errTables
	}

	countersNeeded, dataNeeded := map[int]bool{}, map[int]bool{} // by offset
	mark := func(needed map[int]bool, at int, spare bool, none uint32) {
		start := number(at)
		if start == int(none) {
			return
		}
		needed[start] = needed[start] || !spare // functions share equal data
		if spare {
			binary.LittleEndian.PutUint32(tables[at:], none)
		}
	}
	for f := range count {
		at := functions + number(functions+8*f+4)
		mark(countersNeeded, at+functionStack, false, noCounters)
		mark(countersNeeded, at+functionFile, true, noCounters)
		mark(countersNeeded, at+functionLine, true, noCounters)
		next := at + functionEnd
		for kind := range number(at + functionCounters) {
			mark(countersNeeded, next, slices.Contains(spareCounters, kind), noCounters)
			next += 4
		}
		for kind := range int(tables[at+functionData]) {
			mark(dataNeeded, next, slices.Contains(spareData, kind), noData)
			next += 4
		}
		clear(tables[at+functionUnit:][:4])
		clear(tables[at+functionFirstLine:][:4])
	}
	clear(tables[units:counters])
	clearUnneeded(tables[counters:functions], countersNeeded)
	clearUnneeded(tables[data:dataEnd], dataNeeded)
	return nil
}

// clearUnneeded clears those parts that are not needed. Each goes up to where the next one begins.
func clearUnneeded(section []byte, needed map[int]bool) {
	starts := slices.Sorted(maps.Keys(needed))
	for i, start := range starts {
		if needed[start] {
			continue
		}
		end := len(section)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		clear(section[start:end])
	}
}
