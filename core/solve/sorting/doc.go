// Package sorting has the methods that never look anything up: they sort candidates by their rows.
//
// They share the bits and lists of package paged. [Method] sorts candidates, queries and answers. [Unknown] sorts
// nearly all positions at each ply; it is here to be compared.
package sorting
