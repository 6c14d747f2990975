package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/words"
)

// TestHelpKeys checks that the catalogue has the help of every command, argument and flag, and no other.
func TestHelpKeys(t *testing.T) {
	used := map[string]bool{}
	for key, text := range helpTexts(newParser(&commands{}).Model) {
		used[key] = true
		if !words.Has(key) {
			t.Errorf("command.json has no message %s", key)
		}
		if *text == "" || strings.ContainsAny(*text, "{}") {
			t.Errorf("the help of %s is %q", key, *text)
		}
	}
	file, err := os.ReadFile("../../words/command.json")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]string
	if err := json.Unmarshal(file, &messages); err != nil {
		t.Fatal(err)
	}
	for key := range messages {
		if strings.HasPrefix(key, "command.help.") && !used[key] {
			t.Errorf("%s is not used", key)
		}
	}
	for _, key := range []string{"command.help.find.in-a-row", "command.help.any.dir", "command.help.any.cache"} {
		if !used[key] {
			t.Errorf("%s is not found in the grammar", key)
		}
	}
}
