// Package lines reads lines of text ahead, for programs that answer each and must hear meanwhile that they are to end.
package lines

import (
	"bufio"
	"context"
	"io"
)

// Read reads lines, with what ends them, until r ends or the context does. The channel lines is closed then, and
// ended has the error, or nil. Of a line that is longer than longest, not all is given, but more than that.
func Read(ctx context.Context, r io.Reader, longest int) (lines <-chan string, ended <-chan error) {
	ahead, last := make(chan string, 64), make(chan error, 1)
	go func() {
		in := bufio.NewReaderSize(r, longest+1)
		defer close(ahead)
		defer close(last)
		for {
			part, err := in.ReadSlice('\n')
			line := string(part)
			for err == bufio.ErrBufferFull {
				_, err = in.ReadSlice('\n')
			}
			if line != "" {
				select {
				case ahead <- line:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				if err == io.EOF {
					err = nil
				}
				last <- err
				return
			}
		}
	}()
	return ahead, last
}
