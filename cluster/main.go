// Command cluster builds tables on any runner of Apache Beam: here, on Flink, on Spark or on Dataflow.
//
// The command checks its flags and runs a [steps.Driver]. The tables are the same, byte for byte, as those of
// the other commands. Package steps has the pipelines, and package beamstore the files and tables.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/matewright/matewright/cluster/beamstore"
	"github.com/matewright/matewright/cluster/steps"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/words"
)

// flags are the flags of the command, beside those of Beam.
type flags struct {
	dir    string
	shards int
	plies  bool
	men    int
}

// register declares the flags.
func (f *flags) register(set *flag.FlagSet) {
	set.StringVar(
		&f.dir,
		"dir",
		"",
		"folder of the tables and of unfinished work, such as /srv/chess or gs://bucket/chess: "+
			"all workers must reach it",
	)
	set.IntVar(&f.shards, "shards", 16, "number of parts into which a slice is cut")
	set.BoolVar(&f.plies, "plies", false, "print the results of each ply")
	set.IntVar(&f.men, "men", 0, "build all classes with at most this many men")
}

func main() {
	var f flags
	f.register(flag.CommandLine)
	flag.Usage = usage
	flag.Parse()
	beam.Init() // does not return on a worker
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := f.build(ctx, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, explain(err))
		os.Exit(1)
	}
}

// quiet limits the log of runners to errors.
func quiet() {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
}

func usage() {
	fmt.Fprintln(flag.CommandLine.Output(), `Builds tables on a runner of Apache Beam, and resumes a stopped build.

  cluster --dir /srv/chess KQvK KRvK                                  here, with no set-up
  cluster --dir gs://bucket/chess --runner flink --endpoint HOST:PORT KQRvKQ
  cluster --dir gs://bucket/chess --runner dataflow --project P --region R \
    --staging_location gs://bucket/staging KQRvKQ`)
	flag.PrintDefaults()
}

func (f *flags) build(ctx context.Context, names []string) error {
	classes, err := material.ParseAll(names)
	if err != nil {
		return err
	}
	if f.men > 0 {
		classes = append(classes, material.UpTo(f.men)...)
	}
	switch {
	case len(classes) == 0:
		return words.Error("command.build.classes")
	case f.dir == "":
		return words.Error("command.cluster.noFolder")
	case f.shards < 1:
		return words.Error("command.cluster.shards")
	}
	quiet()
	files := beamstore.Files{Dir: f.dir}
	if err := check(ctx, files); err != nil {
		return err
	}
	d := steps.NewDriver(files, f.shards, os.Stdout)
	d.Plies = f.plies
	return d.Build(ctx, classes)
}
