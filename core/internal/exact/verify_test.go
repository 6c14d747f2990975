package exact

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/verify"
)

var fromSmallFrames = library.Unpacking{Tables: 1 << 12, Faces: 1 << 12}

// TestUnpacked reads a table with five men and its faces frame by frame from scratch, with either side to move. It
// compares them with those of the library.
func TestUnpacked(t *testing.T) {
	class, err := material.Parse("KNNvKN")
	if err != nil {
		t.Fatal(err)
	}
	file, err := scratch.FilesIn(t.TempDir())()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lib := library.New(stored, 64<<20)
	defer lib.Close()
	source, unpacked := lib.Source(t.Context()), lib.Source(t.Context()).Unpack(file, fromSmallFrames, tile.CutBytes(1))
	l, err := source.Layout(class)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range board.Colors {
		face := l.Face(board.Man{Color: c, Type: board.Knight})
		wantUnpacked(t, source, unpacked, face, 1, c.Other(), r, 200)
		wantUnpacked(t, source, unpacked, face, 0, c, r, 50)
		wantUnpacked(t, source, unpacked, face, 0, c.Other(), r, 200)
		wantUnpacked(t, source, unpacked, l, 0, c, r, 30)
	}
}

// wantUnpacked compares some frames of a slice from two sources.
func wantUnpacked(
	t *testing.T,
	source, unpacked solve.Source,
	l *slice.Layout,
	number slice.Number,
	c board.Color,
	r *rand.Rand,
	frames int,
) {
	t.Helper()
	if library.UnpackedEntries(l, fromSmallFrames) == 0 {
		t.Fatalf("%v is not unpacked", l.Class)
	}
	size, legal := l.FrameEntries(), 0
	var words slice.Words
	words.Begin(l, number)
	chosen := make([]slice.FrameNo, frames)
	for i := range chosen {
		chosen[i] = slice.FrameNo(r.IntN(int(l.Frames().Len())))
	}
	slices.Sort(chosen) // near ones have tiles in common
	for _, frame := range chosen {
		want, err := source.Span(l, number, c, frame)
		got, gotErr := unpacked.Span(l, number, c, frame)
		if err != nil || gotErr != nil {
			t.Fatal(err, gotErr)
		}
		gotValues, wantValues := got.Frame(frame, size), want.Frame(frame, size)
		for n := range size / 64 {
			if !words.Word(slice.WordNo(int(frame)*size/64 + n)) {
				continue
			}
			for lanes := ^words.Illegal(c); lanes != 0; lanes = lanes.Rest() {
				legal++
				if i := n<<6 | int(lanes.First()); gotValues[i] != wantValues[i] {
					t.Fatalf(
						"%v, slice %d, frame %d, entry %d with %v to move is a %v, want %v",
						l.Class,
						number,
						frame,
						i,
						c,
						gotValues[i],
						wantValues[i],
					)
				}
			}
		}
	}
	if legal < frames*size/3 {
		t.Errorf("only %d positions are legal", legal)
	}
}

// TestVerify recomputes every entry of every table from its legal moves, and a sample of them in the
// slow and independent way, too. When the sums of package known were written, both ways checked all
// entries. To repeat that, run
//
//	go test ./core/internal/exact -run TestVerify -timeout 1h -every 1
func TestVerify(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes")
	}
	for _, class := range material.UpTo(men) {
		t.Run(class.String(), func(t *testing.T) {
			t.Parallel()
			r, err := verifyStored(t.Context(), class, verify.Options{Every: *every, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			legal := int64(0)
			st := &openTable(t, class).Header.Statistics
			for c := range st {
				for _, n := range st[c].Count {
					legal += int64(n.Distinct)
				}
			}
			if r.Entries < legal || r.Alone < r.Entries/int64(2**every) || *every == 1 && r.Alone != r.Entries {
				t.Errorf(
					"%d entries recomputed, %d of them alone, but %d positions are distinct",
					r.Entries,
					r.Alone,
					legal,
				)
			}
		})
	}
}

// verifyStored verifies one of the tables.
func verifyStored(ctx context.Context, class material.Class, options verify.Options) (*verify.Result, error) {
	lib := library.New(stored, 256<<20)
	defer lib.Close()
	return verify.Table(ctx, lib, class, options)
}

// TestVerifyTogether verifies classes with one stored side to move. Several threads
// recompute the other side at the same time.
func TestVerifyTogether(t *testing.T) {
	for _, class := range built {
		if class.Men() <= men {
			continue
		}
		if _, err := verifyStored(t.Context(), class, verify.Options{Threads: 4}); err != nil {
			t.Error(err)
		}
	}
}

// TestFaces makes faces of classes with one stored side to move. It checks that they have the
// values of the table, also for the other side to move.
func TestFaces(t *testing.T) {
	for _, class := range built {
		if class.Men() <= men || class.Pawns() > 0 {
			continue
		}
		tab := openTable(t, class)
		values := solve.NewValues(tab.Layout)
		if err := tab.Values(t.Context(), 0, values); err != nil {
			t.Fatal(err)
		}
		faces := store.NewMemStore()
		lib := library.New(stored, 256<<20).Faces(faces)
		for _, c := range board.Colors {
			f := material.Face{Class: class, Still: board.Man{Color: c, Type: board.Rook}}
			if class.Count(c, board.Rook) == 0 {
				continue
			}
			err := lib.MakeFaces(lib.Source(t.Context()), class, []material.Face{f}, func() error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			wantFace(t, lib.Source(t.Context()), tab.Layout, f, values)
		}
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
		if *tables != "" {
			return // one of them is enough
		}
	}
}

// wantFace compares the legal entries of a face with the whole class.
func wantFace(t *testing.T, source solve.Source, whole *slice.Layout, f material.Face, want *solve.Values) {
	t.Helper()
	l := whole.FaceOf(f)
	size := l.FrameEntries()
	compared := 0
	for number := range l.Slices() {
		for frame := range l.Frames().Len() {
			span, err := source.Span(l, number, f.Turn(), frame)
			if err != nil {
				t.Fatal(err)
			}
			values := span.Frame(frame, size)
			for entry := int(frame) % 101; entry < size; entry += 101 {
				p := l.Position(
					slice.Place{Slice: number, Side: f.Turn(), Entry: l.FirstEntry(frame) + slice.Entry(entry)},
				)
				if p.Occupied().Count() < len(l.Men) || p.Check() != nil {
					continue
				}
				compared++
				if at := whole.LocateFor(&p, board.White); values[entry] != want[at.Side][at.Entry] {
					t.Fatalf("%v: %s is a %v, want %v", f, p.FEN(), values[entry], want[at.Side][at.Entry])
				}
			}
		}
	}
	if compared < 100_000 {
		t.Errorf("%v: %d positions were compared", f, compared)
	}
}
