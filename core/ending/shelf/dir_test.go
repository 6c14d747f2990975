package shelf_test

import (
	"testing"

	"github.com/matewright/matewright/core/ending/shelf"
	"github.com/matewright/matewright/core/ending/shelf/shelftest"
	"github.com/matewright/matewright/core/internal/tabletest"
)

func TestDir(t *testing.T) {
	dir := shelf.Dir(t.TempDir() + "/endings")
	shelftest.Run(t, dir, tabletest.Position(t, "8/8/2k5/3p4/3P4/8/2K5/8 w - - 0 1"))
}
