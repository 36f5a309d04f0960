package text

import (
	"slices"
	"strings"
)

// All returns every message of a language, by code.
func All(lang string) map[Code]string { return messages[lang] }

// Forms returns the plural forms of a language, sorted.
func Forms(lang string) []string { return slices.Sorted(slices.Values(languageOf(lang).forms)) }

// Plural returns the base code of a plural form: summary_title for summary_title_one. ok is false for a code without forms.
func Plural(code Code) (base Code, ok bool) {
	for _, l := range languages {
		for _, form := range l.forms {
			if base, ok := strings.CutSuffix(string(code), "_"+form); ok && Has(Languages[0], Code(base+"_one")) {
				return Code(base), true
			}
		}
	}
	return code, false
}
