package form

import (
	"strings"

	"golang.org/x/text/cases"
)

// NormalizeEmail returns the form in which email addresses are compared and looked up: trimmed and case-folded.
// The typed address is stored as well, only trimmed. Mail goes to that one.
func NormalizeEmail(email string) string {
	normal, _ := NormalEmail.Apply(email)
	return foldCase(normal)
}

// EqualEmails reports whether two addresses are the same, trimmed and case-folded. Two empty ones aren't.
func EqualEmails(a, b string) bool {
	a = NormalizeEmail(a)
	return a != "" && a == NormalizeEmail(b)
}

// foldCase folds case for comparisons, never for display.
func foldCase(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return cases.Fold().String(s)
}
