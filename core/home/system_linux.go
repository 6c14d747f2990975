package home

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
)

// availableMemory returns how much memory a program can allocate without driving others to swap.
func availableMemory() (bytes int64, ok bool) { return availableIn(os.DirFS("/")) }

// availableIn reads the available memory from the files of Linux, see proc(5). The result is smaller if the process's
// control group, such as that of a container, or a group around it has less left.
func availableIn(root fs.FS) (bytes int64, ok bool) {
	meminfo, _ := fs.ReadFile(root, "proc/meminfo")
	kilobytes, ok := field(meminfo, "MemAvailable:")
	if !ok {
		return 0, false
	}
	left := kilobytes << 10
	for _, group := range controlGroups(root) {
		for dir := group.dir; ; dir = path.Dir(dir) {
			left = min(left, group.left(root, dir))
			if dir == group.root {
				break
			}
		}
	}
	return max(0, left), true
}

// A controlGroup has the files with the memory limit and the memory use of a group of processes.
type controlGroup struct {
	root, dir          string
	limit, used, cache string // file, file, and field of memory.stat
}

// controlGroups returns the groups of both versions that limit the process's memory. A line is 0::/path, or
// 4:cpu,memory:/path.
func controlGroups(root fs.FS) (groups []controlGroup) {
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		_, line, _ = strings.Cut(strings.TrimSpace(line), ":")
		controllers, dir, _ := strings.Cut(line, ":")
		group := controlGroup{"sys/fs/cgroup", "", "memory.max", "memory.current", "inactive_file"}
		if controllers != "" {
			group = controlGroup{
				"sys/fs/cgroup/memory",
				"",
				"memory.limit_in_bytes",
				"memory.usage_in_bytes",
				"total_inactive_file",
			}
			if !strings.Contains(","+controllers+",", ",memory,") {
				continue
			}
		}
		group.dir = path.Join(group.root, path.Clean("/"+dir))
		groups = append(groups, group)
	}
	return groups
}

// left returns how much memory a group may still use. Inactive cached files do not count, as Linux frees them when
// memory is short. Without a readable limit it returns the largest number.
func (g *controlGroup) left(root fs.FS, dir string) int64 {
	limit, ok := number(root, path.Join(dir, g.limit))
	if !ok {
		return math.MaxInt64
	}
	used, _ := number(root, path.Join(dir, g.used))
	stat, _ := fs.ReadFile(root, path.Join(dir, "memory.stat"))
	cache, _ := field(stat, g.cache)
	return limit - max(0, used-cache)
}

// number reads a file that has only a number.
func number(root fs.FS, name string) (int64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	return n, err == nil
}

// field returns the number in the line that begins with a name.
func field(text []byte, name string) (n int64, ok bool) {
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if rest, found := strings.CutPrefix(lines.Text(), name+" "); found {
			_, err := fmt.Sscan(rest, &n)
			return n, err == nil
		}
	}
	return 0, false
}
