package apiserver

import (
	"context"
	"net/url"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Username is a username to check.
type Username struct {
	Username string `json:"username"`
}

type usernameInput struct {
	Visitor
	Body Username
}

func (s *server) checkUsername(ctx context.Context, in *usernameInput) (*answer[account.UsernameAvailability], error) {
	return answered(s.cfg.Client.Account.UsernameAvailability(ctx, request.Of(ctx).Bearer, in.Body.Username))
}

type credentialsInput struct {
	Visitor
	Repeatable
	Body account.CredentialsInput
}

func (s *server) setCredentials(ctx context.Context, in *credentialsInput) (*answer[*account.CredentialsAnswer], error) {
	return answered(s.cfg.Client.Account.SetCredentials(ctx, request.Of(ctx).Bearer, in.Body, s.meta(ctx, nil)))
}

type passwordInput struct {
	Visitor
	Repeatable
	Body account.PasswordInput
}

func (s *server) setPassword(ctx context.Context, in *passwordInput) (*answer[*account.PasswordAnswer], error) {
	return answered(s.cfg.Client.Account.SetPassword(ctx, request.Of(ctx).Bearer, in.Body, s.meta(ctx, nil)))
}

// LinkRequest requests a mailed link.
type LinkRequest struct {
	Email string `json:"email"`
}

// Sent confirms the request for a mail. It doesn't reveal whether the address is known.
type Sent struct {
	Sent bool `json:"sent"`
}

type linkInput struct {
	Visitor
	Body LinkRequest
}

func (s *server) mailLink(ctx context.Context, in *linkInput) (*answer[Sent], error) {
	return answered(Sent{Sent: true}, s.cfg.Client.Account.MailLink(ctx, in.Body.Email, s.meta(ctx, nil)))
}

// LoginForm is the form of a login in a browser.
type LoginForm struct {
	Submit   string        `json:"submit,omitempty" doc:"Accepted and ignored"`
	EventID  string        `json:"_eventId,omitempty" doc:"Accepted and ignored"`
	Username string        `json:"username"`
	Password secret.Secret `json:"password"`
}

type loginInput struct {
	Visitor
	RawBody []byte `contentType:"application/x-www-form-urlencoded"`
}

func (s *server) login(ctx context.Context, in *loginInput) (*answer[*account.LoginAnswer], error) {
	form, err := url.ParseQuery(string(in.RawBody))
	if err != nil {
		return nil, huma.Error400BadRequest("form")
	}
	return answered(s.cfg.Client.Account.Login(ctx, form.Get("username"), secret.Secret(form.Get("password")), s.meta(ctx, nil)))
}
