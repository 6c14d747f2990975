package main

import (
	"encoding/json"
	"testing"
)

func TestPlan(t *testing.T) {
	dir := t.TempDir()
	matewright(t, "", "plan", "KQRvKQ", "--budget", "512MiB", "--dir", dir).want(t, 0,
		`KQRvKQ within 512\.00 MiB: grandfather\n  program .*  bits +87\.98 MiB\n  values +231\.00 MiB\n.*  cache +[^\n]*\n  peak +4\d\d\.\d\d MiB [^\n]*\n  stored +13\.03 MiB\n  time +\d+\.\d s[^\n]*\n  castling +15\d\.\d KiB more, [^\n]* 2 tables of [^\n]*\n  needs +11 tables that are not there: [^\n]* about\n +KRvK-a1 KQRvK KQRvK-h1 KQRvK-a1 KQvKQ KQvKR KQvKR-h8 KQvKR-a8\n`, "")
	matewright(t, "", "plan", "krqkq", "--budget", "128MiB").want(t, 0,
		`KQRvKQ within 128\.00 MiB: grandfather-spilled\n  grandfather is faster, but takes [^\n]* MiB\n  out-count is faster, but takes [^\n]* MiB\n.* outside of memory, about\n.*`, "")
	matewright(t, "", "plan", "KQRvKQ", "--budget", "410MiB").want(t, 0, `KQRvKQ within 410\.00 MiB: out-count\n  grandfather is faster, but takes [^\n]* MiB\n.*`, "")
	matewright(t, "", "plan", "KQRvKQ", "--budget", "64MiB").want(t, 0, `KQRvKQ within 64\.00 MiB: half-cycles\n.*  grandfather-spilled is faster, but takes [^\n]* MiB\n.*`, "")
	matewright(t, "", "plan", "KQRvKQ", "--budget", "24MiB").want(t, 0,
		`KQRvKQ within 24\.00 MiB: no method fits, it takes at least 3\d\.\d\d MiB\n`, "")
	matewright(t, "", "plan", "KQRvKQ", "--threads", "2", "--dir", dir).want(t, 0,
		`KQRvKQ within [\d.]+ [MG]iB, half of the memory that is available or the least that will do: .*\n  time +\d+\.\d s by 2 threads, about\n  castling .*\n  needs .*`, "")
	matewright(t, "", "plan", "KRPvKRN", "--budget", "128MiB", "--dir", dir).want(t, 0,
		`KRNvKRP within 128\.00 MiB: half-cycles\n.*  promotions +58\.00 MiB\n.*  needs +\d+ tables that are not there: .* KQRvKRN KRRvKRN KRBvKRN KRNvKRN\n  If there are lines of more than 252 plies, [^\n]*\n`, "")
	matewright(t, "", "plan", "KRPvKRP", "--budget", "1GiB", "--dir", dir).want(t, 0,
		`KRPvKRP within 1\.00 GiB: grandfather\n.*  promotions +116\.00 MiB\n.*  A mate that takes more than 254 plies finds no room in this table[^\n]*\n`, "")
	matewright(t, "", "plan", "KRNvKNN", "--budget", "512MiB", "--dir", dir).want(t, 0,
		`KRNvKNN within 512\.00 MiB: leapfrog\n.*  If there are lines of more than 252 plies, it takes 14\.44 GiB more of scratch for each 252 plies more\.\n`, "")
	matewright(t, "", "plan", "KQRvKQ", "--budget", "lots").want(t, 2, "", ".*"+said("command.size", "text", `"lots"`)+"\n.*")

	var list []planned
	r := matewright(t, "", "plan", "KQRvKQ", "KPvK", "--budget", "128MiB", "--json")
	if err := json.Unmarshal([]byte(r.stdout), &list); err != nil || len(list) != 2 {
		t.Fatalf("%v: %s", err, r.stdout)
	}
	for _, p := range list {
		sum := int64(0)
		for _, part := range p.Parts {
			sum += part.Bytes
		}
		if sum != p.Budget || p.Method == "" || p.Needs > p.Budget || p.Peak > p.Budget || p.Threads != 1 || p.Seconds <= 0 {
			t.Errorf("%+v: the parts sum up to %d", p, sum)
		}
	}
}

// TestPlanTime: by a method that holds less a class takes longer, with more threads less.
func TestPlanTime(t *testing.T) {
	seconds := func(args ...string) float64 {
		var list []planned
		r := matewright(t, "", append([]string{"plan", "--json"}, args...)...)
		if err := json.Unmarshal([]byte(r.stdout), &list); err != nil || len(list) != 1 || list[0].Threads < 1 {
			t.Fatalf("%v: %s", err, r.stdout)
		}
		return list[0].Seconds
	}
	plenty, shared := seconds("KPPvKP", "--budget", "4GiB"), seconds("KPPvKP", "--budget", "4GiB", "--threads", "2")
	if shared > 0.6*plenty {
		t.Errorf("%g s, with two threads %g", plenty, shared)
	}
	plenty, tight := seconds("KQRvKQ", "--budget", "4GiB"), seconds("KQRvKQ", "--budget", "128MiB")
	if tight < 1.05*plenty {
		t.Errorf("%g s, in little memory %g", plenty, tight)
	}
	if seconds("KQRvKQ", "--threads", "1") > tight {
		t.Error("with half of the memory that is available it takes longer than in 128 MiB")
	}
}
