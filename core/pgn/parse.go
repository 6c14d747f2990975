package pgn

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/game"
	"github.com/matewright/matewright/core/words"
)

// A parser reads the games of a chunk of text.
type parser struct {
	read  readFEN
	text  string // the rest
	line  int    // of the file, at which the rest begins
	after int    // length of the text after the last end of a line that was found

	game   *game.Game
	at     *game.Node   // the last move
	resume []*game.Node // those before the variations that are open, from the outermost one
	fresh  bool         // the line or variation begins here: it has no move yet
	before []string     // the comments before the next move
	lost   bool         // the start can't be read
	skip   int          // 1 more than the number of open variations, if the rest of the line can't be read

	// comments has those after each move. They are joined at the end: to join each with those before it takes quadratic
	// time.
	comments map[*game.Node][]string
}

// parse returns the games of a chunk, which begins at a line of a file. Its lines have no blanks at their ends.
func parse(chunk string, line int, read readFEN) (games []*game.Game) {
	p := &parser{read: read, text: chunk, line: line, after: len(chunk) + 1, comments: map[*game.Node][]string{}}
	from := chunk // from the beginning of the last game
	for p.text != "" || len(games) == 0 {
		begin, text, last := p.line, p.text, p.at
		p.begin()
		p.moves()
		if p.lost {
			p.game.Root = nil
		}
		p.game.Line, p.game.Text = begin, text[:len(text)-len(p.text)]
		if len(games) > 0 && len(p.game.Tags) == 0 && len(p.game.Errors) == 0 && len(p.game.Root.Children) == 0 {
			before := games[len(games)-1] // after which are comments, or its result once more
			before.Text = from[:len(from)-len(p.text)]
			p.comments[last] = append(p.comments[last], p.comments[p.game.Root]...)
			switch result := p.game.Result; {
			case result == "", result == before.Result:
			case before.Result == game.Unknown: // without information
				before.Result = result
			default:
				before.Warnings = append(
					before.Warnings,
					&game.Error{
						Line: begin,
						Said: words.New("core.pgn.secondResult", "result", result),
					},
				)
			}
			p.at = last
			continue
		}
		games, from = append(games, p.game), text
	}
	for n, comments := range p.comments {
		n.Comment = game.Join(comments...)
	}
	return games
}

// warn adds a warning of a text that was repaired or skipped.
func (p *parser) warn(line int, warning words.Message) {
	p.game.Warnings = append(p.game.Warnings, &game.Error{Line: line, Said: warning})
}

// fail adds an error of a text that can't be read.
func (p *parser) fail(line int, err error) { fail(p.game, line, err) }

// fail adds an error with a message to those of a game.
func fail(g *game.Game, line int, err error) {
	said := err.(interface{ Message() words.Message }).Message()
	g.Errors = append(g.Errors, &game.Error{Line: line, Said: said})
}

const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// begin reads the tags and sets the start up.
func (p *parser) begin() {
	p.game = new(game.Game)
	p.resume, p.before, p.skip, p.fresh, p.lost = nil, nil, 0, true, false
	fen, line, at := initial, p.line, -1 // at is the index of its tag
	names := map[string]bool{}           // of tags, in lower case
	for {
		blank := len(p.text) - len(strings.TrimLeftFunc(p.text, unicode.IsSpace))
		beginsLine := blank == 0 || p.text[blank-1] == '\n'
		p.advance(blank)
		if p.text == "" || p.text[0] != '[' && !(p.text[0] == '%' && beginsLine) {
			break
		}
		written := p.text[:p.endOfLine()]
		if written[0] == '[' {
			tags, rest := tagsOf(written)
			for _, tag := range tags {
				name := strings.ToLower(tag.Name)
				if names[name] {
					p.warn(p.line, words.New("core.pgn.tagTwice", "name", tag.Name))
					continue
				}
				names[name] = true
				if strings.EqualFold(tag.Name, "FEN") {
					fen, line, at = tag.Value, p.line, len(p.game.Tags)
				}
				p.game.Tags = append(p.game.Tags, tag)
			}
			if rest != "" && rest[0] == '[' {
				p.fail(p.line, words.Error("core.pgn.notTag", "text", rest))
			} else if rest != "" { // the moves, in a text that lost its ends of lines
				p.advance(len(written) - len(rest))
				break
			}
		}
		p.advance(len(written))
	}
	var start board.Reading
	var err error
	written := (*board.Reading).FEN
	switch name := p.game.Tag("Variant"); {
	case isOneOf(standard, name):
		start, err = p.read(fen)
	case isOneOf(chess960, name) && at >= 0: // without a FEN, the first position is unknown
		start, err = p.read(board.FromXFEN(fen))
		written = (*board.Reading).XFEN
	default:
		p.game.Variant = name
	}
	if p.game.Variant != "" {
		p.lost, p.skip = true, 1 // skip the moves
	} else if err != nil {
		p.fail(line, err)
		p.lost, p.skip = true, 1 // skip the moves
	} else if at >= 0 {
		p.game.Warn(line, start.Warnings)
		p.game.Tags[at].Value = written(&start)
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

// tagsOf reads the tags that a line begins with, and returns the rest of the line.
func tagsOf(line string) (tags []game.Tag, rest string) {
	for rest = line; ; {
		match := tagPattern.FindStringSubmatch(rest)
		if match == nil {
			break
		}
		tags = append(tags, game.Tag{Name: match[1], Value: unescapeTag.Replace(match[2])})
		rest = rest[len(match[0]):]
	}
	if match := looseTag.FindStringSubmatch(rest); match != nil {
		return append(tags, game.Tag{Name: match[1], Value: match[2]}), ""
	}
	return tags, rest
}

// Names of the rules of chess in the tag Variant, in lower case and without spaces, hyphens and underscores. Games of
// [chess960] have their first position in X-FEN.
var (
	standard = []string{
		"",
		"?",
		"chess",
		"standard",
		"standardchess",
		"normal",
		"regular",
		"classical",
		"orthodox",
		"fromposition",
	}
	chess960 = []string{"chess960", "fischerandom", "fischerrandom", "freestyle", "freestylechess"}
	spelling = strings.NewReplacer(" ", "", "-", "", "_", "")
)

// isOneOf reports whether the tag Variant has one of some names.
func isOneOf(names []string, variant string) bool {
	return slices.Contains(names, strings.ToLower(spelling.Replace(variant)))
}

// moves reads moves up to the end of the game.
func (p *parser) moves() {
	for {
		token, line := p.token()
		switch {
		case token == "":
			if len(p.resume) > 0 {
				p.fail(line, words.Error("core.pgn.openVariation"))
			}
			return
		case token[0] == '{' || token[0] == ';':
			p.comment(token, line)
		case token == "(":
			p.open(line)
		case token == "}":
			p.fail(line, words.Error("core.pgn.strayBrace"))
		case token == ")":
			p.close(line)
		case p.result(token):
			if len(p.resume) == 0 {
				return
			}
		case p.skip == 0:
			p.word(token, line)
		}
	}
}

// reserved matches texts that the standard reserves: a word in angle brackets, or an open bracket without an end.
var reserved = regexp.MustCompile(`^<(?:[^<>\s]*>)?`)

// token cuts off the next token, and returns it with its line. At the end of the text it returns "".
func (p *parser) token() (token string, line int) {
	for {
		blank := len(p.text) - len(strings.TrimLeftFunc(p.text, isBlank))
		newLine := strings.HasSuffix(p.text[:blank], "\n")
		p.advance(blank)
		if !newLine || !strings.HasPrefix(p.text, "%") { // an escaped line is for programs
			break
		}
		p.advance(p.endOfLine())
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
		n = p.endOfLine()
	case strings.IndexByte("()}", p.text[0]) >= 0:
		n = 1
	case p.text[0] == '<':
		n = len(reserved.FindString(p.text))
	default:
		_, first := utf8.DecodeRuneInString(p.text)
		if n = strings.IndexFunc(p.text[first:], endsToken); n < 0 {
			n = len(p.text) - first
		}
		n += first
	}
	token = p.text[:n]
	p.advance(n)
	return token, line
}

// isBlank reports whether a character separates words: the blanks of all languages, and the byte order mark. In files
// that were put together, the mark can be in the middle.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

// endsToken reports whether a character ends the token before it.
func endsToken(r rune) bool { return isBlank(r) || strings.ContainsRune("(){};<$", r) }

// endOfLine returns the length of the rest of the line. It looks for the end once: a line may have many games.
func (p *parser) endOfLine() int {
	if len(p.text) < p.after {
		line, _, _ := strings.Cut(p.text, "\n")
		p.after = len(p.text) - len(line)
	}
	return len(p.text) - p.after
}

func (p *parser) advance(n int) {
	p.line += strings.Count(p.text[:n], "\n")
	p.text = p.text[n:]
}

// comment adds a comment to the move that it is about.
func (p *parser) comment(token string, line int) {
	text := token[1:]
	if token[0] == '{' {
		var closed bool
		if text, closed = strings.CutSuffix(text, "}"); !closed {
			p.fail(line, words.Error("core.pgn.openComment"))
		}
	}
	text = strings.Join(strings.Fields(text), " ")
	switch {
	case p.skip > 0:
	case p.fresh && len(p.resume) > 0:
		p.before = append(p.before, text)
	default:
		p.comments[p.at] = append(p.comments[p.at], text)
	}
}

// open begins a variation: another move than the last one.
func (p *parser) open(line int) {
	p.resume = append(p.resume, p.at)
	switch {
	case p.skip > 0:
	case p.fresh || p.at.Parent == nil:
		p.fail(line, words.Error("core.pgn.earlyVariation"))
		p.skip = len(p.resume) + 1
	default:
		p.at, p.fresh = p.at.Parent, true
	}
}

// close ends a variation.
func (p *parser) close(line int) {
	if len(p.resume) == 0 {
		p.fail(line, words.Error("core.pgn.strayParenthesis"))
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
			p.comments[p.at] = append(p.comments[p.at], p.before...)
		}
	}
	p.resume, p.before = p.resume[:last], nil
}

// longestResult is more than the rest of a result with blanks after its first word.
const longestResult = 80

// result reads a result, which may have spaces in it, and reports whether there is one. The token is its beginning.
func (p *parser) result(token string) bool {
	line, _, _ := strings.Cut(p.text[:min(len(p.text), longestResult)], "\n")
	result, rest := game.CutResult(token + line)
	if result == "" {
		return false
	}
	p.advance(max(0, len(line)-len(rest)))
	if len(p.resume) == 0 {
		p.game.Result = result
	}
	return true
}

// word reads a move or a mark.
func (p *parser) word(token string, line int) {
	if token[0] == '<' {
		return // reserved for later
	}
	w := wordOf(token)
	switch {
	case w.move == "":
	case w.move[0] == '$':
		p.fail(line, words.Error("core.pgn.notMark", "text", token, "last", lastGlyph))
		return
	case !p.play(w.move, line):
		p.skip = len(p.resume) + 1
		return
	}
	if !p.fresh {
		for _, mark := range w.marks {
			p.at.Mark(mark, "")
		}
	}
}

// play plays a move that the game names, and reports whether it is possible.
func (p *parser) play(name string, line int) bool {
	next, err := play(p.at, name)
	if err != nil {
		p.fail(line, err)
		return false
	}
	if next.Move == board.Null && len(p.resume) == 0 {
		p.warn(line, nullMove)
	}
	next.Before, p.before, p.at, p.fresh = game.Join(p.before...), nil, next, false
	return true
}

// readFEN is [board.ReadFEN] or [board.ReadFENStrictly], perhaps of a rewritten FEN: see [Reader.Rewriting].
type readFEN func(text string) (board.Reading, error)
