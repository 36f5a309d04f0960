package attack

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/secret"
)

const (
	tokensPath = "/v1/admin/host/tokens" //nolint:gosec // a path
	feedPath   = "/v1/host/events"
)

// Prove fails unless the installation at the public address is the operator's. The private address must accept the operator's token and create a host
// token with it. The public address must recognize that host token, and no made-up one. Prove revokes the host token before it returns. Until then the
// token is useless: its only scope is the exchange of login codes, and there are none.
func Prove(ctx context.Context, public *url.URL, private string, token secret.Secret) (err error) {
	at, err := url.Parse(private)
	if err != nil || at.Host == "" || at.Scheme != "https" && (at.Scheme != "http" || !setting.Loopback(hostPort(at))) {
		return fmt.Errorf("%q isn't a private address that a token may be sent to: an address of this machine, or https", private)
	}
	client := newClient()
	defer client.CloseIdleConnections()
	operator := func(method, path, body string) (answer, []byte, error) {
		return read(ctx, client, at.Scheme+"://"+at.Host, request{method: method, path: path, body: body, header: map[string]string{"Authorization": "Bearer " + token.Reveal()}})
	}
	a, raw, err := operator(http.MethodPost, tokensPath, `{"name":"cojoin doctor --attack","scopes":["`+integration.ScopeLogin+`"]}`)
	switch {
	case err != nil:
		return fmt.Errorf("the private address %s can't be reached: %w", at.Host, err)
	case a.status == http.StatusUnauthorized:
		return fmt.Errorf("the private address %s rejects this operator's token", at.Host)
	case a.status != http.StatusCreated:
		return fmt.Errorf("the private address %s answers an operator's call with %d: is it this installation's, and is operatorToken set there?", at.Host, a.status)
	}
	var made integration.Token
	if err := json.Unmarshal(raw, &made); err != nil || made.ID == "" || made.Token == "" {
		return fmt.Errorf("the private address %s answers an operator's call with an unexpected body", at.Host)
	}
	defer func() {
		if a, _, gone := operator(http.MethodDelete, tokensPath+"/"+url.PathEscape(made.ID), ""); gone != nil || a.status != http.StatusNoContent {
			err = errors.Join(err, fmt.Errorf("the token %s for the proof could not be revoked; revoke it with DELETE %s/%s at the private address", made.ID, tokensPath, made.ID))
		}
	}()
	return known(ctx, client, public, made.Token.Reveal())
}

// known fails unless the public address recognizes the new token (403, not its scope) and rejects a made-up one (401).
func known(ctx context.Context, client *http.Client, public *url.URL, token string) error {
	for _, try := range []struct {
		token string
		want  int
	}{{rand.Text(), http.StatusUnauthorized}, {token, http.StatusForbidden}} {
		a, err := send(ctx, client, public.Scheme+"://"+public.Host, request{path: feedPath, header: map[string]string{"Authorization": "Bearer " + try.token}})
		if err != nil {
			return fmt.Errorf("%s can't be reached: %w", public.Host, err)
		}
		if a.status != try.want {
			return fmt.Errorf("%s isn't the public address of the installation behind the private one, or they have different databases: it answers %s with %d, not with %d", public.Host, feedPath, a.status, try.want)
		}
	}
	return nil
}

// hostPort returns a URL's host with its port, or with port 0 if it names none.
func hostPort(u *url.URL) string {
	if u.Port() == "" {
		return u.Host + ":0"
	}
	return u.Host
}
