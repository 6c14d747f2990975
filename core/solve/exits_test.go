package solve_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/exits"
	"github.com/matewright/matewright/core/solve/lookahead"
	"github.com/matewright/matewright/core/solve/spill"
	"github.com/matewright/matewright/core/value"
)

// A madeUp world has made-up values that vary from position to position. A slice that is solved in it must still match
// the values of its moves, also with five men.
type madeUp struct {
	class   material.Class // of the slices that are solved
	metric  *value.Metric
	layouts map[material.Class]*slice.Layout
	frames  map[madeUpFrame][]value.Byte
	noise   [2][board.Pawn + 1][64]uint32
	lent    []value.Byte // the last span
}

type madeUpFrame struct {
	layout *slice.Layout
	first  slice.Place
}

func newMadeUp(class material.Class, metric *value.Metric, seed uint64) *madeUp {
	w := &madeUp{
		class:   class,
		metric:  metric,
		layouts: map[material.Class]*slice.Layout{},
		frames:  map[madeUpFrame][]value.Byte{},
	}
	r := rand.New(rand.NewPCG(seed, 2))
	for c := range w.noise {
		for t := range w.noise[c] {
			for s := range w.noise[c][t] {
				w.noise[c][t][s] = r.Uint32()
			}
		}
	}
	return w
}

func (w *madeUp) Layout(class material.Class) (*slice.Layout, error) {
	if w.layouts[class] == nil {
		w.layouts[class] = slice.NewLayout(class)
	}
	return w.layouts[class], nil
}

// Span lends single frames, all in the same memory, so that tests detect the use of an old frame.
func (w *madeUp) Span(l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (exits.Span, error) {
	span, err := w.span(l, number, side, frame)
	w.lent = append(w.lent[:0], span.Values...)
	span.Values, span.Borrowed = w.lent, true
	return span, err
}

func (w *madeUp) span(l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (exits.Span, error) {
	if whole := l.Whole(); whole != nil {
		return cutFrame(l, number, frame, func(frame slice.FrameNo) []value.Byte {
			return w.frame(whole, slice.Place{Slice: l.WholeSlice(number), Side: side, Entry: whole.FirstEntry(frame)})
		})
	}
	first := slice.Place{Slice: number, Side: side, Entry: l.FirstEntry(frame)}
	return exits.Span{First: frame, Values: w.frame(l, first)}, nil
}

// cutFrame cuts a frame of a face out of frames of its whole class.
func cutFrame(
	l *slice.Layout, number slice.Number, frame slice.FrameNo, whole func(slice.FrameNo) []value.Byte,
) (exits.Span, error) {
	values := make([]value.Byte, l.FrameEntries())
	of := func(frame slice.FrameNo, _ board.Square) ([]value.Byte, error) { return whole(frame), nil }
	err := slice.NewCutter[value.Byte](l).Frame(number, frame, of, values)
	return exits.Span{First: frame, Values: values}, err
}

func (w *madeUp) frame(l *slice.Layout, first slice.Place) []value.Byte {
	key := madeUpFrame{l, first}
	if w.frames[key] == nil {
		w.frames[key] = make([]value.Byte, l.FrameEntries())
		for i := 0; i < l.FrameEntries(); i += 64 {
			w.makeUp(l, first, w.frames[key][i:i+64])
			first.Entry += 64
		}
	}
	return w.frames[key]
}

// makeUp fills in the values of a word, given its first place.
func (w *madeUp) makeUp(l *slice.Layout, at slice.Place, values []value.Byte) {
	var sc slice.Scene
	word, _ := at.Entry.Word()
	l.Scene(at.Slice, word, &sc)
	sum := uint32(at.Side)*0x9e3779b9 + uint32(l.Class.Rights())*0x85ebca6b
	for i, m := range sc.Men[:sc.N] {
		if i != sc.Inner {
			sum += w.noiseOf(l, m)
		}
	}
	for lane := range values {
		m := sc.Men[sc.Inner]
		m.Square = board.Square(lane)
		values[lane] = madeUpValue(sum + w.noiseOf(l, m))
	}
	if l.Class == w.class && l.Class.Count(board.Black, board.Pawn) > 0 {
		w.endGames(l, at, &sc, values)
	}
}

// noiseOf returns the same number for twins: like pieces in any order, and without pawns men mirrored along the
// diagonal.
func (w *madeUp) noiseOf(l *slice.Layout, m board.Man) uint32 {
	s := m.Square
	if l.Class.Pawns() == 0 {
		s = min(s, board.Transpose.Square(s))
	}
	return w.noise[m.Color][m.Type][s]
}

func madeUpValue(noise uint32) value.Byte {
	noise ^= noise >> 15
	noise *= 0x2c1b3c6d
	if noise>>30 == 0 {
		return value.DrawByte
	}
	return value.Decided(int(noise>>8) % 40).Byte()
}

// endGames corrects the values of mates and stalemates, as en passant depends on them.
func (w *madeUp) endGames(l *slice.Layout, at slice.Place, sc *slice.Scene, values []value.Byte) {
	for lanes := ^sc.Illegal(at.Side); lanes != 0; lanes = lanes.Rest() {
		lane := lanes.First()
		p := l.Position(slice.Place{Slice: at.Slice, Side: at.Side, Entry: at.Entry | slice.Entry(lane)})
		if len(p.LegalMoves(nil)) > 0 {
			continue
		}
		values[lane] = value.DrawByte
		if p.InCheck(at.Side) {
			values[lane] = value.Decided(0).Byte()
		}
	}
}

// A judge finds the values of the positions of a slice from their moves.
type judge struct {
	*madeUp
	t      *testing.T
	layout *slice.Layout
	number slice.Number
	values *solve.Values // of this slice; all others are made up
	seen   map[string]int
}

// Span returns values of the world, or of the slice that was solved in it.
func (j *judge) Span(l *slice.Layout, number slice.Number, side board.Color, frame slice.FrameNo) (exits.Span, error) {
	if l == j.layout && number == j.number {
		return exits.Span{Values: j.values[side]}, nil
	}
	return j.madeUp.Span(l, number, side, frame)
}

// fromMoves returns the value of a position by its moves.
func (j *judge) fromMoves(p *board.Position) value.Value {
	var backup value.Backup
	for _, m := range p.LegalMoves(nil) {
		after := p.Play(m)
		backup.Add(j.metric, value.KindOf(p, m), j.after(&after))
	}
	return backup.Value(p)
}

// after returns the value of a position in which en passant may be possible.
func (j *judge) after(p *board.Position) value.Value {
	if p.EnPassant == board.NoSquare {
		return j.stored(p)
	}
	quiet := *p
	quiet.EnPassant = board.NoSquare
	moves := p.LegalMoves(nil)
	others := len(quiet.LegalMoves(nil))
	if len(moves) == others {
		return j.stored(&quiet)
	}
	best := value.Decided(0)
	if others > 0 {
		best = j.stored(&quiet)
	}
	for _, m := range moves {
		if m.To == p.EnPassant && p.IsCapture(m) {
			after := p.Play(m)
			if v := j.metric.After(value.Capture, j.stored(&after)); value.Compare(v, best) > 0 {
				best = v
			}
		}
	}
	switch {
	case others == 0 && p.InCheck(p.Turn):
		j.seen["en passant instead of mate"]++
	case others == 0:
		j.seen["en passant instead of stalemate"]++
	default:
		j.seen["en passant"]++
	}
	return best
}

func (j *judge) stored(p *board.Position) value.Value {
	class, _ := material.OfPosition(p)
	if class.BareKings() {
		return value.Draw
	}
	l, _ := j.Layout(class)
	at := l.Locate(p)
	if class == j.layout.Class && at.Slice == j.number {
		return j.values[at.Side][at.Entry].Value()
	}
	first := l.FirstEntry(l.FrameOf(at.Entry))
	entry := at.Entry - first
	at.Entry = first
	return j.frame(l, at)[entry].Value()
}

// TestSlices solves single slices of a made-up world. It checks their values against another method, the lookahead, and
// the moves of each position, or of many positions of large slices.
func TestSlices(t *testing.T) {
	tests := []struct {
		class  string
		worlds uint64   // how many, with different values
		fens   []string // positions, of one slice after the other
	}{
		{"KQvK", 1, []string{"8/8/8/8/8/k7/8/K6Q w"}},
		{"KRvKN", 1, []string{"8/8/8/8/8/k7/8/K5nR w"}},
		{"KBBvK", 1, []string{"8/8/8/8/8/k7/8/K5BB w"}},
		{"KNNvK", 1, []string{"8/8/8/8/8/k7/8/K5NN w"}},
		{"KPvK", 1, []string{"k7/3P4/8/8/8/8/8/K7 w", "k7/8/8/8/8/8/P7/K7 w"}},
		{"KPPvK", 1, []string{"k7/P6P/8/8/8/8/8/K7 w", "k7/8/8/8/8/4P3/4P3/K7 w", "k7/8/8/8/8/8/3PP3/K7 w"}},
		{"KPvKP", 1, []string{
			"k7/8/8/8/3p4/8/4P3/K7 w", // en passant for Black
			"k7/4p3/8/3P4/8/8/8/K7 w", // and for White
			"k7/4P3/8/8/8/8/3p4/K7 w", // captures and promotions
			"k7/8/8/4p3/4P3/8/8/K7 w", // blocked
		}},
		{"KPPvKP", 1, []string{
			"k7/8/8/8/1p6/8/P1P5/K7 w",
			"k7/8/8/8/p7/P7/1P6/K7 w",
			"k7/6p1/7p/7P/8/8/8/K7 w", // colours swapped
			"k7/2p5/8/1P1P4/8/8/8/K7 w",
			"k7/8/8/8/5p2/5P2/6P1/K7 w",
			"k7/P7/8/8/8/8/6Pp/K7 w",
		}},
		{"KRPvKR", 1, []string{"k7/8/8/8/4P3/8/8/K5Rr w"}},
		{"KRvK-h1", 2, []string{"8/8/8/8/8/k7/8/4K2R w K"}},
		{"KRRvK-a1", 1, []string{"8/8/8/8/1k6/8/8/R3K2R w Q"}},
		{"KRRvK-h1a1", 2, []string{"8/8/8/8/1k6/8/8/R3K2R w KQ"}},
		{"KRRRvK-h1a1", 1, []string{"8/8/8/8/1k6/8/R7/R3K2R w KQ"}},
		{"KQvKR-a8", 1, []string{"r3k3/8/8/8/8/8/8/KQ6 w q"}},
		{"KRvKR-h1a8", 4, []string{"r3k3/8/8/8/8/8/8/4K2R w Kq"}}, // nothing moves in a slice
		{"KRvKR-a1", 1, []string{"4k3/8/8/8/8/8/8/R3K2r w Q"}},
		{"KRvKRB-a1h8", 1, []string{"4k2r/8/8/8/8/8/8/R3Kb2 w Qk"}},
		{"KRRvKR-h1a1h8", 1, []string{"4k2r/8/8/8/8/8/8/R3K2R w KQk"}},
		{"KRPvKR-h1h8", 1, []string{"4k2r/6P1/8/8/8/8/8/4K2R w Kk", "4k2r/8/8/8/8/8/6P1/4K2R w Kk"}},
		{"KRPvKR-h8", 1, []string{"4k2r/6P1/8/8/8/8/8/K2R4 w k", "4k2r/8/8/8/8/7P/8/K2R4 w k"}},
		{"KRPvKP-h1", 1, []string{"8/8/8/3k4/3p4/8/4P3/4K2R w K", "8/8/8/3k4/3p4/8/6Pp/4K2R w K"}},
		{
			"KPPvKR-a8",
			1,
			[]string{"r3k3/1P5P/8/8/8/8/8/K7 w q", "r3k3/8/8/8/8/2P2P2/8/K7 w q"},
		}, // White's king alone moves
		{"KPPPvK", 1, []string{"k7/P1P5/8/8/8/8/7P/K7 w"}},
		// Without bxc3, c4 is stalemate, and few other moves hide it.
		{"KPPvKP", 8, []string{"8/8/8/8/1p6/1P6/2P5/K6k w"}},
		{"KQPvKP", 1, []string{
			"8/4Q3/8/1K1k4/3p4/8/2P5/8 w", // c4 is mate without dxc3
			"k7/2Q5/8/8/1p6/1K6/2P5/8 w",  // c4 is stalemate without bxc3
		}},
	}
	seen := map[string]int{}
	for _, test := range tests {
		class, err := material.Parse(test.class)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range test.worlds {
			solveAndJudge(t, newMadeUp(class, value.DTM, seed), test.fens, seen)
		}
		if test.class != "KPPPvK" { // the largest
			solveAndJudge(t, newMadeUp(class, value.DTC, 0), test.fens, seen)
		}
	}
	for _, kind := range []string{"en passant", "en passant instead of mate", "en passant instead of stalemate"} {
		if seen[kind] == 0 {
			t.Errorf("%s did not occur", kind)
		}
	}
	t.Log(seen)
}

func solveAndJudge(t *testing.T, world *madeUp, fens []string, seen map[string]int) {
	l, _ := world.Layout(world.class)
	solver := solve.New(fastest, l, world.metric, world, nil)
	spilled := spill.NewSink(l, value.DTM, true, &memoryScratch{})
	j := &judge{world, t, l, -1, solve.NewValues(l), seen}
	for _, fen := range fens {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		at := l.Locate(&p)
		if at.Slice != j.number {
			j.number = at.Slice
			if err := solver.Solve(j.number, j.values); err != nil {
				t.Fatal(err)
			}
			if err := solver.Solve(j.number, spilled); err != nil {
				t.Fatal(err)
			}
			wantView(t, l, spilled, j.values)
			lookAhead(t, lookahead.New(l, j.metric, j), l, j.number, j.values)
			j.entries()
		}
		j.entry(at)
	}
}

// entries checks all entries, or many of a large slice.
func (j *judge) entries() {
	const most = 1 << 13
	r := rand.New(rand.NewPCG(3, 4))
	for i := range min(most, j.layout.Entries()) {
		entry := i
		if j.layout.Entries() > most {
			entry = r.IntN(j.layout.Entries())
		}
		for _, c := range board.Colors {
			j.entry(slice.Place{Slice: j.number, Side: c, Entry: slice.Entry(entry)})
		}
	}
}

func (j *judge) entry(at slice.Place) {
	p := j.layout.Position(at)
	if p.Occupied().Count() < len(j.layout.Men) || p.Check() != nil {
		return
	}
	if got, want := j.values[at.Side][at.Entry].Value(), j.fromMoves(&p); got != want {
		j.t.Fatalf("%v: %s is a %v, its moves lead to a %v", j.layout.Class, p.FEN(), got, want)
	}
}

// TestObserverStops checks that an error of the observer ends solving, at every call.
func TestObserverStops(t *testing.T) {
	errStop := errors.New("stop")
	class, err := material.Parse("KQvK")
	if err != nil {
		t.Fatal(err)
	}
	world := newMadeUp(class, value.DTM, 0)
	l, _ := world.Layout(class)
	phases := map[solve.Phase]int{}
	for n := 0; ; n++ {
		calls := 0
		solver := solve.New(fastest, l, value.DTM, world, func(p solve.Progress) error {
			if calls++; calls <= n {
				return nil
			}
			phases[p.Phase]++
			return errStop
		})
		err := solver.Solve(0, solve.NewValues(l))
		if err == nil {
			if calls != n || phases[solve.Exits] == 0 || phases[solve.Solving] < 10 {
				t.Errorf("of %d calls, %v were tried", calls, phases)
			}
			return
		}
		if !errors.Is(err, errStop) || calls != n+1 {
			t.Fatalf("stopped at call %d: %v after %d calls", n, err, calls)
		}
	}
}
