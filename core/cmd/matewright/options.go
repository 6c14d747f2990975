package main

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/alecthomas/units"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/scratch"
	"github.com/matewright/matewright/core/solve"
	"github.com/matewright/matewright/core/solve/methods"
	"github.com/matewright/matewright/core/words"
)

// buildFlags are the options of a build.
type buildFlags struct {
	Threads    threadCount `placeholder:"N"`
	Method     methodName  `placeholder:"NAME"`
	Budget     byteSize    `placeholder:"SIZE"`
	Checkpoint interval    `placeholder:"TIME" default:"1m"`
	cacheFlag
}

// options returns the options of the builder.
func (f *buildFlags) options(s *session) builder.Options {
	options := builder.Options{
		Metric:          s.kind.Metric(),
		Threads:         int(f.Threads),
		Method:          f.Method.Method,
		Budget:          int64(f.Budget),
		CacheBytes:      f.bytes(),
		Begin:           keepBudget,
		Collect:         runtime.GC,
		CheckpointEvery: time.Duration(f.Checkpoint),
		Scratch:         scratch.FilesIn(s.home.ScratchDir(s.kind)),
		Faces:           s.home.Faces(s.kind),
	}
	if f.Checkpoint == 0 {
		options.CheckpointEvery = math.MaxInt64
	}
	if f.Budget == 0 && (f.Cache == 0 || s.kind == kind.ByClock) { // DTM50 has no cache
		options.Memory = home.SpareMemory()
	}
	return options
}

// keepBudget limits Go's memory to the budget, if it is not 0.
func keepBudget(budget int64) {
	if budget > 0 {
		debug.SetMemoryLimit(heapLimit(budget - outsideGo))
	}
}

// heapLimit returns the limit for the garbage collector that keeps Go's memory within a size. Go exceeds the limit by
// large new blocks, and further if the collector waits for a core. In a large budget these excesses stay small.
func heapLimit(size int64) int64 { return size - min(size/16, 7<<20) }

// outsideGo has room for the pages of the program's file, which Go's memory limit does not count. Builds read 14.2 MiB
// of 23.
const outsideGo = 16 << 20

// cacheFlag limits the memory for cached data of finished tables.
type cacheFlag struct {
	Cache mebibytes `placeholder:"N"`
}

// bytes returns 0 without the flag.
func (f cacheFlag) bytes() int64 { return int64(f.Cache) << 20 }

// readingBytes returns the cache of commands that only read. Without the flag it is half of their memory, as looking
// ahead also needs some.
func (f cacheFlag) readingBytes() int64 {
	if f.Cache > 0 {
		return f.bytes()
	}
	return home.SpareMemory() / 2
}

// A methodName stands for a method. It is nil without the flag.
type methodName struct{ solve.Method }

// UnmarshalText is called by the parser.
func (n *methodName) UnmarshalText(text []byte) (err error) {
	n.Method, err = methods.All().Named(string(text))
	return err
}

// A kindName stands for a kind of tables.
type kindName struct{ kind.Kind }

// UnmarshalText is called by the parser.
func (n *kindName) UnmarshalText(text []byte) (err error) {
	n.Kind, err = kind.Named(string(text))
	return err
}

// A threadCount is a number of threads, or 0.
type threadCount int

// orAll returns the number, or the number of cores for 0.
func (n threadCount) orAll() int { return cmp.Or(int(n), runtime.GOMAXPROCS(0)) }

// UnmarshalText is called by the parser.
func (n *threadCount) UnmarshalText(text []byte) error {
	number, err := parseNumber(text, 0, builder.MostThreads)
	*n = threadCount(number)
	return err
}

// A repeatCount is how often something is repeated, at least once.
type repeatCount int

// UnmarshalText is called by the parser.
func (n *repeatCount) UnmarshalText(text []byte) error {
	number, err := parseNumber(text, 1, 1000)
	*n = repeatCount(number)
	return err
}

// An interval is the time between regular actions, or 0.
type interval time.Duration

// UnmarshalText is called by the parser.
func (n *interval) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if err != nil || d < 0 {
		return words.Error("command.time", "text", strconv.Quote(string(text)))
	}
	*n = interval(d)
	return nil
}

// A duration is a time, written as 90s or 1h30m.
type duration time.Duration

// UnmarshalText is called by the parser.
func (d *duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	if string(text) == "0" {
		parsed, err = 0, nil
	}
	if err != nil || parsed < 0 {
		return words.Error("command.prove.time", "text", strconv.Quote(string(text)))
	}
	*d = duration(parsed)
	return nil
}

// limit returns a context that ends after the time, or only with its parent for 0.
func (d duration) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if d == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(d))
}

// mebibytes is a number of MiB.
type mebibytes int64

// UnmarshalText is called by the parser.
func (n *mebibytes) UnmarshalText(text []byte) error {
	number, err := parseNumber(text, 1, builder.MostMemory>>20)
	*n = mebibytes(number)
	return err
}

func parseNumber(text []byte, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || n < least || n > most {
		return 0, words.Error("command.number", "text", strconv.Quote(string(text)), "least", least, "most", most)
	}
	return n, nil
}

// A byteSize is a number of bytes, written as 128MiB, 1.5GiB or 4096KiB. MB and the like are powers of 1000.
type byteSize int64

// UnmarshalText is called by the parser.
func (n *byteSize) UnmarshalText(text []byte) error {
	const least, most = 1 << 20, builder.MostMemory
	size, err := units.ParseStrictBytes(string(text))
	if err != nil {
		return words.Error("command.size", "text", strconv.Quote(string(text)))
	}
	if size < least || size > most {
		return words.Error("command.sizeRange", "text", strconv.Quote(string(text)), "most", most>>30)
	}
	*n = byteSize(size)
	return nil
}

// spare refuses --memory of more than a number of bytes, and more than can be spared.
func (n byteSize) spare(most int64) error {
	if most = min(most, home.SpareMemory()); int64(n) > most {
		return words.Error("command.prove.memory", "size", formatBytes(int64(n)), "most", formatBytes(most))
	}
	return nil
}

// syzygyFlag is the option of commands that read Syzygy files.
type syzygyFlag struct {
	Syzygy string `placeholder:"DIR" env:"MATEWRIGHT_SYZYGY"`
}

func (f *syzygyFlag) syzygyPath() string { return f.Syzygy }
