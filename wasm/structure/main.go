// Structure gives the functions of a WebAssembly module that Go's compiler has made the loops and branches that it
// leaves out.
//
// WebAssembly knows no jumps, only blocks, loops and ifs. So Go makes of each function one loop around one jump
// table, and of each jump a way through these: the blocks of the function are in a row, and a local says which of them
// is next. Browsers compile that as it is, and no loop of the program is one to them: it takes up to twice as long as it
// might. Structure reads the flow of control out of a function again and writes it with real loops, as N. Ramsey, "Beyond
// Relooper" (ICFP 2022), describes.
//
//	go run ./wasm/structure -within PREFIX,... FILE
//
// Why Go does so: where a goroutine waits, its functions return, and are called again later, to go on in their midst. That
// still needs the table. So a function that may be left in that way is in the module twice: as before, for those who come
// back to it, and structured, for those who call it. Only functions whose names begin with one of the prefixes are; the others
// stay as they are, and so does whatever is not in the shape that the compiler gives. What nobody needs in the end is dropped:
// the names that browsers have for functions, and what only traces of a panic say, lines, arguments and inlined calls.
//
// module.go finds the functions and who never returns; function.go takes one apart into blocks; flow.go finds
// its loops; write.go writes it; data.go reads and writes what memory is filled with; traces.go drops of that what traces say.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

func main() {
	within := flag.String("within", "", "structure only functions whose names begin so, one of several divided by commas; all by default")
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
