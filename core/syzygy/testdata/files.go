// Package testdata has small Syzygy files for tests that cannot read files.
package testdata

import "embed"

// Files are the files.
//
//go:embed *.rtbw *.rtbz
var Files embed.FS
