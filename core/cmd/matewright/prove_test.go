package main

import (
	"encoding/json"
	"testing"

	"github.com/matewright/matewright/core/search"
)

// TestProveJSON proves a smothered mate. The words of proofs are in testdata/script/prove.txtar.
func TestProveJSON(t *testing.T) {
	var proof search.Proof
	r := matewright(t, "", "prove", "--dir", t.TempDir(), "5r1k/6pp/7N/8/2Q5/8/8/K7_w", "--json")
	if err := json.Unmarshal([]byte(r.stdout), &proof); err != nil {
		t.Fatal(err)
	}
	if proof.Low != "win" || proof.End != search.EndMate || len(proof.Line) != 3 || proof.Line[0].SAN != "Qg8+" ||
		proof.Memory.Bytes != 256<<20/search.EntryBytes*search.EntryBytes {
		t.Errorf("%+v", proof)
	}
}
