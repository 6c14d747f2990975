package library

// DirectoryBytes returns what the library counts of the directories that it remembers, and what they take.
func (lib *Library) DirectoryBytes() (counted, taken int) {
	lib.parts.Sizes(func(p *part, bytes int) {
		if dir := p.Value.directory; dir != nil {
			counted += bytes
			taken += dir.Memory()
		}
	})
	return counted, taken
}
