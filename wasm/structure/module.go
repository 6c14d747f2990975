package main

import (
	"errors"
)

// Sections of a module, by their numbers.
const (
	customSection = 0
	importSection = 2
	codeSection   = 10
	dataSection   = 11
)

// nameSection is the custom section with the names of functions.
const nameSection = "name"

var errModule = errors.New("not a WebAssembly module")

// structure structures the wanted functions of a module, and returns their number. It returns an error if the module
// cannot be read.
func structure(module []byte, wanted func(name string) bool) (structured []byte, count int, err error) {
	defer func() {
		if recover() != nil { // a reader ran out of bytes
			err = errModule
		}
	}()
	const magic = "\x00asm\x01\x00\x00\x00"
	if len(module) < len(magic) || string(module[:len(magic)]) != magic {
		return nil, 0, errModule
	}
	sections := readSections(module[len(magic):])
	imports, names := 0, map[int]string{}
	for _, s := range sections {
		switch {
		case s.id == importSection:
			imports = (&reader{bytes: s.bytes}).number() // Go imports only functions
		case s.isNames():
			names = readNames(s.bytes)
		}
	}
	structured = append(structured, magic...)
	for _, s := range sections {
		if s.isNames() {
			continue
		}
		if s.id == codeSection {
			code := readCode(s.bytes, imports)
			code.findReturning()
			s.bytes, count = code.write(func(f int) bool { return wanted(names[f]) })
		}
		if s.id == dataSection {
			memory := readData(s.bytes)
			if err := dropTraces(memory); err != nil {
				return nil, 0, err
			}
			s.bytes = writeData(memory)
		}
		structured = append(structured, s.id)
		structured = appendNumber(structured, len(s.bytes))
		structured = append(structured, s.bytes...)
	}
	return structured, count, nil
}

type section struct {
	id    byte
	bytes []byte
}

func readSections(module []byte) (list []section) {
	for r := (&reader{bytes: module}); !r.atEnd(); {
		id := r.byte()
		list = append(list, section{id, r.take(r.number())})
	}
	return list
}

func (s section) isNames() bool {
	if s.id != customSection {
		return false
	}
	r := &reader{bytes: s.bytes}
	return string(r.take(r.number())) == nameSection
}

// readNames returns the names of functions, by their numbers.
func readNames(section []byte) map[int]string {
	const ofFunctions = 1
	names := map[int]string{}
	r := &reader{bytes: section}
	r.take(r.number()) // the section's own name
	for !r.atEnd() {
		kind := r.byte()
		part := &reader{bytes: r.take(r.number())}
		if kind != ofFunctions {
			continue
		}
		for n := part.number(); n > 0; n-- {
			f := part.number()
			names[f] = string(part.take(part.number()))
		}
	}
	return names
}

// code has the functions of a module, without imported ones.
type code struct {
	imports   int // how many there are: the other functions are numbered from here on
	bodies    [][]byte
	functions []*function // nil for those that are not in the shape that the compiler gives
	returning []bool      // whether they can return to their caller
}

func readCode(section []byte, imports int) *code {
	r := &reader{bytes: section}
	c := &code{imports: imports}
	for n := r.number(); n > 0; n-- {
		c.bodies = append(c.bodies, r.take(r.number()))
	}
	c.functions = make([]*function, len(c.bodies))
	c.returning = make([]bool, len(c.bodies))
	for i, body := range c.bodies {
		c.functions[i], _ = parse(body)
	}
	return c
}

// findReturning finds the functions that return. Others, such as functions of the runtime that panic, never do. The
// compiler writes no jump after a call of these, so the block seems to continue in the next one.
func (c *code) findReturning() {
	for i, f := range c.functions {
		c.returning[i] = f == nil
	}
	for changed := true; changed; {
		changed = false
		for i, f := range c.functions {
			if !c.returning[i] && f.canReturn(c.returns) {
				c.returning[i] = true
				changed = true
			}
		}
	}
}

// returns reports whether a function may return.
func (c *code) returns(f int) bool { return f < c.imports || c.returning[f-c.imports] }

// write returns the code section with those functions structured that are wanted, and how many these are.
func (c *code) write(wanted func(f int) bool) (section []byte, count int) {
	section = appendNumber(section, len(c.bodies))
	for i, body := range c.bodies {
		if f := c.functions[i]; f != nil && wanted(c.imports+i) {
			if structured, ok := f.structured(c.returns); ok {
				body = structured
				count++
			}
		}
		section = appendNumber(section, len(body))
		section = append(section, body...)
	}
	return section, count
}
