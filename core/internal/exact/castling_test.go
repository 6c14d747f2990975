package exact

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/notnil/chess"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/internal/castletest"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/verify"
)

// castlingOf returns the classes with rights to castle of some that have none.
func castlingOf(classes []material.Class) []material.Class {
	return slices.DeleteFunc(material.WithCastling(classes...), func(c material.Class) bool { return c.Rights() == 0 })
}

// TestCastling checks the positions with castling rights of classes with three and four men against a slow solver. This
// solver has its own rules of chess.
func TestCastling(t *testing.T) {
	castle := func(metric *value.Metric, tables store.Store, count castletest.Count, classes ...string) {
		lib := library.New(tables, 64<<20).ForMetric(metric)
		defer lib.Close()
		answer := castletest.LookUp(t, lib, metric)
		for _, class := range classes {
			positions := 0
			castletest.Solve(class, count, answer).Each(func(p board.Position, want castletest.Answer) {
				positions++
				if got := answer(&p); p.EnPassant == board.NoSquare && got != want {
					t.Fatalf("%s by %s: %v, want %v", p.FEN(), metric.Name(), got, want)
				}
			})
			t.Logf("%s by %s: %d positions", class, metric.Name(), positions)
		}
	}
	castle(value.DTM, stored, castletest.DTM, "KRvK", "KRvKR", "KQvKR", "KRRvK", "KRPvK", "KRvKP", "KRvKN")
	castle(value.DTZ50, storedBy(t, value.DTZ50), castletest.DTZ50, "KRvK", "KRvKR", "KRPvK", "KRvKP")
}

// TestCastlingMoves checks 10,000 random positions with castling rights, of the largest classes that are built, against
// the positions after their moves. Another generator makes the moves.
func TestCastlingMoves(t *testing.T) {
	most := castling[len(castling)-1].Men()
	largest := slices.DeleteFunc(slices.Clone(castling), func(c material.Class) bool { return c.Men() < most })
	metrics := []*value.Metric{value.DTM, value.DTC, value.DTZ50}
	var libs []*library.Library
	for _, metric := range metrics {
		lib := library.New(castlingBy(t, metric), 256<<20).ForMetric(metric)
		defer lib.Close()
		libs = append(libs, lib)
	}
	r := rand.New(rand.NewPCG(9, 10))
	castled := 0
	for n := 0; n < 10_000; {
		p, ok := draw(r, slice.NewLayout(largest[r.IntN(len(largest))]))
		if !ok {
			continue
		}
		n++
		moves := theirMoves(t, p)
		castled += moves.castled
		for i, metric := range metrics {
			moves.wantValue(t, libs[i], metric)
		}
	}
	if castled < 1000 {
		t.Errorf("there were only %d ways to castle", castled)
	}
}

// draw returns a random position of a layout, and false if it is not legal.
func draw(r *rand.Rand, l *slice.Layout) (p board.Position, ok bool) {
	p = l.Position(slice.Place{
		Slice: slice.Number(r.IntN(int(l.Slices()))),
		Side:  board.Color(r.IntN(2)),
		Entry: slice.Entry(r.IntN(l.Entries())),
	})
	return p, p.Occupied().Count() == len(l.Men) && p.Check() == nil
}

// moved is a position and those after its moves, which github.com/notnil/chess has made.
type moved struct {
	positions []board.Position // before the moves, and after each
	kinds     []value.MoveKind
	castled   int // how many moves castle
}

func theirMoves(t *testing.T, p board.Position) *moved {
	t.Helper()
	fen, err := chess.FEN(p.FEN())
	if err != nil {
		t.Fatal(err)
	}
	theirs := chess.NewGame(fen).Position()
	all := &moved{positions: []board.Position{p}}
	for _, m := range theirs.ValidMoves() {
		all.positions = append(all.positions, tabletest.Position(t, theirs.Update(m).String()))
		kind := value.Quiet
		switch {
		case m.HasTag(chess.Capture) || m.HasTag(chess.EnPassant):
			kind = value.Capture
		case m.Promo() != chess.NoPieceType:
			kind = value.Promotion
		case theirs.Board().Piece(m.S1()).Type() == chess.Pawn:
			kind = value.PawnMove
		case m.HasTag(chess.KingSideCastle) || m.HasTag(chess.QueenSideCastle):
			all.castled++
		}
		all.kinds = append(all.kinds, kind)
	}
	return all
}

// wantValue checks the value of a position against those after its moves.
func (all *moved) wantValue(t *testing.T, lib *library.Library, metric *value.Metric) {
	t.Helper()
	values, _, err := lib.Values(t.Context(), all.positions)
	if err != nil {
		t.Fatal(err)
	}
	var backup value.Backup
	for i, v := range values[1:] {
		backup.Add(metric, all.kinds[i], v)
	}
	p := &all.positions[0]
	if want := backup.Value(p); values[0] != want {
		t.Fatalf(
			"%s by %s is %s, its moves give %s",
			p.FEN(),
			metric.Name(),
			metric.Format(values[0]),
			metric.Format(want),
		)
	}
}

// TestCastlingVerified verifies all tables with castling rights that are built.
func TestCastlingVerified(t *testing.T) {
	for _, metric := range []*value.Metric{value.DTM, value.DTC, value.DTZ50} {
		lib := library.New(castlingBy(t, metric), 256<<20).ForMetric(metric)
		defer lib.Close()
		for _, class := range castling {
			if _, err := verify.Table(t.Context(), lib, class, verify.Options{Every: *every}); err != nil {
				t.Errorf("by %s: %v", metric.Name(), err)
			}
		}
	}
}

// castlingBy returns the tables of a metric, with those that have castling rights.
func castlingBy(t *testing.T, metric *value.Metric) store.Store {
	if metric == value.DTM {
		return stored
	}
	return storedBy(t, metric)
}

// TestCastlingStudy follows best play through A. Selesniev's study of 1921, in which castling wins, and no move but
// White's does. It takes the tables of KRPvKR-a1.
func TestCastlingStudy(t *testing.T) {
	if *tables == "" {
		t.Skip("without -tables there are none with five men")
	}
	prober := probe.New(stored)
	defer prober.Close()
	start := tabletest.Position(t, "8/1k6/3P4/8/8/8/1r6/R3K3 w Q - 0 1")
	line, err := prober.Line(t.Context(), start)
	if err != nil {
		t.Fatal(err)
	}
	p := start
	for i, want := range []string{"d7", "Kc7", "d8=Q+", "Kxd8", "O-O-O+"} {
		move := &line.Moves[i]
		if move.SAN != want {
			t.Fatalf("move %d is %s, want %s", i+1, move.SAN, want)
		}
		r, err := prober.Probe(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range r.Moves {
			if white := i%2 == 0; white && m.Category == value.LossCategory &&
				m.UCI[:4] != move.UCI[:4] { // a rook instead of the queen will do
				t.Errorf("%s: %s wins, too", p.FEN(), m.SAN)
			}
		}
		p = move.After
	}
	start.Rights = 0
	if r, err := prober.Probe(t.Context(), start); err != nil || r.Category != value.DrawCategory {
		t.Errorf("without castling it is %+v: %v", r, err)
	}
}
