package write

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy/pairs"
	"github.com/matewright/matewright/core/value"
)

func TestDbg(t *testing.T) {
	for _, name := range strings.Fields(os.Getenv("DEV_CLASSES")) {
		class, _ := material.Parse(name)
		lib := library.New(store.NewFileStore(os.Getenv("DEV_TABLES")), 64<<20).ForMetric(value.DTZ50).Faces(store.NewFileStore(t.TempDir()).Derived())
		tb, err := lib.Open(context.Background(), class)
		if err != nil {
			t.Fatal(err)
		}
		ctx := context.Background()
		w := &writer{lib: lib, table: tb, layout: tb.Layout, options: Options{Threads: 2}, men: menOf(class)}
		for f, n := range w.slices()[:1] {
			start := time.Now()
			lib.MakeFacesOf(ctx, class, nil)
			fmt.Println("faces", time.Since(start))
			start = time.Now()
			lap := func(what string) { fmt.Println(name, what, time.Since(start)); start = time.Now() }
			c := newCodes(w.layout, n, &w.rooms)
			if err := c.read(ctx, lib, value.DTZ50, 2, func(int64) {}); err != nil {
				t.Fatal(err)
			}
			fmt.Println(len(c.of[0]), len(c.meaning[0].list), len(c.meaning[1].list))
			lap("read")
			if os.Getenv("DEV_READ") != "" {
				continue
			}
			for _, side := range []board.Color{0, 1} {
				v := c.outcomes(side)
				if v.single {
					continue
				}
				lap("outcomes")
				o, _ := w.choose(ctx, c, side, f, v)
				lap("choose")
				val := &ordered{newGatherer(c, side, o.layout), v}
				lap("gatherer")
				fmt.Println(o.kinds, o.bits*float64(val.Len())/8)
				x := make([]uint16, 1<<16)
				for i := int64(0); i < val.Len()/8; i += 1 << 16 {
					val.Read(i, x)
				}
				lap("gather 1/8")
				e, err := pairs.Encode(ctx, val, pairs.Options{Threads: 2, BlockBits: 6})
				if err != nil {
					t.Fatal(err)
				}
				lap(fmt.Sprint("encode ", val.Len(), " to ", len(e.Data())))
				v = c.distances(side)
				o, _ = w.choose(ctx, c, side, f, v)
				lap("choose")
				val = &ordered{newGatherer(c, side, o.layout), v}
				fmt.Println(o.kinds, o.bits*float64(val.Len())/8)
				e, err = pairs.Encode(ctx, val, pairs.Options{Threads: 2, BlockBits: 10})
				if err != nil {
					t.Fatal(err)
				}
				lap(fmt.Sprint("encode ", val.Len(), " to ", len(e.Data())))
			}
		}
	}
}
