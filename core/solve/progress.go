package solve

// Phase says what a solver is doing.
type Phase string

// The phases of solving a slice, in their order.
const (
	Exits   Phase = "exits"   // reading what captures and pawn moves lead to
	Solving Phase = "solving" // retrograde analysis
)

// Progress tells an observer how far a slice is.
type Progress struct {
	Phase Phase
	Ply   int // while solving

	Resumed bool // from a checkpoint, which is told once, in the beginning

	// Done counts entries of both sides: those whose exits are known in the
	// first phase, those that are won or lost in the second. Draws are never
	// counted there, so it ends below the number of entries.
	Done int64
}

// An Observer is called every thousand words of the first pass and once a ply
// of the second. If it returns an error, solving ends with that error.
type Observer func(Progress) error
