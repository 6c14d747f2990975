//go:build !js || check

package words

import (
	"embed"
	"encoding/json"
	"sync"

	"github.com/matewright/matewright/core/words/icu"
)

// These are the messages of all front ends, and those of the command and the server, which are in English only.
//
//go:embed en.json command.json
var files embed.FS

// catalogue returns the messages in English, by key.
var catalogue = sync.OnceValue(func() map[string]*icu.Text {
	texts := map[string]*icu.Text{}
	for _, name := range []string{"en.json", "command.json"} {
		var messages map[string]string
		file, err := files.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(file, &messages)
		}
		if err != nil {
			panic(err) // a test reads it
		}
		for key, message := range messages {
			texts[key] = icu.New(message)
		}
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
