package form

import (
	"strings"

	"golang.org/x/text/cases"
)

// NormalizeEmail makes an e-mail address what addresses are compared and looked up by: trimmed and
// case-folded. What a person typed is kept beside it, trimmed only, and is what mail is sent to.
func NormalizeEmail(email string) string {
	normal, _ := NormalEmail.Apply(email)
	return foldCase(normal)
}

// EqualEmails reports whether two addresses are the same, trimmed and case-folded. Two empty ones aren't.
func EqualEmails(a, b string) bool {
	a = NormalizeEmail(a)
	return a != "" && a == NormalizeEmail(b)
}

// foldCase folds upper and lower case for comparing (never for showing).
func foldCase(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return cases.Fold().String(s)
}
