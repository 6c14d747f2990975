//go:build js && wasm

package main

type replayRequest struct {
	FEN   string   `json:"fen"`
	Moves []string `json:"moves"`           // by their squares, or in SAN
	After []int    `json:"after,omitempty"` // numbers of the moves before, 0 for none; by default the one listed before
}

// before returns the number of the move that comes before the one at an index.
func (q *replayRequest) before(i int) int {
	if i < len(q.After) {
		return q.After[i]
	}
	return i
}

type gameShape struct {
	Start    string         `json:"start"`              // the FEN that it begins from
	Warnings []warningShape `json:"warnings,omitempty"` // repairs of that

	Moves   []playedShape `json:"moves"`
	Numbers []int         `json:"numbers"` // of each requested move, or of the last legal one on the way to it
	Legal   int           `json:"legal"`   // the number of requested moves that are legal
}

type playedShape struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"` // the position after the move, with its counters

	After int `json:"after"` // the number of the move before it, 0 for none
}
