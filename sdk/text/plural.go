package text

import "strings"

// pluralForms are the forms that a sentence with a count has in each language, and pluralForm picks one.
// Names and rules are CLDR's for cardinal numbers, as in i18next, which the widget uses.
var (
	pluralForms = map[string][]string{"en": {"one", "other"}, "es": {"one", "many", "other"}}
	pluralForm  = map[string]func(count int) string{
		"en": func(count int) string {
			if count == 1 {
				return "one"
			}
			return "other"
		},
		"es": func(count int) string {
			switch {
			case count == 1:
				return "one"
			case count != 0 && count%1_000_000 == 0:
				return "many"
			}
			return "other"
		},
	}
)

// Plural returns the code that a plural form belongs to: summary_title for summary_title_one. ok is false
// for the code of a sentence that has no forms.
func Plural(code Code) (base Code, ok bool) {
	for _, forms := range pluralForms {
		for _, form := range forms {
			if base, ok := strings.CutSuffix(string(code), "_"+form); ok && Has(Languages[0], Code(base+"_one")) {
				return Code(base), true
			}
		}
	}
	return code, false
}
