package probe_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
)

// TestSteady checks that a prober of steady tables names the missing ones as another prober does. It does so for each
// position of a class, and looks for the tables again when it forgets them.
func TestSteady(t *testing.T) {
	kpvk := tabletest.Built(t, "KPvK")
	tables := store.NewFileStore(t.TempDir())
	steady := probe.New(tables).Steady()
	defer steady.Close()
	look := func(want string) {
		t.Helper()
		usual := probe.New(tables)
		defer usual.Close()
		for _, fen := range []string{"8/8/8/8/8/4k3/4P3/4K3 w - - 0 1", "8/4P3/8/8/8/4k3/8/4K3 b - - 0 1"} {
			for _, pr := range []*probe.Prober{steady, usual, steady} {
				_, err := pr.Probe(t.Context(), tabletest.Position(t, fen))
				got := "nothing"
				if missing := (*probe.MissingError)(nil); errors.As(err, &missing) {
					got = fmt.Sprint(missing.Class, " ", missing.Needed, " ", missing.Missing)
				} else if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Errorf("%s lacks %s, want %s", fen, got, want)
				}
			}
		}
	}
	look("KPvK [KQvK KRvK KBvK KNvK KPvK] [KQvK KRvK KBvK KNvK KPvK]")
	for _, test := range []struct {
		put  []string
		want string
	}{
		{[]string{"KNvK", "KBvK"}, "KPvK [KQvK KRvK KBvK KNvK KPvK] [KQvK KRvK KPvK]"},
		{[]string{"KRvK", "KQvK", "KPvK"}, "nothing"},
	} {
		for _, name := range test.put {
			tabletest.ImageOf(t, kpvk, name).Put(t, tables, name)
		}
		if err := steady.Forget(); err != nil {
			t.Fatal(err)
		}
		look(test.want)
	}
}
