package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/home"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/kind"
	"github.com/matewright/matewright/core/service"
	"github.com/matewright/matewright/core/store"
	"github.com/matewright/matewright/core/value"
	"github.com/matewright/matewright/core/words"
)

func TestBuild(t *testing.T) {
	tables(t)
	line := func(class string) string {
		return class + ` +[\d.]+ KiB  read in +[\d.]+ s, solved in +[\d.]+ s, stored in +[\d.]+ s, ` +
			`(no wins|longest mate in \d+)\n`
	}
	shared.want(t, 0, line("KQvK")+line("KRvK")+line("KBvK")+line("KNvK")+line("KPvK")+
		`5 tables, 433152 positions, [\d.]+ KiB, read in [\d.]+ s, solved in [\d.]+ s, stored in [\d.]+ s, `+
		`[\d.]+ s in all\n`, "")
	matewright(t, "", "build", "kkp", "--dir", tables(t)).want(t, 0, "5 of 5 tables are already built.\n", "")

	dir := t.TempDir()
	matewright(t, "", "build", "KQvK", "KNvK", "--dir", dir).want(t, 0, `.*2 tables, .*`, "")
	matewright(t, "", "build", "--men", "3", "--dir", dir).want(t, 0,
		`2 of 7 tables are already built.\n.*KRvK-h1 .*5 tables, .*`, "")
	matewright(t, "", "build", "--men", "3", "--no-castling", "--dir", t.TempDir()).want(t, 0, `.*5 tables, .*`, "")
	matewright(t, "", "build", "--rebuild", "--threads", "3", "KQvK", "--dir", dir).want(t, 0,
		line("KQvK")+`1 tables, .*`, "")
	left := filepath.Join(dir, "KQvK.LEFT.mwt-tmp") // by a build that was killed
	if err := os.WriteFile(left, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	t.Setenv("MATEWRIGHT_DIR", dir)
	matewright(t, "", "build", "KPvK").want(t, 0, "5 of 5 tables are already built.\n", "")
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file of a killed build still exists: %v", err)
	}
}

// noLocks are claims on a system without locks.
type noLocks struct{}

func (noLocks) Claim(context.Context, string) (func(), error) { return nil, store.ErrNoLocks }
func (noLocks) Held(context.Context) (bool, error)            { return false, store.ErrNoLocks }

// TestJoinWithoutLocks checks that --join is refused without locks, and that nothing is built.
func TestJoinWithoutLocks(t *testing.T) {
	tables := store.NewMemStore()
	s := &session{
		ctx:    t.Context(),
		kind:   kind.Default(),
		place:  &service.Place{Tables: tables, Claims: noLocks{}},
		dir:    "shared",
		home:   home.Home(t.TempDir()),
		stdout: io.Discard,
		stderr: io.Discard,
	}
	err := (&buildCommand{Classes: []string{"KQvK"}, Join: true}).Run(s)
	want := words.Error("command.build.noLocks", "dir", "shared", "reason", store.ErrNoLocks)
	if err == nil || err.Error() != want.Error() {
		t.Errorf("%v, want %v", err, want)
	}
	if entries, err := tables.List(t.Context()); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestBench checks the form of the output, and that its numbers are possible.
func TestBench(t *testing.T) {
	t.Setenv("MATEWRIGHT_DIR", "")
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	row := func(start string) string { return start + `( +[\d.]+ s){4} +\d+( +[\d.]+ [KM]iB){4}\n` }
	matewright(t, "", "bench", "kpk", "KNvK").want(t, 0, `class +method +positions +solving .*to scratch\n`+
		row(`KPvK +grandfather +196608`)+row(`KNvK +grandfather +59136`)+row(`total +255744`), "")
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("%v is left over, %v", left, err)
	}

	dir := t.TempDir()
	r := matewright(t, "", "bench", "--json", "--threads", "2", "KRvK", "KPvK", "--dir", dir)
	var rows []struct {
		Class          string
		Method         string
		Positions      int64
		SolveSeconds   float64 `json:"solve_seconds"`
		ReadSeconds    float64 `json:"read_seconds"`
		EncodeSeconds  float64 `json:"encode_seconds"`
		ElapsedSeconds float64 `json:"elapsed_seconds"`
		PeakBytes      int64   `json:"peak_bytes"`
		StoredBytes    int64   `json:"stored_bytes"`
	}
	if err := json.Unmarshal([]byte(r.stdout), &rows); err != nil || r.code != 0 || len(rows) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	for i, class := range []string{"KRvK", "KPvK"} {
		file, err := os.Stat(filepath.Join(dir, class+".mwt"))
		if err != nil {
			t.Fatal(err)
		}
		if m := rows[i]; m.Class != class || m.Method != "grandfather" || m.Positions < 59136 || m.SolveSeconds <= 0 ||
			(m.ReadSeconds > 0) != (class == "KPvK") || m.ReadSeconds > m.SolveSeconds || m.EncodeSeconds <= 0 ||
			m.ElapsedSeconds <= 0 || m.PeakBytes < m.Positions || m.StoredBytes <= 0 || m.StoredBytes > file.Size() {
			t.Errorf("%+v", m)
		}
	}
	matewright(t, "", "bench", "--json", "KQvK", "--dir", filepath.Join(dir, "KRvK.mwt")).want(t, 1,
		`\[\n\]\n`, `matewright: .+\n`)
	matewright(t, "", "list", "--dir", dir).want(t, 0, `.*5 tables, .*`, "")
}

// TestMemoryWatch checks that the watch counts an allocation, by resident memory and by Go's memory.
func TestMemoryWatch(t *testing.T) {
	const size = 64 << 20
	for _, resident := range []bool{true, false} {
		w := watchMemory()
		if !resident && w.resident {
			w.resident = false
			w.stopped.Go(w.sample)
		}
		before := heldOfSystem()
		held := bytes.Repeat([]byte{1}, size)
		if got := w.peak(); got < size || !resident && got < before+size/2 {
			t.Errorf("resident %v: %d bytes at most, %d before", resident, got, before)
		}
		runtime.KeepAlive(held)
	}
}

// TestProbeBuild checks that a position gets only the parts of a table that it can reach, and that the other parts can
// be built later.
func TestProbeBuild(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 6)
	matewright := func(stdin string, args ...string) result {
		t.Helper()
		return matewrightWith(t, tabletest.ParamsOf(l), stdin, args...)
	}
	dir := t.TempDir()
	const fen = "8/8/1P6/8/8/4k3/8/K7 w"
	matewright("", "plan", "--position", fen, "--dir", dir).want(t, 0,
		`8/8/1P6/\S+ w - - 0 1: \d+ positions of 5 tables, 0 more are already built; about \S+ s\n`+
			`  KPvK +2 of 6 parts\n  whole +KQvK KRvK KBvK KNvK\n`, "")
	matewright("", "plan", "--position", fen, "--json", "--dir", dir).want(t, 0,
		`.*"class": "KPvK",\s+"parts": \[\s+1,\s+2\s+\],\s+"of": 6,.*`, "")
	for range 2 {
		matewright("", "probe", "--build", fen, "--dir", dir).want(t, 0,
			`White mates in .*`, `(White wins \(proven\)\. .*)?`)
		matewright("", "list", "--dir", dir).want(t, 0, `.*4 tables, \S+ KiB\nKPvK +2 of 6 parts are finished\n`, "")
	}
	matewright("", "plan", "--position", fen, "--dir", dir).want(t, 0, `.*: all needed tables are already built\n`, "")
	matewright("", "probe", "8/1P6/8/8/8/4k3/8/K7 w", "--dir", dir).want(t, 0, `White mates in .*`, "")
	matewright("", "probe", "8/8/8/8/8/4k3/1P6/K7 w", "--dir", dir).want(t, 1,
		"", `matewright: the table of KPvK is missing.*`)
	matewright("", "verify", "KPvK", "--dir", dir).want(t, 1, "", `matewright: the table of KPvK is missing.*`)
	matewright("", "build", "KPvK", "--dir", dir).want(t, 0,
		`4 of 5 tables are already built.\nKPvK .*1 tables, .*`, "")
	matewright("", "verify", "all", "--dir", dir).want(t, 0, `.*5 tables are right.*`, "")
	matewright("", "probe", "--build", "7k/8/8/8/8/8/QRBNN3/K7 w", "--dir", dir).want(t, 1,
		"", `matewright: this position has 7 men, and tables go up to 6\n`)
	matewright("", "probe", "--build", "8/8/8/3k4/8/8/PPPPP3/K7 w", "--dir", dir).want(t, 1,
		"", `matewright: this position has 7 men, and tables go up to 6\n.* ending --keep .*`)
}

// TestParts checks that an unfinished table of several units is listed, and that the build resumes with the missing
// units.
func TestParts(t *testing.T) {
	l := tabletest.Layout(t, "KPvK")
	tabletest.SmallGroups(t, l, 6)
	matewright := func(stdin string, args ...string) result {
		t.Helper()
		return matewrightWith(t, tabletest.ParamsOf(l), stdin, args...)
	}
	dir := t.TempDir()
	matewright("", "build", "KPvK", "--dir", dir).want(t, 0, `.*5 tables, .*`, "")
	whole := matewright("", "list", "--dir", dir)
	whole.want(t, 0, `.*KPvK +\S+ KiB  longest mate in 28\n.*5 tables, \S+ KiB\n`, "")
	for _, unit := range []string{"2", "5"} {
		if err := os.Remove(filepath.Join(dir, "KPvKunit"+unit+".mwt")); err != nil {
			t.Fatal(err)
		}
	}
	matewright("", "list", "--dir", dir).want(t, 0, `.*4 tables, \S+ KiB\nKPvK +4 of 6 parts are finished\n`, "")
	matewright("", "probe", "8/8/8/k7/8/8/P7/K7 w - -", "--dir", dir).
		want(t, 1, "", `.*Build the missing tables with: .*`)
	matewright("", "build", "KPvK", "--dir", dir).want(t, 0,
		`4 of 5 tables are already built.\nKPvK .*1 tables, .*`, "")
	if got := matewright("", "list", "--dir", dir); got != whole {
		t.Errorf("%v instead of %v", got, whole)
	}
	matewright("", "verify", "all", "--dir", dir).want(t, 0, `.*5 tables are right.*`, "")
}

// TestDiscard checks that a checkpoint is listed, and can be deleted.
func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	files, err := home.Home(dir).Checkpoints(value.DTM).Open("KQvKR-0")
	if err != nil {
		t.Fatal(err)
	}
	record := &checkpoint.Record{
		Of:    checkpoint.Work{Class: "KQvKR", Method: "half-cycles"},
		Ply:   12,
		Saved: 1_795_000_000_000,
	}
	if err := errors.Join(checkpoint.Write(files.Record, record), files.Close()); err != nil {
		t.Fatal(err)
	}
	matewright(t, "", "list", "--dir", dir).want(t, 0,
		`0 tables, .*\nKQvKR +[\d.]+ KiB  not finished, at ply 12, saved 2026-11-\d\d \d\d:\d\d\n`, "")
	matewright(t, "", "list", "--json", "--dir", dir).want(t, 0, `(?s).*"bytes": \d+,\s+"ply": 12,\s+"saved": .*`, "")
	matewright(t, "", "discard", "KRvKQ", "--dir", dir).want(t, 0, `KQvKR +[\d.]+ KiB  discarded\n`, "")
	matewright(t, "", "discard", "KQvKR", "--dir", dir).want(t, 1, "", `.*nothing was saved of KQvKR\n`)
	matewright(t, "", "list", "--dir", dir).want(t, 0, `0 tables, .*\n`, "")
}

// TestDiscardByClock checks this for a checkpoint of a DTM50 table, which counts slices.
func TestDiscardByClock(t *testing.T) {
	dir := t.TempDir()
	files, err := home.Home(dir).Checkpoints(kind.ByClock).Open("KRPvKR-0")
	if err != nil {
		t.Fatal(err)
	}
	record := &checkpoint.Record{
		Of:    checkpoint.Work{Class: "KRPvKR", Metric: kind.ByClock.Name()},
		Ply:   12,
		Saved: 1_795_000_000_000,
	}
	if err := errors.Join(checkpoint.Write(files.Record, record), files.Close()); err != nil {
		t.Fatal(err)
	}
	matewright(t, "", "list", "--metric", "dtm50", "--dir", dir).want(t, 0,
		`0 tables, .*\nKRPvKR +[\d.]+ KiB  not finished, at 12 of 24 slices, saved 2026-11-\d\d \d\d:\d\d\n`, "")
	matewright(t, "", "list", "--json", "--metric", "dtm50", "--dir", dir).want(t, 0,
		`(?s).*"bytes": \d+,\s+"slices": 12,\s+"saved": .*`, "")
	matewright(t, "", "discard", "KRPvKR", "--metric", "dtm50", "--dir", dir).want(t, 0,
		`KRPvKR +[\d.]+ KiB  discarded\n`, "")
}
