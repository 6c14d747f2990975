package write_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy/write"
	"github.com/matewright/matewright/core/value"
)

func TestDev(t *testing.T) {
	names := strings.Fields(os.Getenv("DEV_CLASSES"))
	var classes []material.Class
	for _, n := range names {
		if n == "4" {
			classes = append(classes, material.UpTo(4)...)
			continue
		}
		c, err := material.Parse(n)
		if err != nil {
			t.Fatal(err)
		}
		classes = append(classes, c)
	}
	lib := library.New(store.NewFileStore(os.Getenv("DEV_TABLES")), 64<<20).ForMetric(value.DTZ50)
	to := os.Getenv("DEV_TO")
	var sum, was int
	for _, c := range classes {
		if c.BareKings() {
			continue
		}
		start := time.Now()
		f, err := write.Class(context.Background(), lib, c, write.Options{Threads: 2})
		if err != nil {
			t.Fatal(c, err)
		}
		size := func(n string) int64 {
			i, err := os.Stat(filepath.Join("/work/shared/oracle/syzygy", n))
			if err != nil {
				return 0
			}
			return i.Size()
		}
		a, b := size(c.String()+".rtbw"), size(c.String()+".rtbz")
		fmt.Println(c, len(f.Outcomes), a, len(f.Distances), b, time.Since(start))
		sum += len(f.Outcomes) + len(f.Distances)
		was += int(a + b)
		os.WriteFile(filepath.Join(to, c.String()+".rtbw"), f.Outcomes, 0o666)
		os.WriteFile(filepath.Join(to, c.String()+".rtbz"), f.Distances, 0o666)
	}
	fmt.Println(sum, was)
}
