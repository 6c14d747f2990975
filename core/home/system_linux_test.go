package home

import (
	"testing"
	"testing/fstest"
)

func files(contents map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range contents {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

func TestAvailableMemory(t *testing.T) {
	const meminfo = "MemTotal:       24684036 kB\nMemFree:         1024 kB\nMemAvailable:   8388608 kB\n" // 8 GiB
	tests := []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"no control groups", nil, 8 << 30},
		{"version 2, no limit", map[string]string{
			"proc/self/cgroup":                      "0::/user.slice/x\n",
			"sys/fs/cgroup/user.slice/x/memory.max": "max\n",
		}, 8 << 30},
		{"version 2, the group around it is the narrower one", map[string]string{
			"proc/self/cgroup":                          "0::/user.slice/x\n",
			"sys/fs/cgroup/user.slice/x/memory.max":     "4294967296\n",
			"sys/fs/cgroup/user.slice/x/memory.current": "0\n",
			"sys/fs/cgroup/user.slice/memory.max":       "3221225472\n",
			"sys/fs/cgroup/user.slice/memory.current":   "2147483648\n",
			"sys/fs/cgroup/user.slice/memory.stat": "anon 1\nfile 1610612736\nworkingset_inactive_file 7\n" +
				"inactive_file 1073741824\nactive_file 5\n",
		}, 2 << 30},
		{"version 2, a container that sees its own group as the root", map[string]string{
			"proc/self/cgroup":             "0::/\n",
			"sys/fs/cgroup/memory.max":     "1073741824\n",
			"sys/fs/cgroup/memory.current": "268435456\n",
		}, 768 << 20},
		{"version 2, a process outside of the group that is mounted", map[string]string{
			"proc/self/cgroup":         "0::/../../init\n",
			"sys/fs/cgroup/memory.max": "1073741824\n",
		}, 1 << 30},
		{"version 1, a container that sees the path of its host", map[string]string{
			"proc/self/cgroup":                           "9:name=systemd:/a\n5:cpu,memory:/docker/1234\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "536870912\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes": "134217728\n",
			"sys/fs/cgroup/memory/memory.stat":           "inactive_file 5\ntotal_inactive_file 67108864\n",
		}, 448 << 20},
		{"version 1, no limit", map[string]string{
			"proc/self/cgroup": "5:memory:/a\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "9223372036854771712\n",
			"sys/fs/cgroup/memory/a/memory.usage_in_bytes": "134217728\n",
		}, 8 << 30},
		{"another controller's group", map[string]string{
			"proc/self/cgroup": "5:cpu,memory2:/a\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "1\n",
		}, 8 << 30},
		{"more is taken than allowed", map[string]string{
			"proc/self/cgroup":             "0::/\n",
			"sys/fs/cgroup/memory.max":     "1000\n",
			"sys/fs/cgroup/memory.current": "2000\n",
		}, 0},
	}
	for _, test := range tests {
		root := files(test.files)
		root["proc/meminfo"] = &fstest.MapFile{Data: []byte(meminfo)}
		if got, ok := availableIn(root); got != test.want || !ok {
			t.Errorf("%s: %d, %t, want %d", test.name, got, ok, test.want)
		}
	}
	if _, ok := availableIn(files(map[string]string{"proc/meminfo": "MemTotal: 1 kB\n"})); ok {
		t.Error("without files, some memory is available")
	}
	if here, ok := availableMemory(); !ok || here < 64<<20 || here > 1<<44 {
		t.Errorf("%d bytes are available here, %t", here, ok)
	}
}
