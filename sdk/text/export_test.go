package text

import "slices"

// All returns every message of a language, by code.
func All(lang string) map[Code]string { return messages[lang] }

// Forms returns the plural forms of a language, sorted.
func Forms(lang string) []string { return slices.Sorted(slices.Values(languageOf(lang).forms)) }
