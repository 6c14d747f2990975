// Package spill keeps lists of positions and the values of slices in scratch.
//
// A [FrameList] has positions by frame. A [FrameWriter] adds them row by row, packed, and a [FrameReader] reads them. A
// [Sink] merges the positions decided at each ply into the values of a slice, in one level or more.
package spill
