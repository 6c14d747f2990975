package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/problem"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

// tablesOrEnding names tables, or a kept ending instead.
type tablesOrEnding struct {
	Classes []string `arg:"" optional:"" name:"class"`
	Ending  string   `placeholder:"FEN|NAME" xor:"quick,sample"`
}

// Validate is called by the parser.
func (t *tablesOrEnding) Validate() error {
	if (len(t.Classes) == 0) == (t.Ending == "") {
		return words.Error("command.kept.choice")
	}
	return nil
}

// keptName returns the name of the ending. It must exist.
func (t *tablesOrEnding) keptName(s *session) (string, error) {
	name := t.Ending
	if strings.ContainsAny(name, `/\`) {
		reading, err := board.ReadFEN(name)
		if err != nil {
			return "", err
		}
		name = ending.Name(&reading.Position)
	}
	path := s.home.Endings().Path(name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", words.Error("command.kept.none", "path", path)
	}
	return name, nil
}

// verifyEnding verifies the ending, with some bytes of memory.
func (t *tablesOrEnding) verifyEnding(s *session, threads threadCount, memory int64) error {
	name, err := t.keptName(s)
	if err != nil {
		return err
	}
	path := s.home.Endings().Path(name)
	file, err := s.home.Endings().Read(name)
	if err != nil {
		return err
	}
	defer file.Close()
	start := time.Now()
	reader, err := ending.Read(file, memory/2)
	if err == nil {
		err = solveAgain(s, reader, threads, memory/2)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	n := reader.Count()
	fmt.Fprintln(s.stdout, words.New("command.verify.ending",
		"slices", n.Slices, "positions", n.Positions, "seconds", tenths(time.Since(start).Seconds())))
	return nil
}

// solveAgain verifies an ending with some bytes of memory for solvers: half of the memory that the user can give.
func solveAgain(s *session, reader *ending.Reader, threads threadCount, memory int64) error {
	p := reader.Position()
	bar := newBar(s.stderr, wholeBar)
	defer bar.finish()
	verifying := words.New("command.verify.verifying", "class", p.FEN()).String()
	options := ending.VerifyOptions{Threads: threads.orAll(), Memory: memory}
	err := reader.Verify(s.ctx, options, func(done, of int) { bar.showPart(verifying, done, of) })
	if more := (*ending.MemoryError)(nil); errors.As(err, &more) {
		return &ending.MemoryError{Least: 2 * more.Least}
	}
	return err
}

// discardEnding deletes the ending.
func (t *tablesOrEnding) discardEnding(s *session) error {
	name, err := t.keptName(s)
	if err != nil {
		return err
	}
	endings := s.home.Endings()
	info, err := os.Stat(endings.Path(name))
	if err == nil {
		err = endings.Remove(name)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s %11s  %v\n", name, formatBytes(info.Size()), words.New("command.discard.done"))
	return nil
}

// exportEnding writes the ending to a file in a directory.
func (t *tablesOrEnding) exportEnding(s *session, to shelf.Dir) error {
	name, err := t.keptName(s)
	if err != nil {
		return err
	}
	e, err := shelf.Export(s.home.Endings(), name, to)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s %11s  %s\n", name, formatBytes(e.Bytes), to.Path(name))
	return nil
}

// isEnding reports whether a file is that of an ending, by its name.
func isEnding(path string) bool { return strings.HasSuffix(path, shelf.Suffix) }

// importEnding imports the file of an ending, and describes it.
func importEnding(s *session, path string, threads threadCount) (string, error) {
	file, _, err := openFile(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	memory := home.SpareMemory() / 2
	solved := 0
	e, err := shelf.Import(s.home.Endings(), file, shelfMemory, func(r *ending.Reader) error {
		solved = r.Count().Slices
		return solveAgain(s, r, threads, memory)
	})
	if err != nil {
		return "", err
	}
	checked := words.New("command.import.checked.solved", "slices", solved)
	return fmt.Sprintf("%s %11s  %v", e.Name, formatBytes(e.Bytes), checked), nil
}

// openFile opens a regular file, and returns its size.
func openFile(path string) (*os.File, int64, error) {
	info, err := os.Stat(path) // before opening: to open a pipe would wait for its writer
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, words.Error("command.noFile", "path", path)
	}
	file, err := os.Open(path)
	return file, info.Size(), err
}

// A listedEnding is a kept ending with the bounds of its position.
type listedEnding struct {
	Name  string         `json:"name"`
	FEN   string         `json:"fen"`
	Bytes int64          `json:"bytes"`
	Low   value.Category `json:"low,omitempty"`
	High  value.Category `json:"high,omitempty"`
	Error string         `json:"error,omitempty"` // why it cannot be read
	words string
}

// listEndings lists the kept endings.
func listEndings(s *session) (list []listedEnding, err error) {
	list = []listedEnding{}
	endings := s.home.Endings()
	entries, err := endings.List()
	for _, e := range entries {
		l := listedEnding{Name: e.Name, FEN: e.Position.FEN(), Bytes: e.Bytes}
		if low, high, err := keptBounds(endings, &e); err != nil {
			l.Error = problem.From(err).String()
			l.words = l.Error
		} else {
			l.Low, l.High, l.words = low.Category(), high.Category(), proven(e.Position.Turn, low, high).String()
		}
		list = append(list, l)
	}
	return list, err
}

// keptBounds returns the bounds of the position of a kept ending.
func keptBounds(endings shelf.Dir, e *shelf.Entry) (low, high value.Outcome, err error) {
	file, err := endings.Read(e.Name)
	if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	_, low, high, err = ending.ReadBounds(file)
	return low, high, err
}

// print writes the name, the size, the position and its bounds.
func (l *listedEnding) print(s *session) {
	fmt.Fprintf(s.stdout, "%s %11s  %s  %s\n", l.Name, formatBytes(l.Bytes), l.FEN, l.words)
}

// An endingSolver solves and keeps the endings of positions. Several goroutines may use it.
type endingSolver struct {
	session *session
	time    duration // for each position
	threads threadCount

	mu     sync.Mutex // endings are solved one after the other
	solved []string   // names of endings with new slices
}

// solve solves the ending of a position. A position that no ending begins with, or whose ending another process solves,
// is not an error.
func (e *endingSolver) solve(ctx context.Context, p *board.Position) (err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if ending.Check(p) != nil {
		return nil
	}
	name := ending.Name(p)
	room, err := e.session.home.Endings().Open(name)
	if errors.Is(err, shelf.ErrInUse) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, room.Close()) }()
	memory := max(home.SpareMemory()/2, ending.LeastMemory(ending.MaxPieces))
	it, err := ending.New(*p, ending.Options{Threads: e.threads.orAll(), Memory: memory, Room: room})
	if err != nil {
		return err
	}
	ctx, stop := e.time.limit(ctx)
	defer stop()
	before := it.Count()
	err = e.session.solve(ctx, it)
	if it.Count() != before && !slices.Contains(e.solved, name) { // a later call may resume
		e.solved = append(e.solved, name)
	}
	return err
}
