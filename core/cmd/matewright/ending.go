package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

type endingCommand struct {
	FEN     string      `arg:""`
	Draw    bool        `xor:"draw"`
	Plan    bool        `xor:"draw,keep,mate,time"`
	Keep    bool        `xor:"keep"`
	Mate    bool        `xor:"mate"`
	Time    duration    `placeholder:"TIME" xor:"time"`
	Memory  byteSize    `default:"256MiB" placeholder:"SIZE"`
	Threads threadCount `placeholder:"N"`
	JSON    bool
	fenFlag
}

// solvedEnding is an ending for programs, as far as it is solved. Outcomes are those of the side to move.
type solvedEnding struct {
	FEN       string          `json:"fen"`
	Attacker  board.Side      `json:"attacker,omitempty"` // the side whose wins alone are in question
	Low       value.Category  `json:"low"`                // the proven bounds of the outcome
	High      value.Category  `json:"high"`
	Plies     int             `json:"plies,omitempty"` // of a win or loss to the next pawn move, capture or mate
	Mate      ending.Mate     `json:"mate,omitzero"`   // its plies to mate, if they are found
	Moves     []solvedMove    `json:"moves"`           // best first, as far as proven
	Slices    int             `json:"slices"`          // solved ones
	Positions int64           `json:"positions"`
	Bytes     int64           `json:"bytes"` // of the journal
	Seconds   float64         `json:"seconds"`
	Complete  bool            `json:"complete"`       // solving has ended by itself
	Kept      string          `json:"kept,omitempty"` // the file to resume from
	Warnings  []board.Warning `json:"warnings,omitempty"`
}

// Run prints the proven bounds. An ending without a result is not a failure.
func (c *endingCommand) Run(s *session) error {
	reading, err := c.read(c.FEN)
	if err != nil {
		return err
	}
	if c.Plan {
		return planEnding(s, &reading, c.Threads.orAll(), c.JSON)
	}
	if err := c.Memory.spare(math.MaxInt64); err != nil {
		return err
	}
	if c.Memory < leastForEnding {
		return &ending.MemoryError{Least: leastForEnding}
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(heapLimit(c.heap())))
	q := c.question(&reading.Position)
	start := time.Now()
	r, failed := c.solve(s, &reading.Position, q.attackers())
	if r == nil {
		return failed
	}
	solved := newSolvedEnding(&reading, r)
	solved.Seconds = time.Since(start).Seconds()
	if c.Keep {
		solved.Kept = s.home.Endings().Path(ending.Name(&reading.Position))
	}
	if c.JSON {
		if q.draw {
			solved.Attacker = q.attacker.Side()
		}
		return cmp.Or(json.NewEncoder(s.stdout).Encode(solved), failed, s.ctx.Err())
	}
	warn(s, reading.Warnings)
	fmt.Fprintln(s.stdout, q.answer(r.Low, r.High))
	if printMate(s, r.Mate); c.Mate && r.Mate.Most == 0 && r.Plies > 0 {
		fmt.Fprintln(s.stdout, words.New("command.ending.mate.none"))
	}
	printSolved(s, solved.Moves)
	if r.Complete && q.leaves(r) {
		fmt.Fprintln(s.stdout, words.New("command.ending.beyond", "most", r.Pieces))
		if !r.Wide {
			least := formatBytes(ending.LeastMemory(r.Pieces+1) + outsideGo)
			wide := r.Pieces == ending.MaxPieces
			fmt.Fprintln(s.stdout, words.New("command.ending.more", "size", least, "wide", wide, "pieces", r.Pieces))
		}
	}
	fmt.Fprintln(s.stdout, words.New("command.ending.work", "slices", r.Solved, "positions", r.Positions,
		"size", formatBytes(r.Bytes), "seconds", tenths(solved.Seconds)))
	if c.Keep {
		fmt.Fprintln(s.stdout, words.New("command.ending.kept", "path", solved.Kept))
	}
	return cmp.Or(failed, s.ctx.Err())
}

// leastForEnding is the least --memory in bytes. With less, the program itself would be short of memory.
const leastForEnding = 64 << 20

// heap returns the memory for the ending, in bytes.
func (c *endingCommand) heap() int64 { return int64(c.Memory) - outsideGo }

// solve solves an ending for as long as the command may take. If that fails, it returns the result so far, if there is
// one, with the error.
func (c *endingCommand) solve(s *session, p *board.Position, attackers []board.Color) (r *ending.Result, err error) {
	room, err := c.room(s, p)
	if err != nil {
		return nil, err
	}
	defer func() { err = c.fileError(s, p, errors.Join(err, room.Close())) }()
	e, err := ending.New(*p, ending.Options{
		Threads: c.Threads.orAll(), Memory: c.heap(), Room: room, Attackers: attackers,
	})
	if more := (*ending.MemoryError)(nil); errors.As(err, &more) {
		err = &ending.MemoryError{Least: more.Least + outsideGo}
	}
	if err != nil {
		return nil, err
	}
	ctx, stop := c.Time.limit(s.ctx)
	defer stop()
	err = s.solve(ctx, e)
	if c.Mate && err == nil {
		err = s.findMates(ctx, e)
	}
	r, unread := e.Result()
	if r != nil && ctx.Err() == nil {
		if failed := e.Measure(ctx, p, &r.Answer); ctx.Err() == nil { // otherwise the plies are left out
			err = errors.Join(err, failed)
		}
	}
	return r, errors.Join(err, unread)
}

// fileError adds the path of a kept file to an error.
func (c *endingCommand) fileError(s *session, p *board.Position, err error) error {
	if err == nil || !c.Keep {
		return err
	}
	return fmt.Errorf("%s: %w", s.home.Endings().Path(ending.Name(p)), err)
}

// room opens a file for the slices: one to resume from, or a temporary one.
func (c *endingCommand) room(s *session, p *board.Position) (scratch.File, error) {
	if c.Keep {
		file, err := s.home.Endings().Open(ending.Name(p))
		if err != nil {
			return nil, c.fileError(s, p, err)
		}
		return file, nil
	}
	return scratch.FilesIn("")()
}

func newSolvedEnding(reading *board.Reading, r *ending.Result) *solvedEnding {
	p := reading.Position
	return &solvedEnding{
		FEN:       p.FENWith(reading.Counters),
		Low:       r.Low.Category(),
		High:      r.High.Category(),
		Plies:     r.Plies,
		Mate:      r.Mate,
		Moves:     solvedMoves(reading, r.Moves),
		Slices:    r.Solved,
		Positions: r.Positions,
		Bytes:     r.Bytes,
		Complete:  r.Complete,
		Warnings:  reading.Warnings,
	}
}

// A question is the goal of solving: the result or, with --draw, only whether the attacker wins.
type question struct {
	mover    board.Color
	draw     bool
	attacker board.Color
}

func (c *endingCommand) question(p *board.Position) *question {
	return &question{p.Turn, c.Draw, ending.Stronger(p)}
}

// attackers is for [ending.Options].
func (q *question) attackers() []board.Color {
	if !q.draw {
		return nil
	}
	return []board.Color{q.attacker}
}

// answer describes the bounds of the position. It differs from a proof if the attacker does not win, and no more is
// known.
func (q *question) answer(low, high value.Outcome) words.Message {
	if low < high && !q.open(low, high) {
		return words.New("command.ending.holds", "side", q.attacker.Other(), "other", q.attacker)
	}
	return proven(q.mover, low, high)
}

// open reports whether bounds of the position, or of a move in it, leave the question open.
func (q *question) open(low, high value.Outcome) bool {
	if q.draw && q.attacker != q.mover {
		low, high = -high, -low
	}
	return low < high && (!q.draw || high == value.Win)
}

// leaves reports whether a result leaves something in question.
func (q *question) leaves(r *ending.Result) bool {
	return q.open(r.Low, r.High) ||
		slices.ContainsFunc(r.Moves, func(m ending.Move) bool { return q.open(m.Low, m.High) })
}
