//go:build js && wasm && check

package main

import (
	"bytes"
	"errors"
	"syscall/js"
	"testing"

	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/syzygy/testdata"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
	"github.com/matewright/matewright/indexeddb"
)

// chosenFile returns a file as a user chooses it.
func chosenFile(name string, data []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return js.Global().Get("File").New([]any{array}, name)
}

// syzygyFile returns a file of the tests of core/syzygy.
func syzygyFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := testdata.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// useFiles makes an engine use files as a page does.
func useFiles(t *testing.T, e *engine, list ...any) *syzygyShape {
	t.Helper()
	files, err := fromJS[indexeddb.Files](js.ValueOf(list))
	if err != nil {
		t.Fatal(err)
	}
	shape, err := e.useSyzygy(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	return shape
}

// flipped returns bytes with another one in the middle of those of values.
func flipped(data []byte) []byte {
	data = bytes.Clone(data)
	data[len(data)-200] ^= 16
	return data
}

const (
	queenFEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
	sevenFEN = "4k3/8/8/8/8/8/5P2/KQRBN3 w - - 0 1"
)

// TestSyzygy checks that Syzygy files answer with the outcomes of tables, and no longer when they are given up.
func TestSyzygy(t *testing.T) {
	e, tables := engineWith(t), engineWith(t, "KQvK")
	wdl, dtz := syzygyFile(t, "KQvK.rtbw"), syzygyFile(t, "KQvK.rtbz")
	list := []any{
		chosenFile("KQvK.rtbw", wdl), chosenFile("KQvK.rtbz", dtz),
		chosenFile("KQvK.rtbz", nil), chosenFile("README.txt", wdl), // ignored
	}
	shape := useFiles(t, e, list...)
	if size := int64(len(wdl) + len(dtz)); shape.Files != 2 || shape.Men != 3 || shape.Bytes != size ||
		len(shape.Refused) > 0 {
		t.Fatalf("%+v, want 2 files of %d bytes", shape, size)
	}
	for _, fen := range []string{queenFEN, "8/8/8/3k4/8/8/8/KQ6 b - - 0 1", "8/8/8/8/8/8/2k5/KQ6 b - - 0 1"} {
		request := positionRequest{FEN: fen}
		r, err := e.probe(t.Context(), request)
		if err != nil {
			t.Fatal(fen, err)
		}
		want, err := tables.probe(t.Context(), request)
		if err != nil {
			t.Fatal(fen, err)
		}
		if !r.Syzygy || want.Syzygy || r.Category != want.Category || r.DTM != nil || r.By != dtz50 {
			t.Errorf("%s: %+v, want the category %s", fen, r, want.Category)
		}
	}
	if _, err := e.probe(t.Context(), positionRequest{FEN: sevenFEN}); !errors.As(err, new(*probe.MenError)) {
		t.Errorf("seven men without their files: %v", err)
	}
	if shape := useFiles(t, e); shape.Files != 0 || shape.Men != 0 || shape.Bytes != 0 {
		t.Errorf("%+v, want nothing", shape)
	}
	if _, err := e.probe(t.Context(), positionRequest{FEN: queenFEN}); !errors.Is(err, store.ErrMissing) {
		t.Errorf("without files: %v", err)
	}
}

// TestSyzygyRefused checks that files with faults are named, and that positions are answered as without them: by their
// outcome without the DTZ file.
func TestSyzygyRefused(t *testing.T) {
	wdl, dtz := syzygyFile(t, "KQvK.rtbw"), syzygyFile(t, "KQvK.rtbz")
	for name, c := range map[string]struct {
		wdl, dtz   []byte
		first, key string // the keys of the fault when the files are chosen, and after an answer
	}{
		"foreign":   {[]byte("a text, not a table, that is long enough"), dtz, "core.syzygy.foreign", ""},
		"truncated": {wdl, dtz[:len(dtz)-64], "core.syzygy.truncated", ""},
		"renamed":   {syzygyFile(t, "KRvK.rtbw"), dtz, "core.syzygy.renamed", ""},
		"damaged":   {wdl, flipped(dtz), "", "core.syzygy.checksum"},
	} {
		t.Run(name, func(t *testing.T) {
			e := engineWith(t)
			shape := useFiles(t, e, chosenFile("KQvK.rtbw", c.wdl), chosenFile("KQvK.rtbz", c.dtz))
			if c.first != "" && (len(shape.Refused) != 1 || shape.Files != 1 || reasonOf(shape) != c.first) {
				t.Errorf("%+v, want one file and %s", shape, c.first)
			}
			var reported []*syzygyShape
			var verdict *probeShape
			_, err := e.answer(t.Context(), positionRequest{FEN: queenFEN}, func(a answerShape) {
				if a.Syzygy != nil {
					reported = append(reported, a.Syzygy)
				}
				if a.Line != nil {
					t.Errorf("there is a line: %+v", a.Line)
				}
				verdict = a.Verdict
			})
			if missing := (*probe.MissingError)(nil); bytes.Equal(c.wdl, wdl) {
				if err != nil || verdict == nil || verdict.Category != value.WinCategory || verdict.DTZ != nil ||
					!verdict.Unordered {
					t.Errorf("the answer is %+v, %v", verdict, err)
				}
			} else if !errors.As(err, &missing) || len(missing.Missing) != 1 {
				t.Errorf("the answer is %v", err)
			}
			if c.key == "" {
				if len(reported) > 0 {
					t.Errorf("there are %d reports", len(reported))
				}
			} else if len(reported) != 1 || reported[0].Files != 1 || reasonOf(reported[0]) != c.key {
				t.Errorf("the reports are %+v", reported)
			}
		})
	}
}

// reasonOf returns the key of the reason of the first refusal.
func reasonOf(shape *syzygyShape) string {
	reason, _ := shape.Refused[0].Said.Values["reason"].(words.Message)
	return reason.Key
}

// TestSyzygyOfMetrics checks that other tables come first.
func TestSyzygyOfMetrics(t *testing.T) {
	e := engineWith(t, "KQvK")
	useFiles(t, e, chosenFile("KQvK.rtbw", syzygyFile(t, "KQvK.rtbw")),
		chosenFile("KQvK.rtbz", syzygyFile(t, "KQvK.rtbz")))
	r, err := e.probe(t.Context(), positionRequest{FEN: queenFEN})
	if err != nil {
		t.Fatal(err)
	}
	if r.By != nameOf(value.DTM) || r.DTM == nil || r.DTZ == nil || !r.Syzygy {
		t.Errorf("%+v, want DTM with the DTZ of files", r)
	}
}
