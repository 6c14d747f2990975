//go:build !js

package words

import (
	"embed"
	"encoding/json"
	"sync"
)

// These are the messages of all front ends, and those of the command and the server, which are in English only.
//
//go:embed en.json command.json
var files embed.FS

// catalogue returns the messages in English, by key.
var catalogue = sync.OnceValue(func() Language {
	texts := map[string]string{}
	for _, name := range []string{"en.json", "command.json"} {
		file, err := files.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(file, &texts) // adds to them
		}
		if err != nil {
			panic(err) // a test reads it
		}
	}
	return NewLanguage("en", texts)
})

// english returns a message of the catalogue in English.
func english(m Message) string { return catalogue().Format(m) }

// Has reports whether the catalogue has a message for a key.
func Has(key string) bool { return catalogue()[key] != nil }
