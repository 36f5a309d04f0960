package identity

import (
	"errors"
	"fmt"
	"strings"
)

// Kind is a kind of identity of a database.
type Kind string

// The kinds.
const (
	Secret      Kind = "secret"
	PersonKeys  Kind = "person_keys"
	Merchant    Kind = "merchant"
	Environment Kind = "environment"
)

// MismatchError is the error of a configuration that doesn't belong to the database.
type MismatchError struct {
	Kind Kind
	// Number is the key id of a secret, otherwise 0.
	Number uint8
	// Missing means that the database needs a secret, or a database of persons' keys, that isn't configured.
	Missing bool
	// Stored and Configured are the values of a merchant or an environment, otherwise empty.
	Stored, Configured string
}

func (e *MismatchError) Error() string {
	switch {
	case e.Kind == Secret && e.Missing:
		return fmt.Sprintf("this database was written with secret %d, which isn't configured", e.Number)
	case e.Kind == Secret:
		return fmt.Sprintf("secret %d: this is not the secret with which this database was written", e.Number)
	case e.Kind == PersonKeys && e.Missing:
		return "the persons' keys of this database are in a database of their own, which isn't configured"
	case e.Kind == PersonKeys:
		return "this is not the database of persons' keys that belongs to this database"
	case e.Kind == Merchant:
		return fmt.Sprintf("this is not the merchant of this database: its payments are at %s, and %s is configured", e.Stored, e.Configured)
	default:
		return fmt.Sprintf("this is not the payment provider's environment of this database: its payments are in %s, and %s is configured", e.Stored, e.Configured)
	}
}

// Mismatches returns all mismatches in an error of [Client.Verify] or [Client.Check].
func Mismatches(err error) []*MismatchError {
	if all, many := err.(interface{ Unwrap() []error }); many { // joined errors are walked one by one
		var found []*MismatchError
		for _, one := range all.Unwrap() {
			found = append(found, Mismatches(one)...)
		}
		return found
	}
	var one *MismatchError
	if errors.As(err, &one) {
		return []*MismatchError{one}
	}
	return nil
}

// ErrNotMigrated is the error of a database without the table of identities.
var ErrNotMigrated = errors.New("the database doesn't have the newest schema; run: cojoin migrate")

// ErrNoRights is the error of a login that can't read or add identities.
var ErrNoRights = errors.New("this login has no rights on the table identities; as the schema's owner run: cojoin migrate roles")

// ErrReason is the error of accepting a change without a reason of at most 500 characters.
var ErrReason = errors.New("a reason of at most 500 characters is required")

// NotConfiguredError is the error of accepting a value that isn't configured.
type NotConfiguredError struct {
	Kind              Kind
	Given, Configured string
}

func (e *NotConfiguredError) Error() string {
	configured := e.Configured
	if configured == "" {
		configured = "none"
	}
	return fmt.Sprintf("%s %s isn't configured: the configuration has %s", strings.ReplaceAll(string(e.Kind), "_", " "), e.Given, configured)
}
