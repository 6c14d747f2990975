package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestProgram: a program does the same when all its functions are structured, those of Go's runtime too.
func TestProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program, and runs it in node")
	}
	file := filepath.Join(t.TempDir(), "program.wasm")
	build := exec.Command("go", "build", "-ldflags=-w", "-o", file, "./testdata/program")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	before := runProgram(t, file)
	module, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	structured, count, err := structure(module, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if count < 500 {
		t.Errorf("only %d functions are structured", count)
	}
	if err := os.WriteFile(file, structured, 0o644); err != nil {
		t.Fatal(err)
	}
	checkTraces(t, file, module, structured)
	if after := runProgram(t, file); after != before {
		t.Errorf("as compiled:\n%s\nstructured:\n%s", before, after)
	}
	if lines := strings.Count(before, "\n"); lines < 43 {
		t.Errorf("the program says only\n%s", before)
	}

	// Nearly all functions of a prefix are structured.
	_, count, err = structure(module, func(name string) bool { return strings.HasPrefix(name, "main.") })
	if err != nil {
		t.Fatal(err)
	}
	if count < 20 || count > 60 {
		t.Errorf("%d functions are main's, and structured", count)
	}
}

// runProgram runs a program. With an argument, the program fails.
func runProgram(t *testing.T, file string, of ...string) string {
	t.Helper()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{
		"--stack-size=8192",
		filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec_node.js"),
		file,
	}
	out, err := exec.Command("node", append(args, of...)...).CombinedOutput()
	if failed := len(of) > 0; (err != nil) != failed {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// checkTraces checks that the data of traces has only names, and that the rest of the memory is unchanged.
func checkTraces(t *testing.T, file string, module, structured []byte) {
	trace := runProgram(t, file, "fail")
	for _, want := range []string{"panic: this is the end", "goroutine 1 [running]", "main.fail(", "main.main()"} {
		if !strings.Contains(trace, want) {
			t.Errorf("a trace has no %s:\n%s", want, trace)
		}
	}
	if strings.Contains(trace, ".go:") {
		t.Errorf("a trace has lines:\n%s", trace)
	}
	before, after := memoryOf(module), memoryOf(structured)
	cleared := 0
	for i, b := range before {
		switch {
		case i < len(after) && after[i] == b, i >= len(after) && b == 0:
		case i >= len(after) || after[i] == 0 || after[i] == 0xff: // the latter where data of a function is taken away
			cleared++
		default:
			t.Fatalf("byte %d was %x, and is %x", i, b, after[i])
		}
	}
	if cleared < 200_000 {
		t.Errorf("only %d bytes are dropped", cleared)
	}
}

func memoryOf(module []byte) []byte {
	for _, s := range readSections(module[8:]) {
		if s.id == dataSection {
			return readData(s.bytes)
		}
	}
	return nil
}

// TestData: memory comes out of a section as it went in, in segments that are not too close to each other.
func TestData(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		var memory []byte
		for range random.IntN(20) {
			memory = append(memory, make([]byte, random.IntN(2*zerosBetween+2))...)
			for range random.IntN(200) {
				memory = append(memory, byte(random.IntN(3)))
			}
		}
		section := writeData(memory)
		if got := readData(section); !bytes.Equal(got, bytes.TrimRight(memory, "\x00")) {
			t.Fatalf("%x\nis read as\n%x", memory, got)
		}
		want := 0
		for _, part := range bytes.Split(memory, make([]byte, zerosBetween)) {
			if len(bytes.Trim(part, "\x00")) > 0 {
				want++
			}
		}
		if got := (&reader{bytes: section}).number(); got != want {
			t.Fatalf("%x\nis in %d segments, not %d", memory, got, want)
		}
	}
}

// TestRandomFlow: functions with jumps drawn by chance take the same way structured, whatever they decide and wherever
// they are left and called again.
func TestRandomFlow(t *testing.T) {
	structured, twice := 0, 0
	for seed := range uint64(20_000) {
		random := rand.New(rand.NewPCG(seed, 1))
		body := randomBody(random)
		f, err := parse(body)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		code, ok := f.structured(func(f int) bool { return f != panics })
		if !ok {
			continue
		}
		structured++
		if f.isLeft() {
			twice++
		}
		if _, err := parse(code); err == nil {
			t.Fatalf("seed %d: structured it is in the same shape", seed)
		}
		for run := range uint64(4) {
			want, got := walk(t, body, seed, run), walk(t, code, seed, run)
			if !slices.Equal(want, got) {
				t.Fatalf("seed %d, run %d: the way is\n%v\nstructured\n%v", seed, run, want, got)
			}
		}
	}
	if structured < 10_000 || twice < 1_000 || structured-twice < 1_000 {
		t.Errorf("only %d functions are structured, %d of them in the module twice", structured, twice)
	}
}

// The functions that random functions can call, by their numbers.
const (
	notes  = iota // takes a number
	asks          // returns 0 or 1
	pauses        // takes the number of the segment to resume, and returns 1 if the caller is to unwind
	panics        // unwinds, and never returns
	others
)

// randomBody makes a function in the shape that the compiler gives. Each segment notes its number first.
func randomBody(random *rand.Rand) []byte {
	segments := 2 + random.IntN(12)
	unwind, jumps := random.IntN(3) > 0, false
	var code []byte
	emit := func(bytes ...byte) { code = append(code, bytes...) }
	for s := range segments {
		behind := segments - 1 - s
		jump := func(nested int) {
			jumps = true
			emit(opI32Const, byte(random.IntN(segments)), opLocalSet, 0, opBr, byte(behind+nested))
		}
		emit(opI32Const, byte(s), opCall, notes)
		if unwind && random.IntN(8) == 0 { // such as for more of the stack
			emit(opCall, asks, opIf, noResult, opI32Const, 0, opCall, pauses, opBrIf, byte(behind+1+1), opEnd)
		}
		for range random.IntN(3) {
			emit(opCall, asks, opIf, noResult)
			jump(1)
			emit(opEnd)
			if random.IntN(2) == 0 {
				emit(opI32Const, byte(s+64), 0, opCall, notes)
			}
		}
		switch kind := random.IntN(10); {
		case kind < 4 && s > 0:
			jump(0)
		case kind < 6 && unwind && s < segments-1:
			emit(opI32Const, byte(s+1), opCall, pauses, opBrIf, byte(behind+1))
		case kind < 7 && unwind:
			emit(opI32Const, 0, opCall, panics, opBrIf, byte(behind+1))
		case kind < 8:
			emit(opI32Const, 0, opReturn)
		case kind < 9 && random.IntN(3) == 0:
			emit(opUnreachable)
		}
		emit(opEnd)
	}
	if !jumps {
		return randomBody(random)
	}
	body := []byte{0}
	if unwind {
		body = append(body, opBlock, noResult)
	}
	body = append(body, opLoop, noResult)
	for range segments {
		body = append(body, opBlock, noResult)
	}
	body = append(body, opLocalGet, 0, opBrTable, byte(segments-1))
	for s := range segments {
		body = append(body, byte(s))
	}
	body = append(append(body, opEnd), code...)
	if body = append(body, opUnreachable); unwind {
		body = append(body, opEnd, opI32Const, 1)
	}
	return append(body, opEnd)
}

// walk runs a function from its beginning, resumes it whenever it is suspended, and returns its notes.
func walk(t *testing.T, body []byte, seed, run uint64) []int32 {
	m := &machine{reader: reader{bytes: body}, random: rand.New(rand.NewPCG(seed, run)), fuel: 300}
	for next := int32(0); ; next = m.goOn {
		m.at, m.local, m.left, m.stack = 1, next, false, nil
		how := m.run()
		switch {
		case how == byEnd && len(m.stack) > 0 || how == byReturn:
			m.notes = append(m.notes, -1, m.pop())
		case how == byTrap:
			return append(m.notes, -2)
		default:
			t.Fatalf("seed %d: the function ends without a result, or branches to nowhere", seed)
		}
		if !m.left {
			return m.notes
		}
	}
}

// A machine runs the few instructions of functions drawn by chance.
type machine struct {
	reader
	local, goOn int32
	left        bool
	stack       []int32
	notes       []int32
	random      *rand.Rand
	fuel        int
}

// How a sequence of instructions ends, or, if not negative, by a branch to which of the blocks around.
const (
	byEnd    = -1
	byReturn = -2
	byTrap   = -3
)

func (m *machine) pop() int32 {
	v := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	return v
}

func (m *machine) push(v int32) { m.stack = append(m.stack, v) }

// run runs the instructions up to the end of the block.
func (m *machine) run() int {
	for {
		switch op := m.byte(); op {
		case opEnd:
			return byEnd
		case opReturn:
			return byReturn
		case opUnreachable:
			return byTrap
		case opBlock, opLoop, opIf:
			m.byte()
			start := m.at
			if op == opIf && m.pop() == 0 {
				m.skipBlock()
				continue
			}
			how := m.run()
			for ; op == opLoop && how == 0; how = m.run() {
				m.at = start
			}
			if how == 0 {
				m.at = start
				m.skipBlock()
			} else if how > 0 {
				return how - 1
			} else if how != byEnd {
				return how
			}
		case opBr:
			return m.number()
		case opBrIf:
			if to := m.number(); m.pop() != 0 {
				return to
			}
		case opBrTable:
			var to []int
			for n := m.number() + 1; n > 0; n-- {
				to = append(to, m.number())
			}
			return to[min(int(m.pop()), len(to)-1)]
		case opLocalGet:
			m.number()
			m.push(m.local)
		case opLocalSet:
			m.number()
			m.local = m.pop()
		case opI32Const:
			m.push(int32(m.number()))
		case opI32Eqz:
			if m.pop() == 0 {
				m.push(1)
			} else {
				m.push(0)
			}
		case opCall:
			if !m.call() {
				return byTrap
			}
		default:
			panic(op)
		}
	}
}

// call calls a function. It returns false if the machine has run for long enough.
func (m *machine) call() bool {
	switch f := m.number(); f {
	case notes:
		m.notes = append(m.notes, m.pop())
		m.fuel--
		return m.fuel > 0
	case asks:
		m.push(int32(m.random.IntN(2)))
	case pauses:
		m.goOn = m.pop()
		m.left = m.random.IntN(3) == 0
		m.push(0)
		if m.left {
			m.push(1)
			m.stack = slices.Delete(m.stack, len(m.stack)-2, len(m.stack)-1)
		}
	case panics:
		m.pop()
		m.push(1)
	}
	return true
}

// skipBlock goes behind the end of the block that it is in.
func (m *machine) skipBlock() {
	for depth := 0; depth >= 0; {
		op := m.byte()
		switch op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		}
		if err := m.skip(op); err != nil {
			panic(err)
		}
	}
}

// TestDamaged checks that other files and truncated modules are refused, and that functions of unexpected shape stay as
// they are.
func TestDamaged(t *testing.T) {
	all := func(string) bool { return true }
	for _, module := range []string{"", "\x00asm", "\x00asm\x01\x00\x00\x00\x0a\x05\x01"} {
		if _, _, err := structure([]byte(module), all); err == nil {
			t.Errorf("%q is taken for a module", module)
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 2_000 {
		body := randomBody(random)
		if _, err := parse(body[:random.IntN(len(body))]); err == nil {
			t.Fatal("a function without its end is taken for one")
		}
		if n := random.IntN(len(body)); body[n] != 0xff {
			body[n] ^= 1 << random.IntN(8)
			if f, err := parse(body); err == nil {
				f.structured(func(int) bool { return true }) // must not fail
			}
		}
	}
}
