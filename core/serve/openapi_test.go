package serve_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"github.com/matewright/matewright/core/serve"
)

// described returns the description of the API that the server sends.
var described = sync.OnceValues(func() (*openapi3.T, error) {
	w := httptest.NewRecorder()
	serve.New(serve.Settings{Log: quiet}).ServeHTTP(w, httptest.NewRequest("GET", "/openapi.json", nil))
	openapi3filter.RegisterBodyDecoder("application/x-ndjson", oneLine)
	doc, err := openapi3.NewLoader().LoadFromData(w.Body.Bytes())
	return doc, err
})

// oneLine decodes the JSON of a line.
func oneLine(
	body io.Reader, _ http.Header, _ *openapi3.SchemaRef, _ openapi3filter.EncodingFn,
) (decoded any, err error) {
	return decoded, json.NewDecoder(body).Decode(&decoded)
}

// conforms returns an error unless a request that was answered, and its answer, are as the API describes them. Methods
// and paths without a description are left out.
func conforms(r *http.Request, body []byte, w *httptest.ResponseRecorder) error {
	doc, err := described()
	if err != nil {
		return err
	}
	path := doc.Paths.Value(r.URL.Path)
	if path == nil || path.GetOperation(r.Method) == nil {
		return nil
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	request := &openapi3filter.RequestValidationInput{
		Request: r, QueryParams: r.URL.Query(), Options: &openapi3filter.Options{SkipSettingDefaults: true},
		Route: &routers.Route{
			Spec: doc, Path: r.URL.Path, PathItem: path, Method: r.Method, Operation: path.GetOperation(r.Method),
		},
	}
	if w.Code == http.StatusOK && r.Header.Get("Content-Type") != "" {
		if err := openapi3filter.ValidateRequest(r.Context(), request); err != nil {
			return fmt.Errorf("%s %s: %w", r.Method, r.URL, err)
		}
	}
	texts := []string{w.Body.String()}
	if w.Header().Get("Content-Type") == "application/x-ndjson" {
		texts = strings.SplitAfter(strings.TrimSuffix(texts[0], "\n"), "\n")
	}
	for _, text := range texts {
		answer := &openapi3filter.ResponseValidationInput{
			RequestValidationInput: request, Status: w.Code, Header: w.Header(),
			Options: &openapi3filter.Options{IncludeResponseStatus: true},
		}
		answer.SetBodyBytes([]byte(text))
		if err := openapi3filter.ValidateResponse(r.Context(), answer); err != nil {
			return fmt.Errorf("%s %s: %d: %w", r.Method, r.URL, w.Code, err)
		}
	}
	return nil
}

// TestOpenAPI checks that the description is valid, names all paths, and finds answers that differ from it. The other
// tests hold all their answers to it.
func TestOpenAPI(t *testing.T) {
	doc, err := described()
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	h := handler(t, serve.Settings{})
	for path := range doc.Paths.Map() {
		if got := get(h, path+"?fen="+url.QueryEscape(promotes)); got.Code != http.StatusOK {
			t.Errorf("%s: %d", path, got.Code)
		}
	}
	good := get(h, "/standard?fen="+url.QueryEscape(promotes))
	for name, spoil := range map[string]func(w *httptest.ResponseRecorder, answer map[string]any){
		"a status": func(w *httptest.ResponseRecorder, _ map[string]any) { w.Code = http.StatusTeapot },
		"a type of content": func(w *httptest.ResponseRecorder, _ map[string]any) {
			w.Header().Set("Content-Type", "text/html")
		},
		"a header":        func(w *httptest.ResponseRecorder, _ map[string]any) { w.Header().Set("Warning", "é") },
		"a missing field": func(_ *httptest.ResponseRecorder, a map[string]any) { delete(a, "dtc") },
		"another field":   func(_ *httptest.ResponseRecorder, a map[string]any) { a["dtx"] = 1 },
		"a type":          func(_ *httptest.ResponseRecorder, a map[string]any) { a["dtm"] = "5" },
		"a word":          func(_ *httptest.ResponseRecorder, a map[string]any) { a["category"] = "won" },
		"half a bound":    func(_ *httptest.ResponseRecorder, a map[string]any) { a["low"] = "win" },
		"a field of a move": func(_ *httptest.ResponseRecorder, a map[string]any) {
			a["moves"].([]any)[0].(map[string]any)["fen"] = promotes
		},
	} {
		var answer map[string]any
		if err := json.Unmarshal(good.Body.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		w.Header().Set("Content-Type", "application/json")
		spoil(w, answer)
		if err := json.NewEncoder(w.Body).Encode(answer); err != nil {
			t.Fatal(err)
		}
		if conforms(httptest.NewRequest("GET", "/standard?fen="+url.QueryEscape(promotes), nil), nil, w) == nil {
			t.Errorf("%s may differ", name)
		}
	}
}
