package console

import (
	"errors"
	"fmt"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/text"
)

// UsageError is a mistake in the command line. Its text names the remedy.
type UsageError struct{ Err error }

// Error implements error.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the mistake.
func (e *UsageError) Unwrap() error { return e.Err }

// Usagef returns a mistake in the command line.
func Usagef(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// SilentError ends a command that has already printed its failure.
type SilentError struct{}

// Error implements error.
func (*SilentError) Error() string { return "failed" }

// PendingError means that a payment isn't decided yet.
type PendingError struct {
	Key   string
	Cause error // the error of a missing answer; nil if there was an answer
}

// Error implements error.
func (e *PendingError) Error() string {
	msg := "the payment is still being confirmed; run the same command again, nothing is charged twice: --key " + e.Key
	if e.Cause != nil {
		return e.Cause.Error() + "\n" + msg
	}
	return msg
}

// FaultMistake returns an error with a fault's English text, without its code. It returns other errors unchanged.
func FaultMistake(err error) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		return errors.New(text.In("en", f.Code, nil))
	}
	return err
}
