package ending

import (
	"errors"
	"math/bits"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
)

// A wideSource has some slices as wide ones.
type wideSource struct {
	*kept
	packed map[Slice][]byte
}

func (w *wideSource) block(s Slice, turn board.Color) (*block, error) {
	if packed := w.packed[s]; packed != nil {
		b, rest := unpackSlab(packed, s)
		return b, rest.err
	}
	return w.kept.block(s, turn)
}

func (w *wideSource) open(s Slice) (*openWords, error) {
	if w.packed[s] == nil {
		return nil, nil
	}
	rest := unpackOpen(w.packed[s], s)
	return rest, rest.err
}

// TestWide solves slices with two pieces as if they were wide. The wins are those of the solver.
func TestWide(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/3k4/2p5/8/1P6/Q2K4 w - - 0 1",  // a jump into a capture en passant
		"8/3p4/8/2P2k2/8/8/8/Q2K4 w - - 0 1",  // the defender's pawn jumps
		"8/8/8/3K4/8/6p1/5pP1/q2k4 w - - 0 1", // Black attacks, beside a blocked pawn
		"8/7p/8/3k4/7P/6P1/8/Q2K4 w - - 0 1",
		"8/8/8/3k4/8/4b3/8/Q2K4 w - - 0 1",
	} {
		t.Run(fen, func(t *testing.T) {
			t.Parallel()
			root := tabletest.Position(t, fen)
			s, _ := sliceOf(&root)
			e := solved(t, root, func(other Slice) bool { return other.pieces.count() < s.pieces.count() })
			attacker := newSlab(s).attacker
			from := &wideSource{e.kept, map[Slice][]byte{}}
			for _, s := range inOrder(e.kept.withPushes(s, attacker)) {
				from.compareWide(t, s)
			}
		})
	}
}

// withPushes lists a slice and those after pawn moves of a side's opponent, with the same pieces.
func (k *kept) withPushes(s Slice, attacker board.Color) []Slice {
	list := []Slice{s}
	for i := 0; i < len(list); i++ {
		list[i].exits(func(e exit) {
			if e.keepsWords() && e.color != attacker && !slices.Contains(list, e.after) {
				list = append(list, e.after)
			}
		})
	}
	return list
}

// compareWide solves a slice in both ways. Those below it are stored already, and it becomes so.
func (w *wideSource) compareWide(t *testing.T, s Slice) {
	t.Helper()
	wide, normal := &solver{source: w}, &solver{source: w.kept}
	b, open, err := wide.solveWide(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := normal.solve(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	defender := b.attacker.Other()
	won, different := 0, 0
	for i := range open {
		codes := normal.codes(b.attacker, i)
		if open[i] != codes.legal()&^codes.wins(b.attacker)[surely] {
			different++
		}
		if at, ok := b.index(i); ok {
			lost := normal.codes(defender, i).wins(b.attacker)[surely]
			if b.lost[at] != lost {
				different++
			}
			if may := normal.codes(defender, i).wins(b.attacker)[maybe]; b.safe[at]&may != 0 {
				different++
			}
			won += bits.OnesCount64(lost)
		}
	}
	if different > 0 || won == 0 {
		t.Errorf("%v: %d words differ, %d wins", s, different, won)
	}
	w.packed[s] = slices.Clone(new(packer).packWide(b, open, &wide.geometry)[blockHeader:])
	if _, rest := unpackSlab(w.packed[s], s); rest.err == nil {
		t.Logf("%v: %d wins, packed as those that are won: %v", s, won, rest.won)
	}
	pack := normal.packer.pack(normal.words(), true, normal.codes)
	if err := w.kept.put(s, true, pack, nil, w.kept.now()); err != nil {
		t.Fatal(err)
	}
}

// TestWideRefused reads journals with wide slices in which nobody is likely to win.
func TestWideRefused(t *testing.T) {
	rooks := Slice{pieces: pieces{
		pieceOf(board.White, board.Rook), pieceOf(board.White, board.Rook), pieceOf(board.Black, board.Rook),
	}}
	for kind, content := range map[byte][]byte{
		blockRecord: append(rooks.append(nil), 1),
		roundRecord: rooks.append([]byte{0, 0, 0}),
	} {
		room := new(memoryRoom)
		e := inRoom(t, tabletest.Position(t, "8/8/4k3/8/8/8/8/4K3 w - - 0 1"), room)
		if _, err := e.kept.journal.add(kind, content); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(room, 1<<20); !errors.Is(err, errDamaged) {
			t.Errorf("%c: %v", kind, err)
		}
	}
}

// TestLucena solves a won rook ending, in which a queen and a rook must win against a rook. Without the slice of these
// it resumes to the same bounds. A wrong win in that slice is found.
func TestLucena(t *testing.T) {
	if !long() {
		t.Skip()
	}
	p := tabletest.Position(t, "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1")
	solve := func(room *memoryRoom) (sum [32]byte) {
		e, err := New(p, Options{Threads: 2, Memory: LeastMemory(mostPieces), Room: room})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Solve(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		r, err := e.Result()
		if err != nil || !r.Proven() || r.Low != value.Win {
			t.Fatalf("%+v, %v", r, err)
		}
		if sum, err = e.Sum(); err != nil {
			t.Fatal(err)
		}
		return sum
	}
	room := new(memoryRoom)
	sum := solve(room)
	cut, forged := forgedWide(t, room)
	if again := solve(cut); again != sum {
		t.Errorf("resumed: %x, want %x", again, sum)
	}
	for room, want := range map[*memoryRoom]bool{cut: true, forged: false} {
		r, err := Read(room, 64<<20)
		if err != nil {
			t.Fatal(err)
		}
		err = r.Verify(t.Context(), VerifyOptions{Threads: 2, Memory: LeastMemory(mostPieces)}, nil)
		var wrong *WrongError
		if (err == nil) != want || err != nil && (!errors.As(err, &wrong) || !wrong.Slice.isWide()) {
			t.Errorf("verified: %v, want %v", err, want)
		}
	}
}

// forgedWide copies a journal with one wide slice: up to that, and with a wrong win in it.
func forgedWide(t *testing.T, room *memoryRoom) (cut, forged *memoryRoom) {
	t.Helper()
	forged = new(memoryRoom)
	written := &journal{pile: scratch.Pile{Room: forged}}
	err := newKept(room, 0).journal.records(func(kind byte, content []byte, at scratch.Piece) error {
		if kind == blockRecord {
			if s, _ := parseSlice(content); s.isWide() {
				cut = &memoryRoom{bytes: slices.Clone(forged.bytes)}
				b, u := unpackSlab(content[sliceSize+1:], s)
				open := make(plane, b.slab.words*64)
				for i := range open {
					open[i] = u.next()
				}
				b.slab.lost[len(b.slab.lost)/2] = ^uint64(0)
				_, err := written.addBlock(s, true, new(packer).packWide(b.slab, open, &u.geometry))
				return err
			}
		}
		_, err := written.add(kind, content)
		return err
	})
	if err != nil || cut == nil {
		t.Fatal(cut, err)
	}
	return cut, forged
}

// TestWideManyWays loses a position to which three queens and a king can move from more squares than the queens alone
// can have.
func TestWideManyWays(t *testing.T) {
	queen := pieceOf(board.White, board.Queen)
	s := Slice{pieces: pieces{queen, queen, queen}}
	w := wide{solver: &solver{}, slab: newSlab(s), defender: board.Black}
	w.geometry.begin(s)
	p := tabletest.Position(t, "8/8/3Q4/8/4Q3/2Q5/5K2/7k b - - 0 1")
	word, _ := w.locate(&p)
	w.open, w.held = make(plane, w.words()), make(plane, w.words())
	w.doubted = make(plane, w.words()/64)
	ways := 0
	w.push(board.White, word, ^uint64(0), func(before int, lanes uint64) {
		w.open[before] = lanes
		ways++
	})
	w.lose(word, ^uint64(0))
	w.push(board.White, word, ^uint64(0), func(before int, _ uint64) {
		if w.open[before] != 0 {
			t.Errorf("word %d is not won", before)
		}
	})
	if ways <= mostPieces*mostWays {
		t.Errorf("%d ways", ways)
	}
}

// TestTwoQueens reads a loss from the slab of a slice with two queens, one of which has just promoted. The order of the
// men does not matter.
func TestTwoQueens(t *testing.T) {
	for _, fen := range []string{
		"1Q6/8/5k2/8/2r5/8/8/K6Q b - - 0 1",
		"7Q/8/5k2/8/2r5/8/8/KQ6 b - - 0 1",
		"k6q/8/8/2R5/8/5K2/8/1q6 w - - 0 1",
		"kq6/8/8/2R5/8/5K2/8/7q w - - 0 1",
	} {
		p := tabletest.Position(t, fen)
		s, _ := sliceOf(&p)
		k := newKept(new(memoryRoom), 0)
		b := newSlab(s)
		b.begin()
		f := frameOf(s.pieces)
		word, lane := f.locate(&p)
		i, ok := b.index(b.word(&f, word))
		if !ok {
			t.Fatal(fen, word)
		}
		b.lost[i] = uint64(lane.Bit())
		if err := k.put(s, true, new(packer).packWide(b, nil, new(geometry)), nil, 0); err != nil {
			t.Fatal(err)
		}
		low, high, err := (&Reader{kept: k}).Bounds(&p)
		if low != value.Loss || high != value.Loss || err != nil {
			t.Errorf("%s: %v to %v, %v", fen, low, high, err)
		}
	}
}
