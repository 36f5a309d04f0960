package fault

import (
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/text"
)

// Kind is the family of a [Fault]; adapters map it to their own signals (HTTP status, exit code).
type Kind string

// The kinds of fault.
const (
	Invalid         Kind = "invalid"         // the request itself makes no sense
	Unauthenticated Kind = "unauthenticated" // a token is missing, unknown, used or expired
	Forbidden       Kind = "forbidden"       // a good token, but not for this
	NotFound        Kind = "not_found"
	Gone            Kind = "gone"     // it was there, and has expired
	Conflict        Kind = "conflict" // the state doesn't allow it (any more)
	Mismatch        Kind = "mismatch" // an idempotency key with another body
	Limited         Kind = "limited"  // too many tries; RetryAfter says when again
	Unavailable     Kind = "unavailable"
)

// Fault is a failure that the person filling in a form can't put right by changing a field. Code is
// stable and is the key of its text in sdk/text. StatusCode is the specification's number where it has
// one (111, 112), else 0.
type Fault struct {
	Kind       Kind
	Code       text.Code
	StatusCode int
	RetryAfter time.Duration // when to try again, for Limited, Unavailable, and Conflict with a call in progress; 0 when unknown
	Field      string        // of the request, by its wire name, where one is missing: "parent"; else empty
	cause      error
}

// New makes a fault. The cause is for logs on our side only: it is never shown to a caller.
func New(kind Kind, code text.Code, cause error) *Fault {
	return &Fault{Kind: kind, Code: code, cause: cause}
}

// Error implements error with the code, the English text and the missing field; it never contains the caller's input.
func (f *Fault) Error() string {
	s := string(f.Code) + ": " + text.In("en", f.Code, nil)
	if f.Field != "" {
		s += " Missing: " + f.Field + "."
	}
	return s
}

// Without returns a copy of the fault that names a missing field of the request.
func (f *Fault) Without(field string) *Fault {
	named := *f
	named.Field = field
	return &named
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.cause }

// Is compares faults by code, so that errors.Is(err, fault.RegistrationGone) works on wrapped copies.
func (f *Fault) Is(target error) bool {
	var t *Fault
	return errors.As(target, &t) && t.Code == f.Code
}

// Violation is one broken rule that a person can put right. Field is the wire name of the field
// ("email", "coParent.phoneNumber", "children[1].email", "address.postalCode"); Text is localised.
type Violation struct {
	Field string         `json:"field" doc:"Wire name of the field at fault, e.g. email or children[1].email"`
	Text  string         `json:"text" doc:"What to tell the person, in the language of Accept-Language"`
	Code  text.Code      `json:"code" doc:"Stable code of the message, so that the language can be switched without a new call"`
	Args  map[string]any `json:"args,omitempty" doc:"Values that the message's placeholders stand for"`
}

// Violations lists every broken rule, in the order of the form.
type Violations []Violation

// ValidationError is the error of an operation whose input broke rules. Nothing was changed.
type ValidationError struct {
	Violations Violations
}

// Error implements error; it names fields and codes, never values.
func (e *ValidationError) Error() string {
	s := "validation failed:"
	for _, v := range e.Violations {
		s += " " + v.Field + "=" + string(v.Code)
	}
	return s
}
