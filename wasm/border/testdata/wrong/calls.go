package wrong

import "github.com/matewright/matewright/core/find"

var calls = map[string]call{
	"gone": do((*engine).gone),
	"ask":  ask((*engine).ask),
}

func (e *engine) ask(ctx context.Context, asked request) (find.Judged, error) {}

type request struct {
	Plain int
	Some  map[string]int `json:"some"`
	Color byte           `json:"color"`
	Same  Judged         `json:"same"`
	Own   written        `json:"own"`
}

type Judged struct{}

type written struct{}

func (w written) MarshalJSON() ([]byte, error) {}

type problemShape struct{}
