package scenario

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/cojoin/cojoin/sdk/account"
)

// setCredentials sets username and password with the token of the payment's answer or of a mailed link.
func (r *run) setCredentials(ctx context.Context, c Credentials) error {
	if r.credentials == "" {
		return errors.New("credentials can't be set without a token: pay first, or follow a mailed link")
	}
	r.bearer = r.credentials
	res, err := r.call(ctx, http.MethodPost, "/v1/credentials", map[string]any{
		"username": c.Username, "password": c.Password, "termsAndConditions": c.TermsAndConditions,
	}, newKey())
	if err != nil {
		return err
	}
	if ok, err := r.note(res); !ok {
		return err
	}
	var answer account.CredentialsAnswer
	if err := res.decode(&answer); err != nil {
		return err
	}
	r.username, r.last.next = answer.Username, answer.Redirect
	return nil
}

// mailLink requests an email with a link to continue. The answer doesn't reveal whether the address is known.
func (r *run) mailLink(ctx context.Context, in Invited) error {
	res, err := r.postIdempotent(ctx, "/v1/links", map[string]string{"email": in.Email})
	if err != nil {
		return err
	}
	r.renewed, err = r.note(res)
	return err
}

// login succeeds if the answer contains an account token.
func (r *run) login(ctx context.Context, c Credentials) error {
	res, err := r.form(ctx, "/login", url.Values{
		"submit": {"Log in"}, "_eventId": {"submit"}, "username": {c.Username}, "password": {c.Password},
	})
	if err != nil {
		return err
	}
	if ok, err := r.note(res); !ok {
		return err
	}
	var answer account.LoginAnswer
	if err := res.decode(&answer); err != nil {
		return err
	}
	r.last.next, r.account, r.loggedIn = answer.Redirect, answer.Auth, c
	if strings.Contains(answer.Redirect, "login_error") || answer.Auth == "" {
		r.last.status, r.last.problem = http.StatusUnauthorized, "login_error"
	}
	return nil
}
