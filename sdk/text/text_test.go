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

	"github.com/cojoin/cojoin/sdk/text"
)

// alike are the codes whose text is the same in both languages, because it is a name, a sign, or a word
// that both have.
var alike = map[text.Code]bool{
	"payment_applepay": true, "payment_paypal": true, "payment_venmo": true,
	"mail_receipt_paid_apple_pay": true, "mail_receipt_paid_paypal": true, "mail_receipt_paid_venmo": true,
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
		{"fr", "field_required", nil, "This field is required"},
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
	for locale, want := range map[string]string{"es": "es", "es-MX": "es", "es_MX": "es", "ES-419": "es", "en-GB": "en", "fr": "en", "": "en", "est": "en"} {
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

// Both languages have the same files with the same codes, and each text the same placeholders.
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
	if diff := cmp.Diff(files["en"], files["es"]); diff != "" {
		t.Errorf("files (-en +es):\n%s", diff)
	}
	for _, name := range files["en"] {
		if diff := cmp.Diff(codesOf(t, "en", name), codesOf(t, "es", name)); diff != "" {
			t.Errorf("codes of %s (-en +es):\n%s", name, diff)
		}
	}
	for code, en := range text.All("en") {
		if diff := cmp.Diff(placeholders(en), placeholders(text.All("es")[code])); diff != "" {
			t.Errorf("placeholders of %s (-en +es):\n%s", code, diff)
		}
	}
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

// english are words that no Spanish sentence has.
var english = regexp.MustCompile(`(?i)\b(the|your|you|and|with|this|please|is|are|was|will|choose|must|cannot|can't|of|for|from|to)\b`)

// No text is empty, none has loose white space, and no English is left in Spanish.
func TestTextsAreWritten(t *testing.T) {
	t.Parallel()
	for _, lang := range text.Languages {
		for code, s := range text.All(lang) {
			// Lines of a terminal may be indented (--explain).
			if body := strings.TrimLeft(s, " "); strings.TrimSpace(s) != body || body == "" || strings.Contains(body, "  ") {
				t.Errorf("%s: %s: %q", lang, code, s)
			}
			if rest := placeholder.ReplaceAllString(s, ""); strings.ContainsAny(rest, "{}") {
				t.Errorf("%s: %s: half a placeholder in %q", lang, code, s)
			}
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
			t.Errorf("%s is listed as alike, but isn't there", code)
		}
	}
}
