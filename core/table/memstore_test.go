package table_test

import (
	"testing"

	"github.com/matewright/matewright/core/table"
	"github.com/matewright/matewright/core/table/storetest"
)

func TestMemStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) table.Store { return table.NewMemStore() })
}
