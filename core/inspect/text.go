package inspect

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format/stats"
)

// WriteText writes the description as text.
func (t *Table) WriteText(w io.Writer) error {
	rows := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(rows, "%s, %s\n", t.Class, t.Metric)
	fmt.Fprintf(rows, "kind\t%s, format version %d\n", t.Kind, t.Version)
	fmt.Fprintf(rows, "header\t%d bytes, checksum right\n", t.HeaderBytes)
	fmt.Fprintf(rows, "data\t%d bytes\n", t.DataBytes)
	fmt.Fprintf(rows, "men\t%s\n", t.Men)
	fmt.Fprintf(rows, "slices\t%d to %d of %d, with %d entries for each side to move\n",
		t.Slices[0], t.Slices[1]-1, t.Of, t.Entries)
	fmt.Fprintf(rows, "to move\t%s\n", t.toMove())
	if t.Levels > 1 {
		fmt.Fprintf(rows, "levels\t%d\n", t.Levels)
	}
	t.writeSections(rows)
	t.writeStatistics(rows)
	return rows.Flush()
}

// toMove names the sides to move that are stored.
func (t *Table) toMove() string {
	var names []string
	for _, side := range t.Sides {
		names = append(names, nameOf(side))
	}
	if len(names) == 1 {
		return names[0] + " only"
	}
	return strings.Join(names, ", ")
}

func nameOf(side board.Side) string {
	for _, c := range board.Colors {
		if c.Side() == side {
			return c.String()
		}
	}
	return ""
}

func (t *Table) writeSections(w io.Writer) {
	fmt.Fprintf(w, "\nsection\toffset\ttiles\tfirst tile\tbytes\tdirectory\tCRC-32C\tshape\tchecksums\n")
	for _, s := range t.Sections {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%s",
			s.Name, s.Offset, s.Tiles, s.FirstTile, s.TileBytes, s.Directory, s.Checksum, s.Shape, s.State)
		if s.Problem != "" {
			fmt.Fprintf(w, ": %s", s.Problem)
		}
		fmt.Fprintln(w)
	}
}

func (t *Table) writeStatistics(w io.Writer) {
	of := ""
	switch {
	case t.CountsTable:
		of = " of the whole table"
	case t.Kind != Whole:
		of = fmt.Sprintf(" of this %s", t.Kind)
	}
	columns := "wins\tdraws\tlosses"
	if t.Statistics.Sides[0].All.CursedWin != nil {
		columns += "\tcursed wins\tblessed losses"
	}
	fmt.Fprintf(w, "\nstatistics%s\t%s\tlongest win\n", of, columns)
	for _, s := range t.Statistics.Sides {
		longest := "none"
		if s.Longest != nil {
			longest = fmt.Sprintf("%s: %s", plural(s.Longest.Plies, "ply", "plies"), s.Longest.FEN)
		}
		writeCounts(w, nameOf(s.Side)+" to move", s.All)
		fmt.Fprintf(w, "\t%s\n", longest)
		writeCounts(w, "  up to symmetry", s.Distinct)
		fmt.Fprintln(w)
	}
	t.writePairs(w)
}

func writeCounts(w io.Writer, name string, n stats.OutcomeCounts) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d", name, n.Win, n.Draw, n.Loss)
	if n.CursedWin != nil {
		fmt.Fprintf(w, "\t%d\t%d", *n.CursedWin, *n.BlessedLoss)
	}
}

// writePairs writes, for DTM50, the numbers of positions by their pairs.
func (t *Table) writePairs(w io.Writer) {
	if t.Pairs == nil {
		return
	}
	fmt.Fprintf(w, "\npairs\tpositions with at least this number\n")
	for i, pairs := range t.Pairs {
		for n, count := range pairs {
			fmt.Fprintf(w, "%v to move, %d\t%d\n", board.Color(i), n+1, count)
		}
	}
}

// WriteText writes the description as text.
func (t *Tile) WriteText(w io.Writer) error {
	rows := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(rows, "tile %d\t%s\n", t.Number, t.Section)
	fmt.Fprintf(rows, "index\t%d in slice %d\n", t.Index, t.Slice)
	fmt.Fprintf(rows, "model\t%d bytes, CRC-32C %s, %s with a code, %s\n", t.Model.Bytes, t.Model.Checksum,
		plural(t.Model.Contexts, "context", "contexts"), plural(t.Model.Terms, "term", "terms"))
	fmt.Fprintf(
		rows,
		"coded\t%s at offset %d, CRC-32C %s right\n",
		plural(t.Bytes, "byte", "bytes"),
		t.Offset,
		t.Checksum,
	)
	writeCoded(rows, t.Coded)
	fmt.Fprintf(rows, "entries\t%d\n", t.Entries)
	for _, v := range t.Values {
		fmt.Fprintf(rows, "  %d\t%s  %s\n", v.Entry, v.FEN, v.Words)
	}
	return rows.Flush()
}

// writeCoded writes the first coded bytes, given in hex, 16 bytes a line.
func writeCoded(w io.Writer, coded string) {
	const line, most = 32, 8 * 32
	shown := coded[:min(len(coded), most)]
	for at := 0; at < len(shown); at += line {
		fmt.Fprintf(w, "  %04x\t%s\n", at/2, shown[at:min(at+line, len(shown))])
	}
	if more := (len(coded) - len(shown)) / 2; more > 0 {
		fmt.Fprintf(w, "  ...\t%s more\n", plural(more, "byte", "bytes"))
	}
}

// WriteText writes the description as text.
func (e *Entry) WriteText(w io.Writer) error {
	rows := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(rows, "entry %d\t%s\n", e.Entry, e.FEN)
	if e.Position != e.FEN {
		fmt.Fprintf(rows, "stored as\t%s\n", e.Position)
	}
	fmt.Fprintf(rows, "slice\t%d, %s to move\n", e.Slice, nameOf(e.Side))
	if !e.Stored {
		fmt.Fprintf(rows, "value\tnot stored: the table has the other side to move only\n")
		return rows.Flush()
	}
	fmt.Fprintf(rows, "tiles\t%s, row %s, lane %s\n", strings.Trim(fmt.Sprint(e.Tiles), "[]"), e.Row, e.Lane)
	fmt.Fprintf(rows, "value\t%s\n", e.Value.Words)
	for _, p := range e.Pairs {
		fmt.Fprintf(rows, "pair\t%s while at least %d are left until the clock ends\n",
			plural(p.Plies, "ply", "plies"), p.Left)
	}
	return rows.Flush()
}

// plural writes a number with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
