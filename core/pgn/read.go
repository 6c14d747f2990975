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
	"cmp"
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
	begin   int64 // bytes before the line that was scanned last, or before the next one if held is set
	marks   int   // bytes of the byte order marks of that line, which the reader has skipped
	split   int64 // bytes of the lines that were split off
	ready   []*game.Game
	numbers int
	readFEN
}

// longestLine is more than any game has that is written in a line.
const longestLine = 16 << 20

// NewReader returns a reader of a text. Lines end in LF, CR and LF, or CR. Byte order marks before them are skipped.
func NewReader(text io.Reader) *Reader {
	r := &Reader{lines: bufio.NewScanner(bufio.NewReader(text)), readFEN: board.ReadFEN}
	r.lines.Buffer(nil, longestLine)
	r.lines.Split(func(data []byte, atEOF bool) (advance int, token []byte, err error) {
		advance, token, err = splitLines(data, atEOF)
		r.split += int64(advance)
		return advance, token, err
	})
	return r
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
		read, err := r.NextUnread()
		if err != nil {
			return nil, err
		}
		r.ready = read()
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
		r.held, r.marks = false, 0
		r.line++
		return r.next, true
	}
	r.begin = r.split
	if !r.lines.Scan() {
		return "", false
	}
	r.line++
	written := r.lines.Text()
	line := strings.TrimLeft(written, "\ufeff") // byte order marks, also of files that were put together
	r.marks = len(written) - len(line)
	return strings.TrimRightFunc(line, unicode.IsSpace), true
}

// unread makes scan return the last line again, from an index on.
func (r *Reader) unread(line string, from int) {
	r.next, r.held = line[from:], true
	if from > 0 {
		r.begin += int64(r.marks + from)
	}
	r.line--
}

var (
	tagLine = regexp.MustCompile(`^\s*\[\s*\w+\s+"`)
	epdLine = regexp.MustCompile(`^\s*(?:[pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+(?:[ _\t]|$)`)
)

// NextUnread returns a function that reads the next games, most often one. These have no numbers yet. The function may
// be called in another goroutine. To read the moves takes most of the time of a reader.
func (r *Reader) NextUnread() (read func() []*game.Game, err error) {
	text, first, isPosition, err := r.chunk()
	if err != nil {
		return nil, err
	}
	return func() []*game.Game {
		if isPosition {
			return []*game.Game{position(text, first, r.readFEN)}
		}
		return slices.DeleteFunc(parse(text, first, r.readFEN), isRemark)
	}, nil
}

// chunk returns the next chunk, and the number of its first line. A chunk is a line with a position, or a text from
// tags to the next ones that follow moves. Comments may have lines that look like tags, but not after a blank line.
func (r *Reader) chunk() (text string, first int, isPosition bool, err error) {
	var chunk strings.Builder
	c := course{names: map[string]bool{}}
	for {
		line, more := r.scan()
		if !more {
			break
		}
		isPosition = epdLine.MatchString(line) && !c.inComment
		if c.endsBefore(line) || isPosition && c.begun {
			r.unread(line, 0)
			break
		}
		if isPosition {
			return line, r.line, true, nil
		}
		if !c.begun {
			if text := strings.TrimSpace(line); text == "" || text[0] == '#' { // a remark in a list of positions
				continue
			}
			first = r.line
		}
		if n := c.add(line); n < len(line) { // the next game begins in the line
			chunk.WriteString(strings.TrimRightFunc(line[:n], unicode.IsSpace) + "\n")
			r.unread(line, n)
			break
		}
		chunk.WriteString(line + "\n")
	}
	if !c.begun {
		return "", 0, false, cmp.Or(r.lines.Err(), io.EOF)
	}
	return chunk.String(), first, false, nil
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
