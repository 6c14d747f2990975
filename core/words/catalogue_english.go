//go:build !js || check

package words

import (
	_ "embed"
	"encoding/json"
	"sync"

	"github.com/matewright/matewright/core/words/icu"
)

//go:embed en.json
var file []byte

// catalogue returns the messages in English, by key.
var catalogue = sync.OnceValue(func() map[string]*icu.Text {
	var messages map[string]string
	if err := json.Unmarshal(file, &messages); err != nil {
		panic(err) // a test reads it
	}
	texts := make(map[string]*icu.Text, len(messages))
	for key, message := range messages {
		texts[key] = icu.New(message)
	}
	return texts
})

// english returns a message of the catalogue in English.
func english(m Message) (string, bool) {
	text, ok := catalogue()[m.Key]
	if !ok {
		return "", false
	}
	return text.Format(m.Values), true
}
