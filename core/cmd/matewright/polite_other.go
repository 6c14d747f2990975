//go:build !windows

package main

import (
	"context"
	"os/exec"
)

// politely returns a command that runs with low priority, if the system has the program that gives it.
func politely(ctx context.Context, program string, args ...string) *exec.Cmd {
	if nice, err := exec.LookPath("nice"); err == nil {
		return exec.CommandContext(ctx, nice, append([]string{"-n", "10", program}, args...)...)
	}
	return exec.CommandContext(ctx, program, args...)
}
