package form_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Usernames and security answers are compared without case and surrounding white space. Passwords keep both. The way in
// which a keyboard composes accents, or types quotes in a username, never matters.
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
		t.Error("a password has two normal forms, one for each way in which a keyboard composes its accents")
	}
	if form.NormalizePassword(" Pass") == form.NormalizePassword("Pass") || form.NormalizePassword("PASS") == form.NormalizePassword("pass") {
		t.Error("passwords that differ in case or white space have the same normal form")
	}
}
