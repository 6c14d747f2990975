package filelock

import "testing"

// TestStayLocal checks the options of mounted file systems. The formats are those of the kernel.
func TestStayLocal(t *testing.T) {
	const line = "25 24 0:23 / /home rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
	for _, test := range []struct {
		mounted string
		want    bool
	}{
		{"nfs server:/a rw,vers=3,hard,proto=tcp,mountproto=tcp,local_lock=none,addr=10.0.0.1", false},
		{"nfs server:/a rw,vers=3,hard,nolock,proto=tcp,local_lock=all,addr=10.0.0.1", true},
		{"nfs server:/a rw,vers=3,local_lock=flock,addr=10.0.0.1", true},
		{"nfs server:/a rw,vers=3,local_lock=posix,addr=10.0.0.1", false},
		{"nfs4 server:/a rw,vers=4.2,local_lock=none,addr=10.0.0.1", false},
		{"cifs //server/a rw,vers=3.1.1,nobrl", true},
		{"cifs //server/a rw,vers=3.1.1", false},
		{"fuse.sshfs server:/a rw,user_id=0", true},
		{"ext4 /dev/sdb1 rw,nobrl", false},
		{"nfs", false},
	} {
		mounts := line + "81 24 0:52 / /mnt/a\\040b rw,relatime shared:9 - " + test.mounted + "\n" + line
		if got := stayLocal(mounts, "0:52"); got != test.want {
			t.Errorf("%s: %t", test.mounted, got)
		}
		if stayLocal(mounts, "0:23") || stayLocal(mounts, "0:5") {
			t.Errorf("%s counts for another file system", test.mounted)
		}
	}
}
