package filelock

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// StayLocal reports whether the locks in a directory exclude only processes of this machine, although other machines
// may mount the directory. It returns false if the system does not report that.
func StayLocal(dir string) bool {
	info, err := os.Stat(dir)
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	dev := uint64(stat.Dev)
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	return err == nil && stayLocal(string(mounts), fmt.Sprintf("%d:%d", unix.Major(dev), unix.Minor(dev)))
}

// stayLocal looks for a device in the list of mounted file systems, see proc(5).
func stayLocal(mounts, device string) bool {
	for line := range strings.Lines(mounts) {
		mount, system, _ := strings.Cut(line, " - ")
		mounted, kind := strings.Fields(mount), strings.Fields(system)
		if len(mounted) < 3 || mounted[2] != device || len(kind) < 3 {
			continue
		}
		has := func(option string) bool { return slices.Contains(strings.Split(kind[2], ","), option) }
		switch kind[0] {
		case "nfs", "nfs4":
			return has("nolock") || has("local_lock=all") || has("local_lock=flock")
		case "cifs", "smb3":
			return has("nobrl")
		case "fuse.sshfs":
			return true
		}
	}
	return false
}
