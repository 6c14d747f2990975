package main

import (
	"errors"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
)

// profileFlags name the files of profiles of a command. They are also written if the command fails or is stopped.
type profileFlags struct {
	CPUProfile string `name:"cpuprofile" placeholder:"FILE"`
	MemProfile string `name:"memprofile" placeholder:"FILE"`
	Trace      string `placeholder:"FILE"`
}

// A profiling has a function for each profile under way, which ends and writes it.
type profiling []func() error

// begin creates the files and begins all profiles. Before it returns an error, it ends those that it began.
func (f *profileFlags) begin() (p profiling, err error) {
	for _, profile := range []struct {
		path  string
		begin func(*os.File) (end func() error, err error)
	}{
		{f.MemProfile, beginAllocations},
		{f.CPUProfile, beginCPU},
		{f.Trace, beginTrace},
	} {
		if profile.path == "" {
			continue
		}
		file, err := os.Create(profile.path)
		if err != nil {
			return nil, errors.Join(err, p.end())
		}
		end, err := profile.begin(file)
		if err != nil {
			return nil, errors.Join(err, file.Close(), p.end())
		}
		p = append(p, func() error { return errors.Join(end(), file.Close()) })
	}
	return p, nil
}

// end writes all profiles, the last one first.
func (p profiling) end() (err error) {
	for i := len(p) - 1; i >= 0; i-- {
		err = errors.Join(err, p[i]())
	}
	return err
}

func beginCPU(file *os.File) (func() error, error) {
	return func() error {
		pprof.StopCPUProfile()
		return nil
	}, pprof.StartCPUProfile(file)
}

func beginTrace(file *os.File) (func() error, error) {
	return func() error {
		trace.Stop()
		return nil
	}, trace.Start(file)
}

// beginAllocations has nothing to begin: the runtime always samples allocations.
func beginAllocations(file *os.File) (func() error, error) {
	return func() error {
		runtime.GC() // counts allocations since the last collection
		return pprof.Lookup("allocs").WriteTo(file, 0)
	}, nil
}
