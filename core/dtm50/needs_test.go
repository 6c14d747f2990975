package dtm50_test

import (
	"runtime"
	"testing"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/dtm50"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
)

// TestPlans checks that each class of five men is built in 4 GiB, the usual memory of a build, also with castling
// rights.
func TestPlans(t *testing.T) {
	classes := material.All(5)
	if len(classes) != 110 {
		t.Errorf("%d classes", len(classes))
	}
	for _, class := range classes {
		classes = append(classes, dtm50.Castling(class)...)
	}
	for _, class := range classes {
		if takes := dtm50.Memory(class); takes > 4<<30 {
			t.Errorf("%v takes %d MiB", class, takes>>20)
		}
	}
}

// TestKeep checks that a build keeps the values of a class that the next one needs, and no others. Only values that are
// kept make others take two levels.
func TestKeep(t *testing.T) {
	tables := built(t, "KRvK")
	classes := tabletest.Classes(t, "KRvK", "KRRvK", "KBvK")
	want := func(rounds string, needed, leveled bool, next material.Class) {
		t.Helper()
		kept, isLeveled := dtm50.KeptAfter(t, tables, classes[0], next)
		if kept != needed || isLeveled != leveled {
			t.Errorf("%s rounds, before %v: kept %v, leveled %v", rounds, next, kept, isLeveled)
		}
	}
	want("usual", true, false, classes[1])
	want("usual", false, false, classes[2])
	dtm50.ShortenLevels(t, 20, 0)
	want("few", true, true, classes[1])
	want("few", false, false, classes[2])
}

// TestUse checks that a build refers to no more memory than planned, also beside the table that it made before.
func TestUse(t *testing.T) {
	if testing.Short() {
		t.Skip("builds tables with four men")
	}
	tables := built(t, "KNvKP")
	classes := tabletest.Classes(t, "KNvKQ", "KNvKP")
	job, err := builder.PlanAgain(t.Context(), dtm50.In(tables), classes...)
	if err != nil || len(job.Steps) != 2 {
		t.Fatal(job, err)
	}
	live := func() int64 {
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		return int64(stats.HeapAlloc)
	}
	before, calls, peak := live(), 0, map[material.Class]int64{}
	err = build(t, tables, job, builder.Options{Threads: 1, Observe: func(p builder.Progress) error {
		if calls++; calls%50 == 0 {
			peak[p.Class] = max(peak[p.Class], live()-before)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range classes {
		planned := dtm50.Memory(class) - dtm50.Overhead
		t.Logf("%v: %d of %d KiB", class, peak[class]>>10, planned>>10)
		if peak[class] == 0 || peak[class] > planned {
			t.Errorf("%v: %d bytes, planned are %d", class, peak[class], planned)
		}
	}
}
