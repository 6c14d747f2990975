package main

import (
	"os"
	"slices"
	"testing"
)

// TestOrder checks that the files of every package over 1,000 lines can be read in an order in which each uses only
// earlier ones. It reads the packages for this system, and those for the browser.
func TestOrder(t *testing.T) {
	native := os.Environ()
	browser := append(slices.Clone(native), "GOOS=js", "GOARCH=wasm")
	for _, build := range []struct {
		env      []string
		patterns []string
	}{
		{native, []string{".", "./core/...", "./wasm/..."}},
		{browser, []string{"./indexeddb", "./wasm"}},
	} {
		found, err := check("../../..", build.env, largest, build.patterns...)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			t.Errorf("these files use each other:\n%v", f)
		}
	}
}

// TestCircle checks that the tool finds a circle, and leaves out files that are not part of it.
func TestCircle(t *testing.T) {
	found, err := check("testdata", os.Environ(), 0, "./circle")
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || len(found[0].Circles) != 1 {
		t.Fatalf("found %v, want one circle", found)
	}
	if got := found[0].Circles[0]; !slices.Equal(got, []string{"first.go", "second.go"}) {
		t.Errorf("the circle has %v", got)
	}
	want := []arrow{
		{"second.go", "first.go", []string{"First"}},
		{"first.go", "second.go", []string{"Second", "common"}},
	}
	if !slices.EqualFunc(found[0].Arrows, want, func(a, b arrow) bool {
		return a.From == b.From && a.To == b.To && slices.Equal(a.Names, b.Names)
	}) {
		t.Errorf("arrows %v, want %v", found[0].Arrows, want)
	}
	if found, err := check("testdata", os.Environ(), largest, "./circle"); err != nil || len(found) > 0 {
		t.Errorf("a small package has findings: %v, %v", found, err)
	}
}
