package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/matewright/matewright/core/format/stats"
	"github.com/matewright/matewright/core/inspect"
)

// TestInspect describes a table, by its class and by its file, and its parts.
func TestInspect(t *testing.T) {
	dir := tables(t)
	const (
		head  = `KQvK, DTM\nkind +table, .*\nsection .* right\n.*\nstatistics .*`
		queen = "8/8/8/3k4/8/8/1Q6/K7 w"
		entry = `\n\nentry \d+ .*\nvalue +win in 15 plies`
		tile  = `\n\ntile \d+ +slice 0, w\n.*\ncoded .*\nentries .*\n`
	)
	file := filepath.Join(dir, "KQvK.mwt")
	matewright(t, "", "inspect", "kqk", "--dir", dir).want(t, 0, head, "")
	matewright(t, "", "inspect", file).want(t, 0, head, "")
	matewright(t, "", "inspect", file, "--metric", "dtm50").want(t, 0, head, "")
	matewright(t, "", "inspect", file, "--no-check").want(t, 0, `.* unchecked\n.*`, "")
	matewright(t, "", "inspect", file, "--tile", "2").want(t, 0, head+tile, "")
	matewright(t, "", "inspect", file, "--fen", queen).want(t, 0, head+entry+tile, "")

	var report stats.Report
	stats := matewright(t, "", "stats", "KQvK", "--json", "--dir", dir)
	if err := json.Unmarshal([]byte(stats.stdout), &report); err != nil {
		t.Fatal(err)
	}
	found := inspection{Table: new(inspect.Table)}
	all := matewright(t, "", "inspect", "KQvK", "--json", "--fen", queen, "--dir", dir)
	if err := json.Unmarshal([]byte(all.stdout), &found); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&report, found.Statistics); diff != "" {
		t.Errorf("its statistics (-want +got):\n%s", diff)
	}
	if plies := found.Entry.Value.Plies; plies == nil || *plies != 15 || found.Tile.Number != found.Entry.Tiles[0] {
		t.Errorf("the entry is %+v, the tile %+v", found.Entry, found.Tile)
	}
}

// TestInspectRefuses inspects files without a table, and damaged ones. The rest of a damaged table is still described.
func TestInspectRefuses(t *testing.T) {
	dir := t.TempDir()
	whole, err := os.ReadFile(filepath.Join(tables(t), "KQvK.mwt"))
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, b []byte) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	notes := write("notes.txt", []byte("KQvK is won."))
	cut := write("cut.mwt", whole[:len(whole)-100])
	flipped := append([]byte(nil), whole...)
	flipped[8] ^= 1 // the first byte of the first tile that has bytes
	write("KQvK.mwt", flipped)
	damaged := write("damaged.mwt", flipped)

	file := filepath.Join(tables(t), "KQvK.mwt")
	const queen, rook = "8/8/8/3k4/8/8/1Q6/K7 w", "8/8/8/3k4/8/8/1R6/K7 w"
	for _, test := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{[]string{notes}, 1, "", `notes\.txt: ` + message("core.import.foreign") + `\n`},
		{[]string{cut}, 1, "", `cut\.mwt: ` + message("core.import.damaged") + `: its end is missing\n`},
		{[]string{damaged}, 1, `.* damaged: 1 of 10 tiles have wrong checksums, the first is tile \d\n.*`,
			`damaged\.mwt: ` + message("core.import.damaged") + `: see the checksums of its sections\n`},
		{[]string{damaged, "--json"}, 1, `\{.*"state": "damaged",.*\}\n`, `damaged\.mwt: .*`},
		{[]string{"KQvK", "--dir", dir}, 1, `KQvK, DTM\n.*`,
			message("core.problem.damaged", "class", "KQvK") + `: .*\nBuild it again with: .* --rebuild KQvK\n`},
		{[]string{"KRvK", "--dir", dir}, 1, "", `the table of KRvK is missing\nBuild it with: .*`},
		{[]string{dir}, 1, "", `.* is not a file\n`},
		{[]string{"nothing"}, 1, "", `"nothing" is not a material class: .*`},
		{[]string{filepath.Join(dir, "nothing.mwt")}, 1, "", `.*nothing\.mwt.*\n`},
		{[]string{file, "--tile", "20"}, 1, "", `there is no tile 20: they are numbered from 0 to 19\n`},
		{[]string{file, "--fen", rook}, 1, "", `the position is of KRvK, and the table of KQvK\n`},
		{[]string{file, "--fen", "nonsense"}, 1, "", `.*not usable.*\n`},
		{[]string{file, "--fen", queen, "--tile", "1"}, 2, "", `.*\n.*`},
	} {
		got := matewright(t, "", append([]string{"inspect"}, test.args...)...)
		got.want(t, test.code, test.stdout, "matewright: "+test.stderr)
	}
}
