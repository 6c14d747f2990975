package encode

import (
	"fmt"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/store"
)

// AddSlice encodes and stores the next slice. It does not need the values afterwards.
func (e *Encoder) AddSlice(number slice.Number, values solve.Sink) error {
	piece := e.piece
	if piece == nil || number != e.added {
		return fmt.Errorf("slice %d of %v was added instead of slice %d", number, e.layout.Class, e.added)
	}
	if n := len(values.Levels()); n > 1 && !format.TakesLevels(e.layout, e.metric) {
		return fmt.Errorf(
			"slice %d of %v has %d levels, but slices in groups can have only one",
			number,
			e.layout.Class,
			n,
		)
	}
	last := number == piece.End-1
	observe := func(done float64) error { return e.observe(faceShare * done) }
	if err := e.faces.addSlice(e.layout, e.metric, values, last, observe); err != nil {
		return err
	}
	if err := e.survey(number, values); err != nil {
		return err
	}
	if last := piece.header.Statistics.Last(); len(values.Levels()) == 1 && format.TakesLevels(e.layout, e.metric) &&
		e.metric.Levels(last) > piece.header.Levels() {
		return fmt.Errorf(
			"slice %d of %v takes %d rounds, which is too many for one level: use another method",
			number,
			e.layout.Class,
			last,
		)
	}
	if err := e.kept.keep(number, values); err != nil {
		return err
	}
	if !piece.IsLone(e.layout) { // the lone slices of a class are built in one run
		e.faces.addPushes(e.kept, number, last)
	}
	e.added++
	if err := e.addToGroup(values, last); err != nil {
		return err
	}
	if err := e.observe(1); err != nil || !last {
		return err
	}
	return e.endPiece()
}

// Packs returns how many slices are packed while the next one is added: none if it waits for others of its group.
func (e *Encoder) Packs() int {
	if e.piece == nil {
		return 0
	}
	if !e.completes(e.added == e.piece.End-1) {
		return 0
	}
	return len(e.group) + 1
}

// completes reports whether the next slice completes its group. The last slice of a piece does.
func (e *Encoder) completes(last bool) bool {
	return last || slice.Number(len(e.group)+1) == format.GroupSlices(e.layout)
}

// addToGroup adds a slice to its group, and stores the group when it is complete.
func (e *Encoder) addToGroup(values solve.Sink, last bool) error {
	complete := e.completes(last)
	if alone := complete && len(e.group) == 0; !alone {
		copied := solve.NewValues(e.layout)
		for c, into := range copied {
			from, err := values.View(board.Color(c), 0, len(into), into)
			if err != nil {
				return err
			}
			copy(into, from) // View may have filled in the values
		}
		e.group = append(e.group, copied)
		if !complete {
			return nil
		}
	} else {
		e.group = append(e.group, values)
	}
	err := e.packGroup()
	clear(e.group)
	e.group = e.group[:0]
	if err != nil {
		return store.Named(e.piece.Name, err)
	}
	return nil
}

// levelsOfGroup returns the levels of the group, each with all slices. A group with several levels has a single slice.
func (e *Encoder) levelsOfGroup() (levels [][]solve.Sink) {
	if len(e.group) > 1 {
		return [][]solve.Sink{e.group}
	}
	for _, level := range e.group[0].Levels() {
		levels = append(levels, []solve.Sink{level})
	}
	return levels
}

// packGroup packs and stores the slices of the group.
func (e *Encoder) packGroup() error {
	piece := e.piece
	levels := e.levelsOfGroup()
	var packers [][]*packer // of each side to move, by level
	var bits [2]uint64
	for _, c := range board.Colors {
		if piece.header.Sides.Has(c) {
			ofSide, n, err := e.train(c, levels)
			if err != nil {
				return err
			}
			bits[c], packers = n, append(packers, ofSide)
		}
	}
	if !e.storesBothSides && len(packers) > 1 {
		// A class without pawns has only this group.
		c := board.White
		if bits[board.Black] < bits[board.White] {
			c = board.Black
		}
		piece.header.Sides = format.Only(c)
		packers = packers[c : c+1]
	}
	packed, all := 0, len(packers)*len(levels)
	for _, ofSide := range packers {
		var refs []format.SectionRef
		for _, p := range ofSide {
			ref, err := p.pack(piece, func(done, of int) error {
				part := (float64(packed) + float64(done)/float64(of)) / float64(all)
				return e.observe(surveyShare + (1-surveyShare)*part)
			})
			if err != nil {
				return err
			}
			ref.Offset = piece.size
			piece.size += ref.Size()
			refs = append(refs, ref)
			packed++
		}
		piece.header.AddLevels(refs...)
	}
	return nil
}

// train returns a packer for each level of a side to move, and the expected number of bits of all levels.
func (e *Encoder) train(c board.Color, levels [][]solve.Sink) (packers []*packer, bits uint64, err error) {
	first := e.added - slice.Number(len(e.group))
	for i, group := range levels {
		p := newPacker(e.layout, c, group, first, max(1, e.Threads))
		p.storesBothSides = e.storesBothSides
		p.summed = e.sumsModels
		if i == 0 {
			err = p.chooseShape()
		} else {
			p.shape, p.grid = packers[0].shape, packers[0].grid
		}
		if err != nil {
			return nil, 0, err
		}
		n, err := p.train()
		if err != nil {
			return nil, 0, err
		}
		bits, packers = bits+n, append(packers, p)
	}
	return packers, bits, nil
}
