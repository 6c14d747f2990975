package main

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/format"
	"github.com/matewright/matewright/core/known"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/tables34"
)

// TestShipped checks the shipped tables. All classes with three and four men have one, with and without castling
// rights. Each has the known bytes and is compact, unless it has castling rights.
func TestShipped(t *testing.T) {
	want := map[string]bool{}
	for _, class := range material.WithCastling(material.UpTo(4)...) {
		want[class.String()] = true
	}
	for _, metric := range []*value.Metric{value.DTM, value.DTZ50} {
		entries, err := fs.ReadDir(tables34.Files, strings.ToLower(metric.Name()))
		if err != nil || len(entries) != len(want) {
			t.Fatalf("%d tables of %s, want %d: %v", len(entries), metric.Name(), len(want), err)
		}
		for _, e := range entries {
			file, err := fs.ReadFile(tables34.Files, path.Join(strings.ToLower(metric.Name()), e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			table, err := store.OpenFile(bytes.NewReader(file), int64(len(file)))
			if err != nil {
				t.Fatal(err)
			}
			header, _, err := (format.Params{}).Decode(table.Header(), table.Size())
			if err != nil {
				t.Fatal(err)
			}
			name := header.Class.String()
			if e.Name() != name+store.FileExt || !want[name] || header.Metric != metric {
				t.Errorf("%s has %s of %s", e.Name(), name, header.Metric.Name())
			}
			if compact := header.Sides != format.BothSides; compact != (header.Class.Rights() == 0) {
				t.Errorf("%s of %s is compact: %t", name, metric.Name(), compact)
			}
			sum, err := store.Sum(t.Context(), table)
			if err == nil {
				err = known.Check(metric, name, sum)
			}
			if err != nil {
				t.Errorf("%s of %s: %v", name, metric.Name(), err)
			}
		}
	}
}

// TestWithoutDirectory checks that positions of three and four men are answered on a fresh machine, and that a named
// directory has only its own tables.
func TestWithoutDirectory(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("MATEWRIGHT_DIR", "")
	const rook = "8/8/8/8/2k5/8/4R3/1K6 b - - 0 1"
	const mate = `White mates in 15 \(30 plies\), a capture, pawn move or mate within 30 plies\n`
	matewright(t, "", "probe", rook).want(t, 0, mate+`(.*\n)+`, "")
	const pawn = "8/8/4k3/8/8/3N4/4P3/4K3 w - - 0 1"
	matewright(t, "", "line", pawn).want(t, 0, `White mates in 17 \(33 plies\).*\n1\. Kd2 .*#\n`, "")
	matewright(t, "", "prove", pawn).want(t, 0, `White wins.*\n(.*\n)*`, "")
	const castling = "4k2r/8/8/8/8/8/8/4K2Q b k - 0 1"
	matewright(t, "", "probe", castling).want(t, 0, `Black mates in 15 .*\n(.*\n)*  O-O .*\n(.*\n)+`, "")
	if entries, err := os.ReadDir(home); err != nil || len(entries) > 0 {
		t.Errorf("the home has %v, %v", entries, err)
	}
	matewright(t, "", "build", "KQvK").want(t, 0, `KQvK +8\.2 KiB .*\n1 tables, .*\n`, "")
	matewright(t, "", "list").want(t, 0, `KQvK +8\.2 KiB .*\n.*\n1 tables, .*\n`, "")
	matewright(t, "", "probe", rook, "--dir", t.TempDir()).
		want(t, 1, "", `matewright: the table of KRvK is missing\nBuild the missing tables with: .* KRvK\n`)
}
