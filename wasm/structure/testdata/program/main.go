// Program uses all forms of control flow of Go, and prints its steps. The test of structure runs it before and after
// structuring.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"
)

func main() {
	if len(os.Args) > 1 {
		fail(os.Args[1])
	}
	for n := range 40 {
		fmt.Println(n, collatz(n+1), labels(n), jumps(n), switches(n), deferred(n), recovered(n))
	}
	fmt.Println(deep(50_000), primes(200), handedOver(100), selected(50), shared(20))
	fmt.Println(garbage(300), sorted("the quick brown fox jumps over the lazy dog"), methods(), closures(10))
	fmt.Println(sleeping(5), iterated(30), saved(7), saved(8))
}

// fail is for its trace.
//
//go:noinline
func fail(string) { panic("this is the end") }

func collatz(n int) (steps int) {
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps
}

// labels leaves loops from within others, by labels.
func labels(n int) (sum int) {
outer:
	for i := range n {
		for j := 0; ; j++ {
			switch {
			case j > i:
				continue outer
			case i*j > 150:
				break outer
			case (i+j)%7 == 3:
				continue
			}
			for k := j; k > 0; k /= 2 {
				if k == 5 {
					continue outer
				}
				sum += k
			}
		}
	}
	return sum
}

// jumps has a loop with two beginnings.
func jumps(n int) (path string) {
	i := 0
	if n%2 == 0 {
		goto even
	}
odd:
	path += "o"
	i++
	if i > n {
		return path
	}
even:
	path += "e"
	if i += 2; i%3 == 0 {
		goto even
	}
	if i <= n {
		goto odd
	}
	return path
}

func switches(n int) string {
	switch n {
	case 0, 3, 5:
		return "a"
	case 1:
		fallthrough
	case 2:
		n *= 2
	case 10, 11, 12, 13, 14, 15:
		if n == 12 {
			break
		}
		return "c"
	default:
		if n > 20 {
			return strings.Repeat("d", n-20)
		}
	}
	return fmt.Sprint(n)
}

func deferred(n int) (list []int) {
	for i := range n % 5 {
		defer func() { list = append(list, i) }()
		if i == 3 {
			return append(list, -1)
		}
	}
	return append(list, 100)
}

var errOdd = errors.New("odd")

func recovered(n int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v after %d: %w", r, n, errOdd)
		}
	}()
	list, zero := make([]int, 5), n-7
	for i := range list {
		list[i] = 100/zero + list[(i+n)%6]
	}
	if n == 9 {
		var none *strings.Builder
		return errors.New(none.String())
	}
	return nil
}

// saves returns by recovering only.
//
//go:noinline
func saves() (err error) {
	defer func() { err = fmt.Errorf("saved: %v", recover()) }()
	panic(errOdd)
}

// spoils does, too, from a statement that always panics, as the compiler detects.
//
//go:noinline
func spoils(list []int) (err error) {
	defer func() { err = fmt.Errorf("spoiled: %v", recover()) }()
	for {
		list = list[1:]
	}
}

// saved has a loop, and calls nothing else that it could be left in.
//
//go:noinline
func saved(n int) (sum int) {
	for i := range n {
		sum += i * i
	}
	if sum%2 == 0 && saves() == nil || spoils(nil) == nil {
		sum++
	}
	return sum
}

// deep makes its stack grow in the midst of loops.
func deep(n int) (sum int) {
	var room [10]int
	for i := range room {
		if room[i] = i * n; n > 0 && i == n%10 {
			sum += deep(n - 1)
		}
		sum += room[i] % 3
	}
	return sum
}

func primes(n int) (count int) {
	composite := make([]bool, n)
	for p := 2; p < n; p++ {
		if composite[p] {
			continue
		}
		count++
		for q := p * p; q < n; q += p {
			composite[q] = true
		}
	}
	return count
}

// handedOver waits in loops: functions are left, and called again in their midst.
func handedOver(n int) (sum int) {
	there, back := make(chan int), make(chan int)
	go func() {
		defer close(back)
		for v := range there {
			for v%3 != 0 {
				back <- v
				v++
			}
		}
	}()
	for i := range n {
		select {
		case there <- i:
		case v := <-back:
			sum += v
		}
	}
	go close(there)
	for v := range back {
		sum ^= v
	}
	return sum
}

func selected(n int) (list []int) {
	channels := []chan int{make(chan int, 3), make(chan int, 1), make(chan int)}
	done := make(chan struct{})
	for i, c := range channels {
		go func() {
			for j := range n {
				if j%(i+2) == 0 {
					runtime.Gosched()
				}
				c <- j * (i + 1)
			}
			done <- struct{}{}
		}()
	}
	sums := make([]int, len(channels))
	for open := len(channels); open > 0; {
		select {
		case v := <-channels[0]:
			sums[0] += v
		case v := <-channels[1]:
			sums[1] += v
		case v := <-channels[2]:
			sums[2] += v
		case <-done:
			open--
		}
	}
	for i, c := range channels { // drain them
		for len(c) > 0 {
			sums[i] += <-c
		}
	}
	return sums
}

func shared(n int) (sum int) {
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			for range i {
				mu.Lock()
				runtime.Gosched()
				sum += i
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return sum
}

type node struct {
	left, right *node
	value       int
}

func (t *node) add(v int) *node {
	switch {
	case t == nil:
		return &node{value: v}
	case v < t.value:
		t.left = t.left.add(v)
	case v > t.value:
		t.right = t.right.add(v)
	}
	return t
}

func (t *node) sum() int {
	if t == nil {
		return 0
	}
	return t.left.sum() + t.value + t.right.sum()
}

// garbage leaves much behind for the collector.
func garbage(n int) (sum int) {
	for i := range n {
		var tree *node
		for j := range 200 {
			tree = tree.add(j * 7919 % 211)
		}
		if sum += tree.sum(); i%100 == 0 {
			runtime.GC()
		}
	}
	return sum
}

func sorted(text string) []string {
	count := map[string]int{}
	for _, word := range strings.Fields(text) {
		for _, r := range word {
			count[string(r)]++
		}
	}
	var list []string
	for letter, n := range count {
		if n > 1 {
			list = append(list, fmt.Sprint(letter, n))
		}
	}
	sort.Strings(list)
	return list
}

type shape interface{ area() float64 }
type square float64
type circle float64

func (s square) area() float64 { return float64(s * s) }
func (c circle) area() float64 { return 3 * float64(c*c) }

func methods() (sum float64) {
	for i, s := range []shape{square(2), circle(1.5), square(0.25)} {
		switch s := s.(type) {
		case circle:
			sum += s.area() / float64(i)
		default:
			sum += s.area()
		}
	}
	return sum
}

func closures(n int) (list []int) {
	var steps []func(int) int
	for i := range n {
		if i%2 == 0 {
			steps = append(steps, func(v int) int { return v + i })
		} else {
			steps = append(steps, func(v int) int { return v * i % 1001 })
		}
	}
	for v := range 5 {
		for _, step := range steps {
			v = step(v)
		}
		list = append(list, v)
	}
	return list
}

func sleeping(n int) (ticks int) {
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for ticks < n {
		select {
		case <-ticker.C:
			ticks++
		case <-time.After(time.Minute):
			return -1
		}
	}
	return ticks
}

// iterated leaves loops whose bodies are functions of their own.
func iterated(n int) (sum int) {
	upTo := func(yield func(int) bool) {
		for i := range n {
			if i%4 == 2 {
				continue
			}
			if !yield(i) {
				return
			}
		}
	}
outer:
	for i := range upTo {
		for j := range upTo {
			if j > i {
				continue outer
			}
			if i+j > n {
				break outer
			}
			sum += i * j
		}
	}
	return sum
}
