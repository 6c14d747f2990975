package main

import (
	"slices"
	"testing"
)

func TestReference(t *testing.T) {
	if first, second := referenceLoop(), referenceLoop(); first != second || first == 0 {
		t.Errorf("the loop returns %x and then %x", first, second)
	}
	list := []uint64{5, 3, 9, 1 << 63, 0, 7, 7, 2}
	shellSort(list)
	if !slices.IsSorted(list) {
		t.Error(list)
	}
}

func BenchmarkReference(b *testing.B) {
	for b.Loop() {
		referenceLoop()
	}
}
