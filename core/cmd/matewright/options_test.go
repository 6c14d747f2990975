package main

import (
	"testing"

	"github.com/matewright/matewright/core/builder"
)

// TestSizes checks that sizes are read to the byte, and that others are refused.
func TestSizes(t *testing.T) {
	for text, want := range map[string]byteSize{
		"1MiB":       1 << 20,
		"128MiB":     128 << 20,
		"1.5GiB":     3 << 29,
		"4096KiB":    4 << 20,
		"1048577B":   1<<20 + 1,
		"1GiB512MiB": 3 << 29,
		"0.1GiB":     107374182,
		"512MB":      512_000_000,
		"16384GiB":   builder.MostMemory,
		"1023KiB":    0,
		"16384.1GiB": 0,
		"-128MiB":    0,
		"8EiB":       0,
		"16EiB":      0,
		"1,5GiB":     0,
		"128 MiB":    0,
		"128":        0,
		"128M":       0,
		"128mib":     0,
		"MiB":        0,
		"InfGiB":     0,
		"0x10MiB":    0,
		"":           0,
	} {
		var got byteSize
		if err := got.UnmarshalText([]byte(text)); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q is %d, %v, want %d", text, got, err, want)
		}
	}
}
