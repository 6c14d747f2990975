package ending

// A Result has the bounds of the ending's position and its moves, and the work behind them.
type Result struct {
	Answer
	Pieces   int  // the most pieces of slices that the memory has room for
	Wide     bool // it also has room for wins after promotions to one piece more
	Complete bool // no more slices can be solved
	Progress
}

// Result returns the known bounds of the position and its moves.
func (e *Ending) Result() (*Result, error) {
	a, err := e.Answer(&e.root)
	if err != nil {
		return nil, err
	}
	return &Result{Answer: *a, Pieces: e.most, Wide: e.widest > e.most, Complete: e.complete, Progress: e.progress}, nil
}
