package runs_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/runs"
	"github.com/matewright/matewright/core/scratch"
)

// A twin is an in-memory model of a sorter.
type twin map[runs.Key]*runs.Words

func (t twin) add(k runs.Key, words board.Bitboard, lanes *runs.Words) {
	for ; words != 0; words = words.Rest() {
		w := words.First() & 63
		if lanes[w] == 0 {
			continue
		}
		if t[k] == nil {
			t[k] = new(runs.Words)
		}
		t[k][w] |= lanes[w]
	}
}

// fill adds records by chance to a sorter and to its twin.
func fill(t *testing.T, r *rand.Rand, s *runs.Sorter, records, rows int) twin {
	t.Helper()
	want := twin{}
	for range records {
		k := runs.Key{Row: uint64(r.IntN(rows)) * uint64(1+r.IntN(2)*1000), Tag: uint64(r.IntN(3))}
		words := board.Bitboard(r.Uint64() & r.Uint64() & r.Uint64())
		var lanes runs.Words
		for w := range lanes {
			lanes[w] = board.Bitboard(r.Uint64() & r.Uint64() >> r.IntN(64))
		}
		want.add(k, words, &lanes)
		if err := s.Add(k, words, &lanes); err != nil {
			t.Fatal(err)
		}
	}
	return want
}

// wantEach checks the records of a sorter against its twin.
func wantEach(t *testing.T, s *runs.Sorter, want twin) {
	t.Helper()
	last := runs.Key{}
	n := 0
	err := s.Each(func(k runs.Key, words board.Bitboard, lanes *runs.Words) error {
		if n > 0 && k.Compare(last) <= 0 {
			t.Errorf("%v comes after %v", k, last)
		}
		last, n = k, n+1
		for w := range board.NoSquare {
			in := board.Bitboard(0)
			if words.Has(w) {
				in = lanes[w]
			}
			if want[k] == nil || want[k][w] != in {
				t.Fatalf("%v has %x in word %v", k, in, w)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n != len(want) {
		t.Errorf("%d keys, want %d", n, len(want))
	}
}

// TestSorter sorts with little memory and with much, and with more runs than one merge reads. It expects each key once,
// in order, with all its words.
func TestSorter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, bytes := range []int{0, 2000, 100_000, 1 << 24} {
		pile := &scratch.Pile{Room: &scratch.Memory{}}
		s := runs.NewSorter(pile, bytes)
		for _, records := range []int{0, 1, 700, 3000} {
			want := fill(t, r, s, records, 300)
			wantEach(t, s, want)
			if bytes == 1<<24 && pile.Bytes() > 0 {
				t.Errorf("%d records that fit into memory were written", records)
			}
		}
		fill(t, r, s, 100, 50)
		s.Clear()
		wantEach(t, s, twin{})
	}
}

// TestRun writes a run of many pieces and reads it twice, one time beside itself.
func TestRun(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pile := &scratch.Pile{Room: &scratch.Memory{}}
	w := runs.NewWriter(pile)
	var rows []uint64
	for row := uint64(0); row < 5000; row += 1 + uint64(r.IntN(3)) {
		var lanes runs.Words
		lanes[row&63] = board.Bitboard(row + 1)
		if err := w.Add(runs.Key{Row: row}, board.Square(row&63).Bit(), &lanes); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	run, err := w.End()
	if err != nil {
		t.Fatal(err)
	}
	var a, b runs.Reader
	a.Begin(pile, run)
	b.Begin(pile, run)
	for i, row := range rows {
		if !a.Next() || a.Key.Row != row || !slices.Equal(a.Lanes(), []board.Bitboard{board.Bitboard(row + 1)}) {
			t.Fatalf("record %d is %v, want row %d", i, a.Key, row)
		}
		if i%2 == 0 && (!b.Next() || b.Key.Row != rows[i/2]) {
			t.Fatalf("beside it, record %d is %v", i/2, b.Key)
		}
	}
	if a.Next() || a.Err() != nil {
		t.Errorf("after the last record comes %v (%v)", a.Key, a.Err())
	}
	if run, err := w.End(); err != nil || !isEmpty(pile, run) {
		t.Errorf("a run to which nothing was added has records (%v)", err)
	}
}

func isEmpty(pile *scratch.Pile, run runs.Run) bool {
	var r runs.Reader
	r.Begin(pile, run)
	return !r.Next() && r.Err() == nil
}

// room is scratch that is full after a given number of writes, or changes the bytes that it reads.
type room struct {
	scratch.Memory
	writes int
	damage bool
}

var errFull = errors.New("no space left on device")

func (m *room) WriteAt(p []byte, off int64) (int, error) {
	if m.writes--; m.writes == 0 {
		return 0, errFull
	}
	return m.Memory.WriteAt(p, off)
}

func (m *room) ReadAt(p []byte, off int64) (int, error) {
	n, err := m.Memory.ReadAt(p, off)
	if m.damage && n > 0 {
		p[n/2] ^= 4
	}
	return n, err
}

// TestErrors checks that the caller gets the errors of a full disk and of damage, and its own errors.
func TestErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var lanes runs.Words
	lanes[0] = 1
	for writes := 1; writes < 40; writes += 3 {
		s := runs.NewSorter(&scratch.Pile{Room: &room{writes: writes}}, 2000)
		err := error(nil)
		for n := 0; n < 1_000_000 && err == nil; n++ {
			err = s.Add(runs.Key{Row: r.Uint64N(1 << 40)}, 1, &lanes)
		}
		if !errors.Is(err, errFull) {
			t.Errorf("full after %d writes: %v", writes, err)
		}
	}
	damaged := &room{}
	s := runs.NewSorter(&scratch.Pile{Room: damaged}, 2000)
	fill(t, r, s, 300, 100)
	damaged.damage = true
	if err := s.Each(func(runs.Key, board.Bitboard, *runs.Words) error { return nil }); !errors.Is(
		err,
		scratch.ErrDamaged,
	) {
		t.Errorf("damaged: %v", err)
	}
	for _, bytes := range []int{2000, 1 << 24} {
		s := runs.NewSorter(&scratch.Pile{Room: &scratch.Memory{}}, bytes)
		fill(t, r, s, 300, 100)
		if err := s.Each(func(runs.Key, board.Bitboard, *runs.Words) error { return errFull }); !errors.Is(
			err,
			errFull,
		) {
			t.Errorf("with %d bytes: %v", bytes, err)
		}
	}
}

// TestPackWords packs and unpacks random words, followed by other bytes.
func TestPackWords(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 10_000 {
		any := func() board.Bitboard {
			return board.Bitboard(r.Uint64() & -(r.Uint64() & 1) << r.IntN(64) >> r.IntN(64))
		}
		words := any()
		lanes := make([]board.Bitboard, words.Count())
		for i := range lanes {
			lanes[i] = any()
		}
		packed := append(runs.PackWords([]byte{9}, words, lanes), 7)
		var got runs.Words
		which, rest := runs.UnpackWords(packed[1:], &got)
		if which != words || !slices.Equal(got[:len(lanes)], lanes) || len(rest) != 1 ||
			len(runs.SkipWords(packed[1:])) != 1 {
			t.Fatalf("%x comes back as %x, before %v", words, which, rest)
		}
	}
}

func BenchmarkSorter(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var lanes runs.Words
	for w := range lanes {
		lanes[w] = board.Bitboard(r.Uint64())
	}
	pile := &scratch.Pile{Room: &scratch.Memory{}}
	s := runs.NewSorter(pile, 1<<22)
	b.SetBytes(64 * 8)
	for n := 0; b.Loop(); n++ {
		if err := s.Add(runs.Key{Row: r.Uint64N(1 << 15)}, ^board.Bitboard(0), &lanes); err != nil {
			b.Fatal(err)
		}
		if n%200_000 == 199_999 {
			if err := s.Each(func(runs.Key, board.Bitboard, *runs.Words) error { return nil }); err != nil {
				b.Fatal(err)
			}
			pile.Clear()
		}
	}
}
