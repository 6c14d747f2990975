package main

import "testing"

// TestRepairedFEN checks that each command that reads FENs repairs them with a warning, and refuses them with --strict.
func TestRepairedFEN(t *testing.T) {
	const fen = "8/8/8/8/8/2k5/8/K6R w KQkq c4 73 90"
	words := `the castling rights KQkq need a king and a rook at home; they were dropped`
	warnings := `Warning: T` + words[1:] + `\.\n` +
		`Warning: The en-passant square c4 is impossible with White to move; it was dropped\.\n`
	inJSON := `.*"warnings":\s*\[\s*\{\s*"code":\s*"castling",\s*"message":\s*"` + words +
		`"\s*\},\s*\{\s*"code":\s*"en-passant",.*`
	refused := `matewright: this FEN is not usable: the castling rights KQkq need a king and a rook at home\n`
	dir := tables(t)
	for _, test := range []struct {
		stdout string
		args   []string
	}{
		{`White mates in .*`, []string{"probe", fen}},
		{`White mates in .*`, []string{"line", fen}},
		{`White wins\n.*`, []string{"prove", fen}},
		{`8/8/8/8/8/2k5/8/K6R w - - 0 1: all needed tables are already built\n`, []string{"plan", "--position", fen}},
	} {
		args := append(test.args, "--dir", dir)
		matewright(t, "", args...).want(t, 0, test.stdout, warnings)
		matewright(t, "", append(args, "--strict")...).want(t, 1, "", refused)
		if args[0] != "line" {
			matewright(t, "", append(args, "--json")...).want(t, 0, inJSON, "")
		}
	}
	lines := fen + "\n8/8/8/8/8/2k5/8/K6R w - - 73 90\n"
	matewright(t, lines, "probe", "-", "--json", "--dir", dir).want(t, 0,
		`[^\n]*"warnings"[^\n]*\n[^\n]*"category":"win"[^\n]*\n`, "")
	matewright(t, lines, "probe", "-", "--json", "--strict", "--dir", dir).want(t, 0,
		`[^\n]*"error":"this FEN is not usable: [^\n]*\n[^\n]*"category":"win"[^\n]*\n`, "")

	file := "[FEN \"" + fen + "\"]\n[Result \"1-0\"]\n\n90. Rh3+ 1-0\n\n" +
		"8/8/8/8/8/2k5/8/K6R w KK - bm Rh3+;\n8/8/8/8/8/2k5/8/K6R\n"
	matewright(t, file, "check", "-", "--dir", dir).want(t, 3,
		` +1  warning +line 1 +`+words+`\n +1  warning +line 1 +the en-passant square .*\n`+
			`.* +2  warning +line 6 +the castling rights "KK" have a letter twice; .*\n`+
			` +2  warning +line 6 +the castling right K needs a king on e1 and a rook on h1; .*\n`+
			`.* +3  warning +line 7 +the side to move is missing; White is assumed\n.*2 flaws in 2 games\n`, "")
	matewright(t, file, "check", "-", "--strict", "--dir", dir).want(t, 3,
		` +1  unreadable .*this FEN is not usable: the castling rights KQkq need[^:]*\n`+
			`.* +3  unreadable .*`, "")
	matewright(t, file, "check", "-", "--json", "--dir", dir).want(t, 3,
		`[^\n]*"kind":"warning","flaw":false,"line":1,"words":"`+words+`".*`, ".*")
}
