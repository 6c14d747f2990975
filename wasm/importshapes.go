//go:build js && wasm

package main

import (
	"github.com/matewright/matewright/core/exchange"
)

type importingShape struct {
	Class string        `json:"class"`
	Step  exchange.Step `json:"step"`
	Done  int64         `json:"done"`
	Of    int64         `json:"of"`
}

func shapeImport(p exchange.Progress) importingShape {
	return importingShape{p.Class.String(), p.Step, p.Done, p.Of}
}

type importedShape struct {
	Class   string `json:"class"`
	Bytes   int64  `json:"bytes"`   // stored
	Proven  bool   `json:"proven"`  // its bytes are those that are known to be right
	Checked int64  `json:"checked"` // otherwise, the positions held to their moves: all

	Unproven bool `json:"unproven,omitempty"` // nobody has looked at its values yet
}

func shapeImported(r *exchange.Result) *importedShape {
	return &importedShape{r.Class.String(), r.Bytes, r.Proven, r.Checked, r.Unproven}
}
