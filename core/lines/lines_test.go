package lines_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/matewright/matewright/core/lines"
)

func TestRead(t *testing.T) {
	broken := errors.New("broken")
	long := strings.Repeat("x", 100)
	for _, test := range []struct {
		in   string
		end  error
		want []string
	}{
		{"", nil, nil},
		{"a\n\nb c\r\n", nil, []string{"a\n", "\n", "b c\r\n"}},
		{"a\nno end", nil, []string{"a\n", "no end"}},
		{"a\nb", broken, []string{"a\n", "b"}},
		{
			strings.Repeat("x", 19) + "\n" + long + "\nafter\n" + long, nil,
			[]string{strings.Repeat("x", 19) + "\n", long[:21], "after\n", long[:21]},
		},
	} {
		r := io.Reader(strings.NewReader(test.in))
		if test.end != nil {
			r = io.MultiReader(r, iotest.ErrReader(test.end))
		}
		ahead, ended := lines.Read(t.Context(), r, 20)
		var got []string
		for line := range ahead {
			got = append(got, line)
		}
		if err := <-ended; !slices.Equal(got, test.want) || !errors.Is(err, test.end) {
			t.Errorf("%q is read as %q, %v; want %q, %v", test.in, got, err, test.want, test.end)
		}
	}
}

// TestCancelled checks that no goroutine is left after the context ends.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ahead, ended := lines.Read(ctx, strings.NewReader(strings.Repeat("line\n", 1000)), 20)
	n := 0
	for range ahead {
		n++
	}
	if err := <-ended; n == 1000 || err != nil {
		t.Errorf("%d lines, %v", n, err)
	}
}
