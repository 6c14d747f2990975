//go:build js && !check

package words

// english returns the key: the page has the messages.
func english(m Message) (string, bool) { return m.Key, true }
