package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

func TestProbe(t *testing.T) {
	dir := tables(t)
	tests := []struct{ fen, stdout string }{
		{
			"8/3P4/8/8/8/8/8/k1K5 w",
			`White mates in 3 \(5 plies\)\n  Kc2     White mates in 2 \(4 plies\)\n  d8=Q    .*  d8=N    Draw\n`,
		},
		{"k7/1Q6/1K6/8/8/8/8/8_b", "Black is checkmated\n"},
		{"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "Draw by stalemate\n"},
		{"k7/1Q6/8/8/8/8/8/7K b", "Draw\n  Kxb7    Draw\n"},
		{"6q1/8/8/8/8/1k6/8/K7 b", `Black mates in 1 \(1 ply\)\n  Qg1#    White is checkmated\n.*`},
		{
			"8/1K6/8/4k3/1P6/8/8/8 w - - 99 1",
			`White mates in 14 \(27 plies\), without the fifty-move rule in 12 \(23 plies\)\n` +
				`  b5      White mates in 13 \(26 plies\)\n` +
				`  Kc6     Draw by the fifty-move rule, without which White mates in 11 \(22 plies\)\n.*`,
		},
		{
			"8/8/8/8/8/2k5/8/K6R w - - 74 90",
			`White mates in 14 \(27 plies\), unless the fifty-move rule makes it a draw\n.*`,
		},
		{
			"8/8/8/8/8/2k5/8/K6R w - - 99 90",
			`Draw by the fifty-move rule, without which White mates in 14 \(27 plies\)\n.*`,
		},
	}
	for _, test := range tests {
		matewright(t, "", "probe", test.fen, "--dir", dir).want(t, 0, test.stdout, "")
	}
}

func TestProbeJSON(t *testing.T) {
	dir := tables(t)
	const (
		none  = `"dtz":null,"precise_dtz":null,"dtm":null,"dtm50":null,"dtc":null`
		alive = `"checkmate":false,"stalemate":false,"insufficient_material":false`
		chess = `"variant_win":false,"variant_loss":false,"dtw":null`
	)
	mated := func(fen string) string {
		return `{"fen":"` + fen + `","category":"loss","dtz":null,"precise_dtz":null,"dtm":0,"dtm50":0,"dtc":null,` +
			`"checkmate":true,"stalemate":false,"insufficient_material":false,` + chess + `,"moves":[]}` + "\n"
	}
	drawn := func(fen string) string {
		return `{"fen":"` + fen + `","category":"draw",` + none + `,` + alive + `,` + chess +
			`,"moves":[{"uci":"a8b7","san":"Kxb7","zeroing":true,"conversion":true,"category":"draw",` + none +
			`,"checkmate":false,"stalemate":false,"insufficient_material":true,` + chess + `}]}` + "\n"
	}
	exactly := regexp.QuoteMeta
	matewright(t, "", "probe", "--json", "k7/1Q6/1K6/8/8/8/8/8 b", "--dir", dir).want(t, 0,
		exactly(mated("k7/1Q6/1K6/8/8/8/8/8 b")), "")
	matewright(t, "", "probe", "--json", "k7/1Q6/8/8/8/8/8/7K b", "--dir", dir).want(t, 0,
		exactly(drawn("k7/1Q6/8/8/8/8/8/7K b")), "")
	matewright(t, "", "probe", "--json", "kB6/8/1K6/8/8/8/8/8 b", "--dir", dir).want(t, 0,
		`.*"insufficient_material":true.*`, "")

	// The answers to bad lines are errors, and the command continues.
	refusal := func(fen, reason string) string {
		return `\{"error":"[^\n]*` + reason + `[^\n]*","fen":"` + exactly(fen) + `"\}` + "\n"
	}
	long := strings.Repeat("x", 100_000)
	stdin := "k7/1Q6/1K6/8/8/8/8/8 b\nnonsense\n\n  k7/1Q6/8/8/8/8/8/7K_b_-_- \r\n" + long +
		"\nk7/8/8/8/8/8/8/KR5r w\nk7/1Q6/1K6/8/8/8/8/8 b"
	matewright(t, stdin, "probe", "--json", "-", "--dir", dir).want(t, 0,
		exactly(mated("k7/1Q6/1K6/8/8/8/8/8 b"))+refusal(
			"nonsense",
			"not usable",
		)+refusal("", "not usable")+exactly(
			drawn("k7/1Q6/8/8/8/8/8/7K_b_-_-"),
		)+refusal(long[:200], "characters")+
			refusal("k7/8/8/8/8/8/8/KR5r w", "KRvKR is missing")+exactly(
			mated("k7/1Q6/1K6/8/8/8/8/8 b"),
		), "")
	matewright(t, "", "probe", "--json", "-", "--dir", dir).want(t, 0, "", "")
}

func TestLine(t *testing.T) {
	dir := tables(t)
	tests := []struct{ fen, stdout string }{
		{"8/3P4/8/8/8/8/8/k1K5 w", "White mates in 3 (5 plies)\n1. Kc2 Ka2 2. d8=Q Ka1 3. Qa5#\n"},
		{"8/3P4/8/8/8/8/8/k1K5 b", "White mates in 4 (8 plies)\n1... Ka2 2. d8=Q Ka3 3. Qb6 Ka4 4. Kc2 Ka3 5. Qa5#\n"},
		{"k7/1Q6/1K6/8/8/8/8/8 b", "Black is checkmated\n"},
		{"k7/1Q6/8/8/8/8/8/7K b", "Draw\n"},
		{
			"8/1K6/8/4k3/1P6/8/8/8 w - - 99 1",
			"White mates in 14 (27 plies), without the fifty-move rule in 12 (23 plies)\n" +
				"1. b5 Kd6 2. b6 Kd7 3. Ka7 Kc6 4. b7 Kd5 5. Kb6 Kd4 6. Kc6 Kc3 " +
				"7. b8=Q Kd2 8. Qb3 Ke2 9. Qg3 Kd1 10. Qf2 Kc1 11. Kb5 Kb1 12. Kb4 Ka1 13. Ka3 Kb1 14. Qb2#\n",
		},
	}
	for _, test := range tests {
		matewright(t, "", "line", test.fen, "--dir", dir).want(t, 0, regexp.QuoteMeta(test.stdout), "")
	}
}

func TestFind(t *testing.T) {
	dir := tables(t)
	const fen = `[\w/]+ w - - 0 1`
	const black = `[\w/]+ b - - 0 1`
	tests := []struct {
		args           []string
		stdout, stderr string
	}{
		{[]string{"kpk", "--plies", "55"}, `(` + fen + `  win in 55\n){3}`, ""},
		{[]string{"KQvK", "--plies", "0", "--limit", "2"}, `(` + black + `  checkmated\n){2}`, ""},
		{[]string{"KPvK", "--zugzwang"}, `(` + fen + `  draw, loss in \d+ with Black to move\n){80}`, ""}, // each once
		{
			[]string{"KPvK", "--zugzwang", "--plies", "1-99"},
			`(` + black + `  loss in \d+, draw with White to move\n){80}`,
			"",
		},
		{
			[]string{"KPvK", "--zugzwang", "--side", "w"},
			`(` + fen + `  draw, loss in \d+ with Black to move\n){80}`,
			"",
		},
		{[]string{"KPvK", "--zugzwang", "--side", "b", "--limit", "5"}, `(` + black + `  loss .*\n){5}`, ""},
		{[]string{"KPvK", "--only-move", "--limit", "7"}, `(` + fen + `  win in \d+, only \S+\n){7}`, ""},
		{
			[]string{"KPvK", "--only-draw", "--side", "b", "--in-a-row", "3", "--limit", "2"},
			`(` + black + `  draw, only K[a-h][1-8]\n){2}`,
			"",
		},
		{
			[]string{"KPvK", "--plies", "11-13", "--men", "Ph7, black king on the e-file", "--side", "w"},
			`(` + fen + `  win in 1[13]\n)+`,
			"",
		},
		{
			[]string{"KPvK", "--men", "Ph4, ka8, Ka6"},
			`k7/8/K7/8/7P/8/8/8 [wb] - - 0 1  .*\nk7/8/K7/8/7P/8/8/8 [wb] - - 0 1  .*\n`,
			"",
		},
		{
			[]string{"KQvK", "--plies", "5", "--varied", "--seed", "3", "--limit", "9"},
			`(` + fen + `  win in 5\n){9}`,
			"",
		},
		{
			[]string{"KQvK", "--plies", "3", "--json", "--limit", "1"},
			`\{"fen":"` + fen + `","category":"win","dtm":3\}\n`,
			"",
		},
		{[]string{"KQvK", "--plies", "21"}, "", `There is no such position\.\n`},
	}
	for _, test := range tests {
		matewright(t, "", append([]string{"find", "--dir", dir}, test.args...)...).want(t, 0, test.stdout, test.stderr)
	}
	random := func(seed string) string {
		r := matewright(t, "", "find", "KPvK", "--plies", "11", "--random", "--seed", seed, "--dir", dir)
		r.want(t, 0, fen+`  win in 11\n`, "")
		return r.stdout
	}
	one, again, another := random("1"), random("1"), random("2")
	if one != again || one == another {
		t.Error("what is found does not depend on the seed alone")
	}
}

// TestUCI checks that the engine plays from the tables of the directory, ends with its input, and fails if it cannot
// write its output.
func TestUCI(t *testing.T) {
	const in = "uci\nposition fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1\ngo\n"
	matewright(t, in, "uci", "--dir", tables(t)).want(t, 0,
		`id name Matewright\n.*uciok\ninfo depth 1 .* score mate 1 .* pv g1g8\nbestmove g1g8\n`, "")
	matewright(
		t,
		"position fen 8/1K6/8/4k3/1P6/8/8/8 w - - 99 1\ngo nodes 1\n",
		"uci",
		"--metric",
		"dtm50",
		"--dir",
		tables(t),
	).want(t, 0, `info depth .* score mate 14 .*\nbestmove b4b5.*`, "")
	matewright(t, in+"quit\nuci\n", "uci", "--cache", "1", "--dir", t.TempDir()).want(t, 0,
		`id name .*uciok\ninfo string the table of KQvK is missing; .*bestmove .*`, "")
	var stderr bytes.Buffer
	code := run(t.Context(), []string{"uci", "--dir", tables(t)}, strings.NewReader(in), failing{}, &stderr)
	if code != 1 || !strings.Contains(stderr.String(), "disk full") {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
}
