package main

import (
	"context"
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// politely returns a command that runs with low priority.
func politely(ctx context.Context, program string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, program, args...)
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.BELOW_NORMAL_PRIORITY_CLASS, HideWindow: true}
	return command
}
