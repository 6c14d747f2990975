package home

import (
	"path/filepath"

	"github.com/matewright/matewright/core/ending/shelf"
)

// Endings returns the directory of the journals of endings.
func (h Home) Endings() shelf.Dir { return shelf.Dir(filepath.Join(string(h), "endings")) }
