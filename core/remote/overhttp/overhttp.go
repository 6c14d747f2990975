// Package overhttp requests the tables of a site over HTTP. In the page, the browser does that.
package overhttp

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/matewright/matewright/core/remote"
)

// requestTime is the longest time of a request.
const requestTime = 20 * time.Second

// A Fetcher requests files below an address. It implements [remote.Fetcher].
type Fetcher struct {
	base   *url.URL
	client *http.Client
}

// New returns a Fetcher for an address of HTTP or HTTPS.
func New(address string) (*Fetcher, error) {
	base, err := url.Parse(strings.TrimSuffix(address, "/") + "/")
	if err == nil && (base.Scheme != "http" && base.Scheme != "https" || base.Host == "") {
		err = fmt.Errorf("%q is not an address of a web server", address)
	}
	if err != nil {
		return nil, &remote.Error{Site: address, Code: remote.Gone, Err: err}
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true
	return &Fetcher{base, &http.Client{Transport: transport, Timeout: requestTime}}, nil
}

// Fetch implements [remote.Fetcher].
func (f *Fetcher) Fetch(ctx context.Context, q remote.Request) (body []byte, whole bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.base.JoinPath(q.Path).String(), nil)
	if err != nil {
		return nil, false, gone(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	if !q.IsWhole() {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", q.From, q.To-1))
	}
	if q.Fresh {
		request.Header.Set("Cache-Control", "no-cache")
	}
	answer, err := f.client.Do(request)
	if err != nil {
		return nil, false, gone(err)
	}
	defer answer.Body.Close()
	get := answer.Header.Get
	if whole, err = q.Judge(answer.StatusCode, get("Content-Encoding"), get("Content-Range"), false); err != nil {
		return nil, false, err
	}
	body, err = io.ReadAll(io.LimitReader(answer.Body, q.MostBytes(whole)+1)) // one more is an error of the caller
	if err != nil {
		return nil, false, gone(err)
	}
	return body, whole, nil
}

func gone(err error) error { return &remote.Error{Code: remote.Gone, Err: err} }

// A Dir keeps parts as files in a directory. It implements [remote.Cache].
type Dir string

// Get implements [remote.Cache].
func (d Dir) Get(_ context.Context, key string) []byte {
	b, err := os.ReadFile(filepath.Join(string(d), key))
	if err != nil {
		return nil
	}
	return b
}

// Put implements [remote.Cache]. A part that can't be written is not kept. Readers check parts, so half a part does
// no harm.
func (d Dir) Put(_ context.Context, key string, b []byte) {
	if os.MkdirAll(string(d), 0o777) == nil {
		_ = os.WriteFile(filepath.Join(string(d), key), b, 0o666)
	}
}
