package matewright

import (
	"cmp"
	"context"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/service"
)

// A Category is the result of a position with best play, for its side to move.
type Category string

// The categories. A cursed win and a blessed loss are draws by the fifty-move rule, and would be a win and a loss
// without it. Only tables of [DTZ50] and [DTM50] distinguish them from wins and losses.
const (
	Win         Category = "win"
	Draw        Category = "draw"
	Loss        Category = "loss"
	CursedWin   Category = "cursed-win"
	BlessedLoss Category = "blessed-loss"
)

// A Verdict is the result of a position for its side to move, from tables. Distances are signed plies: positive for a
// win, negative for a loss. They are nil if no table has them.
type Verdict struct {
	Category Category `json:"category"`

	DTM   *int `json:"dtm"`   // to mate; nil for a draw
	DTM50 *int `json:"dtm50"` // to mate under the fifty-move rule, with the clock of the position; nil for a draw
	DTC   *int `json:"dtc"`   // to a capture, promotion or mate; nil for a draw
	DTZ   *int `json:"dtz"`   // to a capture, pawn move or mate under that rule; 0 for a draw, -1 if checkmated

	// Rounded is true if a Syzygy file may have rounded DTZ: the plies may be one more.
	Rounded bool `json:"rounded,omitempty"`

	Checkmate bool `json:"checkmate"` // the side to move is checkmated
	Stalemate bool `json:"stalemate"`

	// Unsure wins and losses may be draws by the fifty-move rule: no table of [DTZ50] or [DTM50] rules that out.
	Unsure bool `json:"unsure,omitempty"`
}

// A Move is a legal move. Its verdict is that of the position after it, for the opponent: a winning move has the
// category [Loss].
type Move struct {
	UCI     string `json:"uci"`     // such as e7e8q
	SAN     string `json:"san"`     // such as e8=Q+
	Zeroing bool   `json:"zeroing"` // it is a capture or a pawn move
	FEN     string `json:"fen"`     // after the move
	Verdict
}

// An Answer has the verdicts of a position and of its moves. That of [Tables.Line] has the moves of a line instead.
type Answer struct {
	FEN string `json:"fen"` // as it was understood
	Verdict
	Moves    []Move   `json:"moves"`              // all legal ones, the best first; or those of a line to mate
	Warnings []string `json:"warnings,omitempty"` // repairs of the FEN

	// Unproven lists the classes of unproven tables that the answer depends on. These are imported, and may be
	// wrong: their bytes are not the known ones.
	Unproven []string `json:"unproven,omitempty"`

	// Syzygy is true if Syzygy files have answered, see [Options.Syzygy].
	Syzygy bool `json:"syzygy,omitempty"`

	// Endings lists the kept endings that answer instead of tables. They have no distances.
	Endings []string `json:"endings,omitempty"`
}

// Probe returns the result of a position with best play, and that of each legal move. Errors match [ErrFEN], [ErrMen],
// [ErrMissing] or [ErrDamaged]. With ErrMissing, [Error.Missing] lists the tables to build. Build with the same FEN
// builds the parts of them that the position needs.
//
// Instead of ErrMen and ErrMissing, kept endings answer if they prove the results of the position and of all moves, see
// [Tables.Ending]. Their wins and losses are unsure by the fifty-move rule. If they leave a result open, Prove returns
// its bounds.
func (t *Tables) Probe(ctx context.Context, fen string) (*Answer, error) {
	reading, err := parse(ctx, fen)
	if err != nil {
		return nil, err
	}
	r, err := service.Again(t.renew, func() (*probe.Result, error) {
		return t.prober.ProbeAt(ctx, reading.Position, reading.Counters.Clock)
	})
	if probe.Lacks(err) {
		known, failed := t.endings.Answer(ctx, &reading.Position)
		if known != nil && known.Proven() {
			return newKept(&reading, known), nil
		}
		err = cmp.Or(failed, err)
	}
	if err != nil {
		return nil, coded(err)
	}
	a := &Answer{FEN: reading.FEN(), Verdict: newVerdict(&r.Verdict), Moves: []Move{}, Syzygy: r.Syzygy}
	a.Warnings, a.Unproven = warnings(reading.Warnings), names(r.Unproven)
	for i := range r.Moves {
		m, _ := newMove(&r.Moves[i], reading.Position.Turn, reading.Counters)
		a.Moves = append(a.Moves, m)
	}
	return a, nil
}

// Line plays the best moves of both sides from a position to mate; from a draw it has no moves. It returns the same
// line each time, as long as the directory has the same tables. If the directory has tables of the fifty-move rule, no
// move gives a win away under that rule. Errors are those of [Tables.Probe].
//
// If kept endings answer, the line is quickest to each capture and pawn move, and ends where the endings end. With
// [Options.Mates] in the call of Ending, it is quickest to mate as far as known.
func (t *Tables) Line(ctx context.Context, fen string) (*Answer, error) {
	reading, err := parse(ctx, fen)
	if err != nil {
		return nil, err
	}
	l, err := service.Again(t.renew, func() (*probe.Line, error) {
		return t.prober.LineAt(ctx, reading.Position, reading.Counters.Clock)
	})
	if probe.Lacks(err) {
		known, failed := t.endings.Answer(ctx, &reading.Position)
		if known != nil && known.Settled() {
			return t.keptLine(ctx, &reading, known)
		}
		err = cmp.Or(failed, err)
	}
	if err != nil {
		return nil, coded(err)
	}
	line := &Answer{FEN: reading.FEN(), Verdict: newVerdict(&l.Start.Verdict), Moves: []Move{}, Syzygy: l.Start.Syzygy}
	line.Warnings, line.Unproven = warnings(reading.Warnings), names(l.Unproven)
	turn, counters := reading.Position.Turn, reading.Counters
	for i := range l.Moves {
		var m Move
		m, counters = newMove(&l.Moves[i], turn, counters)
		line.Moves = append(line.Moves, m)
		turn = turn.Other()
	}
	return line, nil
}

func newVerdict(v *probe.Verdict) Verdict {
	return Verdict{
		Category: Category(v.Category),
		DTM:      v.DTM, DTM50: v.DTM50, DTC: v.DTC, DTZ: v.DTZ, Rounded: v.DTZ != nil && v.PreciseDTZ == nil,
		Checkmate: v.Checkmate, Stalemate: v.Stalemate, Unsure: v.Unsure,
	}
}

// newMove returns a move of a side, and the counters after it, given those before.
func newMove(m *probe.Move, turn board.Color, before board.Counters) (Move, board.Counters) {
	after := before.After(turn, m.Zeroing)
	fen := m.After.FENWith(after)
	return Move{UCI: m.UCI, SAN: m.SAN, Zeroing: m.Zeroing, FEN: fen, Verdict: newVerdict(&m.Verdict)}, after
}

// newKept returns the answer of kept endings about a position without tables.
func newKept(reading *board.Reading, known *shelf.Answer) *Answer {
	p := &reading.Position
	verdict := probe.Bounded(p, known.Low, known.High)
	a := &Answer{FEN: reading.FEN(), Verdict: newVerdict(&verdict), Moves: []Move{}}
	a.Warnings, a.Endings = warnings(reading.Warnings), known.Names()
	for i, m := range shelf.Moves(reading, known.Moves) {
		move := &known.Moves[i]
		after := p.Play(move.Move)
		verdict := probe.Bounded(&after, -move.High, -move.Low)
		zeroing := p.IsZeroing(move.Move)
		m := Move{UCI: m.UCI, SAN: m.SAN, Zeroing: zeroing, FEN: m.FEN, Verdict: newVerdict(&verdict)}
		a.Moves = append(a.Moves, m)
	}
	return a
}

// keptLine returns the line of kept endings from a position without tables.
func (t *Tables) keptLine(ctx context.Context, reading *board.Reading, known *shelf.Answer) (*Answer, error) {
	p, counters := reading.Position, reading.Counters
	moves, err := t.endings.Line(ctx, &p, known)
	if err != nil {
		return nil, coded(err)
	}
	line := newKept(reading, known)
	line.Moves = []Move{}
	outcome := known.Low
	for _, m := range moves {
		zeroing := p.IsZeroing(m)
		counters = counters.After(p.Turn, zeroing)
		move := Move{UCI: m.String(), SAN: p.SAN(m, p.LegalMoves(nil)), Zeroing: zeroing}
		p, outcome = p.Play(m), -outcome
		verdict := probe.Bounded(&p, outcome, outcome)
		move.FEN, move.Verdict = p.FENWith(counters), newVerdict(&verdict)
		line.Moves = append(line.Moves, move)
	}
	return line, nil
}
