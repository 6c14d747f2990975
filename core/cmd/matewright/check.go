package main

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/check"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/pgn"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

type checkCommand struct {
	File string `arg:""`
	PGN  string `name:"pgn" placeholder:"OUT"`
	CSV  string `name:"csv" placeholder:"OUT"`
	JSON bool
	As   string `enum:"study,game,auto" default:"auto"`

	Player string `placeholder:"NAME"`

	fenFlag
	Endings duration    `placeholder:"TIME"`
	Threads threadCount `placeholder:"N"`
	cacheFlag
	syzygyFlag
}

// errFlaws reports flaws, which is not a failure.
var errFlaws = words.Error("command.check.flaws")

// Run prints one finding a line, and in the end the totals.
func (c *checkCommand) Run(s *session) error {
	if !s.kind.IsDefault() {
		return words.Error("command.check.metric")
	}
	in, out, err := c.open(s)
	if err != nil {
		return err
	}
	byRule := value.ByFiftyMoves()
	prober := s.withSyzygy(probe.New(s.readable(s.kind)).
		AddMetric(byRule, s.readable(kind.ForMetric(byRule))).
		Unproven().
		Steady().
		Cache(c.readingBytes() / 2)) // one each
	defer prober.Close()
	sum := totals{missing: map[material.Class]int{}}
	games := pgn.NewReader(in)
	if c.Strict {
		games.Strictly()
	}
	games.Rewriting(c.rewrite)
	as := check.As(c.As)
	if c.As == "auto" {
		as = check.AsTagged
	}
	kept := s.shelf()
	defer kept.Close()
	judge := check.New(prober, as).Endings(kept, nil)
	if c.PresumeCastling {
		judge.PresumeCastling()
	}
	solving := &endingSolver{session: s, time: c.Endings, threads: c.Threads}
	if c.Endings > 0 {
		judge.Endings(kept, solving.solve)
	}
	players := check.Players{Only: c.Player}
	if c.Player == mostGames {
		players.Only = ""
	}
	err = judge.All(s.ctx, c.Threads.orAll(), games.NextUnread, func(r *check.Report) error {
		sum.add(r)
		if c.Player != "" {
			players.Add(r)
		}
		if c.JSON {
			json.NewEncoder(s.stdout).Encode(r.Record())
		} else {
			printFindings(s.stdout, r)
		}
		return out.add(r)
	})
	in.Close()
	if err = out.end(err); err != nil {
		return err
	}
	summary := s.stdout
	if c.JSON {
		summary = s.stderr
	}
	sum.print(summary)
	for _, name := range solving.solved {
		fmt.Fprintln(summary, words.New("command.check.solved", "path", s.home.Endings().Path(name)))
	}
	fmt.Fprint(s.stderr, doubt(sum.unproven))
	if c.Player != "" {
		if err := c.printPlayer(s, &players); err != nil {
			return err
		}
	}
	if sum.flaws > 0 {
		return errFlaws
	}
	return nil
}

// printPlayer prints the record of the named player.
func (c *checkCommand) printPlayer(s *session, players *check.Players) error {
	player, err := playerNamed(players, c.Player)
	if err != nil {
		return err
	}
	if c.JSON {
		return writePlayer(s.stdout, player)
	}
	printPlayer(s.stdout, player)
	return nil
}

// refuse returns an error for output files that are other files of the same command.
func (c *checkCommand) refuse() error {
	for _, path := range []string{c.PGN, c.CSV} {
		if path != "" && (isSameFile(c.File, path) || isSameFile(c.File, besideOf(path))) {
			return words.Error("command.check.sameInput", "path", path)
		}
	}
	if c.PGN != "" && (filepath.Clean(c.PGN) == filepath.Clean(c.CSV) || isSameFile(c.PGN, c.CSV)) {
		return words.Error("command.check.sameOutputs", "path", c.CSV)
	}
	return nil
}

// open opens the input file, and creates the output files.
func (c *checkCommand) open(s *session) (in io.ReadCloser, out *checkFiles, err error) {
	if err := c.refuse(); err != nil {
		return nil, nil, err
	}
	in = io.NopCloser(s.stdin)
	if c.File != "-" {
		if in, err = os.Open(c.File); err != nil {
			return nil, nil, err
		}
	}
	out = new(checkFiles)
	for _, to := range []struct {
		path string
		file **checkFile
	}{{c.PGN, &out.pgn}, {c.CSV, &out.csv}} {
		if to.path == "" {
			continue
		}
		if *to.file, err = createCheckFile(to.path); err != nil {
			in.Close()
			return nil, nil, out.end(err)
		}
	}
	if out.csv != nil {
		out.rows = csv.NewWriter(out.csv)
		out.rows.Write(check.Columns)
	}
	return in, out, nil
}

func isSameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// checkFiles are the output files. A file that the user does not want is nil.
type checkFiles struct {
	pgn, csv *checkFile
	rows     *csv.Writer
}

// A checkFile is written beside the file that it replaces. It gets its name once it is complete, so that a failure does
// not destroy the user's file.
type checkFile struct {
	*bufio.Writer
	file *os.File
	path string // the final one
}

func createCheckFile(path string) (*checkFile, error) {
	file, err := os.Create(besideOf(path))
	if err != nil {
		return nil, err
	}
	target := targetOf(path)
	if info, err := os.Stat(target); err == nil && file.Name() != target {
		_ = file.Chmod(info.Mode().Perm()) // some systems do not support this
	}
	return &checkFile{bufio.NewWriter(file), file, target}, nil
}

// targetOf returns the path of the target of a link.
func targetOf(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}

// besideOf returns the temporary name of an output file. For a pipe or a terminal it is the path itself.
func besideOf(path string) string {
	path = targetOf(path)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return path
	}
	return path + ".part"
}

// end closes the file, and renames it if it is whole.
func (f *checkFile) end(whole bool) error {
	if err := errors.Join(f.Flush(), f.file.Close()); err != nil || !whole || f.file.Name() == f.path {
		return err
	}
	return os.Rename(f.file.Name(), f.path)
}

func (o *checkFiles) add(r *check.Report) error {
	if o.rows != nil {
		if err := o.rows.WriteAll(r.Rows(words.Message.String)); err != nil {
			return err
		}
	}
	if o.pgn != nil {
		r.Annotate(words.Message.String)
		return pgn.Write(o.pgn, r.Game)
	}
	return nil
}

// end closes the files, after the given error or nil. It returns that error or the first one of its own.
func (o *checkFiles) end(err error) error {
	if o.rows != nil {
		o.rows.Flush()
		err = cmp.Or(err, o.rows.Error())
	}
	for _, f := range []*checkFile{o.pgn, o.csv} {
		if f != nil {
			err = cmp.Or(err, f.end(err == nil))
		}
	}
	return err
}

// printFindings prints a line for each finding: the number of the game, the kind, the move, in brackets in variations,
// and the words.
func printFindings(out io.Writer, r *check.Report) {
	for i := range r.Findings {
		f := &r.Findings[i]
		at := ""
		switch {
		case f.Line > 0:
			at = words.New("command.check.line", "line", f.Line).String()
		case !f.Node.IsMain():
			at = "(" + f.Node.Name() + ")"
		default:
			at = cmp.Or(f.Node.Name(), words.New("command.check.start").String())
		}
		fmt.Fprintf(out, "%4d  %-11s  %-12s  %s\n", r.Game.Number, f.Kind, at, f.Said)
	}
}

// totals has the sums over all games.
type totals struct {
	games, flawed, flaws, positions, beyond int
	syzygy, kept, open                      int
	missing                                 map[material.Class]int
	unproven                                []material.Class
}

func (t *totals) add(r *check.Report) {
	t.games++
	t.positions += r.Positions
	t.beyond += r.Beyond
	t.syzygy += r.Syzygy
	t.kept += r.Kept
	t.open += r.Open
	if flaws := r.Flaws(); flaws > 0 {
		t.flawed++
		t.flaws += flaws
	}
	for class, n := range r.Missing {
		t.missing[class] += n
	}
	for _, class := range r.Unproven {
		if !slices.Contains(t.unproven, class) {
			t.unproven = append(t.unproven, class)
		}
	}
}

func (t *totals) print(out io.Writer) {
	fmt.Fprintln(out, words.New("command.check.total", "games", t.games, "positions", t.positions,
		"flaws", t.flaws, "flawed", t.flawed))
	for _, n := range []struct {
		key       string
		positions int
	}{
		{"command.check.syzygy", t.syzygy},
		{"command.check.kept", t.kept},
		{"command.check.open", t.open},
		{"command.check.beyond", t.beyond},
	} {
		if n.positions > 0 {
			fmt.Fprintln(out, words.New(n.key, "positions", n.positions))
		}
	}
	if len(t.missing) == 0 {
		return
	}
	classes := slices.SortedFunc(maps.Keys(t.missing), material.Compare)
	var each []words.Message
	var names []string
	all := 0
	for _, class := range classes {
		each = append(each, words.New("command.check.missingOf", "positions", t.missing[class], "class", class))
		names = append(names, class.String())
		all += t.missing[class]
	}
	fmt.Fprintln(out, words.New("command.check.missing", "positions", all, "each", words.Things(each),
		"classes", strings.Join(names, " ")))
}
