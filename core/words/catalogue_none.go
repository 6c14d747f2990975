//go:build js

package words

// english returns the key: the page has the messages.
func english(m Message) string { return m.Key }

// Has returns false: the page has the messages.
func Has(string) bool { return false }
