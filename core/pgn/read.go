// Package pgn reads games, studies and positions from text, and writes them.
//
// The package reads PGN, and EPD or FENs with one position a line. A text may mix them. The package
// github.com/notnil/chess, which reads the moves, has a scanner of games, too. We do not use it: it drops variations
// and marks, and has no line numbers. It ends at the first game that it can't read, and does not read positions.
// [Reader] first divides a text into games by its lines. So a comment or variation without an end does not swallow the
// games after it.
//
// Only this package uses that library: the project has its own board and rules of chess.
package pgn

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
)

// A Reader reads one game after the other.
type Reader struct {
	lines   *bufio.Scanner
	line    int    // number of the next one
	next    string // the next one, if held is set
	held    bool
	ready   []*game.Game
	numbers int
	readFEN
}

// longestLine is more than any game has that is written in a line.
const longestLine = 16 << 20

// NewReader returns a reader of a text. Lines end in LF, CR and LF, or CR; a byte order mark is skipped.
func NewReader(text io.Reader) *Reader {
	in := bufio.NewReader(text)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		in.Discard(len(mark))
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	lines.Split(splitLines)
	return &Reader{lines: lines, readFEN: board.ReadFEN}
}

// Strictly makes the reader refuse FENs that it would repair, and returns it.
func (r *Reader) Strictly() *Reader {
	r.readFEN = board.ReadFENStrictly
	return r
}

// Rewriting makes the reader rewrite FENs before it reads them, and returns it. The function is [board.FromXFEN], which
// games of Chess960 do not need, or one that uses [board.PresumeCastling].
func (r *Reader) Rewriting(rewrite func(fen string) string) *Reader {
	read := r.readFEN
	r.readFEN = func(fen string) (board.Reading, error) { return read(rewrite(fen)) }
	return r
}

// splitLines is [bufio.ScanLines] for the three ends of lines.
func splitLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	end := bytes.IndexAny(data, "\r\n")
	switch {
	case end < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case end < 0, end == len(data)-1 && data[end] == '\r' && !atEOF: // more may come
		return 0, nil, nil
	case bytes.HasPrefix(data[end:], []byte("\r\n")):
		return end + 2, data[:end], nil
	}
	return end + 1, data[:end], nil
}

// Next returns the next game. The Errors of the game describe the parts that could not be read. After the last game the
// error is [io.EOF].
func (r *Reader) Next() (*game.Game, error) {
	for len(r.ready) == 0 {
		if err := r.fill(); err != nil {
			return nil, err
		}
	}
	g := r.ready[0]
	r.ready = r.ready[1:]
	r.numbers++
	g.Number = r.numbers
	return g, nil
}

// scan returns the next line, without blanks at its end.
func (r *Reader) scan() (string, bool) {
	if r.held {
		r.held = false
		r.line++
		return r.next, true
	}
	if !r.lines.Scan() {
		return "", false
	}
	r.line++
	line := strings.TrimPrefix(r.lines.Text(), "\ufeff") // a byte order mark, between files that were put together
	return strings.TrimRightFunc(line, unicode.IsSpace), true
}

// unread makes scan return the last line again.
func (r *Reader) unread(line string) {
	r.next, r.held = line, true
	r.line--
}

var (
	tagLine = regexp.MustCompile(`^\s*\[\s*\w+\s+"`)
	epdLine = regexp.MustCompile(`^\s*(?:[pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+(?:[ _\t]|$)`)
)

// fill reads the next chunk: a line with a position, or from tags to the next ones that follow moves. Comments may have
// lines that look like tags, but not after a blank line.
func (r *Reader) fill() error {
	var chunk strings.Builder
	c := course{names: map[string]bool{}}
	first := 0
	for {
		line, more := r.scan()
		if !more {
			break
		}
		isPosition := epdLine.MatchString(line) && !c.inComment
		if c.endsBefore(line) || isPosition && c.begun {
			r.unread(line)
			break
		}
		if isPosition {
			r.ready = []*game.Game{position(line, r.line, r.readFEN)}
			return nil
		}
		if !c.begun {
			if text := strings.TrimSpace(line); text == "" || text[0] == '#' { // a remark in a list of positions
				continue
			}
			first = r.line
		}
		if n := c.add(line); n < len(line) { // the next game begins in the line
			chunk.WriteString(strings.TrimRightFunc(line[:n], unicode.IsSpace) + "\n")
			r.unread(line[n:])
			break
		}
		chunk.WriteString(line + "\n")
	}
	if !c.begun {
		if err := r.lines.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	r.ready = slices.DeleteFunc(parse(chunk.String(), first, r.readFEN), isRemark)
	return nil
}

// isRemark reports whether a text between games has comments alone.
func isRemark(g *game.Game) bool {
	return len(g.Tags) == 0 && len(g.Errors) == 0 && len(g.Root.Children) == 0 && g.Result == ""
}

// A course is the progress in a game, line by line.
type course struct {
	begun     bool
	inMoves   bool // there was more than tags
	inComment bool
	afterGap  bool            // after a blank line
	names     map[string]bool // of its tags, in lower case
}

// endsBefore reports whether the next game begins with a line.
func (c *course) endsBefore(line string) bool {
	if !tagLine.MatchString(line) {
		return false
	}
	if c.inMoves {
		return !c.inComment || c.afterGap
	}
	tags, _ := tagsOf(strings.TrimSpace(line))
	return c.afterGap && len(c.names) > 0 && slices.ContainsFunc(tags, c.begins)
}

// begins reports whether a tag after a blank line begins a game, after one without moves.
func (c *course) begins(tag game.Tag) bool {
	name := strings.ToLower(tag.Name)
	return name == "event" || c.names[name]
}

// add adds a line, and returns how much of it belongs to the game: all, unless the tags of another one follow a result.
func (c *course) add(line string) int {
	c.begun = true
	trimmed := strings.TrimSpace(line)
	if !c.inComment && strings.HasPrefix(line, "%") { // for programs
		return len(line)
	}
	c.afterGap = trimmed == ""
	start := 0 // of moves
	switch {
	case trimmed == "":
		return len(line)
	case !c.inMoves && trimmed[0] == '[':
		tags, rest := tagsOf(trimmed)
		for _, tag := range tags {
			c.names[strings.ToLower(tag.Name)] = true
		}
		if rest == "" || rest[0] == '[' {
			return len(line)
		}
		start = len(line) - len(rest)
	}
	c.inMoves = true
	for i := start; i < len(line); i++ {
		switch {
		case c.inComment:
			c.inComment = line[i] != '}'
		case line[i] == '{':
			c.inComment = true
		case line[i] == ';':
			return len(line)
		case line[i] == '[' && tagLine.MatchString(line[i:]) && endsInResult(line[:i]):
			return i
		}
	}
	return len(line)
}

// endsInResult reports whether a text ends in the result of a game.
func endsInResult(text string) bool {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	before := strings.TrimRightFunc(text, func(r rune) bool { return !unicode.IsSpace(r) })
	return game.ResultOf(text[len(before):]) != ""
}
