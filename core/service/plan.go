package service

import (
	"slices"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// A Plan is a job as data, with the costs of each step. The tables of a class with castling rights are part of its
// step.
type Plan struct {
	Steps   []Step   `json:"steps"` // in an order to build them in
	Present []string `json:"present"`
}

// A Step is a class to build, or the missing parts of one.
type Step struct {
	Class     string   `json:"class"`
	Positions int64    `json:"positions"`
	Whole     bool     `json:"whole"` // the table is complete then
	Needs     []string `json:"needs"` // the other steps that have to be done before

	Memory  int64   `json:"memory"`  // the least bytes of memory
	Method  string  `json:"method"`  // with the available memory, or else with the least
	How     string  `json:"how"`     // the key of a message about the place of the work, such as memory
	Slower  string  `json:"slower"`  // if more memory allows a faster method: the key of a message about this one
	Peak    int64   `json:"peak"`    // bytes that it will hold at most then
	Scratch int64   `json:"scratch"` // bytes of scratch for a while, at most
	Longer  int64   `json:"longer"`  // additional bytes of scratch if values take several levels; see LevelScratch
	Saves   bool    `json:"saves"`   // checkpoints: a stopped build resumes from there
	Seconds float64 `json:"seconds"` // that one thread would take natively, about
	Read    float64 `json:"read"`    // the share of these after which the targets of exits are read
	Solved  float64 `json:"solved"`  // ... and after which the values are stored
	Group   int64   `json:"group"`   // fewer positions are all solved before they are stored
	Stored  int64   `json:"stored"`  // bytes

	// Units, if there are several, can be built each by itself.
	Units    []Unit   `json:"units"`
	Castling []string `json:"castling"` // classes with castling rights, if not in a unit of their own, the last one
}

// A Unit is a unit, or all the slices that are built alone, as number 0, or the castling of the class.
type Unit struct {
	Number    int      `json:"number"`
	Slices    []int    `json:"slices,omitempty"`   // that are built alone
	Castling  []string `json:"castling,omitempty"` // classes
	Positions int64    `json:"positions"`
	Seconds   float64  `json:"seconds"` // as of a step
	Needs     []int    `json:"needs"`   // units
	Bytes     int64    `json:"bytes"`   // stored; 0 if it has to be built
}

// CastlingUnit is the number of the unit with a class's tables with rights to castle.
const CastlingUnit = -1

// Circumstances are the memory and the stored data that a [Plan] is made for.
type Circumstances struct {
	Metric *value.Metric
	Memory int64 // bytes for each step
	Beside int64 // bytes of these that the program holds beside a build
	Most   int64 // the largest number of bytes that a step can ever get
	Saves  bool  // builds save checkpoints

	Unfinished map[material.Class][]store.Entry // the units that are stored, of tables that are not complete
	Saved      map[string]int64                 // bytes of checkpoints, by the names of classes
}

// NewPlan returns a job as data.
func NewPlan(job *builder.Job, at Circumstances) (*Plan, error) {
	plan := &Plan{Steps: []Step{}, Present: []string{}}
	for _, class := range job.Present {
		if class.Rights() == 0 {
			plan.Present = append(plan.Present, class.String())
		}
	}
	absent := map[material.Class]int{} // the step of a class
	for _, s := range job.Steps {
		class := s.Class.WithoutRights()
		n, known := absent[class]
		if !known {
			n = len(plan.Steps)
			plan.Steps = append(
				plan.Steps,
				Step{Class: class.String(), Whole: true, Needs: []string{}, Units: []Unit{}, Castling: []string{}},
			)
		}
		step := &plan.Steps[n]
		for _, c := range material.Closure(s.Class) {
			if needed, isAbsent := absent[c.WithoutRights()]; isAbsent && needed != n &&
				!slices.Contains(step.Needs, plan.Steps[needed].Class) {
				step.Needs = append(step.Needs, plan.Steps[needed].Class)
			}
		}
		absent[class] = n // after its own closure was looked through
		var err error
		if s.Class == class {
			step.Whole, step.Units = s.Whole, unitsOf(s, at.Unfinished[class])
			err = step.addProvision(&at, class, at.Memory)
		} else {
			err = step.addCastling(&at, s, !known)
		}
		if err != nil {
			return nil, err
		}
	}
	for i := range plan.Steps {
		plan.Steps[i].Scratch = max(0, plan.Steps[i].Scratch-at.Saved[plan.Steps[i].Class])
	}
	return plan, nil
}

// addCastling adds a table with castling rights to the step of its class, whose own table may be stored.
func (s *Step) addCastling(at *Circumstances, step builder.Step, alone bool) error {
	least, err := builder.Least(step.Class, at.Metric, nil)
	if err != nil {
		return err
	}
	p, err := builder.Provide(step.Class, at.Metric, max(at.Memory-at.Beside, least), nil)
	if err != nil {
		return err
	}
	if alone { // reading the table without rights takes the memory of building it
		if err := s.addProvision(at, step.Class.WithoutRights(), 0); err != nil {
			return err
		}
		s.Positions, s.Seconds, s.Stored, s.Scratch, s.Longer, s.Saves, s.Slower = 0, 0, 0, 0, 0, false, ""
	}
	s.Memory, s.Peak = max(s.Memory, least+at.Beside), max(s.Peak, p.Peak()+at.Beside)
	s.Scratch = max(s.Scratch, p.Scratch(1)) // with six men, for its faces
	s.Positions += step.Positions
	s.Seconds += p.Seconds(1)
	s.Stored += p.Stored()
	if len(s.Units) == 0 && !alone {
		s.Castling = append(s.Castling, step.Class.String())
		return nil
	}
	s.castling().add(step, p.Seconds(1))
	return nil
}

// castling returns the unit that has the castling of the class, the last one.
func (s *Step) castling() *Unit {
	if n := len(s.Units); n == 0 || s.Units[n-1].Number != CastlingUnit {
		after := []int{}
		for _, unit := range s.Units {
			after = append(after, unit.Number)
		}
		s.Units = append(s.Units, Unit{Number: CastlingUnit, Needs: after})
	}
	return &s.Units[len(s.Units)-1]
}

func (u *Unit) add(step builder.Step, seconds float64) {
	u.Castling = append(u.Castling, step.Class.String())
	u.Positions += step.Positions
	u.Seconds += seconds
}

// addProvision adds the costs of the class with the given memory, or else with the least.
func (s *Step) addProvision(at *Circumstances, class material.Class, memory int64) error {
	least, err := builder.Least(class, at.Metric, nil)
	if err != nil {
		return err
	}
	s.Memory = least + at.Beside
	p, err := builder.Provide(class, at.Metric, max(memory-at.Beside, least), nil)
	if err != nil {
		return err
	}
	method := p.Solving.Method
	s.Method, s.How, s.Scratch, s.Longer = method.Name(), method.Words().Where, p.Scratch(1), p.LevelScratch()
	s.Saves = p.Solving.Resumable && at.Saves
	if best, err := builder.Provide(class, at.Metric, at.Most, nil); err == nil && best.Solving.Method != method {
		s.Slower = method.Words().By
	}
	s.Peak, s.Seconds, s.Stored = p.Peak()+at.Beside, p.Seconds(1), p.Stored()
	s.Read, s.Solved = p.Shares()
	layout := slice.NewLayout(class)
	s.Group = 2 * int64(format.GroupSlices(layout)) * int64(layout.Entries())
	s.Positions = layout.Positions()
	for i := range s.Units {
		s.Units[i].Seconds = s.Seconds * float64(s.Units[i].Positions) / float64(s.Positions)
	}
	if !s.Whole {
		s.leaveOut()
	}
	return nil
}

// leaveOut leaves out of the figures the units that are not built.
func (s *Step) leaveOut() {
	var positions int64
	for _, unit := range s.Units {
		positions += unit.Positions
	}
	share := float64(positions) / float64(s.Positions)
	s.Positions, s.Seconds, s.Stored = positions, s.Seconds*share, int64(float64(s.Stored)*share)
}

// unitsOf lists the units of a step, and the stored ones of its class.
func unitsOf(step builder.Step, entries []store.Entry) []Unit {
	shapes := []Unit{}
	if len(step.Lone) > 0 {
		lone := Unit{Positions: step.Positions, Needs: []int{}}
		for _, number := range step.Lone {
			lone.Slices = append(lone.Slices, int(number))
		}
		return append(shapes, lone)
	}
	if l := slice.NewLayout(step.Class); format.Units(l) > 1 {
		for _, s := range builder.Units(l, entries) {
			if s.Bytes > 0 || slices.Contains(step.Units, s.Number) {
				shapes = append(
					shapes,
					Unit{Number: s.Number, Positions: s.Positions, Needs: append([]int{}, s.Needs...), Bytes: s.Bytes},
				)
			}
		}
	}
	return shapes
}

// A Part is the part of a class that one process builds, while others build other parts.
type Part struct {
	Class    material.Class
	Unit     int              // [Unit.Number]; 0 for the whole class, [CastlingUnit] for its castling alone
	Slices   []slice.Number   // if not empty, these instead of a unit
	Castling []material.Class // that are built afterwards, in this order
}

// Job plans the part and nothing else.
func (p *Part) Job() (*builder.Job, error) {
	job, err := builder.PlanTables(p.Castling...)
	if err != nil || p.Unit == CastlingUnit {
		return job, err
	}
	var own *builder.Job
	if len(p.Slices) == 0 {
		own, err = builder.PlanUnit(slice.NewLayout(p.Class), max(1, p.Unit))
	} else {
		own, err = builder.PlanLone(slice.NewLayout(p.Class), p.Slices)
	}
	if err != nil {
		return nil, err
	}
	job.Steps = append(own.Steps, job.Steps...)
	return job, nil
}
