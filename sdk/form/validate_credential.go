package form

import (
	"golang.org/x/text/unicode/norm"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
)

// ValidateUsername normalises a username (trimmed, straight quotes) and checks it. Every requirement
// that it misses is reported. Whether it is taken is another question.
func ValidateUsername(username, lang string) (string, fault.Violations) {
	v := Violator{Lang: lang}
	username = v.checkEvery("username", RuleUsername, username)
	return username, v.Found
}

// FoldUsername is what usernames are compared and looked up by: normalised, upper and lower case alike.
func FoldUsername(username string) string {
	normal, _ := RuleUsername.Normal.Apply(username)
	return foldCase(normal)
}

// NormalizePassword is what a password is checked, hashed and compared as: Unicode NFC, so that two
// keyboards that compose accents differently type the same password. Nothing is trimmed.
func NormalizePassword(password secret.Secret) secret.Secret {
	return secret.Secret(norm.NFC.String(password.Reveal()))
}

// ValidatePassword checks a password: every requirement that it misses is reported, and whether it is
// the username or the e-mail (upper and lower case alike). One that satisfies them is refused where it is a known one: of
// [CommonPasswords], or of the operator's own filter, which may be nil.
func ValidatePassword(password secret.Secret, username, email string, known *PasswordFilter, lang string) fault.Violations {
	v := Violator{Lang: lang}
	typed := v.checkEvery("password", RulePassword, password.Reveal())
	if typed == "" {
		return v.Found
	}
	folded := foldCase(typed)
	if folded == FoldUsername(username) {
		v.Add("password", CodePasswordDupUsername, nil)
	}
	if folded == NormalizeEmail(email) {
		v.Add("password", CodePasswordDupEmail, nil)
	}
	if len(v.Found) == 0 && (CommonPasswords().Has(password) || known.Has(password)) {
		v.Add("password", CodePasswordKnown, nil)
	}
	return v.Found
}
