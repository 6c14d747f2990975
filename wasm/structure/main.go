// Structure restores loops and branches in a WebAssembly module of Go's compiler.
//
// WebAssembly has no jumps, only blocks, loops and ifs. So Go compiles each function to one loop around one jump table.
// The blocks of the function are in a row, and a local has the number of the next one. Browsers compile that form as it
// is, without the loops of the program, which takes up to twice the time. Structure recovers the flow of control of a
// function, and writes it with real loops, as N. Ramsey, "Beyond Relooper" (ICFP 2022), describes.
//
//	go run ./wasm/structure -within PREFIX,... FILE
//
// Go needs the jump table for goroutines. When a goroutine waits, its functions return, and later calls resume them in
// the middle. So the module has both forms of a function that can be suspended: the old one for resuming, the
// structured one for new calls. Structure changes only functions whose names begin with one of the prefixes. It leaves
// functions of unexpected shape as they are. It also drops data that the program does not need. That is the names of
// functions for browsers, and the lines, arguments and inlined calls in traces of panics.
//
// binary.go reads the encoding. module.go finds the functions, and those that never return. function.go splits a
// function into blocks, flow.go finds its loops, and write.go writes it. data.go reads and writes initial memory.
// traces.go drops the data of traces.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

func main() {
	within := flag.String(
		"within",
		"",
		"structure only functions whose names begin so, one of several divided by commas; all by default",
	)
	flag.Parse()
	if err := rewrite(flag.Arg(0), *within); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func rewrite(name, within string) error {
	module, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	// In the names that the linker writes, slashes and hyphens are underlines.
	prefixes := strings.Split(strings.NewReplacer("/", "_", "-", "_").Replace(within), ",")
	structured, count, err := structure(module, func(name string) bool {
		return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if count == 0 {
		return fmt.Errorf("%s: no function is in the shape that Go's compiler gives: has that changed?", name)
	}
	return os.WriteFile(name, structured, 0o755)
}
