package brand

import (
	_ "embed" // the tables that the widget shares
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// token is a design token: the name of a CSS custom property without --cojoin-.
type token struct {
	Kind        string  // color, length, number, font or shadow
	Light, Dark string  // default of a color; empty: derived from the accent
	Least, Most float64 // of a length in pixels, or a number
	Mix         *int    // percent of the brand's text color in its surface color, if it sets either
}

// dark is the prefix of colors for dark backgrounds.
const dark = "dark-"

var (
	//go:embed tokens.json
	tokensJSON []byte
	//go:embed contrast.json
	contrastJSON []byte

	tokens = readTable[map[string]token](tokensJSON)
	pairs  = readTable[[]pair](contrastJSON)
	names  = tokenNames()
)

func readTable[T any](raw []byte) T {
	var table T
	if err := json.Unmarshal(raw, &table); err != nil { // the file is part of the program
		panic("brand: " + err.Error())
	}
	return table
}

func tokenNames() []string {
	var all []string
	for name, t := range tokens {
		all = append(all, name)
		if t.Kind == "color" {
			all = append(all, dark+name)
		}
	}
	slices.Sort(all)
	return all
}

var (
	colorPattern  = regexp.MustCompile(`^#(?:[\da-fA-F]{3}|[\da-fA-F]{6})$`)
	lengthPattern = regexp.MustCompile(`^\d{1,3}(?:\.\d{1,2})?px$`)
	numberPattern = regexp.MustCompile(`^\d{1,3}(?:\.\d{1,3})?$`)
	shadowCall    = regexp.MustCompile(`(?i)url|var|expression`)
)

// Patterns that repeat a class hundreds of times take milliseconds to compile, and most commands don't need them.
var (
	fontPattern   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\p{L}\d ,'"_-]{1,200}$`) })
	shadowPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^[a-z\d .,#%()/-]{1,200}$`) })
)

// check returns the mistake in a token's value, or nil. The rules are those of widget/src/brand/read.ts.
func (t token) check(value string) error {
	within := func(s string) bool {
		n, err := strconv.ParseFloat(s, 64)
		return err == nil && n >= t.Least && n <= t.Most
	}
	switch {
	case t.Kind == "color" && !colorPattern.MatchString(value):
		return fmt.Errorf("isn’t a color like #7a2f5d")
	case t.Kind == "length" && (!lengthPattern.MatchString(value) || !within(strings.TrimSuffix(value, "px"))):
		return fmt.Errorf("isn’t a length from %gpx to %gpx", t.Least, t.Most)
	case t.Kind == "number" && (!numberPattern.MatchString(value) || !within(value)):
		return fmt.Errorf("isn’t a number from %g to %g", t.Least, t.Most)
	case t.Kind == "font" && !fontPattern().MatchString(value):
		return fmt.Errorf(`isn’t a list of fonts like "Lato", sans-serif`)
	case t.Kind == "shadow" && (!shadowPattern().MatchString(value) || shadowCall.MatchString(value)):
		return fmt.Errorf("isn’t a shadow like 0 1px 3px rgb(0 0 0 / 20%%)")
	}
	return nil
}
