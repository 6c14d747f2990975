package circle

// Common is used by both.
type Common int
