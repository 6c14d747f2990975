package words

import "github.com/matewright/matewright/core/words/icu"

// A Language has messages as texts, by key.
type Language map[string]*icu.Text

// NewLanguage returns a language from its code, such as "de", and messages in ICU MessageFormat.
func NewLanguage(code string, messages map[string]string) Language {
	plurals := icu.PluralsOf(code)
	l := make(Language, len(messages))
	for key, message := range messages {
		l[key] = icu.New(message, plurals)
	}
	return l
}

// Format returns a message in the language, or its code if the language lacks it.
func (l Language) Format(m Message) string {
	text, ok := l[m.Key]
	if !ok {
		return m.Code()
	}
	values := make(map[string]any, len(m.Values))
	for name, value := range m.Values {
		values[name] = l.formatted(value)
	}
	return text.Format(values)
}

// formatted replaces messages in a value by their texts.
func (l Language) formatted(value any) any {
	switch value := value.(type) {
	case Message:
		return l.Format(value)
	case []any:
		texts := make([]any, len(value))
		for i, each := range value {
			texts[i] = l.formatted(each)
		}
		return texts
	}
	return value
}
