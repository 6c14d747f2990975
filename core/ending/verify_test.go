package ending

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/scratch"
)

// partlySolved has an ending that was stopped after some slices. Some of these are stale, and some have open positions.
func partlySolved(t *testing.T) *memoryRoom {
	t.Helper()
	room := new(memoryRoom)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	e := inRoom(t, tabletest.Position(t, "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"), room)
	e.crew.solvers = e.crew.solvers[:1]
	err := e.Solve(ctx, func(p Progress) {
		if p.Solved == 20 {
			stop()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return room
}

// verify verifies a journal.
func verify(t *testing.T, room scratch.Room) error {
	t.Helper()
	r, err := Read(room, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	err = r.Verify(t.Context(), VerifyOptions{Threads: 2, Memory: LeastMemory(1)}, func(n, of int) {
		if n < done || n > done+1 || of != r.Count().Slices { // the same again while a slice takes long
			t.Errorf("%d of %d slices after %d of %d", n, of, done, r.Count().Slices)
		}
		done = n
	})
	if err == nil && done != r.Count().Slices {
		t.Errorf("%d slices were verified", done)
	}
	return err
}

// bothBlocks has the blocks of a slice, by side to move.
type bothBlocks struct {
	words [2][]codes
	open  bool
}

func (b *bothBlocks) at(turn board.Color, word int) codes { return b.words[turn][word] }

// changed copies a journal, and changes the first block in use for which a function does so.
func changed(
	t *testing.T, name string, from *memoryRoom, change func(b *bothBlocks, stale bool) bool,
) (to *memoryRoom, in Slice) {
	t.Helper()
	r, err := Read(from, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	to = new(memoryRoom)
	written := &journal{pile: scratch.Pile{Room: to}}
	done := false
	again := &journal{pile: scratch.Pile{Room: from}}
	err = again.records(func(kind byte, content []byte, at scratch.Piece) error {
		if kind == blockRecord && !done {
			s, _ := parseSlice(content)
			n, _ := r.kept.find(s)
			b := &bothBlocks{open: n.open}
			for _, c := range board.Colors {
				shared, err := r.kept.block(s, c)
				if err != nil {
					return err
				}
				b.words[c] = slices.Clone(shared.words)
			}
			if n.at == placeOf(at, content[sliceSize+1:]) && change(b, r.kept.isStale(s)) {
				done, in = true, s
				_, err := written.addBlock(s, b.open, new(packer).pack(len(b.words[1]), b.open, b.at))
				return err
			}
		}
		_, err := written.add(kind, content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if !done {
		t.Fatalf("%s: no slice is like that", name)
	}
	return to, in
}

// recode returns a change of the first position with a code, in a stale slice or not.
func recode(from, to code, stale bool) func(*bothBlocks, bool) bool {
	return func(b *bothBlocks, isStale bool) bool {
		if isStale != stale {
			return false
		}
		for c := range b.words {
			for i := range b.words[c] {
				w := &b.words[c][i]
				for lane := range board.Square(64) {
					if w.at(lane) != from {
						continue
					}
					bit, diff := uint64(lane.Bit()), from^to
					w.a ^= bit * uint64(diff&1)
					w.b ^= bit * uint64(diff>>1&1)
					w.c ^= bit * uint64(diff>>2)
					return true
				}
			}
		}
		return false
	}
}

// TestVerify changes one block of a journal, whose records stay valid. Each change is found, except that a slice may
// have wider bounds if those after it have changed since.
func TestVerify(t *testing.T) {
	whole := new(memoryRoom)
	e := inRoom(t, tabletest.Position(t, "8/8/8/8/k1p5/8/KP6/8 w - - 0 1"), whole)
	if err := e.Solve(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	room := partlySolved(t)
	for _, room := range []*memoryRoom{whole, room} {
		if err := verify(t, room); err != nil {
			t.Error(err)
		}
	}
	for name, change := range map[string]func(*bothBlocks, bool) bool{
		"a draw is won":                  recode(draw, whiteWins, false),
		"a win is drawn":                 recode(whiteWins, draw, false),
		"a win is lost":                  recode(blackWins, whiteWins, false),
		"a win is not known":             recode(whiteWins, notLost, false),
		"a position becomes legal":       recode(illegal, draw, false),
		"a position becomes illegal":     recode(whiteWins, illegal, false),
		"a stalemate has moves":          recode(stalemate, draw, false),
		"a draw has no moves":            recode(draw, stalemate, false),
		"an open position is drawn":      recode(unknown, draw, false),
		"a stale position is won":        recode(unknown, whiteWins, true),
		"a stale position is not lost":   recode(unknown, notLost, true),
		"a stale slice has a wrong draw": recode(notWon, draw, true),
		"a stale slice has more moves":   recode(illegal, unknown, true),
		"a stale slice has no stalemate": recode(stalemate, unknown, true),
		"likely outcomes are not the same": func(b *bothBlocks, stale bool) bool {
			b.words[0][0].likely[0] = 1
			return !stale && b.open
		},
		"open positions behind a closed slice": func(b *bothBlocks, stale bool) bool {
			done := b.open && !stale
			b.open = b.open && stale
			return done
		},
	} {
		forged, in := changed(t, name, room, change)
		var wrong *WrongError
		if err := verify(t, forged); !errors.As(err, &wrong) || wrong.Slice != in {
			t.Errorf("%s in %v: %v", name, in, err)
		}
	}
	wider, _ := changed(t, "wider", room, recode(draw, notLost, true))
	if err := verify(t, wider); err != nil {
		t.Errorf("wider bounds in a stale slice: %v", err)
	}
	short, in := changed(t, "short", room, func(b *bothBlocks, _ bool) bool {
		b.words[1] = b.words[1][:1]
		return true
	})
	var wrong *WrongError
	if err := verify(t, short); !errors.As(err, &wrong) || wrong.Slice != in {
		t.Errorf("a short block: %v", err)
	}
}

// TestVerifyMemory refuses to verify a slice with two pieces in memory for one.
func TestVerifyMemory(t *testing.T) {
	room := new(memoryRoom)
	inRoom(t, tabletest.Position(t, "8/8/4k3/8/8/3RK3/4R3/8 w - - 0 1"), room)
	j := &journal{pile: scratch.Pile{Room: room}}
	if err := j.records(func(byte, []byte, scratch.Piece) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := j.addBlock(Slice{pieces: pieces{pieceOf(board.White, board.Rook), pieceOf(board.White, board.Rook)}},
		false, make([]byte, blockHeader)); err != nil {
		t.Fatal(err)
	}
	var memory *MemoryError
	if err := verify(t, room); !errors.As(err, &memory) || memory.Least != LeastMemory(2) {
		t.Error(err)
	}
}
