package pgn

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/game"
)

// A parser reads the games of a chunk of text.
type parser struct {
	read readFEN
	text string // what is left
	line int    // of the file, where that begins

	game   *game.Game
	at     *game.Node   // the last move
	resume []*game.Node // those before the variations that are open, from the outermost one
	fresh  bool         // at has not been gone on from: the line or variation begins here
	before []string     // comments before the next move
	lost   bool         // the start can't be read
	skip   int          // 1 more than the number of open variations, if what is left of the line can't be read
}

// parse returns the games of a chunk, which begins at a line of a file.
func parse(chunk string, line int, read readFEN) (games []*game.Game) {
	p := &parser{read: read, text: chunk, line: line}
	for p.text != "" || len(games) == 0 {
		begin, text, last := p.line, p.text, p.at
		p.begin()
		p.moves()
		if p.lost {
			p.game.Root = nil
		}
		p.game.Line, p.game.Text = begin, text[:len(text)-len(p.text)]
		if len(games) > 0 && len(p.game.Tags) == 0 && p.game.Result == "" && len(p.game.Errors) == 0 && len(p.game.Root.Children) == 0 {
			games[len(games)-1].Text += p.game.Text // no more than comments after it
			last.Comments = append(last.Comments, p.game.Root.Comments...)
			break
		}
		games = append(games, p.game)
	}
	return games
}

// fail notes what can't be read.
func (p *parser) fail(line int, format string, args ...any) {
	p.game.Errors = append(p.game.Errors, &game.Error{Line: line, Words: fmt.Sprintf(format, args...)})
}

const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// begin reads the tags and sets the start up.
func (p *parser) begin() {
	p.game = new(game.Game)
	p.resume, p.before, p.skip, p.fresh, p.lost = nil, nil, 0, true, false
	fen, line, at := initial, p.line, -1 // at is the index of its tag
	for p.text != "" {
		first, rest, _ := strings.Cut(p.text, "\n")
		first = strings.TrimSpace(first)
		if first != "" && first[0] != '[' && first[0] != '%' {
			break
		}
		if first != "" && first[0] == '[' {
			tags := tagsOf(first)
			if tags == nil {
				p.fail(p.line, "%s is no tag, such as [Result \"1-0\"]", first)
			}
			for i, tag := range tags {
				if strings.EqualFold(tag.Name, "FEN") {
					fen, line, at = tag.Value, p.line, len(p.game.Tags)+i
				}
			}
			p.game.Tags = append(p.game.Tags, tags...)
		}
		p.text, p.line = rest, p.line+1
	}
	start, err := p.read(fen)
	if err != nil {
		p.fail(line, "%v", err)
		p.lost, p.skip = true, 1 // its moves are passed over
	} else if at >= 0 {
		p.game.Warn(line, start.Warnings)
		p.game.Tags[at].Value = start.FEN()
	}
	p.game.SetUp = err != nil || start.Position.FEN() != initial
	p.game.Root = game.Start(start.Position, start.Counters)
	p.at = p.game.Root
}

// Tags as they are written, several in a line even; and those with quotation marks that ought to be escaped.
var (
	tagPattern  = regexp.MustCompile(`^\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*`)
	looseTag    = regexp.MustCompile(`^\[\s*(\w+)\s+"(.*)"\s*\]$`)
	unescapeTag = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
)

// tagsOf reads a line of tags, nil if it is none.
func tagsOf(line string) (tags []game.Tag) {
	rest := line
	for rest != "" {
		match := tagPattern.FindStringSubmatch(rest)
		if match == nil {
			break
		}
		tags = append(tags, game.Tag{Name: match[1], Value: unescapeTag.Replace(match[2])})
		rest = rest[len(match[0]):]
	}
	if rest == "" {
		return tags
	}
	if match := looseTag.FindStringSubmatch(line); match != nil {
		return []game.Tag{{Name: match[1], Value: match[2]}}
	}
	return nil
}

// The results that end a game.
var results = map[string]string{"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}

// moves reads moves up to the end of the game.
func (p *parser) moves() {
	for {
		token, line := p.token()
		switch {
		case token == "":
			if len(p.resume) > 0 {
				p.fail(line, "%d variations have no end: a ) is missing", len(p.resume))
			}
			return
		case token[0] == '{' || token[0] == ';':
			p.comment(token, line)
		case token == "(":
			p.open(line)
		case token == "}":
			p.fail(line, "a } ends no comment")
		case token == ")":
			p.close(line)
		case results[token] != "":
			if len(p.resume) == 0 {
				p.game.Result = results[token]
				return
			}
		case p.skip == 0:
			p.word(token, line)
		}
	}
}

// token cuts the next token off, "" at the end of the text, and says in which line it begins.
func (p *parser) token() (token string, line int) {
	for {
		blank := len(p.text) - len(strings.TrimLeft(p.text, " \t\n\f\v\u00a0"))
		newLine := strings.HasSuffix(p.text[:blank], "\n")
		p.advance(blank)
		if !newLine || !strings.HasPrefix(p.text, "%") { // an escaped line is for programs
			break
		}
		p.advance(endOfLine(p.text))
	}
	line = p.line
	n := 0
	switch {
	case p.text == "":
	case p.text[0] == '{':
		if n = strings.IndexByte(p.text, '}') + 1; n == 0 {
			n = len(p.text)
		}
	case p.text[0] == ';':
		n = endOfLine(p.text)
	case strings.IndexByte("()}", p.text[0]) >= 0:
		n = 1
	case p.text[0] == '<':
		if n = strings.IndexByte(p.text, '>') + 1; n == 0 {
			n = 1
		}
	default:
		if n = strings.IndexAny(p.text[1:], " \t\n\f\v\u00a0(){};<$") + 1; n == 0 {
			n = len(p.text)
		}
	}
	token = p.text[:n]
	p.advance(n)
	return token, line
}

func endOfLine(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

func (p *parser) advance(n int) {
	p.line += strings.Count(p.text[:n], "\n")
	p.text = p.text[n:]
}

// comment adds a comment to the move that it is about.
func (p *parser) comment(token string, line int) {
	words := token[1:]
	if token[0] == '{' {
		var closed bool
		if words, closed = strings.CutSuffix(words, "}"); !closed {
			p.fail(line, "a comment has no end: a } is missing")
		}
	}
	words = strings.Join(strings.Fields(words), " ")
	switch {
	case words == "" || p.skip > 0:
	case p.fresh && len(p.resume) > 0:
		p.before = append(p.before, words)
	default:
		p.at.Comments = append(p.at.Comments, words)
	}
}

// open begins a variation: another move than the last one.
func (p *parser) open(line int) {
	p.resume = append(p.resume, p.at)
	switch {
	case p.skip > 0:
	case p.fresh || p.at.Parent == nil:
		p.fail(line, "a variation stands before any move")
		p.skip = len(p.resume) + 1
	default:
		p.at, p.fresh = p.at.Parent, true
	}
}

// close ends a variation.
func (p *parser) close(line int) {
	if len(p.resume) == 0 {
		p.fail(line, "a ) ends no variation")
		return
	}
	if p.skip == len(p.resume)+1 {
		p.skip = 0
	}
	last := len(p.resume) - 1
	if p.skip == 0 {
		wordsOnly := p.fresh
		p.at, p.fresh = p.resume[last], false
		if wordsOnly { // they are about the move before
			p.at.Comments = append(p.at.Comments, p.before...)
		}
	}
	p.resume, p.before = p.resume[:last], nil
}

// glyphs are marks as they are written after moves, or by themselves.
var glyphs = map[string]int{
	"!": game.Good, "?": game.Mistake, "!!": game.VeryGood, "??": game.Blunder, "!?": game.Interesting, "?!": game.Dubious,
	"=": 10, "+=": 14, "=+": 15, "+/-": 16, "-/+": 17, "+-": 18, "-+": 19, "N": 146, "D": 220,
}

var moveNumbers = regexp.MustCompile(`^\d+(\.+|$)|^\.+`)

// word reads a move or a mark.
func (p *parser) word(token string, line int) {
	if mark, isMark := strings.CutPrefix(token, "$"); isMark {
		n, err := strconv.Atoi(mark)
		if err != nil || n < 0 || n > 255 {
			p.fail(line, "%s is no mark: there are $0 to $255", token)
			return
		}
		p.at.Mark(n, "")
		return
	}
	if glyphs[token] != 0 {
		p.at.Mark(glyphs[token], "")
		return
	}
	text := token[len(moveNumbers.FindString(token)):]
	if text == "" || text == "e.p." || text == "ep" || text[0] == '<' {
		return
	}
	name := strings.TrimRight(text, "!?")
	m, err := readMove(&p.at.Position, strings.TrimSuffix(name, "e.p."))
	if err != nil {
		p.fail(line, "%v", err)
		p.skip = len(p.resume) + 1
		return
	}
	p.at = p.at.Play(m)
	p.at.Before, p.before, p.fresh = p.before, nil, false
	p.at.Mark(glyphs[text[len(name):]], "")
}
