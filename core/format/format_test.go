package format

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/wire"
)

// exampleHeader returns a header with values in all fields.
func exampleHeader(t testing.TB, class string) []byte {
	t.Helper()
	c, err := material.Parse(class)
	if err != nil {
		t.Fatal(err)
	}
	l := slice.NewLayout(c)
	h := Header{Class: c, Metric: value.DTM}
	h.Statistics[0].Add(value.Draw, stats.Count{All: 1 << 40, Distinct: 1 << 37})
	h.Statistics[0].Add(value.Decided(value.MaxByteRound-1), stats.Count{All: 8, Distinct: 1})
	h.Statistics[0].LongestWin = value.Decided(value.MaxByteRound - 1)
	h.Statistics[0].LongestFEN = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"
	h.Statistics[1].Add(value.Decided(value.MaxByteRound), stats.Count{All: 300, Distinct: 40})
	h.Sides = BothSides
	for i := range 2 * Groups(l) {
		h.Sections = append(h.Sections, SectionRef{Tiles: int64(100 * i), Directory: i, Checksum: uint32(i)})
	}
	return h.Encode(l)
}

// sealed returns a header with the right checksum.
func sealed(header []byte) []byte {
	return wire.Seal(bytes.Clone(header[:len(header)-4]))
}

// TestDecodeHeader checks that damaged headers are errors, also with the right checksum.
func TestDecodeHeader(t *testing.T) {
	header := exampleHeader(t, "KQvK")
	if _, _, err := (Params{}).decodeHeader(header); err != nil {
		t.Fatal(err)
	}
	for length := range header {
		if _, _, err := (Params{}).decodeHeader(header[:length]); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%d of %d bytes: %v", length, len(header), err)
		}
	}
	for i := range header {
		damaged := bytes.Clone(header)
		damaged[i] ^= 0x10
		if _, _, err := (Params{}).decodeHeader(damaged); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("byte %d changed: %v", i, err)
		}
	}
	replace := func(old, new string) []byte {
		return sealed(bytes.Replace(header, []byte(old), []byte(new), 1))
	}
	tests := []struct {
		name   string
		header []byte
		reason string
	}{
		{"magic", replace("MWTH", "MWTX"), "no header"},
		{"version", replace("MWTH\x05", "MWTH\x06"), "version 6"},
		{"class", replace("\x04KQvK", "\x04KXvK"), "the class"},
		{"class not normalised", replace("\x04KQvK", "\x04KvKQ"), "the class"},
		{"another class", replace("\x04KQvK", "\x06KQvKQ2"), "the class"},
		{"metric", replace("\x03DTM", "\x03DTZ"), `unknown metric "DTZ"`},
		{"layout", replace("\x04KQvK", "\x04KPvK"), "layout"},
		{"a long text", replace("\x04KQvK", "\xff\x7fKQvK"), "out of range"},
		{"values out of order", replace("\x03\x02\x00", "\x03\x02\xff"), "out of order"},
		{"a value that does not occur", replace("\xff\xac\x02\x28", "\xff\x00\x28"), "does not occur"},
		{"a number in too many bytes", replace("\x03DTM\x01", "\x03DTM\x81\x00"), "out of range"},
		{"a shape", replace("\x00\x64\x01\x01", "\x09\x64\x01\x01"), "no known shape"},
		{"bytes too many", sealed(append(bytes.Clone(header), 0)), "too many"},
	}
	for _, test := range tests {
		_, _, err := (Params{}).decodeHeader(test.header)
		if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: %v, want %q", test.name, err, test.reason)
		}
		if errors.Is(err, store.ErrVersion) != (test.name == "version") {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// FuzzDecodeHeader checks that no bytes make the decoder panic, even with the right checksum. The encoder must write an
// accepted header in the same way.
func FuzzDecodeHeader(f *testing.F) {
	for _, class := range []string{"KQvK", "KPvK", "KRvKN"} {
		f.Add(exampleHeader(f, class))
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, _, err := (Params{}).decodeHeader(b); err != nil && !errors.Is(err, store.ErrCorrupt) {
			t.Fatal(err)
		}
		if len(b) < 4 {
			return
		}
		b = sealed(b)
		h, l, err := (Params{}).decodeHeader(b)
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		if again := h.Encode(l); !bytes.Equal(again, b) {
			t.Fatalf("%q would be written as %q", b, again)
		}
	})
}

// exampleDirectory returns the directory of two tiles, of 300 bytes and of 30.
func exampleDirectory() []byte {
	return EncodeDirectory(new(tile.Census).Model(), []uint16{300, 30}, []byte{1, 2, 3, 4, 5, 6, 7, 8}, false)
}

// TestDirectory checks that a directory has the right places of tiles, and that a damaged one is an error, also with
// the right checksum.
func TestDirectory(t *testing.T) {
	b := exampleDirectory()
	ref := SectionRef{Tiles: 330, Directory: len(b), Checksum: checksum.Sum(b)}
	dir, err := DecodeDirectory(b, ref, 2)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []tileRef{{0, 300, 0x04030201}, {300, 30, 0x08070605}} {
		if got := dir.Tile(n); got != want {
			t.Errorf("tile %d: %+v, want %+v", n, got, want)
		}
	}
	frameOf := func(raw []byte) []byte {
		return append(newZstdEncoder(zstd.SpeedFastest, 256<<10).EncodeAll(raw, nil), make([]byte, 2*ChecksumSize)...)
	}
	for name, b := range map[string][]byte{
		"shorter than its checksums": b[len(b)-7:],
		"no frame":                   b[len(b)-8:],
		"no model":                   frameOf([]byte{1}),
		"lengths missing":            frameOf([]byte{0, 1, 0, 44}),
		"lengths too many":           frameOf([]byte{0, 1, 0, 44, 30, 0}),
		"lengths that are others":    frameOf([]byte{0, 1, 0, 44, 31}),
		"a frame too large":          frameOf(make([]byte, tile.MaxModel+5)),
	} {
		ref := SectionRef{Tiles: 330, Directory: len(b), Checksum: checksum.Sum(b)}
		if _, err := DecodeDirectory(b, ref, 2); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ref.Checksum++
	if _, err := DecodeDirectory(b, ref, 2); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a wrong checksum: %v", err)
	}
}

// FuzzDecodeDirectory checks that no frame makes the decoder panic, even with the right checksum, and that all tiles
// are within the section.
func FuzzDecodeDirectory(f *testing.F) {
	valid := exampleDirectory()
	f.Add(valid, true)
	f.Add(valid[:len(valid)/2], true)
	f.Add([]byte{}, true)
	f.Add([]byte{2, 0, 1, 10, 1, 0, 44, 30, 1, 2, 3, 4, 5, 6, 7, 8}, false)
	f.Fuzz(func(t *testing.T, b []byte, packed bool) {
		if !packed && len(b) >= 2*ChecksumSize { // zstd would hide these bytes from the fuzzer
			raw, checksums := b[:len(b)-2*ChecksumSize], b[len(b)-2*ChecksumSize:]
			b = append(newZstdEncoder(zstd.SpeedFastest, 256<<10).EncodeAll(raw, nil), checksums...)
		}
		ref := SectionRef{Tiles: 330, Directory: len(b), Checksum: checksum.Sum(b)}
		dir, err := DecodeDirectory(b, ref, 2)
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		if last := dir.Tile(1); last.Offset+int64(last.Length) != ref.Tiles {
			t.Fatalf("tiles at %v", last)
		}
	})
}
