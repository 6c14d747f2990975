package syzygy

import "github.com/matewright/matewright/core/value"

// A Kind is a kind of file.
type Kind uint8

// The kinds of files.
const (
	WDLFile Kind = iota // outcomes of both sides to move
	DTZFile             // plies to zeroing of one side to move
)

// Extension returns the end of the names of such files.
func (k Kind) Extension() string { return [2]string{".rtbw", ".rtbz"}[k] }

// Magic returns the first four bytes of such files.
func (k Kind) Magic() [4]byte {
	return [2][4]byte{{0x71, 0xe8, 0x23, 0x5d}, {0xd7, 0x66, 0x0c, 0xa5}}[k]
}

// A WDL is an outcome for the side to move, under the fifty-move rule with the clock at 0.
type WDL int8

// The outcomes.
const (
	Loss WDL = iota - 2
	BlessedLoss
	Draw
	CursedWin
	Win
)

// Category returns the outcome as other tables have it.
func (w WDL) Category() value.Category {
	return [...]value.Category{
		value.LossCategory, value.BlessedLossCategory, value.DrawCategory, value.CursedWinCategory, value.WinCategory,
	}[w-Loss]
}

// ByRule returns the outcome under the fifty-move rule: a cursed win is a draw.
func (w WDL) ByRule() value.Outcome { return value.Outcome(w / 2) }
