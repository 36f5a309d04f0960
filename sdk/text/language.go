package text

import (
	"embed"
	"slices"
	"strings"
)

//go:embed en es
var files embed.FS

// language holds the properties of a language besides its sentences.
type language struct {
	code  string
	name  string                 // in English
	forms []string               // of a sentence with a count
	form  func(count int) string // for a count
}

// languages are the languages of the product; the first is the default. The names of the forms and their rules are
// CLDR's for cardinal numbers, as in i18next, which the widget uses.
var languages = []language{
	{"en", "English", []string{"one", "other"}, func(count int) string {
		if count == 1 {
			return "one"
		}
		return "other"
	}},
	{"es", "Spanish", []string{"one", "many", "other"}, func(count int) string {
		switch {
		case count == 1:
			return "one"
		case count != 0 && count%1_000_000 == 0:
			return "many"
		}
		return "other"
	}},
}

// Languages are the codes of the product's languages; the first is the default. Every message exists in each.
var Languages = codes()

func codes() []string {
	var all []string
	for _, l := range languages {
		all = append(all, l.code)
	}
	return all
}

// languageOf returns the row of a language, or the default's for an unknown one.
func languageOf(code string) language {
	return languages[max(0, slices.Index(Languages, code))]
}

// Language returns the language of a locale: "es" for "es-MX", "es-419" and every other Spanish one, and the default for an unsupported language.
func Language(locale string) string {
	base, _, _ := strings.Cut(strings.ReplaceAll(locale, "_", "-"), "-")
	return languageOf(strings.ToLower(base)).code
}

// LanguageName returns the name of a language in English ("Spanish").
func LanguageName(code string) string { return languageOf(code).name }
