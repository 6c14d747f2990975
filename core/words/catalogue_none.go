//go:build js

package words

// english returns the key: the page has the messages.
func english(m Message) string { return m.Key }
