package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"

	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// ManifestName is the name of the manifest's file.
const ManifestName = "manifest.json"

const (
	manifestFormat  = "matewright-site"
	manifestVersion = 1

	maxManifest = 16 << 20 // bytes
	maxBytes    = 1 << 40  // of a file
	minPart     = 16 << 10
	maxPart     = 16 << 20

	// manyParts is the number of parts from which a file has larger ones. It bounds the manifest's bytes for a table.
	manyParts = 128

	hashSize = sha256.Size / 2
)

// hashOf returns the first half of the SHA-256 of a part in hex. It is also the key of the part in a [Cache], so a kept
// part can be checked without its site.
func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:hashSize])
}

// manifestShape is the manifest as JSON. Files have no names in it, as a name follows from metric and class.
type manifestShape struct {
	Format  string       `json:"format"`
	Version int          `json:"version"`
	Tables  []tableShape `json:"tables"`
}

type tableShape struct {
	Metric    string `json:"metric"` // in lower case
	Class     string `json:"class"`
	Bytes     int64  `json:"bytes"`
	SHA256    string `json:"sha256"`    // of the file
	PartBytes int64  `json:"partBytes"` // of all parts, except a shorter last one
	Parts     []byte `json:"parts"`     // the first 16 bytes of the SHA-256 of each part
}

// A manifest has the files of a site by their paths.
type manifest map[string]*file

// A file is the file of a table on a site.
type file struct {
	class    material.Class
	path     string
	size     int64
	sum      known.Sum // of all of it
	partSize int64
	hashes   []string
	proven   bool // the hashes are known to be right
}

// folderOf returns the folder of a metric's tables on a site: as in a home, "" for the default metric.
func folderOf(metric *value.Metric) string {
	if metric.IsDefault() {
		return ""
	}
	return strings.ToLower(metric.Name())
}

// pathOf returns the path of a table's file on a site.
func pathOf(metric *value.Metric, class material.Class) string {
	name := class.String() + store.FileExt
	if metric.IsDefault() {
		return name
	}
	return folderOf(metric) + "/" + name
}

// partSizeFor returns the size of the parts of a file, in bytes.
func partSizeFor(size int64) int64 {
	part := int64(minPart)
	for part < maxPart && size > manyParts*part {
		part *= 2
	}
	return part
}

func partsOf(size, partSize int64) int64 { return (size + partSize - 1) / partSize }

// readManifest reads a manifest and checks all of it. Tables of unknown metrics are left out.
func readManifest(b []byte) (manifest, error) {
	var shape manifestShape
	err := json.Unmarshal(b, &shape) // also reads the version of a manifest with other types
	switch {
	case shape.Format == manifestFormat && shape.Version > manifestVersion:
		return nil, &Error{Code: Newer}
	case err == nil && (shape.Format != manifestFormat || shape.Version < 1):
		err = errOtherFile
	}
	if err != nil {
		return nil, &Error{Code: Damaged, Err: err}
	}
	m := manifest{}
	for i := range shape.Tables {
		t := &shape.Tables[i]
		metric, err := value.MetricNamed(strings.ToUpper(t.Metric))
		if err != nil {
			continue
		}
		f := t.file(metric)
		if f == nil || m[f.path] != nil {
			return nil, &Error{Code: Damaged, Err: store.Named(t.Class, errEntry)}
		}
		if err := known.Check(metric, t.Class, f.sum); err != nil {
			return nil, &Error{Code: Changed, Err: store.Named(t.Class, err)}
		}
		if f.partSize == partSizeFor(f.size) { // sums are only known for these parts
			if f.proven, err = known.CheckParts(metric, t.Class, sha256.Sum256(t.Parts)); err != nil {
				return nil, &Error{Code: Changed, Err: store.Named(t.Class, err)}
			}
		}
		m[f.path] = f
	}
	return m, nil
}

// file returns the file of a table, or nil if its entry is wrong.
func (t *tableShape) file(metric *value.Metric) *file {
	class, err := material.Parse(t.Class)
	isPower := t.PartBytes&(t.PartBytes-1) == 0
	if err != nil || class.String() != t.Class || t.Bytes < 1 || t.Bytes > maxBytes ||
		t.PartBytes < minPart || t.PartBytes > maxPart || !isPower || len(t.SHA256) != 2*sha256.Size ||
		int64(len(t.Parts)) != hashSize*partsOf(t.Bytes, t.PartBytes) {
		return nil
	}
	f := &file{class: class, path: pathOf(metric, class), size: t.Bytes, partSize: t.PartBytes}
	if _, err := hex.Decode(f.sum[:], []byte(t.SHA256)); err != nil {
		return nil
	}
	for b := t.Parts; len(b) > 0; b = b[hashSize:] {
		f.hashes = append(f.hashes, hex.EncodeToString(b[:hashSize]))
	}
	return f
}

var (
	errOtherFile = errors.New("it is another file")
	errEntry     = errors.New("its entry is wrong, or there twice")
)
