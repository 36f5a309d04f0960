package fault

import (
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/text"
)

// Kind is the family of a [Fault]. Adapters map it to their own signals (HTTP status, exit code).
type Kind string

// The kinds of fault.
const (
	Invalid         Kind = "invalid"         // the request is malformed
	Unauthenticated Kind = "unauthenticated" // a token is missing, unknown, used or expired
	Forbidden       Kind = "forbidden"       // a valid token without permission
	NotFound        Kind = "not_found"
	Gone            Kind = "gone"     // expired
	Conflict        Kind = "conflict" // the current state doesn't allow it
	Mismatch        Kind = "mismatch" // an idempotency key with another body
	Limited         Kind = "limited"  // too many tries; see RetryAfter
	Unavailable     Kind = "unavailable"
)

// Fault is a failure that the person at the form can't fix by changing a field. Code is stable and is the key of its text in sdk/text. StatusCode is
// the specification's number if it has one (111, 112), else 0.
type Fault struct {
	Kind       Kind
	Code       text.Code
	StatusCode int
	RetryAfter time.Duration // delay before a retry, for Limited, Unavailable, and Conflict with a call in progress; 0: unknown
	Limit      string        // setting of the exceeded limit, e.g. limits.writes; empty for another fault or a limit without a setting
	Field      string        // wire name of a missing field of the request, e.g. "parent"; else empty
	cause      error
}

// New returns a fault. The cause is for our logs only; callers never see it.
func New(kind Kind, code text.Code, cause error) *Fault {
	return &Fault{Kind: kind, Code: code, cause: cause}
}

// Error returns the code, the English text and the missing field. It never contains the caller's input.
func (f *Fault) Error() string {
	s := string(f.Code) + ": " + text.In("en", f.Code, nil)
	if f.Field != "" {
		s += " Missing: " + f.Field + "."
	}
	return s
}

// Without returns a copy of the fault with the name of a missing request field.
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

// Violation is one broken rule that a person can fix. Field is the wire name of the field ("email", "coParent.phoneNumber", "children[1].email",
// "address.postalCode"); Text is localized.
type Violation struct {
	Field string         `json:"field" doc:"Wire name of the field at fault, e.g. email or children[1].email"`
	Text  string         `json:"text" doc:"Message for the person, in the language of Accept-Language"`
	Code  text.Code      `json:"code" doc:"Stable code of the message. With it, the language can be switched without a new call"`
	Args  map[string]any `json:"args,omitempty" doc:"Values of the message's placeholders"`
}

// Violations lists all broken rules in the order of the form.
type Violations []Violation

// ValidationError is the error of invalid input. Nothing was changed.
type ValidationError struct {
	Violations Violations
}

// Error returns fields and codes, never values.
func (e *ValidationError) Error() string {
	s := "validation failed:"
	for _, v := range e.Violations {
		s += " " + v.Field + "=" + string(v.Code)
	}
	return s
}
