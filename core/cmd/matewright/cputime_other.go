//go:build !unix && !windows

package main

import "time"

var began = time.Now()

// cpuTime returns the time since the start: the system does not report that of processors.
func cpuTime() time.Duration { return time.Since(began) }
