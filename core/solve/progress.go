package solve

// A Phase is the present step of a solver.
type Phase string

// The phases of solving a slice, in their order.
const (
	Exits   Phase = "exits"   // reading the values after captures and pawn moves
	Solving Phase = "solving" // retrograde analysis
)

// Progress is the progress of a slice, for an observer.
type Progress struct {
	Phase Phase
	Ply   int // while solving

	Resumed bool // from a checkpoint: true in one call, in the beginning

	// Done counts entries of both sides: those with known exits in the first phase, and the won or lost ones in the
	// second. The second phase does not count draws, so Done ends below the number of entries.
	Done int64

	Filling *Filling // see [Solver.Fill]; it changes after the call
}

// An Observer is called every thousand words of the first pass and once a ply of the second. If it returns an error,
// solving ends with that error.
type Observer func(Progress) error
