package matewright

import (
	"context"
	"errors"
	"slices"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/search"
)

// A Proof has the proven bounds of the result of a position, for its side to move and without the fifty-move rule. If
// Low and High are the same, that is the result. Nothing in it is a guess.
type Proof struct {
	FEN      string       `json:"fen"`      // as it was understood
	Low      Category     `json:"low"`      // the position ends like this or better: [Loss] proves nothing
	High     Category     `json:"high"`     // the position ends like this or worse: [Win] proves nothing
	Moves    []ProvenMove `json:"moves"`    // all legal ones, the best first as far as proven
	Line     []ProvenMove `json:"line"`     // of both sides, up to the end of the proof; none without a result
	Nodes    int64        `json:"nodes"`    // positions that were searched or solved
	Warnings []string     `json:"warnings"` // repairs of the FEN

	// Mate has bounds of the plies to mate of a win or loss, if they come from an ending with [Options.Mates]. The
	// winner can force mate in Most plies, and no play forces it in fewer than Least. Otherwise both are 0.
	Mate struct {
		Least int `json:"least"`
		Most  int `json:"most"`
	} `json:"mate,omitzero"`

	// Endings lists the kept endings that the bounds come from.
	Endings []string `json:"endings,omitempty"`
}

// A ProvenMove is a move with its proven bounds, for the side that plays it.
type ProvenMove struct {
	UCI  string   `json:"uci"`
	SAN  string   `json:"san"`
	FEN  string   `json:"fen"` // after the move
	Low  Category `json:"low"`
	High Category `json:"high"`

	// Mate has the plies to mate, this move included, as that of a [Proof].
	Mate struct {
		Least int `json:"least"`
		Most  int `json:"most"`
	} `json:"mate,omitzero"`
}

// opposite has the category for the other side.
var opposite = map[Category]Category{Win: Loss, Draw: Draw, Loss: Win}

// mostSearchBytes limits the table of a search, which has 24 bytes for each position.
const mostSearchBytes = 256 << 20

// beyondDeadline returns a context that ends when ctx is cancelled, but not at its deadline.
func beyondDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.Canceled) {
			cancel()
		}
	})
	return longer, func() {
		forget()
		cancel()
	}
}

// Prove returns the result of a position if kept endings prove it, see [Tables.Ending]. Otherwise it searches for a
// proof of it, with up to 19 men. It uses stored tables, of DTM if [Options.Metric] is DTM50, and needs none. It
// searches until the result is proven or the context ends. After a deadline, Prove returns the bounds proven by then
// and no error. After a cancellation, it returns the error of the context. Errors match [ErrFEN], [ErrMen] or
// [ErrDamaged].
func (t *Tables) Prove(ctx context.Context, fen string) (*Proof, error) {
	reading, err := parse(ctx, fen)
	if err != nil {
		return nil, err
	}
	reads, stop := beyondDeadline(ctx)
	defer stop()
	known, err := t.endings.Answer(reads, &reading.Position)
	if err != nil {
		return nil, coded(err)
	}
	var proof *search.Proof
	if known == nil || !known.Settled() {
		proof, err = t.search(ctx, &reading, known)
	}
	isBeyond := errors.As(err, new(*search.MenError))
	if err != nil && (known == nil || !isBeyond) {
		return nil, coded(err)
	}
	if proof == nil {
		proof = known.Proof(&reading)
	}
	p := newProof(proof, &reading)
	if known != nil {
		if err := t.endings.Measure(reads, &reading.Position, known); err != nil {
			return nil, coded(err)
		}
		p.Endings = known.Names()
		p.addMates(&known.Answer)
	}
	return p, nil
}

// search searches for a proof. The known bounds, unless they are nil, narrow those that it finds.
func (t *Tables) search(ctx context.Context, reading *board.Reading, known *shelf.Answer) (*search.Proof, error) {
	metric := t.kind.Metric()
	memory := t.memory()
	lib := library.New(t.readable(kind.ForMetric(metric)), memory/4).ForMetric(metric)
	defer lib.Close()
	reads, stop := beyondDeadline(ctx)
	defer stop()
	tables := search.WithSyzygy(lib.Reader(reads), t.syzygy)
	engine := search.New(tables, search.NewTable(min(mostSearchBytes, memory/2))).UseKnownWins()
	_, proof, err := shelf.Prove(ctx, ctx, engine, reading, known)
	if err != nil && (proof == nil || ctx.Err() == nil) { // the end of the context only leaves out the line
		return nil, err
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil, ctx.Err()
	}
	return proof, nil
}

// newProof returns a proof of the core in the shape of this package.
func newProof(proof *search.Proof, reading *board.Reading) *Proof {
	p := &Proof{FEN: proof.FEN, Low: Category(proof.Low), High: Category(proof.High), Nodes: proof.Nodes}
	p.Moves, p.Line, p.Warnings = []ProvenMove{}, []ProvenMove{}, append([]string{}, warnings(reading.Warnings)...)
	for _, m := range proof.Moves {
		p.Moves = append(p.Moves, newProvenMove(m.Ply, Category(m.Low), Category(m.High)))
	}
	result := p.Low
	for _, m := range proof.Line {
		p.Line = append(p.Line, newProvenMove(m, result, result))
		result = opposite[result]
	}
	return p
}

func newProvenMove(m search.Ply, low, high Category) ProvenMove {
	return ProvenMove{UCI: m.UCI, SAN: m.SAN, FEN: m.FEN, Low: low, High: high}
}

// addMates adds the plies to mate of an answer by endings, which is measured.
func (p *Proof) addMates(a *ending.Answer) {
	p.Mate = a.Mate
	for _, m := range a.Moves {
		i := slices.IndexFunc(p.Moves, func(own ProvenMove) bool { return own.UCI == m.String() })
		p.Moves[i].Mate = m.Mate
	}
}
