package main

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// unknown stands for a missing commit or model.
const unknown = "unknown"

// A provenance has the code and the machine of a measurement.
type provenance struct {
	Commit   string `json:"commit"`   // of the program, or "unknown"
	Modified bool   `json:"modified"` // whether it has changes that are not committed
	Machine  struct {
		CPU    string `json:"cpu"` // the model, or "unknown"
		Cores  int    `json:"cores"`
		System string `json:"system"` // such as "linux/amd64"
		Go     string `json:"go"`     // the version
	} `json:"machine"`
}

func provenanceHere() (p provenance) {
	p.Commit, p.Modified = revision()
	p.Commit = cmp.Or(p.Commit, unknown)
	p.Machine.CPU = cmp.Or(strings.Join(strings.Fields(cpuid.CPU.BrandName), " "), unknown)
	p.Machine.Cores = runtime.NumCPU()
	p.Machine.System = runtime.GOOS + "/" + runtime.GOARCH
	p.Machine.Go = runtime.Version()
	return p
}

// revision returns the commit of the program, or "" if the go command has not recorded it.
func revision() (commit string, modified bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", false
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			modified = s.Value == "true"
		}
	}
	return commit, modified
}
