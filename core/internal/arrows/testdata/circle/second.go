package circle

// Second has a method that calls back.
type Second struct{ next *Second }

func (s Second) common() Common {
	if s.next != nil {
		return First(*s.next)
	}
	return Common(0)
}
