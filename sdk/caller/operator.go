package caller

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxOperator is the maximum length of an operator's name, in characters.
const maxOperator = 100

type operatorKey struct{}

// WithOperator returns a context for the calls of an operator. The name, for example a login, is recorded with each reading of personal data.
// An invalid name (empty, over 100 characters, or with control characters) counts as none.
func WithOperator(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, operatorKey{}, OperatorName(name))
}

// OperatorOf returns the name of the calling operator; empty if unnamed.
func OperatorOf(ctx context.Context) string {
	name, _ := ctx.Value(operatorKey{}).(string)
	return name
}

// OperatorName trims a name; it returns "" for an invalid one.
func OperatorName(name string) string {
	name = strings.TrimSpace(name)
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxOperator || strings.ContainsFunc(name, unicode.IsControl) {
		return ""
	}
	return name
}
