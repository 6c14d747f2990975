// Package remote reads tables on a web server, by ranges of bytes.
//
// A site has the files of tables, each whole, and a manifest with the hashes of their parts. A part is checked by its
// hash before anything in it is used, and is kept for later. The caller passes the functions that request bytes and
// keep parts, so this package needs neither a network nor a browser.
//
//   - manifest.go has the manifest, and checks it
//   - publish.go writes the manifest of a directory
//   - errors.go has the faults of sites
//   - remote.go has the site, and loads its manifest
//   - parts.go requests, checks and keeps parts
//   - tables.go puts the tables of a site beside those of a store
package remote

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/value"
)

// A Request is one for bytes of a file.
type Request struct {
	Path     string // relative to the site, with slashes
	From, To int64  // the bytes From to To-1 of the file, with From < To
	Size     int64  // of the file in bytes; 0 if it is not known: then the file is wanted whole, with at most To bytes
	Fresh    bool   // the answer must come from the server itself, and not from a cache on the way
}

// IsWhole reports whether the request is for the whole file.
func (q *Request) IsWhole() bool { return q.From == 0 && (q.Size == 0 || q.To == q.Size) }

// A Fetcher requests bytes of a site. Several goroutines may use it at once.
type Fetcher interface {
	// Fetch returns the body of an answer, and whether that is the whole file instead of the range. It judges the
	// answer by [Request.Judge], and reads at most one byte more than [Request.MostBytes]. Errors are of type [*Error].
	Fetch(ctx context.Context, request Request) (body []byte, whole bool, err error)
}

// MostWhole is the size of the largest file that is read whole from a server without ranges, in bytes.
const MostWhole = 4 << 20

// A Cache keeps checked parts and the manifest by a key of letters, digits and hyphens. It may forget them at any time.
// Several goroutines may use it at once.
type Cache interface {
	Get(ctx context.Context, key string) []byte // nil if it is not kept
	Put(ctx context.Context, key string, b []byte)
}

// A Site has the tables on a web server. It requests nothing before the first use. After a fault it pauses: then it has
// no tables for a while. Several goroutines may use it at once.
type Site struct {
	name    string // for people
	key     string // of the manifest in the cache
	fetcher Fetcher
	cache   Cache

	loading  sync.Mutex      // held while the manifest is requested
	mu       sync.Mutex      // guards the fields below
	manifest manifest        // nil before the first use
	isFresh  bool            // the manifest comes from the server, and not from the cache
	fault    *Error          // why the site pauses, or nil
	until    time.Time       // the end of the pause
	whole    bool            // the server has sent a whole file in answer to a range
	opened   map[string]bool // the names of the tables that were read, and whether the server alone vouches for one

	parts *cache.Cache[string, []byte] // checked, by their hash
}

// memoryBytes bounds the parts in memory. It has room for a file that is read whole, and for some more.
const memoryBytes = 16 << 20

// pause is the time after a fault without requests to the site.
const pause = 30 * time.Second

// NewSite returns a site, given its name for people, such as its address.
func NewSite(name string, fetcher Fetcher, kept Cache) *Site {
	s := &Site{
		name:    name,
		key:     "manifest-" + hashOf([]byte(name)),
		fetcher: fetcher,
		cache:   kept,
		opened:  map[string]bool{},
		parts:   cache.New[string, []byte](),
	}
	s.parts.Limit(memoryBytes)
	return s
}

// Name returns the name for people.
func (s *Site) Name() string { return s.name }

// find returns the file of a table, or nil if the site does not have it. A manifest from the cache may be old, so a
// table that it lacks is looked up in a fresh one.
func (s *Site) find(ctx context.Context, metric *value.Metric, class material.Class) (*file, error) {
	for _, fresh := range []bool{false, true} {
		m, err := s.load(ctx, fresh)
		if err != nil {
			return nil, err
		}
		if f := m[pathOf(metric, class)]; f != nil {
			return f, nil
		}
	}
	return nil, nil
}

// load returns the manifest. If fresh is set, it comes from the server in this session. Offline it is the kept one.
func (s *Site) load(ctx context.Context, fresh bool) (manifest, error) {
	s.loading.Lock()
	defer s.loading.Unlock()
	m, isFresh := s.set(nil, false)
	if m == nil && !fresh {
		m, _ = readManifest(s.cache.Get(ctx, s.key))
		s.set(m, false)
	}
	if m != nil && (isFresh || !fresh) {
		return m, nil
	}
	body, _, err := s.fetcher.Fetch(ctx, Request{Path: ManifestName, To: maxManifest, Fresh: true})
	if m == nil || ctx.Err() != nil || codeOf(err) != Gone {
		if err == nil {
			m, err = readManifest(body[:min(len(body), maxManifest)])
		}
		if err != nil {
			return nil, s.named(ctx, err)
		}
		s.cache.Put(ctx, s.key, body)
	}
	s.set(m, true)
	return m, nil
}

// set stores a manifest unless it is nil, and returns the one that is stored then.
func (s *Site) set(m manifest, fresh bool) (manifest, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m != nil {
		s.manifest, s.isFresh = m, fresh
	}
	return s.manifest, s.isFresh
}

// fail begins a pause. If the files only differ from a manifest of the cache, a fresh manifest is read instead.
func (s *Site) fail(fault *Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if fault.Code == Changed && s.manifest != nil && !s.isFresh {
		s.manifest = nil
		s.cache.Put(context.Background(), s.key, nil)
		return
	}
	s.fault, s.until, s.manifest, s.isFresh = fault, time.Now().Add(pause), nil, false
}

// Fault returns the reason of the pause, or nil if the site is in use.
func (s *Site) Fault() *Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fault != nil && time.Now().After(s.until) {
		s.fault = nil
	}
	return s.fault
}

// sendsWhole notes, if set, that the server has sent a whole file in answer to a range.
func (s *Site) sendsWhole(set bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.whole = s.whole || set
}

// isWhole reports whether the server sends whole files in answer to ranges.
func (s *Site) isWhole() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.whole
}

// named returns an error of the site with its name. Errors of a context that ended stay as they are.
func (s *Site) named(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	fault := (*Error)(nil)
	if !errors.As(err, &fault) {
		return &Error{s.name, Gone, err}
	}
	return &Error{s.name, fault.Code, fault.Err}
}

// Judge checks an answer to the request by its status and headers, for a [Fetcher]. It reports whether the body is the
// whole file. A header that the fetcher may not see is "". A fetcher that unpacks compressed bodies sets unpacks; no
// fetcher can unpack a range.
func (q *Request) Judge(status int, coding, contentRange string, unpacks bool) (whole bool, err error) {
	const ok, partial = 200, 206
	isCoded := coding != "" && coding != "identity"
	want := fmt.Sprintf("bytes %d-%d/%d", q.From, q.To-1, q.Size)
	code := Code("")
	switch {
	case status != ok && (status != partial || q.IsWhole()):
		code = Gone
	case isCoded && (status == partial || !unpacks):
		code = Compressed
	case q.IsWhole() || status == ok && q.Size <= MostWhole:
		return true, nil
	case status == ok:
		code = NoRanges
	case contentRange == "" || contentRange == want:
		return false, nil
	default:
		code = Changed
	}
	return false, &Error{
		Code: code,
		Err:  fmt.Errorf("%s: status %d, %.20q, %.80q instead of %q", q.Path, status, coding, contentRange, want),
	}
}

// MostBytes returns the length of the longest body that is an answer, in bytes: the whole file, or the range.
func (q *Request) MostBytes(whole bool) int64 {
	switch {
	case !whole || q.Size == 0:
		return q.To - q.From
	case q.IsWhole() || q.Size <= MostWhole:
		return q.Size
	}
	return 0
}
