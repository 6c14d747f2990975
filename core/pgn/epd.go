package pgn

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
)

// mostMate is the largest number of moves to mate that a position may state.
const mostMate = 9999

// position reads a line of EPD, or a FEN, as a game. These operations are read:
//
//   - bm: solutions, the first one the main line and the others variations that are marked as good;
//   - am: variations that are marked as mistakes;
//   - pv: moves, one after the other;
//   - dm: moves to mate, negative where the side to move is mated; "#5" in bm and am states the same;
//   - hmvc and fmvn: the counters of the position, if its FEN has none;
//   - id: the name;
//   - c0 to c9: comments, or the result.
//
// Operands of bm and am that have not the form of a move are remarks, and are skipped.
func position(line string, number int, read readFEN) *game.Game {
	g := &game.Game{Line: number, Text: line + "\n", SetUp: true, Result: "*"}
	fail := func(format string, args ...any) {
		g.Errors = append(g.Errors, &game.Error{Line: number, Words: fmt.Sprintf(format, args...)})
	}
	states := func(mate int, text string) {
		if mate == 0 || mate < -mostMate || mate > mostMate {
			fail("%q is not a number of moves to mate up to %d", text, mostMate)
			return
		}
		g.Mate = mate
	}
	start, operations, err := board.ReadEPD(strings.TrimSpace(line), read)
	if err != nil {
		fail("%v", err)
		return g
	}
	g.Warn(number, start.Warnings)
	g.Root = game.Start(start.Position, start.Counters)
	name := ""
	var best, avoid, moves, comments []string
	for _, o := range operations {
		switch o.Code {
		case "id":
			name = strings.Join(o.Operands, " ")
		case "bm":
			best = moveOperands(o, states)
		case "am":
			avoid = moveOperands(o, states)
		case "pv":
			moves = o.Operands
		case "dm":
			text := strings.Join(o.Operands, " ")
			n, _ := strconv.Atoi(text) // 0 if it is none, and the nearest one if it is too large
			states(n, text)
		case "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9":
			text := strings.Join(o.Operands, " ")
			if result := game.ResultOf(text); result != "" {
				g.Result = result
			} else {
				comments = append(comments, text)
			}
		}
	}
	g.Root.Comment = game.Join(comments...)
	if name != "" {
		g.Tags = append(g.Tags, game.Tag{Name: "Event", Value: name})
	}
	g.Tags = append(
		g.Tags,
		game.Tag{Name: "SetUp", Value: "1"},
		game.Tag{Name: "FEN", Value: g.Root.FEN()},
		game.Tag{Name: "Result", Value: g.Result},
	)
	if len(g.Errors) > 0 {
		return g
	}
	add := func(at *game.Node, text string, mark int) *game.Node {
		w := wordOf(text)
		if w.move == "" { // a number or a sign
			return at
		}
		next, err := play(at, w.move)
		if err != nil {
			fail("%v", err)
			return nil
		}
		if i := slices.IndexFunc(at.Children, func(n *game.Node) bool { return n.Move == next.Move }); at.Children[i] != next { // it was there
			next, at.Children = at.Children[i], at.Children[:len(at.Children)-1]
		}
		if next.Move == board.Null {
			g.Warnings = append(g.Warnings, &game.Error{Line: number, Words: nullMove})
		}
		for _, mark := range append(w.marks, mark) {
			next.Mark(mark, "")
		}
		return next
	}
	at := g.Root
	for _, text := range moves {
		if at = add(at, text, 0); at == nil {
			break
		}
	}
	for _, text := range best {
		add(g.Root, text, game.Good)
	}
	for _, text := range avoid {
		add(g.Root, text, game.Mistake)
	}
	return g
}

// moveOperands returns the operands of bm or am that are meant as moves, and calls states with a distance to mate among
// them.
func moveOperands(o board.Operation, states func(mate int, text string)) (moves []string) {
	for _, operand := range o.Operands {
		for text := range strings.SplitSeq(operand, ",") {
			number, isMate := strings.CutPrefix(text, "#")
			if n, err := strconv.Atoi(number); isMate && !errors.Is(err, strconv.ErrSyntax) {
				states(n, text)
			} else if isMove.MatchString(text) {
				moves = append(moves, text)
			}
		}
	}
	return moves
}
