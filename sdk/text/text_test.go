package text_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/text"
)

// alike lists the codes with the same text in both languages: names, signs, and words that both languages have.
var alike = map[text.Code]bool{
	"receipt_app_store": true, "receipt_play_store": true,
	"mail_receipt_subtotal": true, "quote_total_subtotal": true,
	"mail_receipt_total": true, "summary_total": true,
	"custom_extras": true, "status_no": true,
}

func TestIn(t *testing.T) {
	t.Parallel()
	cases := []struct {
		lang string
		code text.Code
		args map[string]any
		want string
	}{
		{"en", "field_required", nil, "This field is required"},
		{"es", "field_required", nil, "Este campo es obligatorio"},
		{"eo", "field_required", nil, "This field is required"},
		{"en", "phone_length", map[string]any{"min": 8, "max": 15}, "Must be between 8 and 15 digits"},
		{"en", "no_such_code", nil, "no_such_code"},
	}
	for _, c := range cases {
		if got := text.In(c.lang, c.code, c.args); got != c.want {
			t.Errorf("In(%s, %s) = %q, want %q", c.lang, c.code, got, c.want)
		}
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string]string{"es": "es", "es-MX": "es", "es_MX": "es", "ES-419": "es", "en-GB": "en", "eo": "en", "": "en", "est": "en"} {
		if got := text.Language(locale); got != want {
			t.Errorf("Language(%q) = %s, want %s", locale, got, want)
		}
	}
}

func TestSurface(t *testing.T) {
	t.Parallel()
	if codes := text.Surface("rule"); !slices.Contains(codes, "field_required") || !slices.IsSorted(codes) {
		t.Errorf("surface rule: %v", codes)
	}
	if codes := text.Surface("nowhere"); codes != nil {
		t.Errorf("surface nowhere: %v", codes)
	}
}

// All languages have the same files with the same codes, and each text has the same placeholders.
func TestLanguagesHaveTheSameTexts(t *testing.T) {
	t.Parallel()
	files := map[string][]string{}
	for _, lang := range text.Languages {
		paths, err := filepath.Glob(filepath.Join(lang, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			files[lang] = append(files[lang], filepath.Base(path))
		}
	}
	first := text.Languages[0]
	for _, lang := range text.Languages[1:] {
		if diff := cmp.Diff(files[first], files[lang]); diff != "" {
			t.Errorf("files (-%s +%s):\n%s", first, lang, diff)
			continue
		}
		for _, name := range files[first] {
			if diff := cmp.Diff(basesOf(codesOf(t, first, name)), basesOf(codesOf(t, lang, name))); diff != "" {
				t.Errorf("codes of %s (-%s +%s):\n%s", name, first, lang, diff)
			}
		}
		for code, sentence := range text.All(first) {
			if _, isForm := text.Plural(code); isForm && !text.Has(lang, code) {
				continue // a form that this language doesn't have
			}
			if diff := cmp.Diff(placeholders(sentence), placeholders(text.All(lang)[code])); diff != "" {
				t.Errorf("placeholders of %s (-%s +%s):\n%s", code, first, lang, diff)
			}
		}
	}
}

// A sentence with plural forms has exactly the forms of its language. The widget's test compares the forms with CLDR: widget/vite/languages.test.ts.
func TestPluralForms(t *testing.T) {
	t.Parallel()
	for _, lang := range text.Languages {
		found := map[text.Code][]string{}
		for code := range text.All(lang) {
			if base, ok := text.Plural(code); ok {
				found[base] = append(found[base], strings.TrimPrefix(string(code), string(base)+"_"))
			}
		}
		if len(found) == 0 {
			t.Errorf("%s has no plural forms", lang)
		}
		for base, got := range found {
			slices.Sort(got)
			if diff := cmp.Diff(text.Forms(lang), got); diff != "" {
				t.Errorf("%s: forms of %s (-want +got):\n%s", lang, base, diff)
			}
		}
	}
	for _, c := range []struct {
		lang  string
		count int
		want  string
	}{
		{"en", 0, "0 subscription codes, Premium"},
		{"en", 1, "1 subscription code, Premium"},
		{"en", 2, "2 subscription codes, Premium"},
		{"en", 1_000_000, "1000000 subscription codes, Premium"},
		{"es", 0, "0 códigos de suscripción, Premium"},
		{"es", 1, "1 código de suscripción, Premium"},
		{"es", 2, "2 códigos de suscripción, Premium"},
		{"es", 1_000_000, "1000000 de códigos de suscripción, Premium"},
		{"eo", 1, "1 subscription code, Premium"},
	} {
		if got := text.In(c.lang, "code_batch_line", map[string]any{"count": c.count, "package": "Premium"}); got != c.want {
			t.Errorf("%s %d: %q, want %q", c.lang, c.count, got, c.want)
		}
	}
}

// basesOf replaces the codes of plural forms by their base codes.
func basesOf(codes []string) []text.Code {
	bases := make([]text.Code, 0, len(codes))
	for _, code := range codes {
		base, _ := text.Plural(text.Code(code))
		bases = append(bases, base)
	}
	slices.Sort(bases)
	return slices.Compact(bases)
}

func codesOf(t *testing.T, lang, name string) []string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(lang, name))
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]string
	if err := json.Unmarshal(raw, &messages); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(messages))
}

var placeholder = regexp.MustCompile(`\{\{\w+\}\}`)

func placeholders(s string) []string {
	found := placeholder.FindAllString(s, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// english matches words that no Spanish sentence has.
var english = regexp.MustCompile(`(?i)\b(the|your|you|and|with|this|please|is|are|was|will|choose|must|cannot|can't|of|for|from|to)\b`)

// No text is empty or has extra white space, and no Spanish text contains English.
func TestTextsAreWritten(t *testing.T) {
	t.Parallel()
	for _, lang := range text.Languages {
		for code, s := range text.All(lang) {
			// Terminal lines may be indented (--explain).
			if body := strings.TrimLeft(s, " "); strings.TrimSpace(s) != body || body == "" || strings.Contains(body, "  ") {
				t.Errorf("%s: %s: %q", lang, code, s)
			}
			if rest := placeholder.ReplaceAllString(s, ""); strings.ContainsAny(rest, "{}") {
				t.Errorf("%s: %s: half a placeholder in %q", lang, code, s)
			}
		}
	}
	alike := maps.Clone(alike)
	for _, m := range gateway.PaymentMethods {
		if m.Wallet {
			alike[m.Name] = true
		}
	}
	for code, es := range text.All("es") {
		switch en := text.All("en")[code]; {
		case es == en && !alike[code]:
			t.Errorf("%s: Spanish is English: %q", code, es)
		case es != en && alike[code]:
			t.Errorf("%s is no longer alike in both languages", code)
		case es != en && english.MatchString(es):
			t.Errorf("%s: English in Spanish: %q", code, es)
		}
	}
	for code := range alike {
		if !text.Has("en", code) {
			t.Errorf("%s is listed as alike, but doesn't exist", code)
		}
	}
}
