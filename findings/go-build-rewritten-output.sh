#!/usr/bin/env bash
# Go 1.26: `go build -o FILE` does not write FILE if that file still has the build ID of the program, although its other
# bytes are not those that Go wrote. `go test -c -o FILE` is the same. Both exit with status 0.
#
# The linker writes an ID into the program, and the go command compares only that. A tool that rewrites a program in
# place mostly keeps it: wasm-opt, a packer, or Matewright's own rewriter of loops. Then the next build leaves the
# rewritten file, and the tool rewrites its own output. So a tool must write to another file, or delete the old one
# before the build. `go build -a` would write it, and compiles everything.
source "$(dirname "$0")/common.bash"
export GOTOOLCHAIN=local
need go sed
expect 'the version of Go' go1.26 "$(go env GOVERSION | cut -d. -f1,2)"

printf 'module finding\n\ngo 1.26\n' >go.mod
printf 'package main\n\nfunc main() { println("written by Go") }\n' >main.go
printf 'package main\n\nimport "testing"\n\nfunc Test(*testing.T) { println("tested by Go") }\n' >main_test.go

# rewritten FILE COMMAND...: what a program prints after it was built, rewritten in place, and built again.
rewritten() {
  local file=$1
  shift
  "$@" && LC_ALL=C sed -i 's/\(written\|tested\) by Go/\1 by us/' "$file" && "$@"
  "./$file" 2>&1 | grep -oE '(written|tested) by (Go|us)'
}

expect 'the output of `go build -o`' 'written by us' "$(rewritten program go build -o program .)"
expect 'the output of `go test -c -o`' 'tested by us' "$(rewritten program.test go test -c -o program.test .)"
rm program
expect 'the output after the file was deleted' 'written by Go' "$(go build -o program . && ./program 2>&1)"
finish
