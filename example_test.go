package matewright_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/matewright/matewright"
)

// example opens tables in a temporary directory, and builds some. The examples of other functions do that as
// ExampleOpen does.
func example(wanted ...string) (tables *matewright.Tables, done func()) {
	dir, err := os.MkdirTemp("", "matewright")
	if err != nil {
		log.Fatal(err)
	}
	tables, err = matewright.Open(matewright.Options{Dir: dir})
	if err != nil {
		log.Fatal(err)
	}
	if len(wanted) > 0 {
		if _, err := tables.Build(context.Background(), wanted...); err != nil {
			log.Fatal(err)
		}
	}
	return tables, func() {
		tables.Close()
		os.RemoveAll(dir)
	}
}

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "matewright") // without a directory, ~/.matewright is opened
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	tables, err := matewright.Open(matewright.Options{Dir: dir, Memory: 256 << 20})
	if err != nil {
		log.Fatal(err)
	}
	defer tables.Close()

	_, err = tables.Probe(context.Background(), "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1")
	fmt.Println(errors.Is(err, matewright.ErrMissing))
	fmt.Println(err)
	// Output:
	// true
	// the table of KQvK is missing
}

func ExampleTables_Build() {
	ctx := context.Background()
	tables, done := example()
	defer done()

	plan, err := tables.Build(ctx, "KPvK") // a pawn may promote
	if err != nil {
		log.Fatal(err)
	}
	for _, step := range plan.Steps {
		fmt.Println(step.Class, step.Positions)
	}
	plan, err = tables.Build(ctx, "KRvK") // White may castle in some positions
	if err != nil {
		log.Fatal(err)
	}
	for _, step := range plan.Steps {
		fmt.Println(step.Class, step.Positions)
	}
	// Output:
	// KQvK 59136
	// KRvK 59136
	// KBvK 59136
	// KNvK 59136
	// KPvK 196608
	// KRvK-h1 128
	// KRvK-a1 128
}

func ExampleTables_Probe() {
	tables, done := example("KQvK")
	defer done()

	answer, err := tables.Probe(context.Background(), "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Category, *answer.DTM)
	for _, move := range answer.Moves[:3] {
		fmt.Println(move.SAN, move.Category, *move.DTM)
	}
	// Output:
	// win 15
	// Qf6 loss -14
	// Qe2 loss -16
	// Ka2 loss -18
}

func ExampleTables_Line() {
	tables, done := example("KRvK")
	defer done()

	line, err := tables.Line(context.Background(), "k7/8/2K5/8/8/8/8/7R w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	var moves []string
	for _, move := range line.Moves {
		moves = append(moves, move.SAN)
	}
	fmt.Println(line.Category, strings.Join(moves, " "))
	// Output:
	// win Kb6 Kb8 Rh8#
}

func ExampleTables_Plan() {
	tables, done := example("KQvK", "KRvK")
	defer done()

	plan, err := tables.Plan(context.Background(), "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	for _, step := range plan.Steps {
		fmt.Printf("%s: %d of %d parts, %d positions\n", step.Class, len(step.Parts), step.Of, step.Positions)
	}
	fmt.Println("present:", plan.Present)
	// Output:
	// KBvK: 1 of 1 parts, 59136 positions
	// KNvK: 1 of 1 parts, 59136 positions
	// KPvK: 1 of 1 parts, 196608 positions
	// present: [KQvK KRvK]
}

func ExampleTables_Verify() {
	tables, done := example("KRvK")
	defer done()

	verified, err := tables.Verify(context.Background(), "KRvK")
	if err != nil {
		log.Fatal(err) // with a damaged table, errors.Is(err, matewright.ErrDamaged)
	}
	fmt.Println(verified.Class, verified.Positions)
	// Output:
	// KRvK 51044
}

func ExampleTables_Find() {
	tables, done := example("KPvK")
	defer done()

	query := matewright.Query{Class: "KPvK", Kind: matewright.Zugzwang, Men: "Pe6"}
	for found, err := range tables.Find(context.Background(), query) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(found.FEN, found.Category, found.Passed)
	}
	// Output:
	// 5k2/8/4PK2/8/8/8/8/8 w - - 0 1 draw loss
	// 3k4/8/3KP3/8/8/8/8/8 w - - 0 1 draw loss
}

func ExampleTables_Check() {
	tables, done := example("KPvK")
	defer done()

	const study = `[Result "1-0"]
[SetUp "1"]
[FEN "4k3/8/3K4/4P3/8/8/8/8 w - - 0 1"]

1. Ke6 Kd8 2. Kf7 Kd7 3. e6+ 1-0
`
	for game, err := range tables.Check(context.Background(), strings.NewReader(study)) {
		if err != nil {
			log.Fatal(err)
		}
		for _, move := range game.Moves {
			fmt.Println(move.Move, move.Mark, move.Others)
		}
		for _, finding := range game.Findings {
			fmt.Println(finding.Kind, finding.Move)
		}
	}
	// Output:
	// 1. Ke6 only []
	// 1... Kd8 defence []
	// 2. Kf7 dual [Kd6 Kf6]
	// 2... Kd7 defence []
	// 3. e6+ dual [Kf6]
	// minor 2. Kf7
	// minor 3. e6+
}

func ExampleTables_Import() {
	ctx := context.Background()
	tables, done := example()
	defer done()
	from, doneFrom := example("KQvK")
	defer doneFrom()
	dir, err := os.MkdirTemp("", "matewright")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	path, err := from.Export(ctx, "KQvK", dir)
	if err != nil {
		log.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		log.Fatal(err)
	}
	imported, err := tables.Import(ctx, file, info.Size())
	if err != nil {
		log.Fatal(err) // with a file that is not such a table, errors.Is(err, matewright.ErrRefused)
	}
	fmt.Println(imported.Class, imported.Proven)
	// Output:
	// KQvK true
}

func ExampleTables_Export() {
	tables, done := example("KQvK")
	defer done()
	dir, err := os.MkdirTemp("", "matewright")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	path, err := tables.Export(context.Background(), "KQvK", dir)
	if err != nil {
		log.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(filepath.Base(path), info.Size())
	// Output:
	// KQvK.mwt 8475
}

func ExampleTables_Prove() {
	tables, done := example() // without any table
	defer done()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	proof, err := tables.Prove(ctx, "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(proof.Low, proof.High) // the same: that is the result
	fmt.Println(proof.Line[0].SAN)
	// Output:
	// win win
	// Re8#
}

func ExampleTables_Ending() {
	dir, err := os.MkdirTemp("", "matewright")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	tables, err := matewright.Open(matewright.Options{Dir: dir, KeepEndings: true})
	if err != nil {
		log.Fatal(err)
	}
	defer tables.Close()

	ctx := context.Background()
	proof, err := tables.Ending(ctx, "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1") // without any table
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(proof.Low, proof.High) // the same: that is the result

	answer, err := tables.Probe(ctx, "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2K5 b - - 0 1") // a position of that ending
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Category, answer.Endings)
	// Output:
	// draw draw
	// draw [KPPPPvKPPPP-5f4b6593349a9400]
}
