// Release checks the configuration of the release: that GoReleaser can read it, and that it has all systems.
//
// GoReleaser itself takes minutes to compile, so only its package for configurations is used here.
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/goreleaser/goreleaser/v2/pkg/config"
)

func main() {
	if err := check(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// check returns an error if a key of a configuration is unknown, or a system or an architecture is missing.
func check(file string) error {
	project, err := config.Load(file)
	if err != nil {
		return err
	}
	for _, build := range project.Builds {
		for _, system := range []string{"linux", "darwin", "windows"} {
			if !slices.Contains(build.Goos, system) {
				return fmt.Errorf("%s: %s is missing", file, system)
			}
		}
		for _, arch := range []string{"amd64", "arm64"} {
			if !slices.Contains(build.Goarch, arch) {
				return fmt.Errorf("%s: %s is missing", file, arch)
			}
		}
	}
	if len(project.Builds) == 0 {
		return fmt.Errorf("%s has no builds", file)
	}
	return nil
}
