// Package session logs in to a server, keeps the login, and makes a logged-in user's calls.
package session

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/internal/api"
	"github.com/cojoin/cojoin/sdk/secret"
)

// callTimeout limits one call. The server's timeout is shorter.
const callTimeout = 60 * time.Second

// Session is a server and the token to call it with.
type Session struct {
	api.Client
	token secret.Secret
}

// ServerFlag adds the flag that names the server.
func ServerFlag(cmd *cobra.Command, server *string) {
	cmd.Flags().StringVar(server, "server", "", "`ADDRESS` of the server (default: $"+setting.ServerVariable+", else the server of your last login, else "+setting.DefaultServer+")")
}

// serverAddress returns the server to call. It refuses to send a secret unencrypted over a network.
func serverAddress(flag string, logins *Logins) (string, error) {
	address := flag
	for _, next := range []string{os.Getenv(setting.ServerVariable), logins.Current, setting.DefaultServer} {
		if address == "" {
			address = next
		}
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return "", console.Usagef("%q is not a server's address, like https://join.example.com", address)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" && (err != nil || !ip.IsLoopback()) {
		return "", console.Usagef("%s would send your password or token unencrypted: use https", u.Scheme+"://"+u.Host)
	}
	return u.Scheme + "://" + u.Host, nil
}

// OpenServer returns the stored logins and the address of the server to call.
func OpenServer(flag string) (*Logins, string, error) {
	logins, err := openLogins()
	if err != nil {
		return nil, "", err
	}
	address, err := serverAddress(flag, logins)
	return logins, address, err
}

// Open returns the logged-in user's session. Without a login it returns an error for which [IsMissing] holds.
func Open(flag string) (*Session, error) {
	logins, err := openLogins()
	if err != nil {
		return nil, err
	}
	token := secret.Secret(os.Getenv(setting.TokenVariable))
	if token != "" && flag == "" && os.Getenv(setting.ServerVariable) == "" {
		return nil, console.Usagef("%s is set, but its server isn't: set %s, too", setting.TokenVariable, setting.ServerVariable)
	}
	server, err := serverAddress(flag, logins)
	if err != nil {
		return nil, err
	}
	if token != "" {
		return New(server, token), nil
	}
	stored, ok := logins.Servers[server]
	if !ok {
		return nil, &loginError{server: server}
	}
	return New(server, secret.Secret(stored.Token)), nil
}

// New returns a session with a token. An empty token makes anonymous calls.
func New(server string, token secret.Secret) *Session {
	caller := &http.Client{Timeout: callTimeout, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // a redirect must not receive a password
	}}
	s := &Session{Client: api.Client{HTTP: caller, Server: server, Header: map[string]string{"Accept-Language": "en"}}, token: token}
	if token != "" {
		s.Header["Authorization"] = "Bearer " + token.Reveal()
	}
	return s
}

// Do makes a call and reads the answer. For an invalid token it returns an error for which [IsMissing] holds.
func (s *Session) Do(ctx context.Context, method, path string, body, out any) error {
	return s.DoRequest(ctx, api.Request{Method: method, Path: path, Body: body}, out)
}

// DoRequest makes a call with more than method, path and body.
func (s *Session) DoRequest(ctx context.Context, r api.Request, out any) error {
	err := s.Call(ctx, r, out)
	if refused := RefusalOf(err); refused != nil && refused.Status == http.StatusUnauthorized && s.token != "" {
		return &loginError{server: s.Server, ended: true}
	}
	return err
}

// RefusalOf returns the server's refusal, or nil if there is none.
func RefusalOf(err error) *api.Refusal {
	var refused *api.Refusal
	if errors.As(err, &refused) {
		return refused
	}
	return nil
}

// loginError means that there is no login, or that it has ended.
type loginError struct {
	server string
	ended  bool
}

func (e *loginError) Error() string {
	how := "run: cojoin login"
	if e.server != setting.DefaultServer {
		how += " --server " + e.server
	}
	if e.ended {
		return "your login has ended; " + how
	}
	return "you aren't logged in to " + strings.TrimPrefix(strings.TrimPrefix(e.server, "https://"), "http://") + "; " + how
}

// IsMissing reports whether an error means that the user must log in first.
func IsMissing(err error) bool {
	var login *loginError
	return errors.As(err, &login)
}
