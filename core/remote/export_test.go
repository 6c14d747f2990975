package remote

// ReadManifest returns the number of files of a manifest.
func ReadManifest(b []byte) (files int, err error) {
	m, err := readManifest(b)
	if err != nil {
		return 0, err
	}
	return len(m), nil
}
