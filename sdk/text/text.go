// Package text holds every sentence for people, in every language of the product. The key is a message code that server, mail and widget share.
//
// The sentences are JSON files of flat objects, one for each surface and language (en/rule.json, es/rule.json, …). A placeholder is written {{name}}.
// A sentence with a {{count}} may have the plural forms of its language, each under the code with the form as suffix: code_one, code_other, and
// code_many in Spanish.
package text

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

// Code is the stable key of a message.
type Code string

var messages = load()

func load() map[string]map[Code]string {
	all := make(map[string]map[Code]string, len(Languages))
	for _, lang := range Languages {
		all[lang] = map[Code]string{}
		entries, err := files.ReadDir(lang)
		if err != nil {
			panic("text: " + err.Error())
		}
		for _, e := range entries {
			raw, err := files.ReadFile(path.Join(lang, e.Name()))
			if err != nil {
				panic("text: " + err.Error())
			}
			var m map[Code]string
			if err := json.Unmarshal(raw, &m); err != nil {
				panic(fmt.Sprintf("text: %s/%s: %v", lang, e.Name(), err))
			}
			for k, v := range m {
				if _, twice := all[lang][k]; twice {
					panic(fmt.Sprintf("text: %s: %q is in two files", lang, k))
				}
				all[lang][k] = v
			}
		}
	}
	return all
}

// Has reports whether the code, or one of its plural forms, has a text in the language.
func Has(lang string, code Code) bool {
	_, ok := messages[lang][code]
	_, isPlural := messages[lang][code+"_one"]
	return ok || isPlural
}

// In returns the message in the language, with its placeholders filled in. An unknown language falls back to English. With an int as args["count"] it
// returns the plural form for that count, if the message has forms. For an unknown code it returns the code itself, so that no text is silently empty.
func In(lang string, code Code, args map[string]any) string {
	if _, ok := messages[lang]; !ok {
		lang = Languages[0]
	}
	s, ok := messages[lang][code]
	if count, isCounted := args["count"].(int); isCounted && !ok {
		s, ok = messages[lang][code+"_"+Code(languageOf(lang).form(count))]
	}
	if !ok {
		return string(code)
	}
	for k, v := range args {
		s = strings.ReplaceAll(s, "{{"+k+"}}", fmt.Sprint(v))
	}
	return s
}
