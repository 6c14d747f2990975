package icu

import "strings"

// A Plurals returns the plural category of a whole number, given its digits, such as "one" or "few".
type Plurals func(digits string) string

// PluralsOf returns the plurals of a language by its code, such as "pl". A language without rules of its own has those
// of English. The rules are those of the Unicode CLDR for whole numbers.
func PluralsOf(language string) Plurals {
	if rules, ok := rulesOf[language]; ok {
		return rules
	}
	return english
}

var rulesOf = map[string]Plurals{"es": spanish, "fr": french, "pt": french, "pl": polish}

func english(digits string) string {
	if digits == "1" {
		return "one"
	}
	return "other"
}

// spanish has a category of its own for whole millions.
func spanish(digits string) string {
	if strings.HasSuffix(digits, "000000") {
		return "many"
	}
	return english(digits)
}

func french(digits string) string {
	if digits == "0" {
		return "one"
	}
	return spanish(digits)
}

func polish(digits string) string {
	const few = "234"
	last := digits[max(0, len(digits)-1):]
	isTeen := len(digits) > 1 && digits[len(digits)-2] == '1'
	switch {
	case digits == "1":
		return "one"
	case last != "" && strings.Contains(few, last) && !isTeen:
		return "few"
	}
	return "many"
}
