package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/ending"
	"github.com/matewright/matewright/core/value"
)

// TestEndingJSON solves an ending with one drawing move. The words of answers are in testdata/script/ending.txtar.
func TestEndingJSON(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary) // on Windows
	r := matewright(t, "", "ending", "4k3/8/4P3/4K3/8/8/8/8 b - - 7 60", "--json", "--threads", "2")
	var got solvedEnding
	decoder := json.NewDecoder(strings.NewReader(r.stdout))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.FEN != "4k3/8/4P3/4K3/8/8/8/8 b - - 7 60" || got.Low != value.DrawCategory || got.High != got.Low ||
		!got.Complete || got.Attacker != "" || got.Slices == 0 || got.Positions < int64(got.Slices) || got.Bytes == 0 ||
		got.Seconds <= 0 {
		t.Errorf("%+v", got)
	}
	if len(got.Moves) != 3 {
		t.Fatalf("moves %+v", got.Moves)
	}
	best, worst := got.Moves[0], got.Moves[2]
	if best.UCI != "e8e7" || best.SAN != "Ke7" || best.FEN != "8/4k3/4P3/4K3/8/8/8/8 w - - 8 61" ||
		best.Low != value.DrawCategory || worst.High != value.LossCategory {
		t.Errorf("best %+v, worst %+v", best, worst)
	}
	if files, err := os.ReadDir(temporary); err != nil || len(files) > 0 {
		t.Errorf("files are left: %v, %v", files, err)
	}
}

// TestEndingStopped stops an ending before its first slice. It still prints bounds.
func TestEndingStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var stdout, stderr strings.Builder
	args := []string{"ending", "--json", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"}
	if code := run(ctx, args, strings.NewReader(""), &stdout, &stderr); code != 1 || stderr.Len() == 0 {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
	var got solvedEnding
	if err := json.Unmarshal([]byte(stdout.String()), &got); err != nil {
		t.Fatal(err)
	}
	if got.Complete || got.Low != value.LossCategory || got.High != value.WinCategory || len(got.Moves) != 3 {
		t.Errorf("%+v", got)
	}
	stdout.Reset()
	args = append(args, "--plan")
	if code := run(ctx, args, strings.NewReader(""), &stdout, &stderr); code != 1 || stdout.Len() > 0 {
		t.Errorf("plan: exit code %d, %s", code, &stdout)
	}
}

// TestQuestion checks which bounds answer a question, and that the answer claims no more.
func TestQuestion(t *testing.T) {
	const loss, draw, win = value.Loss, value.Drawn, value.Win
	both := question{mover: board.White}
	attacks := question{mover: board.White, draw: true, attacker: board.White}
	defends := question{mover: board.White, draw: true, attacker: board.Black}
	for _, test := range []struct {
		question  question
		low, high value.Outcome
		open      bool
		answer    string
	}{
		{both, loss, win, true, "command.prove.open"},
		{both, draw, win, true, "command.prove.half side=White"},
		{both, loss, draw, true, "command.prove.half side=Black"},
		{both, draw, draw, false, "command.prove.draw"},
		{attacks, loss, win, true, "command.prove.open"},
		{attacks, draw, win, true, "command.prove.half side=White"},
		{attacks, loss, draw, false, "command.ending.holds other=White side=Black"},
		{attacks, win, win, false, "command.prove.wins side=White"},
		{defends, loss, win, true, "command.prove.open"},
		{defends, loss, draw, true, "command.prove.half side=Black"},
		{defends, draw, win, false, "command.ending.holds other=Black side=White"},
		{defends, loss, loss, false, "command.prove.wins side=Black"},
	} {
		q := test.question
		if got := q.open(test.low, test.high); got != test.open {
			t.Errorf("%+v, %v to %v: open is %v", q, test.low, test.high, got)
		}
		if got := q.answer(test.low, test.high).Code(); got != test.answer {
			t.Errorf("%+v, %v to %v: %s", q, test.low, test.high, got)
		}
	}
}

// TestLeaves looks for open questions in moves, too.
func TestLeaves(t *testing.T) {
	r := &ending.Result{Answer: ending.Answer{Low: value.Win, High: value.Win, Moves: []ending.Move{
		{Low: value.Win, High: value.Win}, {Low: value.Loss, High: value.Drawn},
	}}}
	if both := (&question{mover: board.White}); !both.leaves(r) {
		t.Error("a move is open")
	}
	if attacks := (&question{mover: board.White, draw: true, attacker: board.White}); attacks.leaves(r) {
		t.Error("that the move does not win is known")
	}
}
