package library

// DirectoryBytes returns the counted bytes of the cached directories, and the bytes that they take.
func (lib *Library) DirectoryBytes() (counted, taken int) {
	lib.parts.Sizes(func(p *part, bytes int) {
		if dir := p.Value.directory; dir != nil {
			counted += bytes
			taken += dir.Memory()
		}
	})
	return counted, taken
}
