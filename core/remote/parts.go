package remote

import (
	"context"
	"io"

	"golang.org/x/sync/errgroup"

	"github.com/matewright/matewright/core/library/cache"
	"github.com/matewright/matewright/core/store"
)

// mostAtOnce is the size of the longest range that is requested at once, in bytes, if it has several parts.
const mostAtOnce = 1 << 20

// A reader reads a file of a site.
type reader struct {
	site *Site
	file *file
}

// bounds returns the bytes of a part: from the first one to the one after the last.
func (f *file) bounds(part int64) (from, to int64) {
	return part * f.partSize, min((part+1)*f.partSize, f.size)
}

// read fills p from the byte off on, which must be inside the file.
func (r *reader) read(ctx context.Context, p []byte, off int64) error {
	if len(p) == 0 {
		return nil
	}
	parts, err := r.partsOf(ctx, off/r.file.partSize, (off+int64(len(p))-1)/r.file.partSize)
	if err != nil {
		return err
	}
	skip := off % r.file.partSize
	for _, part := range parts {
		n := copy(p, part[skip:])
		p, skip = p[n:], 0
	}
	return nil
}

// partsOf returns the parts from the first to the last. It requests missing neighbours at once. From a server
// without ranges it requests all parts.
func (r *reader) partsOf(ctx context.Context, first, last int64) ([][]byte, error) {
	if all := int64(len(r.file.hashes)); last-first+1 < all && r.file.size <= MostWhole && r.site.isWhole() {
		parts, err := r.partsOf(ctx, 0, all-1)
		if err != nil {
			return nil, err
		}
		return parts[first : last+1], nil
	}
	claims := make([]claim, last-first+1)
	for i := range claims {
		number := first + int64(i)
		from, to := r.file.bounds(number)
		claims[i].part, claims[i].mine = r.site.parts.Claim(r.file.hashes[number], int(to-from))
	}
	r.settle(ctx, first, claims)
	parts := make([][]byte, len(claims))
	for i, c := range claims {
		err := c.part.Wait(ctx)
		if err != nil && ctx.Err() == nil && !c.mine && codeOf(err) == "" {
			return r.partsOf(ctx, first, last) // the caller that requested the part was stopped
		}
		if err != nil {
			return nil, err
		}
		parts[i] = c.part.Value
	}
	return parts, nil
}

// A claim is a wanted part. If it is mine, it must be read and settled. Otherwise another goroutine does so, or it is
// in memory.
type claim struct {
	part *cache.Part[string, []byte]
	mine bool
}

// settle reads those parts that are mine, from the cache of the site or from the server.
func (r *reader) settle(ctx context.Context, first int64, claims []claim) {
	var all errgroup.Group
	missing := make([]bool, len(claims))
	for i, c := range claims {
		if c.mine {
			all.Go(func() error {
				kept := r.site.cache.Get(ctx, c.part.Key)
				if missing[i] = kept == nil || hashOf(kept) != c.part.Key; !missing[i] {
					c.part.Value = kept
					r.site.parts.Settle(c.part, nil)
				}
				return nil
			})
		}
	}
	_ = all.Wait()
	most := max(1, int(mostAtOnce/r.file.partSize))
	if r.site.isWhole() {
		most = len(missing)
	}
	for from := 0; from < len(missing); {
		to := from
		for to < len(missing) && missing[to] && to-from < most {
			to++
		}
		if run, start := claims[from:to], first+int64(from); len(run) > 0 {
			all.Go(func() error {
				r.request(ctx, start, run)
				return nil
			})
		}
		from = max(to, from+1)
	}
	_ = all.Wait()
}

// request requests neighbouring parts from the server, and settles them.
func (r *reader) request(ctx context.Context, first int64, claims []claim) {
	body, start, err := r.fetch(ctx, first, first+int64(len(claims)))
	for i, c := range claims {
		if err == nil {
			from, to := r.file.bounds(first + int64(i))
			c.part.Value = body[from-start : to-start]
		}
		r.site.parts.Settle(c.part, err)
	}
}

// fetch requests the parts from the first to the one before the end, and checks and keeps them. If the server sends the
// whole file, that holds for all its parts. The body begins at the byte start of the file. If the bytes are other ones,
// fetch bypasses caches on the way, as these may have mixed two versions.
func (r *reader) fetch(ctx context.Context, first, end int64) (body []byte, start int64, err error) {
	from, _ := r.file.bounds(first)
	_, to := r.file.bounds(end - 1)
	for _, fresh := range []bool{false, true} {
		var whole bool
		q := Request{Path: r.file.path, From: from, To: to, Size: r.file.size, Fresh: fresh}
		body, whole, err = r.site.fetcher.Fetch(ctx, q)
		start = from
		if err == nil && whole {
			r.site.sendsWhole(!q.IsWhole())
			start = 0
			err = r.check(ctx, body, 0, int64(len(r.file.hashes)))
		} else if err == nil {
			err = r.check(ctx, body, first, end)
		}
		if codeOf(err) != Changed {
			break
		}
	}
	if err != nil {
		return nil, 0, r.site.named(ctx, err)
	}
	return body, start, nil
}

// check checks the bytes of the parts from the first to the one before the end, and keeps the parts.
func (r *reader) check(ctx context.Context, body []byte, first, end int64) error {
	from, _ := r.file.bounds(first)
	_, to := r.file.bounds(end - 1)
	if int64(len(body)) != to-from {
		return errOther("%s: %d bytes came instead of %d", r.file.path, len(body), to-from)
	}
	for number := first; number < end; number++ {
		a, b := r.file.bounds(number)
		if hashOf(body[a-from:b-from]) != r.file.hashes[number] {
			return errOther("%s: part %d has another hash", r.file.path, number)
		}
	}
	for number := first; number < end; number++ {
		a, b := r.file.bounds(number)
		key, part := r.file.hashes[number], body[a-from:b-from]
		r.site.cache.Put(ctx, key, part)
		r.site.parts.Put(key, len(part), part)
	}
	return nil
}

// A tail is the end of a table's file that is being opened, for package store. The first bytes are not requested: they
// are the magic, as are the last ones. The context is that of the opening.
type tail struct {
	*reader
	ctx context.Context
}

// ReadAt implements [io.ReaderAt].
func (t tail) ReadAt(p []byte, off int64) (int, error) {
	if off == 0 && int64(len(p)) <= store.DataOffset {
		off = t.file.size - store.DataOffset
	}
	n := min(int64(len(p)), t.file.size-off)
	if n < 0 || off < 0 {
		return 0, io.EOF
	}
	if err := t.read(t.ctx, p[:n], off); err != nil {
		return 0, err
	}
	if n < int64(len(p)) {
		return int(n), io.EOF
	}
	return int(n), nil
}
