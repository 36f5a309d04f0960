package apiserver

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// Problem is a failure that the person filling in the form can't fix (RFC 9457). It never repeats what the
// caller sent.
type Problem struct {
	Type       string         `json:"type" doc:"Address of a description, /docs#problem-{code}"`
	Title      string         `json:"title" doc:"The status in words"`
	Status     int            `json:"status" doc:"HTTP status"`
	Detail     string         `json:"detail" doc:"What happened, in the language of Accept-Language"`
	Code       text.Code      `json:"code" doc:"Stable name of the problem, e.g. registration_expired"`
	RequestID  string         `json:"requestId,omitempty" doc:"Quote it to support; it is in the log"`
	StatusCode int            `json:"statusCode,omitempty" doc:"Number of the specification: 111 (no new link), 112 (token refused)"`
	Message    string         `json:"message,omitempty" doc:"auth.fail.message with statusCode 112"`
	Errors     []ProblemError `json:"errors,omitempty" doc:"Where the request violates the schema"`

	retryAfter time.Duration
}

// ProblemError is one violation of the schema.
type ProblemError struct {
	Location string `json:"location" doc:"E.g. body.children[0]; for an unknown field, the object that contains it"`
	Message  string `json:"message"`
}

// Error implements error.
func (p *Problem) Error() string { return string(p.Code) }

// GetStatus implements [huma.StatusError].
func (p *Problem) GetStatus() int { return p.Status }

// ContentType implements [huma.ContentTypeFilter].
func (*Problem) ContentType(ct string) string {
	return strings.Replace(ct, "application/json", "application/problem+json", 1)
}

// GetHeaders implements [huma.HeadersError].
func (p *Problem) GetHeaders() http.Header { return retryHeader(p.retryAfter) }

func retryHeader(after time.Duration) http.Header {
	if after <= 0 {
		return nil
	}
	return http.Header{"Retry-After": {strconv.Itoa(int(math.Ceil(after.Seconds())))}}
}

// ValidationProblem lists every invalid field that the person can fix, with status 409.
type ValidationProblem struct {
	ValidationErrors fault.Violations `json:"validationErrors" doc:"In the order of the form"`
	Quote            *price.Quote     `json:"quote,omitempty" doc:"The new price, if the displayed one is no longer valid"`
}

// Error implements error.
func (*ValidationProblem) Error() string { return "validation failed" }

// GetStatus implements [huma.StatusError].
func (*ValidationProblem) GetStatus() int { return http.StatusConflict }

// statusCanceled is the status that proxies log for a caller that disconnected.
const statusCanceled = 499

// faultStatus is the HTTP status of each kind of fault.
var faultStatus = map[fault.Kind]int{
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

// problemOf maps an operation's error to the answer. An error that is neither a
// fault nor a validation error is logged here, and not revealed to the caller.
func problemOf(ctx context.Context, err error) error {
	var changed *price.ChangedError
	if errors.As(err, &changed) {
		return &ValidationProblem{ValidationErrors: changed.Violations, Quote: changed.Quote}
	}
	var invalid *fault.ValidationError
	if errors.As(err, &invalid) {
		return &ValidationProblem{ValidationErrors: invalid.Violations}
	}
	var known huma.StatusError
	if errors.As(err, &known) {
		return known
	}
	c := callOf(ctx)
	var failure *fault.Fault
	if errors.As(err, &failure) {
		if failure.Kind == fault.Unavailable {
			logFailure(ctx, err)
		}
		p := newProblem(c, faultStatus[failure.Kind], failure.Code)
		p.StatusCode, p.retryAfter = failure.StatusCode, failure.RetryAfter
		if failure.StatusCode == 112 {
			p.Message = "auth.fail.message"
		}
		return p
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		logFailure(ctx, err)
		p := newProblem(c, http.StatusServiceUnavailable, codeTooSlow)
		p.retryAfter = 5 * time.Second
		return p
	case errors.Is(err, context.Canceled), errors.Is(ctx.Err(), context.Canceled): // whatever it broke on the way
		return newProblem(c, statusCanceled, codeCanceled)
	case database.Away(err):
		logFailure(ctx, err)
		p := newProblem(c, http.StatusServiceUnavailable, codeStarting)
		p.retryAfter = time.Second
		return p
	}
	logFailure(ctx, err)
	return newProblem(c, http.StatusInternalServerError, codeUnexpected)
}

func logFailure(ctx context.Context, err error) {
	args := []any{"request_id", callOf(ctx).RequestID, "error", err.Error()}
	for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
		args = append(args, "cause", cause.Error())
	}
	loggerOf(ctx).LogAttrs(ctx, slog.LevelError, "call failed", slog.Group("", args...))
}

// Codes of the problems that the server itself detects. Their texts are in sdk/text/*/problem.json.
const (
	codeMalformed     text.Code = "request_malformed"
	codeInvalid       text.Code = "request_invalid"
	codeTooLarge      text.Code = "request_too_large"
	codeMediaType     text.Code = "media_type_unsupported"
	codeNotFound      text.Code = "route_unknown"
	codeMethod        text.Code = "method_not_allowed"
	codeUnexpected    text.Code = "genericErrorMessage"
	codeTooSlow       text.Code = "server_too_slow"
	codeCanceled      text.Code = "request_canceled"
	codeNoToken       text.Code = "token_missing"
	codeCatalogBroken text.Code = "catalog_broken"
	codeIncomplete    text.Code = "request_timed_out"
	codeStarting      text.Code = "server_not_ready"
	codeUnavailable   text.Code = "server_overloaded"
)

// statusCodes are the codes of the problems that huma detects, by huma's status.
var statusCodes = map[int]text.Code{
	http.StatusBadRequest:            codeMalformed,
	http.StatusUnprocessableEntity:   codeInvalid,
	http.StatusRequestEntityTooLarge: codeTooLarge,
	http.StatusUnsupportedMediaType:  codeMediaType,
	http.StatusNotFound:              codeNotFound,
	http.StatusMethodNotAllowed:      codeMethod,
	http.StatusUnauthorized:          codeNoToken,
	http.StatusRequestTimeout:        codeIncomplete,
	http.StatusServiceUnavailable:    codeUnavailable,
}

func newProblem(c callState, status int, code text.Code) *Problem {
	title := http.StatusText(status)
	if title == "" {
		title = "Client Closed Request"
	}
	return &Problem{
		Type: "/docs#problem-" + string(code), Title: title, Status: status, Code: code,
		Detail: text.In(c.Lang, code, nil), RequestID: c.RequestID,
	}
}

// replaceErrors makes huma return its own failures as a [Problem]. Huma's model would repeat
// the offending values, including passwords.
func replaceErrors() {
	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false
	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError {
		return schemaProblem(callState{Lang: text.Languages[0]}, status, errs)
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, _ string, errs ...error) huma.StatusError {
		return schemaProblem(callOf(ctx.Context()), status, errs)
	}
}

func schemaProblem(c callState, status int, errs []error) *Problem {
	code, ok := statusCodes[status]
	if !ok {
		code = codeUnexpected
	}
	p := newProblem(c, status, code)
	for _, err := range errs {
		var d huma.ErrorDetailer
		if !errors.As(err, &d) {
			continue
		}
		p.Errors = append(p.Errors, problemError(d.ErrorDetail()))
	}
	return p
}

// problemError keeps only those parts of huma's detail that can't contain a stranger's data: a location made of the
// schema's names, and messages that mention only the schema's limits.
func problemError(d *huma.ErrorDetail) ProblemError {
	if d.Message == validation.MsgUnexpectedProperty {
		return ProblemError{Location: parentLocation(d), Message: "contains an unknown field (names are case-sensitive)"}
	}
	for _, known := range schemaMessages {
		if strings.HasPrefix(d.Message, known) {
			return ProblemError{Location: d.Location, Message: d.Message}
		}
	}
	return ProblemError{Location: d.Location, Message: "is invalid"}
}

// parentLocation returns the location of the object that contains an unknown field. The field's own name is the caller's:
// it may be anything, including dots, so it is looked up among the object's names and removed as a whole.
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

// schemaMessages are prefixes of those huma messages that describe only the schema, not the data that
// was sent.
var schemaMessages = []string{
	validation.MsgExpectedBoolean, validation.MsgExpectedInteger, validation.MsgExpectedNumber,
	validation.MsgExpectedString, validation.MsgExpectedArray, validation.MsgExpectedObject,
	"expected value to be one of", "expected length", "expected array length", "expected number",
	"expected required property", "required ",
}
