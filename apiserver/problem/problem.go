// Package problem converts the errors of operations to responses: problems (RFC 9457) and errors of fields. It is the only
// place that maps errors to HTTP statuses.
package problem

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// Details is an error that the person at the form can't fix (RFC 9457). It never repeats the caller's
// input.
type Details struct {
	Type       string        `json:"type" doc:"Address of a description, /docs#problem-{code}"`
	Title      string        `json:"title" doc:"The status in words"`
	Status     int           `json:"status" doc:"HTTP status"`
	Detail     string        `json:"detail" doc:"What happened, in the language of Accept-Language"`
	Code       text.Code     `json:"code" doc:"Stable name of the problem, e.g. registration_expired"`
	RequestID  string        `json:"requestId,omitempty" doc:"Quote it to support; it is in the log"`
	StatusCode int           `json:"statusCode,omitempty" doc:"Number of the specification: 111 (no new link), 112 (token refused)"`
	Message    string        `json:"message,omitempty" doc:"auth.fail.message with statusCode 112"`
	Errors     []SchemaError `json:"errors,omitempty" doc:"Violations of the schema"`

	// RetryAfter is the value of the header Retry-After; 0: no header.
	RetryAfter time.Duration `json:"-"`
	// LimitedBy is the value of the header [LimitedBy]; empty: no header.
	LimitedBy string `json:"-"`
}

// LimitedBy is the header that names the setting of an exceeded limit, in development.
const LimitedBy = "Limited-By"

// SchemaError is one violation of the schema.
type SchemaError struct {
	Location string `json:"location" doc:"E.g. body.children[0]; for an unknown field, the object that contains it"`
	Message  string `json:"message"`
}

// Error implements error.
func (p *Details) Error() string { return string(p.Code) }

// GetStatus implements [huma.StatusError].
func (p *Details) GetStatus() int { return p.Status }

// ContentType implements [huma.ContentTypeFilter].
func (*Details) ContentType(ct string) string {
	return strings.Replace(ct, "application/json", "application/problem+json", 1)
}

// GetHeaders implements [huma.HeadersError].
func (p *Details) GetHeaders() http.Header {
	h := http.Header{}
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.RetryAfter.Seconds()))))
	}
	if p.LimitedBy != "" {
		h.Set(LimitedBy, p.LimitedBy)
	}
	return h
}

// Limited returns a problem with the time to wait. In development it names the setting of the limit.
func Limited(c request.Call, status int, code text.Code, wait time.Duration, setting string) *Details {
	p := New(c, status, code)
	p.RetryAfter = wait
	if c.NamesLimits {
		p.LimitedBy = setting
	}
	return p
}

// Validation lists all invalid fields, which the person can fix. Its status is 409.
type Validation struct {
	ValidationErrors fault.Violations `json:"validationErrors" doc:"In the order of the form"`
	Quote            *price.Quote     `json:"quote,omitempty" doc:"The new price, if the displayed one is no longer valid"`
}

// Error implements error.
func (*Validation) Error() string { return "validation failed" }

// GetStatus implements [huma.StatusError].
func (*Validation) GetStatus() int { return http.StatusConflict }

// StatusCanceled is the status that proxies log for a disconnected caller.
const StatusCanceled = 499

// FaultStatus maps kinds of faults to HTTP statuses.
var FaultStatus = map[fault.Kind]int{
	fault.Invalid:         http.StatusUnprocessableEntity,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Gone:            http.StatusGone,
	fault.Conflict:        http.StatusConflict,
	fault.Mismatch:        http.StatusUnprocessableEntity,
	fault.Limited:         http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
}

// Of maps an operation's error to the response. An error that is neither a fault nor a validation error is logged
// here and not revealed to the caller.
func Of(ctx context.Context, err error) error {
	var changed *price.ChangedError
	if errors.As(err, &changed) {
		return &Validation{ValidationErrors: changed.Violations, Quote: changed.Quote}
	}
	var invalid *fault.ValidationError
	if errors.As(err, &invalid) {
		return &Validation{ValidationErrors: invalid.Violations}
	}
	var known huma.StatusError
	if errors.As(err, &known) {
		return known
	}
	c := request.Of(ctx)
	var failure *fault.Fault
	if errors.As(err, &failure) {
		if failure.Kind == fault.Unavailable {
			Log(ctx, err)
		}
		p := Limited(c, FaultStatus[failure.Kind], failure.Code, failure.RetryAfter, failure.Limit)
		p.StatusCode = failure.StatusCode
		if failure.Field != "" {
			p.Errors = []SchemaError{{Location: "body." + failure.Field, Message: "is missing"}}
		}
		if failure.StatusCode == 112 {
			p.Message = "auth.fail.message"
		}
		return p
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		Log(ctx, err)
		p := New(c, http.StatusServiceUnavailable, TooSlow)
		p.RetryAfter = 5 * time.Second
		return p
	case errors.Is(err, context.Canceled), errors.Is(ctx.Err(), context.Canceled): // with any resulting error
		return New(c, StatusCanceled, Canceled)
	case database.Away(err):
		Log(ctx, err)
		p := New(c, http.StatusServiceUnavailable, NotReady)
		p.RetryAfter = time.Second
		return p
	}
	Log(ctx, err)
	return New(c, http.StatusInternalServerError, Unexpected)
}

// Log logs the error of a failed call, with all causes.
func Log(ctx context.Context, err error) {
	args := []any{"request_id", request.Of(ctx).RequestID, "error", err.Error()}
	for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
		args = append(args, "cause", cause.Error())
	}
	request.Log(ctx).LogAttrs(ctx, slog.LevelError, "call failed", slog.Group("", args...))
}

// Codes of the problems that the server itself detects. Their texts are in sdk/text/*/problem.json.
const (
	Malformed     text.Code = "request_malformed"
	Invalid       text.Code = "request_invalid"
	TooLarge      text.Code = "request_too_large"
	MediaType     text.Code = "media_type_unsupported"
	NotFound      text.Code = "route_unknown"
	WrongMethod   text.Code = "method_not_allowed"
	Unexpected    text.Code = "genericErrorMessage"
	TooSlow       text.Code = "server_too_slow"
	Canceled      text.Code = "request_canceled"
	NoToken       text.Code = "token_missing"
	CatalogBroken text.Code = "catalog_broken"
	Incomplete    text.Code = "request_timed_out"
	NotReady      text.Code = "server_not_ready"
	Overloaded    text.Code = "server_overloaded"
)

// StatusCodes maps huma's statuses to the codes of the problems that huma detects.
var StatusCodes = map[int]text.Code{
	http.StatusBadRequest:            Malformed,
	http.StatusUnprocessableEntity:   Invalid,
	http.StatusRequestEntityTooLarge: TooLarge,
	http.StatusUnsupportedMediaType:  MediaType,
	http.StatusNotFound:              NotFound,
	http.StatusMethodNotAllowed:      WrongMethod,
	http.StatusUnauthorized:          NoToken,
	http.StatusRequestTimeout:        Incomplete,
	http.StatusServiceUnavailable:    Overloaded,
}

// New returns a problem in the call's language.
func New(c request.Call, status int, code text.Code) *Details {
	title := http.StatusText(status)
	if title == "" {
		title = "Client Closed Request"
	}
	return &Details{
		Type: "/docs#problem-" + string(code), Title: title, Status: status, Code: code,
		Detail: text.In(c.Lang, code, nil), RequestID: c.RequestID,
	}
}

// ReplaceErrors makes huma return its own errors as [Details]. Huma's model would repeat
// the invalid values, including passwords.
func ReplaceErrors() {
	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false
	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError {
		return schemaProblem(request.Call{Lang: text.Languages[0]}, status, errs)
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, _ string, errs ...error) huma.StatusError {
		return schemaProblem(request.Of(ctx.Context()), status, errs)
	}
}

func schemaProblem(c request.Call, status int, errs []error) *Details {
	code, ok := StatusCodes[status]
	if !ok {
		code = Unexpected
	}
	p := New(c, status, code)
	for _, err := range errs {
		var d huma.ErrorDetailer
		if !errors.As(err, &d) {
			continue
		}
		p.Errors = append(p.Errors, schemaError(d.ErrorDetail()))
	}
	return p
}

// schemaError keeps the parts of huma's detail that can't contain the caller's data: locations built from the schema's
// names, and messages that mention only the schema's limits.
func schemaError(d *huma.ErrorDetail) SchemaError {
	if d.Message == validation.MsgUnexpectedProperty {
		return SchemaError{Location: parentLocation(d), Message: "contains an unknown field (names are case-sensitive)"}
	}
	for _, known := range schemaMessages {
		if strings.HasPrefix(d.Message, known) {
			return SchemaError{Location: d.Location, Message: d.Message}
		}
	}
	return SchemaError{Location: d.Location, Message: "is invalid"}
}

// parentLocation returns the location of the object that contains an unknown field. The field's name comes from the caller
// and may contain dots, so it is looked up among the object's names and removed as a whole.
func parentLocation(d *huma.ErrorDetail) string {
	object, _ := d.Value.(map[string]any)
	longest := -1
	for name := range object {
		if strings.HasSuffix(d.Location, "."+name) && len(name) > longest {
			longest = len(name)
		}
	}
	if longest < 0 {
		return "body"
	}
	return d.Location[:len(d.Location)-longest-1]
}

// schemaMessages are the prefixes of the huma messages that describe only the schema, not the caller's
// data.
var schemaMessages = []string{
	validation.MsgExpectedBoolean, validation.MsgExpectedInteger, validation.MsgExpectedNumber,
	validation.MsgExpectedString, validation.MsgExpectedArray, validation.MsgExpectedObject,
	"expected value to be one of", "expected length", "expected array length", "expected number",
	"expected required property", "required ",
}

// Write sends a problem outside of huma.
func Write(w http.ResponseWriter, r *http.Request, p *Details) {
	h := w.Header()
	for name, values := range p.GetHeaders() {
		h[name] = values
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	body, err := json.Marshal(p)
	if err != nil { // impossible: strings and numbers only
		panic(err)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(p.Status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}
