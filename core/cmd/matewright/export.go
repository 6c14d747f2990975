package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/exchange"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy/write"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

type exportCommand struct {
	tablesOrEnding
	To      string `placeholder:"DIR" default:"."`
	Site    string `placeholder:"DIR"`
	Format  string `enum:"tables,syzygy" default:"tables" placeholder:"FORMAT"`
	Men     int    `placeholder:"N"`
	Rounded bool
	Compact bool
	buildFlags
}

// syzygyFormat is the format of other programs.
const syzygyFormat = "syzygy"

func (c *exportCommand) needs() kind.Feature { return kind.Export }

// resumes implements resumer: files are written one class after the other.
func (c *exportCommand) resumes() bool { return c.Format == syzygyFormat || c.Site != "" }

// Validate is called by the parser.
func (c *exportCommand) Validate() error {
	switch {
	case c.Compact && (c.Site != "" || c.Format == syzygyFormat || c.Ending != ""):
		return words.Error("command.export.compact")
	case c.Site != "" && (c.Format == syzygyFormat || c.Rounded || c.Ending != ""):
		return words.Error("command.export.onlyTables")
	case c.Site != "" && (len(c.Classes) > 0) == (c.Men != 0):
		return words.Error("command.export.choice")
	case c.Site != "":
		return nil
	case c.Format != syzygyFormat && (c.Men != 0 || c.Rounded):
		return words.Error("command.export.men")
	case c.Format != syzygyFormat:
		return c.tablesOrEnding.Validate()
	case c.Ending != "":
		return words.Error("command.export.ending")
	case len(c.Classes) == 0 && c.Men == 0:
		return words.Error("command.build.classes")
	case c.Men != 0 && (c.Men < 3 || c.Men > material.UsualMen):
		return words.Error("command.build.men", "most", material.UsualMen)
	}
	return nil
}

// Run writes files, one after the other. A file with the same name is replaced once the new one is whole.
func (c *exportCommand) Run(s *session) error {
	if c.Site != "" {
		return exportSite(s, c.Site, c.Classes, c.Men)
	}
	if c.Ending != "" {
		return c.exportEnding(s, shelf.Dir(c.To))
	}
	if c.Format == syzygyFormat {
		return c.syzygy(s)
	}
	classes, err := s.classes(c.Classes)
	if err != nil {
		return err
	}
	to := home.Home(c.To).Dir(s.kind) // as files are named after classes only
	files := store.NewFileStore(to)
	for _, class := range classes {
		bytes, err := c.write(s, class, files)
		if err != nil {
			return err
		}
		file := filepath.Join(to, class.String()+store.FileExt)
		fmt.Fprintf(s.stdout, "%-8v %11s  %s\n", class, formatBytes(bytes), file)
	}
	return nil
}

// write writes a table or a compact copy of it, and returns the number of its bytes.
func (c *exportCommand) write(s *session, class material.Class, to store.Store) (bytes int64, err error) {
	if c.Compact && class.Men() > material.UsualMen {
		return 0, words.Error("command.export.compactMen", "class", class, "most", material.UsualMen)
	}
	lib := library.New(s.store, c.cacheBytes())
	defer lib.Close()
	t, err := lib.Open(s.ctx, class)
	if err != nil {
		return 0, err
	}
	if !c.Compact {
		return t.Bytes(), t.Export(s.ctx, to)
	}
	bar := newBar(s.stderr, wholeBar)
	defer bar.hide()
	writing := words.New("command.export.writing", "class", class).String()
	bytes, err = exchange.Compact(s.ctx, s.store, t, to, exchange.Options{
		Threads: c.Threads.orAll(),
		Observe: func(p exchange.Progress) { bar.showPart(writing, int(p.Done), int(p.Of)) },
	})
	if needs := (*exchange.NeedsError)(nil); errors.As(err, &needs) {
		err = words.Error("command.export.needs", "class", class, "needed", words.List(needs.Needed))
	}
	return bytes, err
}

// cacheBytes is the memory of the cache of a library.
func (c *exportCommand) cacheBytes() int64 {
	if c.Budget > 0 {
		return int64(c.Budget) / cacheShare
	}
	return c.readingBytes()
}

// syzygy writes Syzygy files, from tables of DTZ50. It builds missing tables first, and skips classes with finished
// files.
func (c *exportCommand) syzygy(s *session) error {
	classes, finished, err := c.wanted()
	if err != nil {
		return err
	}
	if finished > 0 {
		fmt.Fprintln(s.stdout, words.New("command.export.stay", "classes", finished, "path", c.To))
	}
	metric := value.ByFiftyMoves()
	s = s.by(kind.ForMetric(metric))
	job, err := s.kind.Prepare(s.ctx, s.place, service.Request{Classes: classes})
	if err != nil {
		return err
	}
	if err := c.build(s, job, s.stderr); err != nil {
		return err
	}
	if err := os.MkdirAll(c.To, 0o777); err != nil {
		return err
	}
	faces, drop := s.home.NewFaces(s.kind)
	defer drop()
	keepBudget(int64(c.Budget))
	lib := library.New(s.store, c.cacheBytes()).ForMetric(metric)
	if faces != nil {
		lib.Faces(faces)
	}
	defer lib.Close()
	beside, err := c.makeFaces(s, lib, classes)
	if err != nil {
		return err
	}
	for _, class := range classes {
		if err := c.writeClass(s, lib, class, beside[class]); err != nil {
			return err
		}
	}
	return nil
}

// makeFaces makes the faces that the classes read. Those of one table take one reading, so they are made together. It
// leaves those of the classes themselves, and returns them: they are made while these are written.
func (c *exportCommand) makeFaces(
	s *session, lib *library.Library, classes []material.Class,
) (beside map[material.Class][]material.Face, err error) {
	making, err := lib.MakingFacesOf(s.ctx, classes...)
	if err != nil {
		return nil, s.ctx.Err()
	}
	beside = making.Leave(classes)
	bar := newBar(s.stderr, wholeBar)
	defer bar.hide()
	lib.Lend(c.spare(0))
	defer lib.Lend(0)
	preparing := words.New("command.export.preparing").String()
	return beside, making.MakeAll(c.Threads.orAll(), func(done, tables int) {
		bar.showPart(preparing, done, tables)
	})
}

// cacheShare is the least part of the budget for the cache of tables: 1/cacheShare. The collector needs another one.
const cacheShare = 8

// spare returns the bytes of the budget that the cache can have beyond its share, given those that are needed.
func (c *exportCommand) spare(needed int64) int64 {
	return max(0, int64(c.Budget)/cacheShare*(cacheShare-2)-needed)
}

// wanted returns the classes whose files are missing, and the number of the others. Classes come after those that their
// captures and promotions lead to, whose faces they read. Classes of kings alone, and with castling, have no files.
func (c *exportCommand) wanted() (classes []material.Class, finished int, err error) {
	named, err := material.ParseAll(c.Classes)
	if err != nil {
		return nil, 0, err
	}
	seen := map[material.Class]bool{}
	for _, class := range append(named, material.UpTo(c.Men)...) {
		if class.Rights() != 0 {
			return nil, 0, words.Error("command.export.castling", "class", class)
		}
		switch {
		case class.BareKings() || seen[class]:
		case write.Are(c.To, class):
			finished++
		default:
			classes = append(classes, class)
		}
		seen[class] = true
	}
	slices.SortFunc(classes, material.Compare)
	return classes, finished, nil
}

// writeClass writes the files of a class, and makes faces of its table.
func (c *exportCommand) writeClass(
	s *session, lib *library.Library, class material.Class, beside []material.Face,
) error {
	bar := newBar(s.stderr, wholeBar)
	defer bar.hide()
	writing := words.New("command.export.writing", "class", class).String()
	files, err := write.Class(s.ctx, lib, class, write.Options{
		Threads: c.Threads.orAll(),
		Rounded: c.Rounded,
		Beside:  beside,
		Spare:   c.spare(write.Memory(class)),
		Observe: func(done, all int64) { bar.showPart(writing, int(done>>10), int(all>>10)) },
	})
	if err == nil {
		err = files.Save(c.To, class)
	}
	if err != nil {
		return err
	}
	paths := write.Paths(c.To, class)
	for i, data := range [][]byte{files.Outcomes, files.Distances} {
		fmt.Fprintf(s.stdout, "%-8v %11s  %s\n", class, formatBytes(int64(len(data))), paths[i])
	}
	return nil
}
