package write

import (
	"path/filepath"

	"github.com/matewright/matewright/core/internal/filelock"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/syzygy"
)

// Paths returns the paths of the files of a class in a directory.
func Paths(dir string, class material.Class) [2]string {
	name := filepath.Join(dir, class.String())
	return [2]string{name + syzygy.WDLFile.Extension(), name + syzygy.DTZFile.Extension()}
}

// Are reports whether a directory has both files of a class, with bytes that match their checksums.
func Are(dir string, class material.Class) bool {
	for _, path := range Paths(dir, class) {
		if syzygy.Verify(path) != nil {
			return false
		}
	}
	return true
}

// Save writes the files to a directory. Each has its name only once it is whole. Files of the class are replaced.
func (f *Files) Save(dir string, class material.Class) error {
	for i, path := range Paths(dir, class) {
		data := f.Outcomes
		if i == 1 {
			data = f.Distances
		}
		if err := filelock.WriteFile(path, data); err != nil {
			return err
		}
	}
	return nil
}
