package main

import (
	"os/exec"
	"runtime"
	"syscall"
)

// runTied runs a command, which ends when this process ends.
func runTied(command *exec.Cmd) error {
	runtime.LockOSThread() // the system ends the command with the thread that began it
	defer runtime.UnlockOSThread()
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return command.Run()
}
