// Package framewise has the steps of solving a slice frame by frame, for builds on many machines.
//
// Each of the [Steps] is a function of its arguments: bits of one frame, and packed rows that other frames have sent.
// It returns the rows to send. The caller stores and transports them.
package framewise
