//go:build !unix || aix || solaris

package store

import (
	"os"
	"runtime"
	"time"
)

// claimTemp does nothing on systems without locks.
func claimTemp(*os.File) bool { return true }

// closedLifetime is how long a temporary file lives that its writer does not hold open:
// it is closed for a moment before it is renamed.
const closedLifetime = time.Minute

// removeOrphan deletes a temporary file, given the time since its last write. Windows refuses that while the writer has
// it open. On other systems only the age counts.
func removeOrphan(path string, age time.Duration) {
	if age > tempLifetime || runtime.GOOS == "windows" && age > closedLifetime {
		os.Remove(path)
	}
}
