// Command cluster builds tables on any runner of Apache Beam: here, on Flink, on Spark or on Dataflow.
//
// A class is solved slice by slice, and a slice ply by ply: one pipeline each, of pure steps over the frames of the slice
// (framewise.Steps). What is known between two plies is in files (state.go, files.go), on any file system that Beam knows, so a step that
// failed is repeated, and nothing else; whoever is started again with the same folder goes on. driver.go says which step comes next, steps.go
// has them, and tables.go the tables that they read and make, which are byte for byte those of the other commands.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/matewright/matewright/core/material"
)

var (
	dir    = flag.String("dir", "", "folder of the tables and of what is not finished, such as /srv/chess or gs://bucket/chess: all workers must reach it")
	shards = flag.Int("shards", 16, "into how many parts a slice is cut")
	plies  = flag.Bool("plies", false, "say what came of each ply")
	men    = flag.Int("men", 0, "build all classes with up to so many men")
)

func main() {
	flag.Usage = usage
	flag.Parse()
	beam.Init() // does not return on a worker
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := build(ctx, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, explain(err))
		os.Exit(1)
	}
}

// quiet has runners say nothing but errors.
func quiet() {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
}

func usage() {
	fmt.Fprintln(flag.CommandLine.Output(), `Builds tables on a runner of Apache Beam, and goes on where it was stopped.

  cluster --dir /srv/chess KQvK KRvK                                  here, with no set-up
  cluster --dir gs://bucket/chess --runner flink --endpoint HOST:PORT KQRvKQ
  cluster --dir gs://bucket/chess --runner dataflow --project P --region R --staging_location gs://bucket/staging KQRvKQ`)
	flag.PrintDefaults()
}

func build(ctx context.Context, names []string) error {
	classes, err := material.ParseAll(names)
	if err != nil {
		return err
	}
	if *men > 0 {
		classes = append(classes, material.UpTo(*men)...)
	}
	switch {
	case len(classes) == 0:
		return fmt.Errorf("name a class, such as KRPvK, or use --men 4")
	case *dir == "":
		return fmt.Errorf("say where tables go: --dir /srv/chess, or on several machines a bucket that all of them reach, --dir gs://bucket/chess")
	case *shards < 1:
		return fmt.Errorf("--shards goes from 1 on")
	}
	quiet()
	files := Files{Dir: *dir}
	if err := check(ctx, files); err != nil {
		return err
	}
	d := newDriver(files, *shards, os.Stdout)
	d.plies = *plies
	return d.build(ctx, classes)
}
