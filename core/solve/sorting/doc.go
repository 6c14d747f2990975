// Package sorting has the methods that never read at random: they sort candidates by their rows.
//
// They share the bits and lists of package paged. [Method] sorts candidates, queries and answers. [Unknown] sorts
// nearly all positions at each ply; it serves for comparison.
package sorting
