package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

func TestUpToDate(t *testing.T) {
	want, err := declare(root, folder)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, filepath.Join(root, target), want)
}

// TestDeclare: each rule once.
func TestDeclare(t *testing.T) {
	got, err := declare(root, "wasm/border/testdata/calls")
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "testdata/calls/want.d.ts", got)
}

func compare(t *testing.T, name, text string) {
	t.Helper()
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(file), "\n")
	for i, line := range strings.Split(text, "\n") {
		if i >= len(lines) || lines[i] != line {
			t.Fatalf("%s, line %d, is not %q; go run ./wasm/border writes the page's types anew", name, i+1, line)
		}
	}
	if len(file) != len(text) {
		t.Errorf("%s goes on where it should end", name)
	}
}

// TestDeclareNot checks that types without a JavaScript form are refused, all at once.
func TestDeclareNot(t *testing.T) {
	_, err := declare(root, "wasm/border/testdata/wrong")
	if err == nil {
		t.Fatal("it is taken")
	}
	for _, want := range []string{
		"the call gone has no method",
		"the field Plain has no name in JSON",
		"MapType can't be declared",
		"there is no type byte",
		"Judged and wasm/border/testdata/wrong.Judged would both be Judged",
		"wrong.written: what its JSON looks like is not known",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not among:\n%v", want, err)
		}
	}
	if n := strings.Count(err.Error(), "\n") + 1; n != 6 {
		t.Errorf("%d complaints:\n%v", n, err)
	}
	if _, err := declare(root, "wasm/border"); err == nil {
		t.Error("a package without calls is taken")
	}
}
