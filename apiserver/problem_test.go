package apiserver

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk/fault"
)

// A password that no response and no log line may contain.
const loudSecret = "hunter2-Never-Echo-Me!"

func TestProblems(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	id, key := b.signup(1)
	otherID, _ := b.signup(2)
	big := `{"sections":["PARENT"],"securityAnswer":"` + strings.Repeat("x", 1<<20) + `"}`
	tests := []struct {
		name, method, path string
		body               any
		headers            []string
		want               problem.Details
	}{
		{"wrong key", "GET", "/v1/signups/" + id, nil, []string{"Registration-Key", loudSecret},
			problem.Details{Status: 403, Title: "Forbidden", Code: "registration_key_wrong", Detail: "This sign-up belongs to someone else. Please start again."}},
		{"no key", "GET", "/v1/signups/" + id, nil, nil,
			problem.Details{Status: 403, Title: "Forbidden", Code: "registration_key_wrong", Detail: "This sign-up belongs to someone else. Please start again."}},
		{"another's key", "GET", "/v1/signups/" + otherID, nil, []string{"Registration-Key", key},
			problem.Details{Status: 403, Title: "Forbidden", Code: "registration_key_wrong", Detail: "This sign-up belongs to someone else. Please start again."}},
		{"unknown sign-up", "GET", "/v1/signups/018f3a5e-0000-7000-8000-000000000000", nil, []string{"Registration-Key", key},
			problem.Details{Status: 404, Title: "Not Found", Code: "registration_not_found", Detail: "There is no such sign-up. Please start again."}},
		{"id that is none", "GET", "/v1/signups/nonsense", nil, []string{"Registration-Key", key},
			problem.Details{Status: 404, Title: "Not Found", Code: "registration_not_found", Detail: "There is no such sign-up. Please start again."}},
		{"unknown group of packages", "GET", "/v1/packages?group=nonsense", nil, nil,
			problem.Details{Status: 404, Title: "Not Found", Code: "pricing_group_unknown", Detail: "There is no such pricing group."}},
		{"in Spanish", "GET", "/v1/signups/nonsense", nil, []string{"Registration-Key", key, "Accept-Language", "es-MX,en;q=0.5"},
			problem.Details{Status: 404, Title: "Not Found", Code: "registration_not_found", Detail: "Ese registro no existe. Comience de nuevo."}},
		{"malformed JSON", "POST", "/v1/signups", `{"securityAnswer":"` + loudSecret + `"`, nil,
			problem.Details{Status: 400, Title: "Bad Request", Code: "request_malformed", Detail: "The request can't be read. Is it well-formed JSON?",
				Errors: []problem.SchemaError{{Location: "body", Message: "is invalid"}}}},
		{"no body", "POST", "/v1/signups", "", nil,
			problem.Details{Status: 400, Title: "Bad Request", Code: "request_malformed", Detail: "The request can't be read. Is it well-formed JSON?"}},
		{"unknown field", "POST", "/v1/signups", map[string]any{"sections": []string{"PARENT"}, "a.b." + loudSecret: 1}, nil,
			problem.Details{Status: 422, Title: "Unprocessable Entity", Code: "request_invalid", Detail: "The request has fields that are unknown or of the wrong type.",
				Errors: []problem.SchemaError{{Location: "body", Message: "contains an unknown field (names are case-sensitive)"}}}},
		{"unknown field within", "POST", "/v1/signups", map[string]any{"parent": map[string]any{"Email": loudSecret}}, nil,
			problem.Details{Status: 422, Title: "Unprocessable Entity", Code: "request_invalid", Detail: "The request has fields that are unknown or of the wrong type.",
				Errors: []problem.SchemaError{{Location: "body.parent", Message: "contains an unknown field (names are case-sensitive)"}}}},
		{"wrong type", "POST", "/v1/credentials", map[string]any{"password": []string{loudSecret}}, []string{"Authorization", "Bearer x"},
			problem.Details{Status: 422, Title: "Unprocessable Entity", Code: "request_invalid", Detail: "The request has fields that are unknown or of the wrong type.",
				Errors: []problem.SchemaError{{Location: "body.password", Message: "expected string"}}}},
		{"unknown section", "POST", "/v1/signups", map[string]any{"sections": []string{loudSecret}}, nil,
			problem.Details{Status: 422, Title: "Unprocessable Entity", Code: "request_invalid", Detail: "The request has fields that are unknown or of the wrong type.",
				Errors: []problem.SchemaError{{Location: "body.sections[0]", Message: `expected value to be one of "PARENT, NAME, FAMILY, ORDER, ADDRESS, REFERRAL, SECURITY_QUESTION, SECURITY_CODE"`}}}},
		{"section without its data", "PUT", "/v1/signups/" + id, map[string]any{"sections": []string{"REFERRAL", "ADDRESS"}, "referral": map[string]string{"selection": "SEARCH_ENGINE"}},
			[]string{"Registration-Key", key},
			problem.Details{Status: 422, Title: "Unprocessable Entity", Code: "section_missing", Detail: "The request names no section, or one whose data is missing. A new sign-up begins with PARENT.",
				Errors: []problem.SchemaError{{Location: "body.address", Message: "is missing"}}}},
		{"no section", "PUT", "/v1/signups/" + id, map[string]any{"sections": []string{}}, []string{"Registration-Key", key},
			problem.Details{Status: 422, Title: "Unprocessable Entity", Code: "section_missing", Detail: "The request names no section, or one whose data is missing. A new sign-up begins with PARENT.",
				Errors: []problem.SchemaError{{Location: "body.sections", Message: "is missing"}}}},
		{"a megabyte", "POST", "/v1/signups", big, nil,
			problem.Details{Status: 413, Title: "Request Entity Too Large", Code: "request_too_large", Detail: "The request is larger than 64 KiB."}},
		{"other media type", "POST", "/v1/signups", "a=b", []string{"Content-Type", "text/csv"},
			problem.Details{Status: 415, Title: "Unsupported Media Type", Code: "media_type_unsupported", Detail: "The request body must be JSON.",
				Errors: []problem.SchemaError{{Location: "body", Message: "is invalid"}}}},
		{"no such call", "GET", "/v1/" + loudSecret, nil, nil,
			problem.Details{Status: 404, Title: "Not Found", Code: "route_unknown", Detail: "There is nothing at this address."}},
		{"no such page", "GET", "/" + loudSecret, nil, nil,
			problem.Details{Status: 404, Title: "Not Found", Code: "route_unknown", Detail: "There is nothing at this address."}},
		{"other method", "PATCH", "/v1/signups", "{}", nil,
			problem.Details{Status: 405, Title: "Method Not Allowed", Code: "method_not_allowed", Detail: "This address doesn't support that method."}},
		{"no token", "POST", "/v1/credentials", map[string]any{"username": "x"}, nil,
			problem.Details{Status: 401, Title: "Unauthorized", Code: "token_missing", Detail: "This call requires a token."}},
		{"payment without idempotency key", "POST", "/v1/signups/" + id + "/payment", map[string]any{}, []string{"Registration-Key", key},
			problem.Details{Status: 422, Title: "Unprocessable Entity", Code: "request_invalid", Detail: "The request has fields that are unknown or of the wrong type.",
				Errors: []problem.SchemaError{{Location: "header.Idempotency-Key", Message: "required header parameter is missing"}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := b.call(tt.method, tt.path, tt.body, tt.headers...)
			if res.status != tt.want.Status {
				t.Errorf("status %d, want %d", res.status, tt.want.Status)
			}
			got := res.problem(t)
			tt.want.Type = "/docs#problem-" + string(tt.want.Code)
			tt.want.RequestID = res.header.Get("X-Request-Id")
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreUnexported(problem.Details{})); diff != "" {
				t.Errorf("problem (-want +got):\n%s", diff)
			}
			if strings.Contains(string(res.body), "hunter2") {
				t.Errorf("the answer repeats the request's data: %s", res.body)
			}
		})
	}
	if strings.Contains(b.log.String(), "hunter2") {
		t.Errorf("the log repeats the request's data:\n%s", b.log.String())
	}
}

func TestExpiredSignupIsGone(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	id, key := b.signup(1)
	b.env.Clock.Advance(25 * time.Hour)
	res := b.call(http.MethodGet, "/v1/signups/"+id, nil, "Registration-Key", key)
	if p := res.problem(t); res.status != http.StatusGone || p.Code != "registration_expired" {
		t.Errorf("got %d %s, want 410 registration_expired", res.status, p.Code)
	}
}

func TestValidationErrorsAnswer409(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	res := b.call(http.MethodPost, "/v1/signups", map[string]any{
		"sections": []string{"PARENT"},
		"parent":   map[string]any{"firstName": "🎈", "email": "nobody", "phoneNumber": "12"},
	})
	if res.status != http.StatusConflict || res.header.Get("Content-Type") != "application/json" {
		t.Fatalf("got %d %s: %s", res.status, res.header.Get("Content-Type"), res.body)
	}
	var got problem.Validation
	reply{status: 200, body: res.body}.into(t, &got)
	var fields []string
	for _, v := range got.ValidationErrors {
		fields = append(fields, v.Field+": "+v.Text)
		if v.Code == "" {
			t.Errorf("%s has no code", v.Field)
		}
	}
	want := []string{
		"firstName: Names cannot contain emojis", "lastName: This field is required",
		"email: Invalid email address", "phoneNumber: Must be between 8 and 15 digits",
	}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

// The response to an internal error reveals no cause. The log has all causes.
func TestUnexpectedErrorHidesCause(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	id, key := b.signup(1)
	b.env.Pool.Close()
	res := b.call(http.MethodGet, "/v1/signups/"+id, nil, "Registration-Key", key)
	want := problem.Details{
		Type: "/docs#problem-genericErrorMessage", Title: "Internal Server Error", Status: 500, Code: "genericErrorMessage",
		Detail: res.problem(t).Detail, RequestID: res.header.Get("X-Request-Id"),
	}
	if diff := cmp.Diff(want, res.problem(t), cmpopts.IgnoreUnexported(problem.Details{})); diff != "" {
		t.Errorf("problem (-want +got):\n%s", diff)
	}
	if want.Detail == "" || want.Detail == string(want.Code) {
		t.Errorf("the problem has no text: %q", want.Detail)
	}
	if log := b.log.String(); !strings.Contains(log, "closed pool") || !strings.Contains(log, want.RequestID) {
		t.Errorf("the log lacks the reason:\n%s", log)
	}
}

// Every kind of fault has a status.
func TestEveryFaultKindHasAStatus(t *testing.T) {
	t.Parallel()
	for _, kind := range []fault.Kind{
		fault.Invalid, fault.Unauthenticated, fault.Forbidden, fault.NotFound, fault.Gone,
		fault.Conflict, fault.Mismatch, fault.Limited, fault.Unavailable,
	} {
		if problem.FaultStatus[kind] == 0 {
			t.Errorf("%s has no status", kind)
		}
	}
}
