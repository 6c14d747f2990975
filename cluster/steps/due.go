package steps

import (
	"fmt"

	"github.com/matewright/matewright/core/slice"
)

// dueTogether is how many plies have what exits decide in the same file.
const dueTogether = 8

// dueOf returns what the file of such plies is called. One called due lists those that there are.
func dueOf(group int) string { return fmt.Sprintf("%s%d", due, group) }

// dueNumber numbers the section that has what exits decide in a frame at a ply.
func dueNumber(frame slice.FrameNo, ply int) int { return int(frame)<<12 | ply }
