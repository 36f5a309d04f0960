package brand

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Brand is a validated brand. The zero value is the product's own look.
type Brand struct {
	tokens map[string]string // by name; dark- begins those for dark backgrounds
	chrome Chrome
	page   json.RawMessage // chrome and texts for the hosted page's widget
}

// Chrome is the part of the frame around the screens that the server needs.
type Chrome struct {
	Logo *Logo
}

// Logo is an image in place of the product's name.
type Logo struct {
	Src    string `json:"src"`
	Dark   string `json:"dark"` // replaces Src on a dark background
	Mail   string `json:"mail"` // for mails, because mail programs show no SVG
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

const longest = 100_000

// Read parses and validates a brand. The error lists every mistake with its place in the document.
func Read(raw []byte) (Brand, error) {
	if len(raw) > longest {
		return Brand{}, fmt.Errorf("has more than %d bytes", longest)
	}
	var document map[string]json.RawMessage
	if err := json.Unmarshal(raw, &document); err != nil {
		return Brand{}, fmt.Errorf("isn’t a JSON object: %w", err)
	}
	b := Brand{tokens: map[string]string{}}
	var mistakes []error
	wrong := func(place string, err error) {
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("%s %w", place, err))
		}
	}
	page := map[string]json.RawMessage{}
	for _, name := range slices.Sorted(maps.Keys(document)) {
		member := document[name]
		switch known := slices.Contains(names, name); {
		case name == "chrome":
			b.chrome = readChrome(member, wrong)
			page[name] = member
		case name == "texts":
			readTexts(member, wrong)
			page[name] = member
		case !known:
			wrong(name, fmt.Errorf("isn’t known%s", hint(name, append([]string{"chrome", "texts"}, names...))))
		default:
			value, err := valueOf(member)
			if err == nil {
				err = tokens[strings.TrimPrefix(name, dark)].check(value)
			}
			wrong(name, err)
			b.tokens[name] = value
		}
	}
	if err := errors.Join(mistakes...); err != nil {
		return Brand{}, err
	}
	if len(page) > 0 {
		encoded, err := json.Marshal(page) // escapes < and >, as it goes into a page
		if err != nil {
			return Brand{}, err
		}
		b.page = encoded
	}
	return b, nil
}

// valueOf returns a token's value, a JSON string or number.
func valueOf(raw json.RawMessage) (string, error) {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s, nil
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String(), nil
	}
	return "", errors.New("has to be a text or a number")
}

// Page returns the part of the document for the hosted page's widget, as JSON that is safe inside a page, or nil.
func (b Brand) Page() []byte { return b.page }

// Logo returns the brand's logo, or nil.
func (b Brand) Logo() *Logo { return b.chrome.Logo }

// CSS returns the brand as custom properties for a style sheet, or nil. Every value was validated and can't end a declaration.
func (b Brand) CSS() []byte {
	if len(b.tokens) == 0 {
		return nil
	}
	properties := maps.Clone(b.tokens)
	for _, scheme := range []string{"", dark} {
		if b.tokens[scheme+"text"] == "" && b.tokens[scheme+"surface"] == "" {
			continue
		}
		look := b.look(scheme != "")
		for name, t := range tokens {
			if _, set := properties[scheme+name]; !set && t.Mix != nil {
				properties[scheme+name] = look[name].Hex()
			}
		}
	}
	var css bytes.Buffer
	css.WriteString(":root:root{") // outweighs the page's own sheet, which comes later
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		fmt.Fprintf(&css, "--cojoin-%s:%s;", name, properties[name])
	}
	css.WriteString("}")
	return css.Bytes()
}
