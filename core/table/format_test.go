package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// exampleHeader has everything that a header can have.
func exampleHeader(t testing.TB, class string) []byte {
	t.Helper()
	c, err := material.Parse(class)
	if err != nil {
		t.Fatal(err)
	}
	l := slice.NewLayout(c)
	h := Header{Class: c, Metric: value.DTM}
	h.Statistics[0].Count[value.Draw] = Count{All: 1 << 40, Distinct: 1 << 37}
	h.Statistics[0].Count[value.Decided(value.MaxPlies-1)] = Count{All: 8, Distinct: 1}
	h.Statistics[0].LongestWin = value.Decided(value.MaxPlies - 1)
	h.Statistics[0].LongestFEN = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"
	h.Statistics[1].Count[value.Decided(value.MaxPlies)] = Count{All: 300, Distinct: 40}
	for i := range 2 * l.Slices() * blocksPerSide(l) {
		h.blocks = append(h.blocks, blockRef{0, 100 * i, uint32(i)})
	}
	return h.encode(l)
}

// sealed returns a header with its checksum made right.
func sealed(header []byte) []byte {
	body := header[:len(header)-4]
	return binary.LittleEndian.AppendUint32(bytes.Clone(body), checksum(body))
}

// TestDecodeHeader: what is wrong is said, though the checksum be right.
func TestDecodeHeader(t *testing.T) {
	header := exampleHeader(t, "KQvK")
	if _, _, err := decodeHeader(header); err != nil {
		t.Fatal(err)
	}
	for length := range header {
		if _, _, err := decodeHeader(header[:length]); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%d of %d bytes: %v", length, len(header), err)
		}
	}
	for i := range header {
		damaged := bytes.Clone(header)
		damaged[i] ^= 0x10
		if _, _, err := decodeHeader(damaged); !errors.Is(err, ErrCorrupt) {
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
		{"version", replace("MWTH\x02", "MWTH\x01"), "version 1"},
		{"class", replace("\x04KQvK", "\x04KXvK"), "the class"},
		{"class not normalised", replace("\x04KQvK", "\x04KvKQ"), "the class"},
		{"another class", replace("\x04KQvK", "\x06KQvKQ2"), "the class"},
		{"metric", replace("\x03DTM", "\x03DTZ"), "the metric"},
		{"layout", replace("\x04KQvK", "\x04KPvK"), "layout"},
		{"a long text", replace("\x04KQvK", "\xff\x7fKQvK"), "out of range"},
		{"values out of order", replace("\x01\x02\x00", "\x01\x02\xff"), "out of order"},
		{"a value that does not occur", replace("\xff\xac\x02\x28", "\xff\x00\x28"), "does not occur"},
		{"a number in too many bytes", replace("\x03DTM\x01", "\x03DTM\x81\x00"), "out of range"},
		{"bytes too many", sealed(append(bytes.Clone(header), 0)), "too many"},
	}
	for _, test := range tests {
		_, _, err := decodeHeader(test.header)
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: %v, want %q", test.name, err, test.reason)
		}
		if errors.Is(err, ErrVersion) != (test.name == "version") {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// FuzzDecodeHeader: no bytes make it panic, even with the right checksum; what
// is accepted is what would have been written.
func FuzzDecodeHeader(f *testing.F) {
	for _, class := range []string{"KQvK", "KPvK", "KRvKN"} {
		f.Add(exampleHeader(f, class))
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, _, err := decodeHeader(b); err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatal(err)
		}
		if len(b) < 4 {
			return
		}
		b = sealed(b)
		h, l, err := decodeHeader(b)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		if again := h.encode(l); !bytes.Equal(again, b) {
			t.Fatalf("%q would be written as %q", b, again)
		}
	})
}

// FuzzDecodeBlock: no frame makes the decoder panic or write beyond the block,
// even with the right checksum.
func FuzzDecodeBlock(f *testing.F) {
	valid := exampleFrame(f)
	f.Add(valid)
	f.Add(valid[:len(valid)/2])
	f.Add([]byte{})
	decoder := newBlockDecoder()
	f.Fuzz(func(t *testing.T, frame []byte) {
		memory := make([]byte, 1100)
		raw := memory[:1000:1000]
		if err := decoder.decode(frame, checksum(frame), raw); err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatal(err)
		}
		if !bytes.Equal(memory[1000:], make([]byte, 100)) {
			t.Fatal("bytes after the block were overwritten")
		}
	})
}

// exampleFrame returns the frame of a block of 1000 values.
func exampleFrame(tb testing.TB) []byte {
	tb.Helper()
	e, err := NewEncoder(tb.Context(), NewMemStore(), slice.NewLayout(material.All(3)[0]), value.DTM)
	if err != nil {
		tb.Fatal(err)
	}
	raw := make([]byte, 1000)
	for i := range raw {
		raw[i] = byte(i * i >> 8)
	}
	return e.zstd.EncodeAll(raw, nil)
}
