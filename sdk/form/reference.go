package form

import (
	"embed"
	"encoding/json"
	"fmt"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/cojoin/cojoin/sdk/text"
)

// referenceFiles holds the reference data of look-ups and rules. Each file names its sources and their
// versions. `go run ./sdk/internal/gen data` refreshes them, except region.json, which is maintained by hand.
//
//go:embed data/country.json data/region.json data/timezone.json data/phone_code.json
var referenceFiles embed.FS

// mustReadReference reads an embedded file. It panics on a broken file; tests read them all.
func mustReadReference(name string, into any) {
	raw, err := referenceFiles.ReadFile("data/" + name)
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		panic(fmt.Sprintf("sdk: reference data %s: %v", name, err))
	}
}

// localized is a name in every language of the product.
type localized struct{ EN, ES string }

// in returns the name in the language ("en" or "es", or one of their locales).
func (l localized) in(lang string) string {
	if text.Language(lang) == "es" {
		return l.ES
	}
	return l.EN
}

// newCollator returns the sort order of a language (ñ after n, other accents ignored).
func newCollator(lang string) *collate.Collator {
	return collate.New(language.Make(text.Language(lang)), collate.IgnoreCase)
}
