// Package lines reads lines of text ahead, for programs that answer each line and can be stopped meanwhile.
package lines

import (
	"bufio"
	"context"
	"io"
)

// Read reads lines, with their endings, until r ends or the context does. Then it closes the channel lines, and ended
// has the error, or nil. It cuts a line that is longer than longest, but leaves more than that.
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
