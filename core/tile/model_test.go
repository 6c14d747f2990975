package tile

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
)

// strangeModel returns a model of no tiles, which is not summed.
func strangeModel(r *rand.Rand) *Model { return sparseModel(r, 1, contexts) }

// strangeSummed returns a summed model of no tiles.
func strangeSummed(r *rand.Rand) *Model { return sparseModel(r, 1, contexts+allTerms) }

// sparseModel returns a model in which one in the given number of codes and terms is not 0, among the first ones.
func sparseModel(r *rand.Rand, one, numbers int) *Model {
	m := newModel()
	for i := range numbers {
		if r.IntN(one) == 0 {
			m.set(i, int8(r.IntN(2*maxCode+1)-maxCode))
		}
	}
	return m
}

// TestModelBytes checks that the bytes of a model are read as the same model, and are at most MaxModel. The bytes after
// it must be left.
func TestModelBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	ends := newModel()
	ends.codes[0], ends.codes[contexts-1] = 1, maxCode
	summed := newModel()
	summed.set(contexts, -maxCode)
	summed.set(contexts+allTerms-1, 1)
	alternating := newModel()
	for i := 0; i < contexts; i += 2 {
		alternating.codes[i] = 1
	}
	for name, m := range map[string]*Model{
		"even":               newModel(),
		"strange":            strangeModel(r),
		"sparse":             sparseModel(r, 2, contexts),
		"very sparse":        sparseModel(r, 1000, contexts),
		"the ends":           ends,
		"alternating":        alternating,
		"strange and summed": strangeSummed(r),
		"sparse and summed":  sparseModel(r, 1000, contexts+allTerms),
		"the ends of terms":  summed,
	} {
		b := m.Append([]byte("before"))[len("before"):]
		if len(b) > MaxModel {
			t.Errorf("%s: %d bytes, more than %d", name, len(b), MaxModel)
		}
		got, rest, err := ReadModel(append(bytes.Clone(b), "after"...))
		if err != nil || string(rest) != "after" || !slices.Equal(got.codes, m.codes) {
			t.Errorf("%s: read as another model, with %d bytes left: %v", name, len(rest), err)
		}
		for cut := range min(len(b), 5) {
			if _, _, err := ReadModel(b[:len(b)-1-cut]); err == nil {
				t.Errorf("%s: %d bytes are missing", name, cut+1)
			}
		}
	}
}

// TestReadModelErrors checks that a model has only one valid form.
func TestReadModelErrors(t *testing.T) {
	valid := []byte{4, 0, 1, 3, 2, 10, 20, 30}
	if m, rest, err := ReadModel(valid); err != nil || len(rest) > 0 || m.codes[0] != 10 || m.codes[5] != 30 ||
		m.isSummed() {
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
		"a run past the end":   append(binary.AppendUvarint([]byte{5}, contexts+allTerms-1), 2, 10, 20),
		"a run after the end":  append(binary.AppendUvarint([]byte{4}, contexts+allTerms), 1, 10),
		"a run far away":       append(binary.AppendUvarint([]byte{11}, 1<<63), 1, 10),
	} {
		if _, _, err := ReadModel(b); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// FuzzReadModel checks that accepted bytes are those that Append writes.
func FuzzReadModel(f *testing.F) {
	r := rand.New(rand.NewPCG(9, 10))
	f.Add([]byte{})
	f.Add([]byte{4, 0, 1, 3, 2, 10, 20, 30})
	f.Add(sparseModel(r, 10000, contexts+allTerms).Append(nil))
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
