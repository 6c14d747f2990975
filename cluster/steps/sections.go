package steps

import (
	"encoding/binary"
	"errors"
)

// A section is a part of a file for a frame, or for a ply: some bytes with a number.
type section struct {
	number int
	bytes  []byte
}

// appendSection appends a section: number, length, and bytes.
func appendSection(b []byte, s section) []byte {
	b = binary.AppendUvarint(b, uint64(s.number))
	b = binary.AppendUvarint(b, uint64(len(s.bytes)))
	return append(b, s.bytes...)
}

var errSections = errors.New("sections are cut short")

// nextSection takes a section from the front.
func nextSection(b []byte) (s section, rest []byte, err error) {
	number, n := binary.Uvarint(b)
	if n <= 0 {
		return s, nil, errSections
	}
	length, m := binary.Uvarint(b[n:])
	if m <= 0 || length > uint64(len(b)-n-m) {
		return s, nil, errSections
	}
	b = b[n+m:]
	return section{int(number), b[:length:length]}, b[length:], nil
}

// sectionsOf takes sections apart.
func sectionsOf(b []byte) (map[int][]byte, error) {
	all := map[int][]byte{}
	for len(b) > 0 {
		s, rest, err := nextSection(b)
		if err != nil {
			return nil, err
		}
		all[s.number], b = s.bytes, rest
	}
	return all, nil
}
