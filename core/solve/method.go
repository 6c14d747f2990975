package solve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/slice"
	"github.com/matewright/matewright/core/value"
)

// A Method is a way to solve the slices of a class. All methods come to the same
// values, and differ in time and memory.
//
// A method is a type in a file of its own, which registers it. Nobody else knows it:
// the planner, the estimates, the command and the page learn from the method what
// they say and do.
type Method interface {
	// Name is what options, plans and records call it, such as "out-count".
	Name() string

	// Words describe it to people.
	Words() Words

	// Slowdown returns how much longer it takes than the fastest method: seconds of
	// one thread for each position, with encoding. A plan may say otherwise.
	Slowdown() float64

	// Plan returns what it takes to solve slices of a layout, one at a time.
	Plan(l *slice.Layout) Plan

	// NewSink returns room for the values of a slice. A method that keeps them in
	// memory ignores the scratch.
	NewSink(l *slice.Layout, metric *value.Metric, room scratch.Room) Sink

	// NewWorker returns what solves slices of a layout, one after the other. Of the metric
	// it needs [value.Metric.Wait]: exits come ranked by it.
	NewWorker(l *slice.Layout, metric *value.Metric) Worker
}

// Words describe a method to people.
type Words struct {
	Where string // tables are made: "in memory"
	By    string // doing what: "counting moves, which takes less memory"
}

// A Worker solves slices by a method, and keeps its memory in between. For each slice
// it is told where the values go, then what is known of every word, then to solve.
type Worker interface {
	// Limit bounds the memory of lists (see [Plan.Lists]): what is more goes to scratch.
	// Without a limit, or lists, all is in memory.
	Limit(bytes int64, room scratch.Room)

	// Begin turns to a slice, and forgets the one before. The sink is one of the method's.
	Begin(number slice.Number, into Sink) error

	// AddImpossible says that in all positions of a word two men share a square.
	AddImpossible(word slice.WordNo)

	// AddWord says what is known of a word with one side to move. It is called for
	// all words that are not impossible, for both sides.
	AddWord(c board.Color, word slice.WordNo, known Known)

	// Err returns the first error of adding words, which may be asked for now and then: Solve returns it, too.
	Err() error

	// Solve finds the values.
	Solve(observe Observer) error
}

// Known is what is known of the positions of a word, with one side to move, before
// retrograde analysis.
type Known struct {
	Illegal board.Bitboard  // the opponent's king could be taken, or two men share a square
	Checked board.Bitboard  // the king of the side to move is attacked
	Exits   board.Bitboard  // there is a move that leaves the slice
	Best    *[64]value.Rank // of these moves, where there are some: at the first level, if there are several

	later *laterExits  // what these are worth at later levels; nil if there is but one
	word  board.Square // of the row there
}

// levelAt returns a level at which it is known what exits are worth.
func (k *Known) levelAt(number int) value.Level {
	if k.later == nil {
		return value.OnlyLevel
	}
	return k.later.levels[number]
}

var registered []Method

// Register adds a method to those there are. It is called while the program starts.
func Register(m Method) {
	if _, err := MethodNamed(m.Name()); err == nil {
		panic(fmt.Sprintf("there are two methods %q", m.Name()))
	}
	registered = append(registered, m)
	slices.SortStableFunc(registered, func(a, b Method) int { return cmp.Compare(a.Slowdown(), b.Slowdown()) })
}

// Methods lists all methods, the fastest first.
func Methods() []Method { return slices.Clone(registered) }

// MethodNames returns the names of all methods, the fastest first, for people.
func MethodNames() string {
	var names []string
	for _, m := range registered {
		names = append(names, m.Name())
	}
	return strings.Join(names, ", ")
}

// MethodNamed returns the method with a name.
func MethodNamed(name string) (Method, error) {
	for _, m := range registered {
		if m.Name() == name {
			return m, nil
		}
	}
	return nil, fmt.Errorf("there is no method %q, but %s", name, MethodNames())
}
