package form_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Hashed and compared values don't depend on case, on surrounding white space, or on how a keyboard composes
// accents. A password does depend on case and white space.
func TestFolding(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{{"Maria_L", " maria_l "}, {"O\u2019Brien", "o'brien"}, {"JOSÉ.G", "jose\u0301.g"}} {
		if a, b := form.FoldUsername(c[0]), form.FoldUsername(c[1]); a != b {
			t.Errorf("usernames %q and %q fold to %q and %q", c[0], c[1], a, b)
		}
	}
	for _, c := range [][2]secret.Secret{{"My  First Dog", "my first dog "}, {"MUN\u0303OZ", "muñoz"}} {
		if a, b := form.FoldSecurityAnswer(c[0]), form.FoldSecurityAnswer(c[1]); a != b {
			t.Errorf("answers %q and %q fold to %q and %q", c[0].Reveal(), c[1].Reveal(), a.Reveal(), b.Reveal())
		}
	}
	if form.NormalizePassword("contrasen\u0303a-1") != form.NormalizePassword("contraseña-1") {
		t.Error("one password typed on two keyboards is two")
	}
	if form.NormalizePassword(" Pass") == form.NormalizePassword("Pass") || form.NormalizePassword("PASS") == form.NormalizePassword("pass") {
		t.Error("two passwords are one")
	}
}
