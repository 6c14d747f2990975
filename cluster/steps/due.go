package steps

import (
	"fmt"

	"github.com/matewright/matewright/core/slice"
)

// dueTogether is how many plies have their due rows, which exits decide, in the same file.
const dueTogether = 8

// dueOf returns the name of the file of a group of plies. The file named due lists the groups.
func dueOf(group int) string { return fmt.Sprintf("%s%d", due, group) }

// dueNumber returns the number of the section with the due rows of a frame at a ply.
func dueNumber(frame slice.FrameNo, ply int) int { return int(frame)<<12 | ply }
