package value_test

import (
	"testing"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/value"
)

func TestBackup(t *testing.T) {
	const mated, stalemated = "k7/1Q6/1K6/8/8/8/8/8 b", "k7/2Q5/1K6/8/8/8/8/8 b"
	const check, quiet = "k7/8/8/8/8/8/8/Q1K5 b", "k7/8/8/8/8/8/8/1QK5 b"
	loss, win := value.Decided(8), value.Decided(5)
	tests := []struct {
		name, fen string
		children  []value.Value
		want      value.Value
	}{
		{"mate", mated, nil, value.Decided(0)},
		{"stalemate", stalemated, nil, value.Draw},
		{"a move that loses, without check", quiet, []value.Value{win}, value.Decided(6)},
		{"a move that loses, in check", check, []value.Value{win}, value.Decided(6)},
		{"of losses the longest", quiet, []value.Value{win, value.Decided(253), value.Decided(1)}, value.Decided(254)},
		{"a draw is better", check, []value.Value{win, value.Draw, value.Decided(1)}, value.Draw},
		{"a win is better still", quiet, []value.Value{value.Draw, loss, win}, value.Decided(9)},
		{"of wins the shortest", quiet, []value.Value{loss, value.Decided(0), value.Decided(2)}, value.Decided(1)},
	}
	for _, test := range tests {
		p, err := board.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		var b value.Backup
		for _, child := range test.children {
			b.Add(value.DTM, value.Quiet, child)
		}
		if got := b.Value(&p); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
