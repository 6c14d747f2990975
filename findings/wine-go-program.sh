#!/usr/bin/env bash
# Wine 8.0 (Debian 12) starts no Windows program that Go 1.26 has built, not even an empty one.
#
# Go's runtime loads bcryptprimitives.dll from the system's folder when it starts, for its random numbers. Every Windows
# that Go supports has this library, and this Wine does not. So the program ends before main begins, with the library's
# name. Matewright's Windows build was tried with a library of one function, ProcessPrng, which calls RtlGenRandom.
source "$(dirname "$0")/common.bash"
need go
installed wine64 '8.0~repack'

cat >main.go <<'GO'
package main

func main() {}
GO
GOOS=windows GOARCH=amd64 go build -o empty.exe main.go
expect 'the version of Go' go1.26 "$(go env GOVERSION | grep -o '^go[0-9]*\.[0-9]*')"

export WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
/usr/lib/wine/wine64 ./empty.exe >out.txt 2>&1 && status=0 || status=$?
/usr/lib/wine/wineserver64 -k || true
expect 'the exit status' 2 "$status"
expect 'the first line of the runtime' 'fatal error: bcryptprimitives.dll not found' "$(grep -m1 'fatal error' out.txt)"
finish
