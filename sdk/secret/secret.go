package secret

import (
	"encoding/json"
	"fmt"
	"log/slog"
)

// Redacted is the printed, logged and marshaled form of every [Secret].
const Redacted = "[redacted]"

// Secret is a value that must not reach a log, an error or a response: keys, tokens, passwords, nonces, answers. It can be read from JSON,
// but prints, logs and marshals as [Redacted]. A response that sends a secret to its owner (a registration key shown once) uses a [Shown].
type Secret string

// Reveal returns the value. Call it only to use the value, never to format it.
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

// Shown is a secret in a response to its owner. JSON contains it, but it prints and logs as [Redacted].
type Shown string

// Reveal returns the value.
func (s Shown) Reveal() string { return string(s) }

// String implements [fmt.Stringer].
func (Shown) String() string { return Redacted }

// GoString implements [fmt.GoStringer].
func (Shown) GoString() string { return Redacted }

// Format implements [fmt.Formatter], so that no verb prints the value.
func (Shown) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(Redacted)) }

// LogValue implements [slog.LogValuer].
func (Shown) LogValue() slog.Value { return slog.StringValue(Redacted) }
