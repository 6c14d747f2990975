package layout

// A Group is a number of men that have one number together.
type Group struct {
	Start, Men int    // of the pieces of the layout
	Count      uint64 // of its numbers
	Factor     uint64 // of its number in that of a position
	IsPawns    bool   // of the side whose pawns don't lead
}

// List returns the groups, the first one before the others.
func (l *Layout) List() []Group {
	list := make([]Group, len(l.groups))
	for i, g := range l.groups {
		list[i] = Group{g.start, g.n, g.count, g.factor, i == 1 && l.both}
	}
	return list
}
