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

// WithOperator returns a context for the calls of an operator. The name, a login for example, is recorded with what they look at of people's
// data. A name that can't be one (empty, of more than 100 characters, or with control characters) is none.
func WithOperator(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, operatorKey{}, OperatorName(name))
}

// OperatorOf returns the name of the operator whose call it is; empty where nobody said.
func OperatorOf(ctx context.Context) string {
	name, _ := ctx.Value(operatorKey{}).(string)
	return name
}

// OperatorName returns a name without space around it; empty where it can't be one.
func OperatorName(name string) string {
	name = strings.TrimSpace(name)
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxOperator || strings.ContainsFunc(name, unicode.IsControl) {
		return ""
	}
	return name
}
