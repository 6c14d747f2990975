package main

import (
	"encoding/json"
	"testing"
)

// TestPlanJSON checks that the parts of a plan sum up to its budget. The words of plans are in
// testdata/script/plan.txtar.
func TestPlanJSON(t *testing.T) {
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
		if sum != p.Budget || p.Method == "" || p.Needs > p.Budget || p.Peak > p.Budget || p.Threads != 1 ||
			p.Seconds <= 0 {
			t.Errorf("%+v: the parts sum up to %d", p, sum)
		}
	}
}

// TestPlanTime checks that a class takes more time by a method with less memory, and less time with more threads.
func TestPlanTime(t *testing.T) {
	seconds := func(args ...string) float64 {
		var list []planned
		r := matewright(t, "", append([]string{"plan", "--json"}, args...)...)
		if err := json.Unmarshal([]byte(r.stdout), &list); err != nil || len(list) != 1 || list[0].Threads < 1 {
			t.Fatalf("%v: %s", err, r.stdout)
		}
		return list[0].Seconds * list[0].Speed
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
		t.Error("the build takes longer with half of the available memory than in 128 MiB")
	}
}
