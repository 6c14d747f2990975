package store_test

import (
	"testing"

	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/store/storetest"
)

func TestMemStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return store.NewMemStore() })
}
