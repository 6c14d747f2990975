//go:build !linux

package main

import "os/exec"

// runTied runs a command. If this process is killed, the command ends when its tables are built.
func runTied(command *exec.Cmd) error { return command.Run() }
