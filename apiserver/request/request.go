// Package request holds the state of the call in progress: its caller, language and route, and the recorded
// response.
package request

import (
	"context"
	"log/slog"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"golang.org/x/text/language"

	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// MaxBody is the maximum size of a request body, in bytes.
const MaxBody = 64 << 10

// Call is the state of a call, for the operations.
type Call struct {
	RequestID   string
	Lang        string        // en or es
	Locale      string        // as requested, e.g. es-MX; for the formats of amounts and dates
	Key         secret.Secret // Registration-Key
	Bearer      secret.Secret // Authorization: Bearer
	ReferrerKey string
	AnonymousID string
	Idempotency string
	ClientAddr  string
	// Registration is the ID of the call's sign-up, once known, for the log.
	Registration string
	// NamesLimits makes a refusal name the setting of the exceeded limit, in development.
	NamesLimits bool
}

type callKey struct{}

// Of returns the state of the call in progress. Outside a call it returns an anonymous one in English.
func Of(ctx context.Context) Call {
	if c, ok := ctx.Value(callKey{}).(*Call); ok {
		return *c
	}
	return Call{Lang: text.Languages[0], Locale: text.Languages[0]}
}

// With returns a context with the call's state.
func With(ctx context.Context, c *Call) context.Context {
	return context.WithValue(ctx, callKey{}, c)
}

// NoteRegistration records the call's sign-up. It ignores anything that isn't one of our IDs, because the caller's
// text must not reach the log.
func NoteRegistration(ctx context.Context, id string) {
	c, ok := ctx.Value(callKey{}).(*Call)
	if !ok {
		return
	}
	if parsed, err := uuid.Parse(id); err == nil && len(id) == 36 {
		c.Registration = parsed.String()
	}
}

// Read reads the [Call] from the request's headers.
func Read(r *http.Request, requestID, clientAddr string) Call {
	lang, locale := Language(r.Header.Get("Accept-Language"))
	return Call{
		RequestID: requestID, Lang: lang, Locale: locale, ClientAddr: clientAddr,
		Key:         secret.Secret(bounded(r.Header.Get("Registration-Key"), 128)),
		Bearer:      secret.Secret(bounded(bearer(r.Header.Get("Authorization")), 512)),
		ReferrerKey: bounded(r.Header.Get("Referrer-Key"), 100),
		AnonymousID: bounded(r.Header.Get("Anonymous-Id"), 100),
		Idempotency: bounded(r.Header.Get("Idempotency-Key"), 200),
	}
}

// Language returns the visitor's preferred language among the supported ones,
// and the requested locale. The default is English.
func Language(header string) (lang, locale string) {
	tags, _, err := language.ParseAcceptLanguage(bounded(header, 200))
	if err != nil {
		tags = nil
	}
	for _, t := range tags {
		base, _ := t.Base()
		for _, l := range text.Languages {
			if base.String() == l {
				return l, t.String()
			}
		}
	}
	return text.Languages[0], text.Languages[0]
}

// bearer returns the token of an Authorization header, or "" for another scheme.
func bearer(header string) string {
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// bounded discards a header longer than any valid value, to save further work.
func bounded(s string, most int) string {
	if len(s) > most {
		return ""
	}
	return s
}

type loggerKey struct{}

// WithLog returns a context with the logger for [Log].
func WithLog(ctx context.Context, log *slog.Logger) context.Context {
	return context.WithValue(ctx, loggerKey{}, log)
}

// Log returns the logger of a call. Outside a call it returns one that discards.
func Log(ctx context.Context) *slog.Logger {
	if log, ok := ctx.Value(loggerKey{}).(*slog.Logger); ok {
		return log
	}
	return slog.New(slog.DiscardHandler)
}

// Matches reports whether an If-None-Match header names an ETag.
func Matches(header, tag string) bool {
	for _, t := range strings.Split(header, ",") {
		if t = strings.TrimSpace(t); t == "*" || strings.TrimPrefix(t, "W/") == tag {
			return true
		}
	}
	return false
}
