//go:build js && wasm && check

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
	Proven  bool   `json:"proven"`  // its bytes are the known ones
	Checked int64  `json:"checked"` // otherwise, the positions checked against their moves: all

	Unproven bool `json:"unproven,omitempty"` // the values are not checked yet
}

func shapeImported(r *exchange.Result) *importedShape {
	return &importedShape{r.Class.String(), r.Bytes, r.Proven, r.Checked, r.Unproven}
}
