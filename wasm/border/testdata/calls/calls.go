package calls

import (
	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/find"
)

var calls = map[string]call{
	"look":  watch((*engine).lookUp),
	"clear": do((*engine).clear),
	"all":   ask((*engine).all),
	"wait":  watch((*engine).wait),
}

// lookUp looks for names,
// and reports.
func (e *engine) lookUp(ctx context.Context, asked nameRequest, report func(find.Judged)) (*answerShape, error) {
}

func (e *engine) clear(ctx context.Context, asked nameRequest) error {}

func (e *engine) all(ctx context.Context, _ struct{}) ([]answerShape, error) {}

func (e *engine) wait(ctx context.Context, _ struct{}, report func(size)) (string, error) {}

// A nameRequest has a name.
type nameRequest struct {
	Name  string       `json:"name,omitempty"` // of a man
	Sides []board.Side `json:"sides"`
	Size  size         `json:"size"`
}

type size int64

type answerShape struct {
	find.Judged
	// Next may be
	// the same.
	Next   *nameRequest `json:"next"`
	Here   *nameRequest `json:"here,omitempty"`
	Hidden board.Move   `json:"-"`
	File   js.Value     `json:"file"`
}

type problemShape struct {
	Code float64 `json:"code"`
}
