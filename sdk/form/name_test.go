package form_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/form"
)

func TestNameKey(t *testing.T) {
	t.Parallel()
	cases := []struct {
		a, b string
		want bool
	}{
		{"Maria", "maria ", true},
		{"O\u2019Brien", "O'BRIEN", true},
		{"Jose\u0301", "JOSÉ", true},
		{"Straße", "STRASSE", true},
		{"Maria", "María", false},
	}
	for _, c := range cases {
		if got := form.NameKey(c.a, "Diaz") == form.NameKey(c.b, "Diaz"); got != c.want {
			t.Errorf("%q and %q have one key: %v", c.a, c.b, got)
		}
	}
}

func TestFirstCharacter(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", "Ana": "A", "E\u0301ve": "E\u0301", "क्षमा": "क्ष", "🇺🇸🇲🇽": "🇺🇸"} {
		if got := form.FirstCharacter(text); got != want {
			t.Errorf("first character of %q: got %q, want %q", text, got, want)
		}
	}
}

// FuzzName looks for valid names that break the rule's guarantees.
func FuzzName(f *testing.F) {
	for _, seed := range []string{"Maria", " Jose\u0301 ", "O\u2019Brien", "😀", "1\ufe0f\u20e3", "🇺🇸", "\xff\x00", "x\u0301\u0301", "\u202e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		normal, code, _ := form.RuleName.Apply(name)
		if again := form.NormalizeName(normal); code != form.CodeTextCharacters && again != normal {
			t.Errorf("normalizing %q twice returns %q, then %q", name, normal, again)
		}
		if code != "" {
			return
		}
		if normal == "" || form.HasEmoji(normal) || !utf8.ValidString(normal) || strings.ContainsFunc(normal, form.IsForbidden) ||
			utf8.RuneCountInString(normal) > form.NameBounds.Max*form.CodePointsPerGrapheme {
			t.Errorf("%q is taken as the name %q", name, normal)
		}
	})
}
