// Border generates TypeScript declarations of the calls between the page and Go: web/src/engine/border.d.ts. Go's
// source is the only hand-written declaration. Border reads the calls (wasm/calls.go), and follows the types of their
// requests, reports and answers through the packages of core. It runs before every build of the page:
//
//	go run ./wasm/border
//
// A struct becomes an interface, with the fields and names of its JSON, and Go's comments. A field that JSON may omit
// is optional. Another pointer may be null. A string type with constants has only these values.
package main

import (
	"fmt"
	"os"
)

const (
	folder = "wasm"
	target = "web/src/engine/border.d.ts"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write() error {
	text, err := declare(".", folder)
	if err != nil {
		return err
	}
	return os.WriteFile(target, []byte(text), 0o644)
}
