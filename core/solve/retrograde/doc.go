// Package retrograde has the methods that hold the bits of a slice in memory.
//
// Their worker decides positions ply by ply (retrograde.go). Its input is the results of package exits; its output is
// the values in a sink. Methods differ in two parts of it. The proof that a position is lost tries all moves again, or
// counts them. The record of the values is in memory, or in scratch ([GrandfatherSpilled]). Lists grow by blocks, and
// may go to scratch.
package retrograde
