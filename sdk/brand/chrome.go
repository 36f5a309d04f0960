package brand

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/cojoin/cojoin/sdk/text"
)

const (
	mostText   = 2000
	mostLinks  = 12
	mostPixels = 600
	mostLabel  = 80
)

var (
	chromeParts    = []string{"logo", "home", "header", "footer", "languages", "login"}
	addressPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:https?://|/[^/])[^\s"<>\\]{1,500}$`) })
	dataPattern    = regexp.MustCompile(`^data:image/(?:png|svg\+xml|webp)[;,][^\s"<>\\]+$`)

	errAddress = errors.New("isn’t an address like https://www.example.com")
)

type wrongFunc func(place string, err error)

func readChrome(raw json.RawMessage, wrong wrongFunc) Chrome {
	var chrome Chrome
	var parts map[string]json.RawMessage
	if json.Unmarshal(raw, &parts) != nil {
		wrong("chrome", errors.New("isn’t an object"))
		return chrome
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		value, place := parts[name], "chrome."+name
		off := bytes.Equal(value, []byte("false"))
		switch {
		case !slices.Contains(chromeParts, name):
			wrong(place, fmt.Errorf("isn’t known%s", hint(name, chromeParts)))
		case off && name != "home" || bytes.Equal(value, []byte("true")):
		case name == "logo":
			logo, err := readLogo(value)
			wrong(place, err)
			chrome.Logo = logo
		case name == "header":
			wrong(place, errors.New("is false where there is to be none"))
		case name == "footer":
			wrong(place, checkFooter(value))
		case name == "languages":
			wrong(place, checkLanguages(value))
		default: // home, login
			var address string
			if json.Unmarshal(value, &address) != nil || !addressPattern().MatchString(address) {
				wrong(place, errAddress)
			}
		}
	}
	return chrome
}

func readLogo(raw json.RawMessage) (*Logo, error) {
	if bytes.Equal(raw, []byte(`"name"`)) {
		return nil, nil //nolint:nilnil // the name is valid and has no image
	}
	var logo Logo
	size := func(n int) bool { return n >= 8 && n <= mostPixels }
	picture := func(s string) bool { return addressPattern().MatchString(s) || dataPattern.MatchString(s) }
	if json.Unmarshal(raw, &logo) != nil || !picture(logo.Src) || logo.Dark != "" && !picture(logo.Dark) || !size(logo.Width) || !size(logo.Height) {
		return nil, fmt.Errorf(`isn’t "name", false, or { "src": "https://…", "width": 120, "height": 32 } with up to %d pixels`, mostPixels)
	}
	if logo.Mail != "" && !strings.HasPrefix(logo.Mail, "https://") {
		return nil, errors.New("has a mail that doesn't begin with https://")
	}
	return &logo, nil
}

func checkFooter(raw json.RawMessage) error {
	mistake := fmt.Errorf(`isn’t false or a list of up to %d links like { "href": "https://…", "label": "Imprint" }`, mostLinks)
	var links []struct {
		Href  string
		Label json.RawMessage
	}
	if json.Unmarshal(raw, &links) != nil || len(links) > mostLinks {
		return mistake
	}
	for _, link := range links {
		var one string
		labels := map[string]string{}
		if json.Unmarshal(link.Label, &one) == nil {
			labels[""] = one
		} else if json.Unmarshal(link.Label, &labels) != nil || len(labels) == 0 {
			return mistake
		}
		for _, label := range labels {
			if label == "" || len(label) > mostLabel {
				return mistake
			}
		}
		if !addressPattern().MatchString(link.Href) {
			return mistake
		}
	}
	return nil
}

func checkLanguages(raw json.RawMessage) error {
	var languages []string
	err := json.Unmarshal(raw, &languages)
	unknown := func(l string) bool { return !slices.Contains(text.Languages, l) }
	if err != nil || len(languages) == 0 || slices.ContainsFunc(languages, unknown) {
		return fmt.Errorf("isn’t false or a list of %s", strings.Join(text.Languages, ", "))
	}
	return nil
}

// widgetSurfaces lists the files of the widget's texts.
var widgetSurfaces = []string{"frame", "problem", "rule", "screen", "order", "payment", "invite", "home", "professional"}

// placeholderPattern matches {{name}} in a sentence.
var placeholderPattern = regexp.MustCompile(`\{\{\s*([^{}\s,]*)[^{}]*\}\}`)

func readTexts(raw json.RawMessage, wrong wrongFunc) {
	var texts map[string]map[string]string
	if json.Unmarshal(raw, &texts) != nil {
		wrong("texts", errors.New("isn’t an object of sentences by language and key"))
		return
	}
	var known []string
	for _, surface := range widgetSurfaces {
		for _, code := range text.Surface(surface) {
			known = append(known, string(code))
		}
	}
	for _, language := range slices.Sorted(maps.Keys(texts)) {
		if !slices.Contains(text.Languages, language) {
			wrong("texts."+language, fmt.Errorf("isn’t a language%s", hint(language, text.Languages)))
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(texts[language])) {
			place, sentence := "texts."+language+"."+key, texts[language][key]
			needs := placeholders(text.In(language, text.Code(key), nil))
			switch {
			case !slices.Contains(known, key) && !slices.Contains(known, strings.TrimSuffix(key, "_many")+"_one"): // English has no form for many
				near, _, _ := strings.Cut(hint(key, known), "; known are")
				wrong(place, fmt.Errorf("isn’t known%s", near))
			case strings.TrimSpace(sentence) == "" || len(sentence) > mostText:
				wrong(place, fmt.Errorf("isn’t a sentence of up to %d letters", mostText))
			case placeholders(sentence) != needs:
				wrong(place, fmt.Errorf("has the placeholders {{%s}}, and needs {{%s}}", placeholders(sentence), needs))
			}
		}
	}
}

// placeholders returns the sorted names of a sentence's placeholders. It skips count and product, which are optional.
func placeholders(sentence string) string {
	var found []string
	for _, match := range placeholderPattern.FindAllStringSubmatch(sentence, -1) {
		if match[1] != "count" && match[1] != "product" {
			found = append(found, match[1])
		}
	}
	slices.Sort(found)
	return strings.Join(found, ", ")
}
