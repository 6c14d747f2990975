package find

// LookAhead makes a search find mutual zugzwangs by looking ahead in whole frames.
func (s *Search) LookAhead() { s.manyLeft = 1 << 40 }
