package secret

import (
	"encoding/json"
	"fmt"
	"log/slog"
)

// Redacted is all that is ever printed, logged or marshalled of a [Secret].
const Redacted = "[redacted]"

// Secret is a value that must reach no log, error or answer: keys, tokens, passwords, nonces, answers.
// It can be read from JSON, but prints, logs and marshals as [Redacted]. Where a secret has to be sent
// to the one who owns it (a registration key shown once), the answer's field is a [Shown].
type Secret string

// Reveal returns the value itself. Call it only where the value is used, never to format it.
func (s Secret) Reveal() string { return string(s) }

// String implements [fmt.Stringer].
func (Secret) String() string { return Redacted }

// GoString implements [fmt.GoStringer].
func (Secret) GoString() string { return Redacted }

// Format implements [fmt.Formatter], so that no verb prints the value.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(Redacted)) }

// LogValue implements [slog.LogValuer].
func (Secret) LogValue() slog.Value { return slog.StringValue(Redacted) }

// MarshalJSON implements [json.Marshaler].
func (Secret) MarshalJSON() ([]byte, error) { return json.Marshal(Redacted) }

// Shown is a secret in an answer to its owner: JSON carries it, and it prints and logs as [Redacted].
type Shown string

// Reveal returns the value itself.
func (s Shown) Reveal() string { return string(s) }

// String implements [fmt.Stringer].
func (Shown) String() string { return Redacted }

// GoString implements [fmt.GoStringer].
func (Shown) GoString() string { return Redacted }

// Format implements [fmt.Formatter], so that no verb prints the value.
func (Shown) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(Redacted)) }

// LogValue implements [slog.LogValuer].
func (Shown) LogValue() slog.Value { return slog.StringValue(Redacted) }
