package tile

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// strangeModel returns a model of no tiles.
func strangeModel(r *rand.Rand) *Model {
	m := newModel()
	for i := range m.chances {
		m.chances[i] = chanceOf[byte(r.IntN(256))]
	}
	return m
}

// sparseModel returns a model in which one of so many chances is not even.
func sparseModel(r *rand.Rand, one int) *Model {
	m := newModel()
	for i := range m.chances {
		if r.IntN(one) == 0 {
			m.chances[i] = chanceOf[byte(r.IntN(256))]
		}
	}
	return m
}

// TestModelBytes: what a model is written as is read as the same model, no
// longer than promised, and what comes after it is left.
func TestModelBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	ends := newModel()
	ends.chances[0], ends.chances[contexts-1] = chanceOf[1], chanceOf[maxCode]
	alternating := newModel()
	for i := 0; i < contexts; i += 2 {
		alternating.chances[i] = chanceOf[1]
	}
	for name, m := range map[string]*Model{
		"even": newModel(), "strange": strangeModel(r), "sparse": sparseModel(r, 2), "very sparse": sparseModel(r, 1000), "the ends": ends, "alternating": alternating,
	} {
		b := m.Append([]byte("before"))[len("before"):]
		if len(b) > MaxModel {
			t.Errorf("%s: %d bytes, more than %d", name, len(b), MaxModel)
		}
		got, rest, err := ReadModel(append(bytes.Clone(b), "after"...))
		if err != nil || string(rest) != "after" || *got.chances != *m.chances {
			t.Errorf("%s: it is read as another one, with %d bytes left: %v", name, len(rest), err)
		}
		for cut := range min(len(b), 5) {
			if _, _, err := ReadModel(b[:len(b)-1-cut]); err == nil {
				t.Errorf("%s: %d bytes are missing", name, cut+1)
			}
		}
	}
}

// TestReadModelErrors: there is one way to write a model.
func TestReadModelErrors(t *testing.T) {
	valid := []byte{4, 0, 1, 3, 2, 10, 20, 30}
	if m, rest, err := ReadModel(valid); err != nil || len(rest) > 0 || m.chances[0] != chanceOf[10] || m.chances[5] != chanceOf[30] {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{
		"nothing":              {},
		"runs too long":        {9, 0, 1, 3, 2, 10, 20, 30},
		"half a run":           {3, 0, 1, 3, 2, 10, 20, 30},
		"an empty run":         {4, 0, 1, 3, 0, 10, 20, 30},
		"a run cut in two":     {4, 0, 1, 0, 2, 10, 20, 30},
		"an even chance":       {4, 0, 1, 3, 2, 10, 0, 30},
		"a code too high":      {4, 0, 1, 3, 2, 10, maxCode + 1, 30},
		"a code too low":       {4, 0, 1, 3, 2, 10, 256 - maxCode - 1, 30},
		"codes missing":        {4, 0, 1, 3, 2, 10, 20},
		"a number too long":    {5, 0x80, 0, 1, 3, 2, 10, 20, 30},
		"a number without end": {2, 0, 0x80, 10},
		"a run past the end":   append(binary.AppendUvarint([]byte{4}, contexts-1), 2, 10, 20),
		"a run after the end":  append(binary.AppendUvarint([]byte{4}, contexts), 1, 10),
		"a run far away":       append(binary.AppendUvarint([]byte{11}, 1<<63), 1, 10),
	} {
		if _, _, err := ReadModel(b); err == nil {
			t.Errorf("%s: it is read", name)
		}
	}
}

// FuzzReadModel: what is accepted is what would have been written.
func FuzzReadModel(f *testing.F) {
	r := rand.New(rand.NewPCG(9, 10))
	f.Add([]byte{})
	f.Add([]byte{4, 0, 1, 3, 2, 10, 20, 30})
	f.Add(sparseModel(r, 10000).Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, rest, err := ReadModel(b)
		if err != nil {
			return
		}
		if again := m.Append(nil); !bytes.Equal(append(again, rest...), b) {
			t.Fatalf("%q would be written as %q", b[:len(b)-len(rest)], again)
		}
	})
}
