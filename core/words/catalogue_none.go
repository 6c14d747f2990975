//go:build js && !check

package words

// english returns nothing: the page has the messages.
func english(Message) (string, bool) { return "", false }
