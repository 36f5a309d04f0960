package apiserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
)

// Version is the version of binary, API and widget. New optional properties increase the second number, breaking changes the first. Only
// tools/release changes it.
const Version = "1.0.0"

// OpenAPI returns the OpenAPI 3.1 document of the public API, indented, with a final line feed.
func OpenAPI() ([]byte, error) {
	api, _ := newAPI(&server{}, routes, passThrough)
	raw, err := json.MarshalIndent(api.OpenAPI(), "", "  ")
	if err != nil {
		return nil, fmt.Errorf("apiserver: OpenAPI: %w", err)
	}
	return append(raw, '\n'), nil
}

func passThrough(_ route, h http.Handler) http.Handler { return h }

// newAPI registers a table of routes with huma on a new mux. wrap is the middleware around each route's handler.
func newAPI(s *server, table []route, wrap func(route, http.Handler) http.Handler) (huma.API, *http.ServeMux) {
	replaceErrorsOnce.Do(problem.ReplaceErrors)
	mux := http.NewServeMux()
	config := huma.DefaultConfig("Cojoin", Version)
	config.Info.Description = "Sign-up and checkout: registrations, packages, quotes, payment, credentials. " +
		"Errors that a person can fix return 409 with validationErrors. All others return a problem (RFC 9457)."
	config.DocsPath, config.OpenAPIPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", nameSchema)
	config.Components.SecuritySchemes = securitySchemes
	adapter := &muxAdapter{mux: mux, wrap: wrap}
	api := huma.NewAPI(config, adapter)
	for _, r := range table {
		adapter.route = r
		r.register(api, r.operation(), s)
	}
	relaxRequests(api.OpenAPI(), table)
	if _, served := api.OpenAPI().Paths["/login"]; served {
		describeForms(api.OpenAPI())
	}
	return api, mux
}

// muxAdapter registers huma's operations on Go's mux, each in its route's middleware.
type muxAdapter struct {
	mux   *http.ServeMux
	wrap  func(route, http.Handler) http.Handler
	route route // the route being registered
}

// Handle implements [huma.Adapter].
func (a *muxAdapter) Handle(op *huma.Operation, handler func(huma.Context)) {
	a.mux.Handle(op.Method+" "+op.Path, a.wrap(a.route, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler(humago.NewContext(op, r, w))
	})))
}

// ServeHTTP implements [huma.Adapter].
func (a *muxAdapter) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.mux.ServeHTTP(w, r) }

var securitySchemes = map[string]*huma.SecurityScheme{
	string(tokenRegistration): {Type: "apiKey", In: "header", Name: "Registration-Key", Description: "Returned once, when a registration is created; valid only for that registration. The token of a mailed link (`POST /v1/signups/{signupId}/link`) is one, too. The first change or payment with it ends the original key (403, `registration_key_wrong`)."},
	string(tokenPassword):     {Type: "http", Scheme: "bearer", Description: "Single-use token of a mailed link to set a new password, valid for an hour."},
	string(tokenHandOver):     {Type: "http", Scheme: "bearer", Description: "Single-use code that transfers a login to the account page. Valid for a minute, and at most as long as the login."},
	string(tokenCredentials):  {Type: "http", Scheme: "bearer", Description: "Single-use token of a new account (clickToJoinToken), valid for 24 hours."},
	string(tokenAccount):      {Type: "http", Scheme: "bearer", Description: "Account token of a login, valid for one hour, or the token of an open invitation; valid only for that account."},
	string(tokenAccess):       {Type: "http", Scheme: "bearer", Description: "Token of the command line, valid for 90 days or until it is revoked."},
	string(tokenSession):      {Type: "http", Scheme: "bearer", Description: "Account token of a login, or the command line's; valid only for that account."},
	string(tokenProfessional): {Type: "http", Scheme: "bearer", Description: "A professional's token: the command line's, or the account token of a login. Another account's returns 403."},
	string(tokenHost):         {Type: "http", Scheme: "bearer", Description: "Token of the customer's servers, created by an operator for some scopes (entitlements, events, login, lookup) and valid until it is revoked. A token without the scope returns 403."},
	string(tokenRefusal):      {Type: "http", Scheme: "bearer", Description: "Signed token of the link in an invitation's mail that reports an unknown inviter. Valid until the invitee joins or their data is deleted."},
	string(tokenInvitation):   {Type: "http", Scheme: "bearer", Description: "Token of an invitation's link, valid for 14 days or until a new link is sent, or the account token of the invited parent. An unknown, expired or used token returns 401 with statusCode 112 and message auth.fail.message."},
}

// operation describes the route for huma and for the OpenAPI document.
func (r route) operation() huma.Operation {
	op := huma.Operation{
		OperationID: r.id, Method: r.method, Path: r.path, Summary: r.summary, DefaultStatus: r.status,
		Tags: []string{r.tag()}, MaxBodyBytes: request.MaxBody + 1, // huma rejects a body of exactly its limit
		BodyReadTimeout: -1, // none: admission has read the body
		Errors:          r.failures(),
		Responses:       map[string]*huma.Response{},
	}
	switch r.token {
	case tokenNone, tokenSignature:
	case tokenVisitor:
		op.Security = []map[string][]string{{}, {string(tokenRegistration): {}}, {string(tokenInvitation): {}}, {string(tokenAccount): {}}}
	default:
		op.Security = []map[string][]string{{string(r.token): {}}}
	}
	if r.invitee {
		op.Security = append(op.Security, map[string][]string{string(tokenInvitation): {}})
	}
	if r.method != get || r.token != tokenNone { // some states don't even allow reading
		op.Responses["409"] = conflictResponse()
	}
	if r.produces != "" {
		op.Responses[strconv.Itoa(r.status)] = &huma.Response{
			Description: http.StatusText(r.status),
			Content:     map[string]*huma.MediaType{r.produces: {Schema: &huma.Schema{Type: "string"}}},
		}
	}
	if r.tagged {
		op.Responses["304"] = &huma.Response{Description: "The response named by If-None-Match is still current"}
	}
	if r.pending {
		op.Responses["202"] = &huma.Response{
			Description: "The payment is being confirmed: poll again after Retry-After seconds",
			Content:     map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Ref: schemaPrefix + r.pendingSchema()}}},
		}
	}
	return op
}

// pendingSchema returns the schema of a 202 response.
func (r route) pendingSchema() string {
	switch r.token {
	case tokenProfessional:
		return "CodeBatch"
	case tokenAccount:
		return "PaidAgain"
	}
	return "PaymentAnswer"
}

// failures returns the error statuses of a route, without the 409 of validation.
func (r route) failures() []int {
	fails := []int{http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable}
	if r.method != get {
		fails = append(fails, http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	switch r.token {
	case tokenRegistration:
		fails = append(fails, http.StatusForbidden, http.StatusNotFound, http.StatusGone)
	case tokenSignature:
		fails = append(fails, http.StatusForbidden)
	case tokenCredentials, tokenPassword, tokenHandOver, tokenRefusal, tokenAccess:
		fails = append(fails, http.StatusUnauthorized)
	case tokenAccount:
		fails = append(fails, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound)
	case tokenSession:
		fails = append(fails, http.StatusUnauthorized, http.StatusNotFound)
	case tokenOperator, tokenProfessional, tokenHost:
		fails = append(fails, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound)
	case tokenInvitation, tokenVisitor:
		fails = append(fails, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusGone)
	}
	if r.searches {
		fails = append(fails, http.StatusNotFound)
	}
	if r.invitee || r.login {
		fails = append(fails, http.StatusUnauthorized)
	}
	slices.Sort(fails)
	return fails
}

// tag returns the noun of a route's path, by which the document groups routes.
func (r route) tag() string {
	parts := strings.Split(strings.Trim(r.path, "/"), "/")
	if len(parts) > 1 && strings.HasPrefix(parts[0], "v") {
		if _, err := strconv.Atoi(parts[0][1:]); err == nil {
			return parts[1]
		}
	}
	return parts[0]
}

// conflictResponse describes a 409: either validation errors that the person can fix, or a state that doesn't allow the call.
func conflictResponse() *huma.Response {
	return &huma.Response{
		Description: "Invalid fields, or a state that doesn't allow the call",
		Content: map[string]*huma.MediaType{
			"application/json":         {Schema: &huma.Schema{Ref: schemaPrefix + "ValidationProblem"}},
			"application/problem+json": {Schema: &huma.Schema{Ref: schemaPrefix + "Problem"}},
		},
	}
}
