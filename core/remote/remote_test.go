package remote_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/remote"
	"github.com/matewright/matewright/core/remote/overhttp"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
)

// published returns a directory with the tables of all classes of three men and KRvKB, and their manifest.
func published(t *testing.T) string {
	t.Helper()
	tables := tabletest.Built(t, "KRvKB", "KPvK")
	dir := t.TempDir()
	for _, name := range tabletest.Names(t, tables) {
		table, err := library.Open(t.Context(), tables, tabletest.Classes(t, name)[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Export(t.Context(), store.NewFileStore(dir)); err != nil {
			t.Fatal(err)
		}
		table.Close()
	}
	if _, _, err := remote.Publish(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// server has the files of a directory, and notes the requests.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	ranges []string // of the requests; "" for a whole file
}

func serve(t *testing.T, handler http.Handler) *server {
	t.Helper()
	s := new(server)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.ranges = append(s.ranges, r.URL.Path+" "+r.Header.Get("Range"))
		s.mu.Unlock()
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.ranges)
}

// kept is a cache in memory.
type kept struct {
	mu    sync.Mutex
	parts map[string][]byte
}

func newKept() *kept { return &kept{parts: map[string][]byte{}} }

func (k *kept) Get(_ context.Context, key string) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.parts[key]
}

func (k *kept) Put(_ context.Context, key string, b []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.parts[key] = b
}

// a visit has a prober whose own store is empty.
type visit struct {
	site   *remote.Site
	prober *probe.Prober
}

func visitTo(t *testing.T, address string, cache remote.Cache) *visit {
	t.Helper()
	fetcher, err := overhttp.New(address)
	if err != nil {
		t.Fatal(err)
	}
	site := remote.NewSite(address, fetcher, cache)
	return &visit{site, probe.New(site.Beside(store.NewMemStore(), value.Default()))}
}

// someTime is when files were last changed.
var someTime = time.Unix(1e9, 0)

var fens = []string{
	"8/8/8/8/2b5/k7/8/K1R5 w - - 0 1",
	"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
	"8/8/8/4k3/8/8/8/KR6 b - - 0 1",
}

func (v *visit) probe(t *testing.T, fen string) (*probe.Result, error) {
	p := tabletest.Position(t, fen)
	return remote.Answer(v.site, v.prober.Forget, func() (*probe.Result, error) {
		return v.prober.Probe(t.Context(), p)
	})
}

// TestSite checks that answers by a site equal those of a store. Nothing is requested twice, and kept parts answer
// without the server.
func TestSite(t *testing.T) {
	dir := published(t)
	s := serve(t, http.FileServer(http.Dir(dir)))
	want := probe.New(store.NewFileStore(dir))
	cache := newKept()
	first := visitTo(t, s.URL, cache)
	for _, fen := range fens {
		p := tabletest.Position(t, fen)
		expected, err := want.Probe(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := first.probe(t, fen)
		if err != nil || !reflect.DeepEqual(got, expected) {
			t.Errorf("%s: %v, %v", fen, got, err)
		}
	}
	for i, class := range tabletest.Classes(t, "KRvKB", "KQvKQ") {
		if first.site.Opened(class) != (i == 0) {
			t.Errorf("%v was opened: %v", class, i > 0)
		}
	}
	s.mu.Lock()
	ranges := slices.Clone(s.ranges)
	s.mu.Unlock()
	if again := slices.Compact(slices.Sorted(slices.Values(ranges))); len(again) != len(ranges) {
		t.Errorf("some were requested again: %q", ranges)
	}
	s.Close()
	second := visitTo(t, s.URL, cache)
	for _, fen := range fens {
		if _, err := second.probe(t, fen); err != nil {
			t.Errorf("without the server: %s: %v", fen, err)
		}
	}
}

// TestJoined probes at the same time with several libraries of one site. Nothing is requested twice.
func TestJoined(t *testing.T) {
	s := serve(t, http.FileServer(http.Dir(published(t))))
	first := visitTo(t, s.URL, newKept())
	var all sync.WaitGroup
	for i := range 12 {
		v := &visit{first.site, probe.New(first.site.Beside(store.NewMemStore(), value.Default()))}
		all.Go(func() {
			if _, err := v.probe(t, fens[i%len(fens)]); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	slices.Sort(s.ranges)
	if again := slices.Compact(slices.Clone(s.ranges)); len(s.ranges) < 5 || len(again) != len(s.ranges) {
		t.Errorf("%d requests, and %d different ones: %q", len(s.ranges), len(again), s.ranges)
	}
}

// TestForged visits a server with other bytes of a table. Their parts have the hashes of the manifest, and it has the
// right SHA-256 of the whole file. Known sums of the parts refuse that. With parts of another size, nothing proves a
// table, and the site reports that.
func TestForged(t *testing.T) {
	dir := published(t)
	manifest, err := os.ReadFile(filepath.Join(dir, remote.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile(filepath.Join(dir, "KRvK.mwt"))
	if err != nil {
		t.Fatal(err)
	}
	forged := flipped(table)
	hash := func(b []byte) string {
		sum := sha256.Sum256(b)
		return `"parts":"` + base64.StdEncoding.EncodeToString(sum[:sha256.Size/2])
	}
	for name, c := range map[string]struct {
		table    []byte
		old, new string // in the manifest
		fault    bool
		trusted  bool
	}{
		"right":       {table, "", "", false, false},
		"other parts": {table, `"partBytes":16384,` + hash(table), `"partBytes":32768,` + hash(table), false, true},
		"forged":      {forged, hash(table), hash(forged), true, false},
	} {
		if c.old != "" && !strings.Contains(string(manifest), c.old) {
			t.Fatalf("%s: the manifest has no %s", name, c.old)
		}
		s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case strings.HasSuffix(r.URL.Path, remote.ManifestName):
				w.Write([]byte(strings.Replace(string(manifest), c.old, c.new, 1)))
			case strings.HasSuffix(r.URL.Path, "/KRvK.mwt"):
				http.ServeContent(w, r, "", someTime, bytes.NewReader(c.table))
			default:
				http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
			}
		}))
		v := visitTo(t, s.URL, newKept())
		_, err := v.probe(t, fens[2])
		fault := v.site.Fault()
		if (err != nil) != c.fault || (fault != nil) != c.fault || fault != nil && fault.Code != remote.Changed {
			t.Errorf("%s: %v, and the fault is %v", name, err, fault)
		}
		if got := v.site.Trusted(tabletest.Classes(t, "KRvK")[0]); got != c.trusted {
			t.Errorf("%s: only the server vouches: %t", name, got)
		}
	}
}

// flipped returns other bytes of the same length.
func flipped(b []byte) []byte {
	b = bytes.Clone(b)
	b[len(b)/2] ^= 1
	return b
}

// TestFaults visits servers with faults. Each is reported, and then the site has no tables for a while. Long because it
// lists the faults.
func TestFaults(t *testing.T) {
	dir := published(t)
	files := http.FileServer(http.Dir(dir))
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	manifest := read(remote.ManifestName)
	sum := regexp.MustCompile(`"sha256":"..`)
	isManifest := func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, remote.ManifestName) }
	instead := func(b []byte) http.HandlerFunc { // of the manifest
		return func(w http.ResponseWriter, r *http.Request) {
			if isManifest(r) {
				w.Write(b)
				return
			}
			files.ServeHTTP(w, r)
		}
	}
	changed := func(old, new string) http.HandlerFunc {
		return instead(bytes.Replace(manifest, []byte(old), []byte(new), 1))
	}
	tables := func(handle http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if isManifest(r) {
				files.ServeHTTP(w, r)
				return
			}
			handle(w, r)
		}
	}
	for name, fault := range map[string]struct {
		handler http.HandlerFunc
		code    remote.Code
	}{
		"gone":            {http.NotFound, remote.Gone},
		"tables gone":     {tables(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(503) }), remote.Gone},
		"other file":      {instead([]byte("<!doctype html>")), remote.Damaged},
		"cut manifest":    {instead(manifest[:len(manifest)/2]), remote.Damaged},
		"huge manifest":   {instead(make([]byte, 17<<20)), remote.Damaged},
		"later version":   {changed(`"version":1`, `"version":2`), remote.Newer},
		"path":            {changed(`"class":"KRvK"`, `"class":"../../KRvK"`), remote.Damaged},
		"twice":           {changed(`"class":"KRvK"`, `"class":"KRvKB"`), remote.Changed},
		"no bytes":        {changed(`"bytes":`, `"bytes":-`), remote.Damaged},
		"many bytes":      {changed(`"bytes":`, `"bytes":9999999`), remote.Damaged},
		"large part":      {changed(`"partBytes":16384`, `"partBytes":1099511627776`), remote.Damaged},
		"odd part":        {changed(`"partBytes":16384`, `"partBytes":16385`), remote.Damaged},
		"no part":         {changed(`"partBytes":16384`, `"partBytes":0`), remote.Damaged},
		"other whole sum": {instead(sum.ReplaceAll(manifest, []byte(`"sha256":"00`))), remote.Changed},
		"short sum":       {changed(`"sha256":"`, `"sha256":"","x":"`), remote.Damaged},
		"other parts":     {changed(`"parts":"`, `"parts":"AAAAAAAAAAAAAAAAAAAAAAAA`), remote.Damaged},
		"other bytes": {tables(func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "", someTime, bytes.NewReader(flipped(read(r.URL.Path))))
		}), remote.Changed},
		"other size": {tables(func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "", someTime, bytes.NewReader(append(read(r.URL.Path), 0)))
		}), remote.Changed},
		"longer": {tables(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusPartialContent)
			w.Write(make([]byte, 8<<20))
		}), remote.Changed},
		"compressed": {tables(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.WriteHeader(http.StatusPartialContent)
			gzip.NewWriter(w).Close()
		}), remote.Compressed},
		"cut off": {tables(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000000")
			w.Write(make([]byte, 100))
		}), remote.Gone},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, fault.handler)
			v := visitTo(t, s.URL, newKept())
			var missing *probe.MissingError
			if r, err := v.probe(t, fens[0]); !errors.As(err, &missing) {
				t.Errorf("the answer is %v, %v", r, err)
			}
			if got := v.site.Fault(); got == nil || got.Code != fault.code || got.Site != s.URL {
				t.Fatalf("the fault is %v, want the code %q", got, fault.code)
			}
			before := s.count()
			v.probe(t, fens[1])
			if s.count() != before {
				t.Error("the site is asked again at once")
			}
		})
	}
}

// TestWhole checks a server without ranges: each file is requested once, and a large one is refused.
func TestWhole(t *testing.T) {
	dir := published(t)
	s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Range")
		http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
	}))
	v := visitTo(t, s.URL, newKept())
	for _, fen := range fens {
		if _, err := v.probe(t, fen); err != nil {
			t.Fatal(err)
		}
	}
	for _, size := range []int64{remote.MostWhole, remote.MostWhole + 1} {
		q := remote.Request{Path: "KRvK.mwt", From: 0, To: 10, Size: size}
		_, err := q.Judge(http.StatusOK, "", "", false)
		if fault := (*remote.Error)(nil); errors.As(err, &fault) != (size > remote.MostWhole) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// TestRenewed checks that new files on a site are read by their new manifest, in place of a kept one.
func TestRenewed(t *testing.T) {
	dir := published(t)
	var mu sync.Mutex
	now := dir
	s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		http.FileServer(http.Dir(now)).ServeHTTP(w, r)
	}))
	cache := newKept()
	small := t.TempDir()
	image, err := os.ReadFile(filepath.Join(dir, "KRvK.mwt"))
	if err == nil {
		err = os.WriteFile(filepath.Join(small, "KRvK.mwt"), image, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := remote.Publish(t.Context(), small); err != nil {
		t.Fatal(err)
	}
	now = small
	if _, err := visitTo(t, s.URL, cache).probe(t, fens[2]); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	now = dir
	mu.Unlock()
	v := visitTo(t, s.URL, cache)
	if _, err := v.probe(t, fens[0]); err != nil {
		t.Errorf("%v, %v", err, v.site.Fault())
	}
}

// TestBeside checks that tables of the store come before those of the site, and that the site then gets no request.
func TestBeside(t *testing.T) {
	s := serve(t, http.NotFoundHandler())
	fetcher, err := overhttp.New(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	site := remote.NewSite(s.URL, fetcher, newKept())
	prober := probe.New(site.Beside(tabletest.Built(t, "KRvKB"), value.Default()))
	p := tabletest.Position(t, fens[0])
	if _, err := prober.Probe(t.Context(), p); err != nil || s.count() > 0 {
		t.Errorf("%v after %d requests", err, s.count())
	}
}

// FuzzManifest reads manifests of any bytes.
func FuzzManifest(f *testing.F) {
	f.Add([]byte(`{"format":"matewright-site","version":1,"tables":[]}`))
	f.Add([]byte(`{"format":"matewright-site","version":1,"tables":[{"metric":"dtm","class":"KQRvKQR","bytes":1,` +
		`"sha256":"` + strings.Repeat("00", 32) + `","partBytes":16384,"parts":"AAAAAAAAAAAAAAAAAAAAAA=="}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if files, err := remote.ReadManifest(b); err == nil && files > len(b) {
			t.Errorf("%d files in %d bytes", files, len(b))
		}
	})
}
