package scenario

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/cojoin/cojoin/sdk/fault"
)

// Call is a call of any endpoint.
type Call struct {
	Method  string            `json:"method,omitempty"` // default GET
	Path    string            `json:"path"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    any               `json:"body,omitempty"`
	Login   bool              `json:"login,omitempty"` // with the token of a new login of the person
}

// reads reports whether the call changes nothing.
func (c Call) reads() bool { return c.Method == "" || c.Method == http.MethodGet }

// callAny makes a call with the identity of the person, and notes its answer. A call that changes something has a new idempotency key.
func (r *run) callAny(ctx context.Context, c Call) error {
	if c.Login {
		if err := r.loginAgain(ctx); err != nil {
			return err
		}
	}
	method, key := orDefault(c.Method, http.MethodGet), ""
	if !c.reads() {
		key = newKey()
	}
	res, err := r.send(ctx, request{method, c.Path, c.Body, key, c.reads(), c.Headers})
	if err != nil {
		return err
	}
	r.noteAny(res)
	return nil
}

// loginAgain logs in with the person's credentials, because a login ends earlier than a term.
func (r *run) loginAgain(ctx context.Context) error {
	if r.account == "" {
		return errNoLogin
	}
	if err := r.login(ctx, r.loggedIn); err != nil {
		return err
	}
	r.bearer = r.account
	return nil
}

// noteAny stores the content of any answer, also of one that isn't JSON.
func (r *run) noteAny(res response) {
	r.last = answerState{status: res.Status}
	if res.ok() {
		return
	}
	var failed struct {
		ValidationErrors fault.Violations `json:"validationErrors"`
		Code             string           `json:"code"`
	}
	if json.Unmarshal(res.Body, &failed) == nil {
		r.last.violations, r.last.problem = failed.ValidationErrors, failed.Code
	}
}

// needDevelopment rejects a step on a production server.
func (r *run) needDevelopment(ctx context.Context, action string) error {
	if err := r.readBootstrap(ctx); err != nil {
		return err
	}
	if r.bootstrap.Environment != "development" {
		return fmt.Errorf("the step %s is refused in production: run it against a development server", action)
	}
	return nil
}

// tool calls an endpoint for development and decodes its answer.
func (r *run) tool(ctx context.Context, method, path string, body, out any) error {
	res, err := r.send(ctx, request{method, path, body, "", method == http.MethodGet, nil})
	if err != nil {
		return err
	}
	return toolAnswer(res, out)
}

// provide calls the payment provider's sandbox and decodes its answer.
func (r *run) provide(ctx context.Context, method, path string, body, out any) error {
	if r.bootstrap.Payment.Provider != "sandbox" {
		return fmt.Errorf("the server's payment provider is %s: the step works with the sandbox only", r.bootstrap.Payment.Provider)
	}
	res, err := r.send(ctx, request{method, r.sandbox(path), body, "", method == http.MethodGet, nil})
	if err != nil {
		return err
	}
	return toolAnswer(res, out)
}

func toolAnswer(res response, out any) error {
	if res.ok() {
		return res.decode(out)
	}
	var refusal struct {
		Detail string `json:"detail"`
		Error  string `json:"error"`
	}
	if json.Unmarshal(res.Body, &refusal) != nil || refusal.Detail+refusal.Error == "" {
		return fmt.Errorf("status %d", res.Status)
	}
	return errors.New(refusal.Detail + refusal.Error)
}
