package library

// DirectoryBytes returns what the library counts of the directories that it remembers, and what they take.
func (lib *Library) DirectoryBytes() (counted, taken int) {
	lib.caching.Lock()
	defer lib.caching.Unlock()
	for _, e := range lib.parts {
		if p := e.Value.(*part); p.directory != nil {
			counted += p.size
			taken += p.directory.Memory()
		}
	}
	return counted, taken
}
