package form

import (
	"golang.org/x/text/unicode/norm"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
)

// ValidateUsername normalizes a username (trimmed, straight quotes) and checks it. It reports every broken requirement.
// It doesn't check whether the username is taken.
func ValidateUsername(username, lang string) (string, fault.Violations) {
	v := Violator{Lang: lang}
	username = v.checkEvery("username", RuleUsername, username)
	return username, v.Found
}

// FoldUsername returns the form in which usernames are compared and looked up: normalized, without case.
func FoldUsername(username string) string {
	normal, _ := RuleUsername.Normal.Apply(username)
	return foldCase(normal)
}

// NormalizePassword returns the form in which a password is checked, hashed and compared: Unicode NFC, because keyboards
// compose accents differently. It trims nothing.
func NormalizePassword(password secret.Secret) secret.Secret {
	return secret.Secret(norm.NFC.String(password.Reveal()))
}

// ValidatePassword checks a password. It reports every broken requirement, and a password that equals the username or the
// email, ignoring case. A password without these faults is rejected if it is in [CommonPasswords] or in the operator's
// own filter, which may be nil.
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
