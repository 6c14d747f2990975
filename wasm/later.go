//go:build js && wasm && check

package main

import "maps"

// laterCalls are the calls of the engine that reads games, imports and verifies tables, has Syzygy files and solves
// endings. It is a separate build, as a first visit needs none of them, and it takes 560 kB more to load.
var laterCalls = map[string]call{
	"speak":         do((*engine).speak),
	"check":         watch((*engine).check),
	"addPlayers":    do((*engine).addPlayers),
	"mostPlayers":   fetch((*engine).mostPlayers),
	"compare":       watch((*engine).compare),
	"endComparison": do((*engine).endComparison),
	"film":          watch((*engine).film),
	"import":        watch((*engine).importFile),
	"importAny":     watch((*engine).importAny),
	"judge":         watch((*engine).judge),
	"settle":        do((*engine).settle),
	"endingPlan":    fetch((*engine).endingPlan),
	"ending":        watch((*engine).ending),
	"known":         fetch((*engine).known),
	"measured":      fetch((*engine).measured),
	"endings":       fetch((*engine).listEndings),
	"removeEnding":  do((*engine).removeEnding),
	"endingFile":    fetch((*engine).endingFile),
	"syzygy":        fetch((*engine).useSyzygy),
	"syzygyNeeds":   fetch((*engine).syzygyNeeds),
	"writeSyzygy":   watch((*engine).writeSyzygy),
	"wholeSyzygy":   fetch((*engine).wholeSyzygy),
	"importEnding":  watch((*engine).importEnding),
}

func init() { maps.Copy(calls, laterCalls) }
