// Package circle has two files that use each other, and one that both use.
package circle

// First calls a method of the other file.
func First(s Second) Common { return s.common() }
