package cache

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// TestBudget checks that the parts used last stay within the budget, and that the others are decoded again.
func TestBudget(t *testing.T) {
	c := New[int, int]()
	c.Limit(300)
	decoded := 0
	get := func(key int) {
		t.Helper()
		p, err := c.Get(t.Context(), key, 100, func(p *Part[int, int]) error {
			decoded++
			p.Value = key * key
			return nil
		})
		if err != nil || p.Value != key*key {
			t.Fatalf("part %d is %v (%v)", key, p, err)
		}
	}
	for _, test := range []struct{ key, decoded int }{{1, 1}, {2, 2}, {3, 3}, {1, 3}, {4, 4}, {5, 5}, {1, 5}, {2, 6}} {
		if get(test.key); decoded != test.decoded {
			t.Errorf("after part %d, %d were decoded, want %d", test.key, decoded, test.decoded)
		}
	}
	c.Forget(func(key int) bool { return key == 1 })
	if c.Peek(1) != nil || c.Peek(2) == nil {
		t.Error("another part was forgotten")
	}
	c.Limit(0)
	if c.Peek(2) != nil || c.bytes != 0 {
		t.Errorf("without a budget, %d bytes are remembered", c.bytes)
	}
}

// TestPut checks that a part that needs no decoding is cached within the budget, and that it replaces none.
func TestPut(t *testing.T) {
	c := New[int, int]()
	c.Limit(200)
	c.Put(1, 100, 1)
	c.Put(1, 100, 2)
	if p := c.Peek(1); p == nil || p.Value != 1 {
		t.Errorf("part 1 is %v", p)
	}
	never := func(*Part[int, int]) error { return errors.New("decoded") }
	if p, err := c.Get(t.Context(), 1, 100, never); err != nil || p.Value != 1 {
		t.Errorf("part 1 is %v (%v)", p, err)
	}
	c.Put(2, 100, 4)
	c.Put(3, 100, 9)
	if c.Peek(1) != nil || c.Peek(2) == nil || c.Peek(3) == nil || c.bytes != 200 {
		t.Errorf("%d bytes are remembered", c.bytes)
	}
}

// TestClaim checks that a claimed part is decoded by the caller alone, and that others wait for it or get its error.
func TestClaim(t *testing.T) {
	c := New[int, int]()
	c.Limit(1000)
	failed := errors.New("failed")
	for _, want := range []error{failed, nil} {
		p, mine := c.Claim(1, 10)
		if !mine {
			t.Fatal("the part is claimed already")
		}
		other, again := c.Claim(1, 10)
		if other != p || again || c.Peek(1) != nil {
			t.Errorf("another caller gets %v, %t", other, again)
		}
		waited := make(chan error)
		go func() { waited <- other.Wait(t.Context()) }()
		p.Value = 7
		c.Settle(p, want)
		if err := <-waited; err != want || want == nil && other.Value != 7 {
			t.Errorf("another caller gets %d, %v", other.Value, err)
		}
		if (c.Peek(1) == nil) != (want != nil) {
			t.Errorf("after the error %v, the part is %v", want, c.Peek(1))
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	p, _ := c.Claim(2, 10)
	stop()
	if err := p.Wait(stopped); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller whose context has ended gets %v", err)
	}
}

// TestOnce checks that a part that several goroutines want is decoded once, and that a failure is not cached.
func TestOnce(t *testing.T) {
	c := New[int, int]()
	c.Limit(1000)
	failed := errors.New("failed")
	if _, err := c.Get(t.Context(), 7, 1, func(*Part[int, int]) error { return failed }); err != failed {
		t.Errorf("got %v", err)
	}
	var times atomic.Int32
	begun, end, got := make(chan struct{}), make(chan struct{}), make(chan int)
	decode := func(p *Part[int, int]) error {
		times.Add(1)
		close(begun)
		<-end
		p.Value = 49
		return nil
	}
	for range 8 {
		go func() {
			p, err := c.Get(t.Context(), 7, 1, decode)
			if err != nil {
				t.Error(err)
			}
			got <- p.Value
		}()
	}
	<-begun
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := c.Get(stopped, 7, 1, decode); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller whose context has ended gets %v", err)
	}
	close(end)
	for range 8 {
		if v := <-got; v != 49 {
			t.Errorf("a caller gets %d", v)
		}
	}
	if n := times.Load(); n != 1 {
		t.Errorf("it was decoded %d times", n)
	}
}
