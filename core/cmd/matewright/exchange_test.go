package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/store"
)

// TestImport checks that tables are imported from files with any names, those that others need first. Refused files are
// named, and change nothing.
func TestImport(t *testing.T) {
	from, dir := tables(t), t.TempDir()
	copied := func(name, to string, size int) string {
		image, err := os.ReadFile(filepath.Join(from, name+".mwt"))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), to)
		if err := os.WriteFile(path, image[:min(size, len(image))], 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const whole = 1 << 20
	pawn, cut := copied("KPvK", "KPvK (2).mwt", whole), copied("KQvK", "KQvK.mwt", 2000)
	matewright(t, "", "import", pawn, "--dir", dir).want(t, 0, `KPvK +17\.0 KiB  proven: .*\n`, "")
	args := []string{
		"import",
		pawn,
		copied("KNvK", "b", whole),
		copied("KBvK", "a", whole),
		copied("KRvK", "KRvK.mwt", whole),
		copied("KQvK", "KQvK.mwt", whole),
		"--dir",
		dir,
	}
	right := func(class string) string { return class + ` +\S+ KiB  proven: [^\n]+\n` }
	matewright(t, "", args...).want(t, 0, right("KNvK")+right("KBvK")+right("KQvK")+right("KRvK")+right("KPvK"), "")
	matewright(t, "", "import", cut, pawn, "--dir", dir).want(t, 1,
		`KQvK\.mwt  refused: `+message("core.import.damaged")+`: .+\n`+right("KPvK"),
		`matewright: 1 of 2 files were refused, and changed nothing\n`)
	matewright(t, "", "verify", "all", "--dir", dir).want(t, 0, `.*5 tables are right.*`, "")
}

// TestExport checks that an exported file has the bytes of the table, and can be imported. A damaged table is not
// written.
func TestExport(t *testing.T) {
	to, dir := filepath.Join(t.TempDir(), "new"), t.TempDir()
	matewright(t, "", "export", "kkp", "KQvK", "--dir", tables(t), "--to", to).want(t, 0,
		`KPvK +17\.0 KiB  .*KPvK\.mwt\nKQvK +\S+ KiB  .*KQvK\.mwt\n`, "")
	for _, name := range []string{"KPvK.mwt", "KQvK.mwt"} {
		want, err := os.ReadFile(filepath.Join(tables(t), name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(to, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, %v, or other than the %d of the table", name, len(got), err, len(want))
		}
	}
	matewright(t, "", "import", filepath.Join(to, "KQvK.mwt"), "--dir", dir).want(t, 0, `KQvK .* proven: .*\n`, "")
	damaged, err := os.ReadFile(filepath.Join(to, "KQvK.mwt"))
	if err != nil {
		t.Fatal(err)
	}
	damaged[100] ^= 1
	if err := os.WriteFile(filepath.Join(dir, "KQvK.mwt"), damaged, 0o666); err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(to, "again")
	matewright(t, "", "export", "all", "--dir", dir, "--to", again).want(t, 1,
		"", `matewright: `+message("core.problem.damaged", "class", "KQvK")+`: .*`)
	if files, err := os.ReadDir(again); err != nil || len(files) > 0 {
		t.Errorf("%v, %v", files, err)
	}
}

// TestUnprovenMarked checks that outputs that depend on an unproven table are marked.
func TestUnprovenMarked(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "KQvK.mwt")
	alike := tabletest.Alike(t, tabletest.ImageOf(t, store.NewFileStore(tables(t)), "KQvK"))
	if err := os.WriteFile(file, alike.File(), 0o666); err != nil {
		t.Fatal(err)
	}
	const fen = "8/8/8/8/8/3k4/8/K3Q3 w"
	matewright(t, "", "import", file, "--dir", dir).want(t, 1, `.*refused.*`, `.*refused.*`)
	matewright(t, "", "list", "--dir", dir).want(t, 0, `0 tables.*`, "")
	alike.Put(t, store.NewFileStore(dir), "KQvKunproven") // as left by an import that was stopped before the proof
	matewright(t, "", "probe", fen, "--dir", dir).want(t, 0, `White mates in .*\nUNPROVEN: .*\[KQvK\].*`, "")
	matewright(t, "", "probe", "--json", fen, "--dir", dir).want(t, 0, `.*"unproven":\["KQvK"\].*`, "")
	matewright(t, "", "line", fen, "--dir", dir).want(t, 0, `.*UNPROVEN: .*`, "")
	matewright(t, "", "list", "--dir", dir).want(t, 0, `.*KQvK.*unproven.*`, "")
	matewright(t, "", "find", "KQvK", "--plies", "1", "--limit", "1", "--dir", dir).want(t, 0,
		`.*win in 1\n`, `UNPROVEN: .*`)
	matewright(t, "", "find", "KQvK", "--plies", "1", "--limit", "1", "--json", "--dir", dir).want(t, 0,
		`.*"unproven":\["KQvK"\].*`, `UNPROVEN: .*`)
	matewright(t, "", "find", "KQvK", "--plies", "99", "--dir", dir).want(t, 0,
		"", `UNPROVEN: .*There is no such position.\n`)
	for _, command := range []string{"verify", "stats", "export"} {
		matewright(t, "", command, "KQvK", "--dir", dir).want(t, 1, "", `matewright: the table of KQvK is missing.*`)
	}
	wrong := filepath.Join(t.TempDir(), "KRvK.mwt")
	header := bytes.Replace(alike.Header[:len(alike.Header)-4], []byte("KQvK"), []byte("KRvK"), 1)
	forged := tabletest.Image{Data: alike.Data, Header: tabletest.Seal(header)}
	if err := os.WriteFile(wrong, forged.File(), 0o666); err != nil {
		t.Fatal(err)
	}
	forged.Put(t, store.NewFileStore(dir), "KRvKunproven")
	matewright(t, "", "import", "--unproven", wrong, t.TempDir(), "--dir", dir).want(t, 1,
		`.* refused: .* is not a file\nKRvK.mwt  refused: the values of KRvK were wrong, and the table was removed.*\n`,
		`matewright: 1 of 2 files were refused, and changed nothing; `+
			`1 of 2 files were wrong, and are removed, like earlier unproven tables of their classes\n`)
	matewright(t, "", "probe", "8/8/8/8/8/3k4/8/K3R3 w", "--dir", dir).want(t, 1, "", `.*KRvK.*missing.*`)
	matewright(t, "", "import", "--unproven", file, "--dir", dir).want(t, 0, `KQvK .* proven: .*\n`, "")
	matewright(t, "", "list", "--dir", dir).want(t, 0, `KQvK +8\.2 KiB .*\n.*\n1 tables, 8\.2 KiB\n`, "")
}
