// Package checksum computes the CRC-32C of stored bytes.
package checksum

import "hash/crc32"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sum returns the CRC-32C of some bytes.
func Sum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// Continue returns the CRC-32C of some bytes, given the CRC-32C of their first part and the rest.
func Continue(sum uint32, rest []byte) uint32 { return crc32.Update(sum, castagnoli, rest) }
