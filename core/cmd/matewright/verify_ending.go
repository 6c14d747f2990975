package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/words"
)

// verifyEnding verifies a kept ending.
func (c *verifyCommand) verifyEnding(s *session) error {
	name := c.Ending
	if strings.Contains(name, "/") {
		reading, err := board.ReadFEN(name)
		if err != nil {
			return err
		}
		name = ending.Name(&reading.Position)
	}
	path := s.home.Endings().Path(name)
	file, err := s.home.Endings().Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return words.Error("command.verify.none", "path", path)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	start := time.Now()
	n, err := c.solveAgain(s, file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	fmt.Fprintln(s.stdout, words.New("command.verify.ending",
		"slices", n.Slices, "positions", n.Positions, "seconds", tenths(time.Since(start).Seconds())))
	return nil
}

// solveAgain verifies the ending of a file, and counts its slices.
func (c *verifyCommand) solveAgain(s *session, file scratch.File) (n ending.Count, err error) {
	reader, err := ending.Read(file, c.readingBytes()/2)
	if err != nil {
		return n, err
	}
	n = reader.Count()
	p := reader.Position()
	bar := newBar(s.stderr, int64(n.Slices))
	defer bar.finish()
	verifying := words.New("command.verify.verifying", "class", p.FEN()).String()
	options := ending.VerifyOptions{Threads: c.Threads.orAll(), Memory: c.readingBytes() / 2}
	return n, reader.Verify(s.ctx, options, func(done, of int) { bar.show(verifying, int64(done)) })
}
