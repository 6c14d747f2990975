package main

import "testing"

// TestRepairedFEN checks the warnings and refusals of probe if it reads FENs from standard input. The script fen.txtar
// checks other commands.
func TestRepairedFEN(t *testing.T) {
	const fen = "8/8/8/8/8/2k5/8/K6R w KQkq c4 73 90"
	dir := tables(t)
	lines := fen + "\n8/8/8/8/8/2k5/8/K6R w - - 73 90\n"
	matewright(t, lines, "probe", "-", "--json", "--dir", dir).want(t, 0,
		`[^\n]*"warnings"[^\n]*\n[^\n]*"category":"win"[^\n]*\n`, "")
	matewright(t, lines, "probe", "-", "--json", "--strict", "--dir", dir).want(t, 0,
		`[^\n]*"error":"this FEN is not usable: [^\n]*\n[^\n]*"category":"win"[^\n]*\n`, "")
}
