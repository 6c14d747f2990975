package solve

// HoldFewest lets a lookahead hold no more frames than one of them needs.
func (la *Lookahead) HoldFewest() { la.ranks.limit = minRankFrames }
