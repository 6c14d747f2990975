package serve_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/internal/endingtest"
	"github.com/matewright/matewright/core/lichess"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/serve"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy"
	"github.com/matewright/matewright/core/value"
)

// TestEndings answers a position without tables from a stored ending. Those that it lacks are refused as before.
func TestEndings(t *testing.T) {
	const lost = "8/8/8/8/1p6/2k5/p7/K7 w - - 0 1"
	h := handler(t, serve.Settings{Endings: endingtest.Shelf(t, endingtest.Locked, lost)})
	w := get(h, "/standard?dtc=always&fen="+url.QueryEscape(endingtest.Locked))
	var answer lichess.Answer
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d, %v: %s", w.Code, err, w.Body)
	}
	if answer.FEN != endingtest.Locked || answer.Category != value.DrawCategory || answer.Low != value.DrawCategory ||
		len(answer.Moves) != 5 || len(answer.Endings) != 1 {
		t.Errorf("%+v", answer)
	}
	w = get(h, "/standard?fen="+url.QueryEscape(lost))
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || answer.High != value.LossCategory {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if answer.Plies == 0 || answer.Moves[0].Plies != answer.Plies || answer.DTM != nil || answer.Mate.Most != 0 {
		t.Errorf("%+v", answer)
	}
	for _, target := range []string{"/standard?fen=4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/R3K3", "/standard?fen=" + missing} {
		if w := get(h, strings.ReplaceAll(target, " ", "_")); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d, %s", target, w.Code, w.Body)
		}
	}
}

// TestSyzygyDamaged checks that clients do not learn the directory of a damaged file. After it was replaced, it is read
// again.
func TestSyzygyDamaged(t *testing.T) {
	dir := t.TempDir()
	copyFile := func(name string, damage bool) {
		t.Helper()
		b, err := os.ReadFile(filepath.Join("../syzygy/testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if damage {
			b = b[:len(b)-64]
		}
		if err := os.WriteFile(filepath.Join(dir, "new"), b, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(dir, "new"), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	copyFile("KQvK.rtbw", false)
	copyFile("KQvK.rtbz", true)
	files, err := syzygy.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	prober := probe.New(store.NewMemStore()).WithSyzygy(files)
	const question = "/standard?fen=8/8/8/8/8/2k5/8/K6Q_w_-_-_0_1"
	w := get(handler(t, serve.Settings{Prober: prober}), question)
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "KQvK.rtbz") ||
		strings.Contains(w.Body.String(), dir) {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	copyFile("KQvK.rtbz", false)
	if w := get(handler(t, serve.Settings{Prober: prober}), question); w.Code != http.StatusOK {
		t.Errorf("after the repair %d: %s", w.Code, w.Body)
	}
}

// TestSyzygyWithoutPlies answers with the outcome if DTZ files are missing, and has no line then.
func TestSyzygyWithoutPlies(t *testing.T) {
	dir := t.TempDir()
	b, err := os.ReadFile("../syzygy/testdata/KQvK.rtbw")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "KQvK.rtbw"), b, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	files, err := syzygy.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	prober := func() *probe.Prober { return probe.New(store.NewMemStore()).WithSyzygy(files) }
	h := handler(t, serve.Settings{Prober: prober(), Lines: prober()})
	w := get(h, "/standard?fen=8/8/8/8/8/2k5/8/K6Q_w_-_-_0_1")
	var answer lichess.Answer
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d, %v: %s", w.Code, err, w.Body)
	}
	if answer.Category != value.WinCategory || answer.DTZ != nil || answer.PreciseDTZ != nil || !answer.Syzygy {
		t.Errorf("%+v", answer.Position)
	}
	if w := get(h, "/standard/mainline?fen=8/8/8/8/8/2k5/8/K6Q_w_-_-_0_1"); w.Code != http.StatusNotFound ||
		!strings.Contains(w.Body.String(), "KQvK.rtbz") {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
}

// TestSyzygy answers positions without tables from Syzygy files. The DTZ of a king and a queen is rounded there.
func TestSyzygy(t *testing.T) {
	files, err := syzygy.Open("../syzygy/testdata")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	prober := func() *probe.Prober { return probe.New(store.NewMemStore()).WithSyzygy(files) }
	h := handler(t, serve.Settings{Prober: prober(), Lines: prober()})
	for _, path := range []string{"/standard", "/standard/mainline"} {
		w := get(h, path+"?fen=8/8/8/8/8/2k5/8/K6Q_w_-_-_0_1")
		var answer struct {
			DTZ     int  `json:"dtz"`
			Precise *int `json:"precise_dtz"`
			Syzygy  bool `json:"syzygy"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%d, %v: %s", w.Code, err, w.Body)
		}
		if !answer.Syzygy || answer.DTZ < 10 || answer.Precise != nil {
			t.Errorf("%s: %s", path, w.Body)
		}
	}
}
