//go:build js && wasm

package indexeddb

import (
	"io"
	"syscall/js"
)

// Pages keeps the parts of files that were read last, for readers of a few bytes at scattered places.
type Pages struct {
	// The younger map becomes the older one when it is full. So each page stays for a while after its last use.
	younger, older map[page][]byte
}

// A page is a part of a file.
type page struct {
	file   *PagedFile
	number int64
}

const pageSize = 4 << 10

// mostPages is the largest number of pages of each map: 8 MiB. Tests lower it.
var mostPages = 2 << 10

// A PagedFile is a file that is read by pages. It is an [io.ReaderAt].
type PagedFile struct {
	File
	pages *Pages
}

// Open returns a file that is read by pages.
func (p *Pages) Open(file File) *PagedFile { return &PagedFile{file, p} }

// ReadAt implements [io.ReaderAt].
func (f *PagedFile) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if at >= f.Size() {
			return n, io.EOF
		}
		part, err := f.pages.get(page{f, at / pageSize})
		if err != nil {
			return n, err
		}
		n += copy(p[n:], part[at%pageSize:])
	}
	return n, nil
}

// get returns the bytes of a page, which the caller must not change.
func (p *Pages) get(of page) ([]byte, error) {
	if part, ok := p.younger[of]; ok {
		return part, nil
	}
	part, ok := p.older[of]
	if !ok {
		from := of.number * pageSize
		part = make([]byte, min(pageSize, of.file.Size()-from))
		if err := of.file.readNow(part, from); err != nil {
			return nil, err
		}
	}
	if p.younger == nil || len(p.younger) == mostPages {
		p.younger, p.older = map[page][]byte{}, p.younger
	}
	p.younger[of] = part
	return part, nil
}

// readNow fills bytes from an offset. In a worker it does not wait for the event loop.
func (f File) readNow(p []byte, off int64) (err error) {
	reader := js.Global().Get("FileReaderSync")
	if !reader.Truthy() {
		_, err := f.ReadAt(p, off)
		return err
	}
	defer catch(&err)
	buffer := reader.New().Call("readAsArrayBuffer", f.blob.Call("slice", off, off+int64(len(p))))
	if js.CopyBytesToGo(p, uint8Array.New(buffer)) < len(p) {
		return io.ErrUnexpectedEOF
	}
	return nil
}
