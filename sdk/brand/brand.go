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

// Brand is a brand that has been checked. The zero value is the product's own look.
type Brand struct {
	tokens map[string]string // by name, those for dark ground with dark- before it
	chrome Chrome
	page   json.RawMessage // chrome and texts as the hosted page's widget reads them
}

// Chrome is what is around the screens, as far as the server needs to know it.
type Chrome struct {
	Logo *Logo
}

// Logo is a picture in the place of the product's name.
type Logo struct {
	Src    string `json:"src"`
	Dark   string `json:"dark"` // in its place on dark ground
	Mail   string `json:"mail"` // in mails, whose programs show no SVG
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

const longest = 100_000

// Read reads a brand. The error names every mistake with its place in the document.
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
		said := document[name]
		switch known := slices.Contains(names, name); {
		case name == "chrome":
			b.chrome = readChrome(said, wrong)
			page[name] = said
		case name == "texts":
			readTexts(said, wrong)
			page[name] = said
		case !known:
			wrong(name, fmt.Errorf("isn’t known%s", hint(name, append([]string{"chrome", "texts"}, names...))))
		default:
			value, err := valueOf(said)
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
		encoded, err := json.Marshal(page) // escapes < and >: it is written into a page
		if err != nil {
			return Brand{}, err
		}
		b.page = encoded
	}
	return b, nil
}

// valueOf returns a token's value, which may be written as a number.
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

// Page returns the part of the document that the hosted page's widget reads, as JSON that a page may contain, or nil.
func (b Brand) Page() []byte { return b.page }

// Logo returns the brand's logo, or nil.
func (b Brand) Logo() *Logo { return b.chrome.Logo }

// CSS returns the brand as custom properties for a style sheet, or nil. Every value has been checked to hold nothing
// that could end a declaration.
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
