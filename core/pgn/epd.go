package pgn

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/words"
)

// mostMate is the largest number of moves to mate that a position may state.
const mostMate = 9999

// position reads a line of EPD, or a FEN, as a game. These operations are read:
//
//   - bm: solutions, the first one the main line and the others variations that are marked as good;
//   - am: variations that are marked as mistakes;
//   - pv: moves, one after the other;
//   - dm: moves to mate, negative if the side to move is mated; "#5" in bm and am states the same;
//   - hmvc and fmvn: the counters of the position, if its FEN has none;
//   - id: the name;
//   - c0 to c9: comments, or the result.
//
// Operands of bm and am that do not have the form of a move are remarks, and are skipped.
func position(line string, number int, read readFEN) *game.Game {
	g := &game.Game{Line: number, Text: line + "\n", SetUp: true, Result: "*"}
	e := &epd{game: g}
	start, operations, err := board.ReadEPD(strings.TrimSpace(line), read)
	if err != nil {
		e.fail(err)
		return g
	}
	g.Warn(number, start.Warnings)
	g.Root = game.Start(start.Position, start.Counters)
	for _, o := range operations {
		e.operation(o)
	}
	g.Root.Comment = game.Join(e.comments...)
	if e.name != "" {
		g.Tags = append(g.Tags, game.Tag{Name: "Event", Value: e.name})
	}
	g.Tags = append(
		g.Tags,
		game.Tag{Name: "SetUp", Value: "1"},
		game.Tag{Name: "FEN", Value: g.Root.FEN()},
		game.Tag{Name: "Result", Value: g.Result},
	)
	if len(g.Errors) == 0 {
		e.addMoves()
	}
	return g
}

// epd has the operations of a position while it is read.
type epd struct {
	game                         *game.Game
	name                         string
	best, avoid, moves, comments []string
}

func (e *epd) fail(err error) { fail(e.game, e.game.Line, err) }

// states sets the moves to mate that a text states.
func (e *epd) states(mate int, text string) {
	if mate == 0 || mate < -mostMate || mate > mostMate {
		e.fail(words.Error("core.pgn.notMate", "text", strconv.Quote(text), "most", mostMate))
		return
	}
	e.game.Mate = mate
}

// operation reads an operation. It does not play moves yet.
func (e *epd) operation(o board.Operation) {
	text := strings.Join(o.Operands, " ")
	switch o.Code {
	case "id":
		e.name = text
	case "bm":
		e.best = moveOperands(o, e.states)
	case "am":
		e.avoid = moveOperands(o, e.states)
	case "pv":
		e.moves = o.Operands
	case "dm":
		n, _ := strconv.Atoi(text) // 0 if it is not a number, and the nearest one if it is too large
		e.states(n, text)
	case "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9":
		if result := game.ResultOf(text); result != "" {
			e.game.Result = result
		} else {
			e.comments = append(e.comments, text)
		}
	}
}

// addMoves adds the moves of the operations to the game.
func (e *epd) addMoves() {
	at := e.game.Root
	for _, text := range e.moves {
		if at = e.add(at, text, 0); at == nil {
			break
		}
	}
	for _, text := range e.best {
		e.add(e.game.Root, text, game.Good)
	}
	for _, text := range e.avoid {
		e.add(e.game.Root, text, game.Mistake)
	}
}

// add adds a move to those after a node, with a mark unless it is 0, and returns its node. An existing one gets the
// mark. It returns nil if the move can't be read.
func (e *epd) add(at *game.Node, text string, mark int) *game.Node {
	w := wordOf(text)
	if w.move == "" { // a number or a sign
		return at
	}
	next, err := play(at, w.move)
	if err != nil {
		e.fail(err)
		return nil
	}
	first := slices.IndexFunc(at.Children, func(n *game.Node) bool { return n.Move == next.Move })
	if at.Children[first] != next { // the move was already added
		next, at.Children = at.Children[first], at.Children[:len(at.Children)-1]
	}
	if next.Move == board.Null {
		e.game.Warnings = append(e.game.Warnings, &game.Error{Line: e.game.Line, Said: nullMove})
	}
	for _, mark := range append(w.marks, mark) {
		next.Mark(mark, "")
	}
	return next
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
