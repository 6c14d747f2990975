package game

import (
	"regexp"
	"strconv"
	"time"
)

// clockPattern matches the time that a player has left after a move, as Lichess and Chess.com write it.
var clockPattern = regexp.MustCompile(`\[%clk\s+(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\]`)

// Clock returns the time that the player has left after the move, and false if no comment states it.
func (n *Node) Clock() (left time.Duration, ok bool) {
	match := clockPattern.FindStringSubmatch(n.Comment)
	if match == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(match[1])
	minutes, _ := strconv.Atoi(match[2])
	seconds, _ := strconv.ParseFloat(match[3], 64)
	return time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute +
		time.Duration(seconds*float64(time.Second)), true
}
