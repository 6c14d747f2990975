// Package inspect describes the bytes of a stored table, for people who work on the formats.
//
// The package reads tables in one piece, units and lone slices (package format), and tables of DTM50 (package dtm50).
// It does not look ahead, so it returns no value of an entry if the table does not store the side to move. It reads
// neither faces nor checkpoints.
//
// inspect.go describes the header, the sections and their checksums, part.go one tile and one entry. text.go writes
// descriptions as text.
package inspect

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/checksum"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/tile"
	"github.com/matewright/matewright/core/value"
)

// A Table is the description of a table or of a part of one.
type Table struct {
	Kind        Kind          `json:"kind"`
	Class       string        `json:"class"`
	Metric      string        `json:"metric"`
	Version     int           `json:"version"`      // of the format
	HeaderBytes int           `json:"header_bytes"` // its checksum is right, else there is no description
	DataBytes   int64         `json:"data_bytes"`
	Men         string        `json:"men"`    // in the order of the layout, Black's in lower case
	Slices      [2]int        `json:"slices"` // the first one, and the one after the last
	Of          int           `json:"of"`     // slices of the class
	Entries     int           `json:"entries"`
	Sides       []board.Side  `json:"sides"` // that are stored
	Levels      int           `json:"levels"`
	Sections    []Section     `json:"sections"`
	Statistics  *stats.Report `json:"statistics"`

	// CountsTable is set for a unit with the statistics of the table that it was taken from.
	CountsTable bool `json:"counts_table,omitempty"`

	// Pairs counts, for DTM50 and by side to move, the positions with at least one pair, with at least two, and so on.
	Pairs *[2][]uint64 `json:"pairs,omitempty"`
}

// A Kind is a kind of stored table.
type Kind string

// The kinds.
const (
	Whole Kind = "table"
	Unit  Kind = "unit"
	Lone  Kind = "slice" // by itself
)

// A Section describes the tiles of some slices with one side to move, in one level or plane.
type Section struct {
	Name      string `json:"name"`
	Offset    int64  `json:"offset"` // in the data
	TileBytes int64  `json:"tile_bytes"`
	Directory int    `json:"directory_bytes"`
	Checksum  string `json:"checksum"` // CRC-32C of the directory, in hex
	FirstTile int    `json:"first_tile"`
	Tiles     int    `json:"tiles"`
	Shape     string `json:"shape"` // the man of a tile's rows and that of its lanes
	State     State  `json:"state"`
	Problem   string `json:"problem,omitempty"` // describes the damage
}

// A State is the result of comparing a section with its checksums.
type State string

// The states.
const (
	Right     State = "right"
	Damaged   State = "damaged"
	Unchecked State = "unchecked" // the directory and the tiles were not read
	Empty     State = "empty"     // a level that no value takes
)

// A Reader describes a stored table. It is used by one goroutine.
type Reader struct {
	blob     store.Blob
	params   format.Params
	table    Table // without the states of its sections
	header   *format.Header
	clocked  *library.Table // of a table by the clock
	metric   *value.Metric
	layout   *slice.Layout
	sections []section
}

// A section locates the tiles of a section.
type section struct {
	format.SectionRef
	first, end slice.Number
	side       board.Color
	level      int // or the plane
	grid       *tile.Grid
	firstTile  int
	tiles      int
}

// Open reads the header of a stored table with these parameters, and checks all of it. Errors match [store.ErrCorrupt].
func Open(params format.Params, blob store.Blob) (*Reader, error) {
	r := &Reader{blob: blob, params: params}
	encoded, size := blob.Header(), blob.Size()
	var err error
	kind, isTable := format.KindOf(encoded)
	switch {
	case isTable:
		r.params.Kind = kind
		err = r.openTable(encoded, size)
	case format.IsPiece(encoded):
		err = r.openPiece(encoded, size)
	default:
		err = fmt.Errorf("%w: its header is not that of a table, a unit or a slice", store.ErrForeign)
	}
	if err != nil {
		return nil, err
	}
	r.table.HeaderBytes, r.table.DataBytes = len(encoded), size
	r.number()
	return r, nil
}

func (r *Reader) openTable(encoded []byte, size int64) error {
	h, l, err := r.params.Decode(encoded, size)
	if err != nil {
		return err
	}
	r.describe(Whole, h, l, 0, l.Slices())
	return nil
}

func (r *Reader) openPiece(encoded []byte, size int64) error {
	h, l, err := r.params.DecodePiece(encoded, size)
	if err != nil {
		return err
	}
	kind := Unit
	if u := format.UnitPiece(l, format.UnitOf(l, h.First)); u.First != h.First || u.End != h.End {
		kind = Lone
	}
	r.describe(kind, &h.Header, l, h.First, h.End)
	r.table.CountsTable = h.OfTable
	return nil
}

// describe fills in the description from the header of some slices.
func (r *Reader) describe(kind Kind, h *format.Header, l *slice.Layout, first, end slice.Number) {
	r.header, r.layout, r.metric = h, l, h.Metric
	r.table = Table{
		Kind:       kind,
		Metric:     h.Metric.Name(),
		Version:    h.Version(),
		Levels:     h.Levels(),
		Statistics: stats.NewReport(h.Class, h.Metric, &h.Statistics),
	}
	for _, c := range board.Colors {
		if h.Stores(c) {
			r.table.Sides = append(r.table.Sides, c.Side())
		}
	}
	r.describeLayout(first, end)
	if h.Kind == format.ByClock {
		r.clocked = dtm50.TableOf(h, l, r.blob)
		r.table.Metric, r.table.Statistics.Metric, r.table.Pairs = dtm50.Name, dtm50.Name, &h.Pairs
	}
	grids := h.Grids(l)
	for i, ref := range h.Sections {
		s := section{SectionRef: ref, side: h.SideOf(i), level: h.LevelOf(i), grid: grids[i]}
		s.first, s.end = groupIn(l, h.GroupOf(i), first, end)
		r.sections = append(r.sections, s)
	}
}

func (r *Reader) describeLayout(first, end slice.Number) {
	l, t := r.layout, &r.table
	t.Class, t.Of, t.Entries = l.Class.String(), int(l.Slices()), l.Entries()
	t.Slices = [2]int{int(first), int(end)}
	var men []string
	for _, m := range l.Men {
		men = append(men, letter(m))
	}
	t.Men = strings.Join(men, " ")
}

// letter returns the letter of a man as in a FEN.
func letter(m board.Man) string {
	letter := string(m.Type.Letter())
	if m.Color == board.White {
		return strings.ToUpper(letter)
	}
	return strings.ToLower(letter)
}

// groupIn returns the slices of a group of those from first to end, groups being counted from the first one on.
func groupIn(l *slice.Layout, group int, first, end slice.Number) (from, to slice.Number) {
	from = first + slice.Number(group)*format.GroupSlices(l)
	return from, min(from+format.GroupSlices(l), end)
}

// number numbers the tiles of all sections, and describes these.
func (r *Reader) number() {
	next := 0
	for i := range r.sections {
		s := &r.sections[i]
		s.firstTile = next
		if s.Size() > 0 {
			s.tiles = int(s.end-s.first) * s.grid.Tiles()
		}
		next += s.tiles
		men := r.layout.Men
		r.table.Sections = append(r.table.Sections, Section{
			Name:      r.name(s),
			Offset:    s.Offset,
			TileBytes: s.Tiles,
			Directory: s.Directory,
			Checksum:  hex(s.Checksum),
			FirstTile: s.firstTile,
			Tiles:     s.tiles,
			Shape:     letter(men[s.grid.Row]) + letter(men[s.grid.Lane]),
		})
	}
}

// name returns a text that names the slices, the side to move, and the level or plane of a section.
func (r *Reader) name(s *section) string {
	name := fmt.Sprintf("slice %d", s.first)
	if s.end > s.first+1 {
		name = fmt.Sprintf("slices %d-%d", s.first, s.end-1)
	}
	name += ", " + string(s.side.Side())
	switch {
	case r.clocked != nil:
		plane := r.planeOf(s)
		part := [...]string{dtm50.MatePart: "mates", dtm50.LaterPart: "later mates", dtm50.LeftPart: "left"}[plane.Part]
		name += fmt.Sprintf(", %s %d", part, plane.Pair+1)
	case r.header.Levels() > 1:
		name += fmt.Sprintf(", level %d", s.level+1)
	}
	return name
}

// planeOf returns the plane of a section of a table by the clock.
func (r *Reader) planeOf(s *section) dtm50.Plane {
	return dtm50.PlaneAt(r.clocked.Planes(s.first, s.side), s.level)
}

func hex(sum uint32) string { return fmt.Sprintf("%08x", sum) }

// Describe returns the description of the table. If check is set, it compares all bytes with their checksums. It
// describes a damaged section, and returns no error for it. It returns the errors of reading, such as when the context
// ends.
func (r *Reader) Describe(ctx context.Context, check bool) (*Table, error) {
	t := r.table
	t.Sections = slices.Clone(t.Sections)
	for i := range t.Sections {
		into := &t.Sections[i]
		into.State = Unchecked
		if s := &r.sections[i]; s.Size() == 0 && (r.clocked != nil || s.level > 0) {
			into.State = Empty
		} else if s.Size() == 0 {
			into.State, into.Problem = Damaged, "no bytes"
		} else if check {
			problem, err := r.check(ctx, s)
			if err != nil {
				return nil, err
			}
			if into.State = Right; problem != "" {
				into.State, into.Problem = Damaged, problem
			}
		}
	}
	return &t, nil
}

// IsDamaged reports whether the checksums of a section are wrong.
func (t *Table) IsDamaged() bool {
	return slices.ContainsFunc(t.Sections, func(s Section) bool { return s.State == Damaged })
}

// check compares all bytes of a section with their checksums, and describes the damage.
func (r *Reader) check(ctx context.Context, s *section) (problem string, err error) {
	dir, err := r.directory(ctx, s)
	if errors.Is(err, store.ErrCorrupt) {
		return err.Error(), nil
	}
	if err != nil {
		return "", err
	}
	wrong, first := 0, 0
	for i := range s.tiles {
		_, err := r.coded(ctx, s, dir, i)
		switch {
		case errors.Is(err, store.ErrCorrupt):
			if wrong++; wrong == 1 {
				first = s.firstTile + i
			}
		case err != nil:
			return "", err
		}
	}
	if wrong > 0 {
		problem = fmt.Sprintf("%d of %d tiles have wrong checksums, the first is tile %d", wrong, s.tiles, first)
	}
	return problem, nil
}

// directory reads the directory of a section.
func (r *Reader) directory(ctx context.Context, s *section) (*format.Directory, error) {
	b := make([]byte, s.Directory)
	if err := r.blob.ReadAt(ctx, b, s.Offset+s.Tiles); err != nil {
		return nil, err
	}
	return format.DecodeDirectory(b, s.SectionRef, s.tiles)
}

// coded reads the bytes of a tile, which is numbered in its section.
func (r *Reader) coded(ctx context.Context, s *section, dir *format.Directory, tile int) ([]byte, error) {
	ref := dir.Tile(tile)
	b := make([]byte, ref.Length)
	if err := r.blob.ReadAt(ctx, b, s.Offset+ref.Offset); err != nil {
		return nil, err
	}
	if checksum.Sum(b) != ref.Checksum {
		return nil, fmt.Errorf("%w: checksum of tile %d", store.ErrCorrupt, s.firstTile+tile)
	}
	return b, nil
}
