//go:build !unix

package syzygy

import "github.com/matewright/matewright/core/syzygy/pairs"

// openFile opens a file, whose bytes are read when needed.
func openFile(path string) (*pairs.Source, func() error, error) {
	f, size, err := openSized(path)
	if err != nil {
		return nil, nil, err
	}
	return pairs.FromReader(f, size), f.Close, nil
}
