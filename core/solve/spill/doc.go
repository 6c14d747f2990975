// Package spill keeps lists of positions and the values of slices in scratch.
//
// A [FrameList] has positions by frame; a [FrameWriter] adds them row by row, packed, and a [FrameReader] reads them
// back. A [Sink] merges the positions that were decided, ply by ply, into the values of a slice, in one level or more.
package spill
