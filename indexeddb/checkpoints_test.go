//go:build js && wasm

package indexeddb

import (
	"testing"
	"time"

	"github.com/matewright/matewright/core/checkpoint/checkpointtest"
)

func TestCheckpoints(t *testing.T) {
	before := patience
	patience = 100 * time.Millisecond
	defer func() { patience = before }()
	checkpointtest.Run(t, Checkpoints("matewright-test-checkpoints"))
}
