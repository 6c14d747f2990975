package value

import "testing"

func TestRankOrdersValues(t *testing.T) {
	// Worst to best for the side to move.
	var order []Value
	for plies := 0; plies <= MaxPlies; plies += 2 {
		order = append(order, Decided(plies))
	}
	order = append(order, Draw)
	for plies := MaxPlies - 1; plies > 0; plies -= 2 {
		order = append(order, Decided(plies))
	}
	if len(order) != 256 {
		t.Fatalf("%d values", len(order))
	}
	for i, v := range order {
		if got := v.Rank(); got != Rank(i) {
			t.Errorf("%v has rank %d, want %d", v, got, i)
		}
		if got := Rank(i).Value(); got != v {
			t.Errorf("rank %d is %v, want %v", i, got, v)
		}
	}
}

func TestParent(t *testing.T) {
	for plies := 0; plies < MaxPlies; plies++ {
		child := Decided(plies)
		parent := child.Parent().Value()
		if parent != Decided(plies+1) {
			t.Errorf("a move into %v is %v", child, parent)
		}
		if parent.Outcome() != -child.Outcome() {
			t.Errorf("a move into %v is %v", child, parent)
		}
	}
	if got := Draw.Parent().Value(); got != Draw {
		t.Errorf("a move into a draw is %v", got)
	}
}
