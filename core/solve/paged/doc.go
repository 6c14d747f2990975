// Package paged has the methods that hold the bits and lists of a slice in scratch, and some frames of it in memory.
//
// [Pages] is their common base: the file of bits, the lists, checkpoints, and the loop over the plies. [HalfCycles]
// decides a ply in one scan over the frames for each side. [RootSplitting] and [Leapfrog] decide two plies at once, by
// parts: columns of frames and bands of rows.
//
// Each method has a field for the method that solves slices which are too small for its own way.
package paged
