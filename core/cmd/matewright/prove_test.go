package main

import (
	"encoding/json"
	"testing"

	"github.com/matewright/matewright/core/search"
)

// TestProve proves positions with and without tables, with more men than tables go up to, and says where nothing is proven.
func TestProve(t *testing.T) {
	dir := t.TempDir()
	prove := func(args ...string) result {
		return matewright(t, "", append([]string{"prove", "--dir", dir}, args...)...)
	}
	prove("6k1/5ppp/8/8/8/8/8/3R2K1_w").want(t, 0, `White wins\n1\. Rd8# \(mate\)\n  Rd8#    wins\n(  R.*  K.*    not known\n).*\d+ positions, 0 of them in tables, 1 plies at most; .* entries filled\n`, "")
	prove("R5k1/5ppp/8/8/8/8/8/6K1_b").want(t, 0, `White wins\n0 positions.*`, "")
	prove("8/8/2k5/3p4/3P1p2/3K1P2/8/8_w", "--memory", "1MiB").want(t, 0, `Draw\n1\. .* \(and so on\)\n.* of 65536 entries filled\n`, "")
	prove("6k1/6p1/8/7Q/8/8/rr6/7K_w", "--time", "100ms").want(t, 0, `Not proven: (whether White wins, or it is a draw, is open. White does not lose|how it ends is open)\.\n.*`, "")
	prove("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w").want(t, 1, "", `matewright: this position has 32 men, and the search goes up to 8\n`)
	prove("6k1/5ppp/8/8/8/8/8/3R2K1_w", "--memory", "1024GiB").want(t, 1, "", `matewright: --memory is 1024.00 GiB, and no more than .* can be spared\n`)
	prove("6k1/5ppp/8/8/8/8/8/3R2K1_w", "--time", "soon").want(t, 2, "", `matewright: --time: expected a time such as 90s\n.*`)
	matewright(t, "", "prove", "--dir", tables(t), "8/8/1k6/8/8/8/1KP5/7q_b").want(t, 0, `Black wins\n.*\(in a table\).*`, "")

	var proof search.Proof
	r := prove("5r1k/6pp/7N/8/2Q5/8/8/K7_w", "--json")
	if err := json.Unmarshal([]byte(r.stdout), &proof); err != nil {
		t.Fatal(err)
	}
	if proof.Low != "win" || proof.End != search.EndMate || len(proof.Line) != 3 || proof.Line[0].SAN != "Qg8+" || proof.Memory.Bytes != 256<<20 {
		t.Errorf("%+v", proof)
	}
}
