package sdk

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// maxLoginBytes bounds what a stranger's username or password may weigh before it is looked at.
const maxLoginBytes = 1024

// Login checks a username and password. A failed login is an answer, not an error: its redirect holds
// login_error, and it takes the same time whether or not the username exists. A successful one answers an
// account token, good for an hour. Faults: [TooManyTries], [Saturated].
func (c *Client) Login(ctx context.Context, username string, password Secret, meta CallMeta) (*LoginAnswer, error) {
	who, err := c.authenticate(ctx, username, password, meta)
	if err != nil {
		return nil, err
	}
	if !who.ok {
		return &LoginAnswer{Redirect: withQuery(c.cfg.Site.Links["login"], "login_error", "1")}, nil
	}
	var token Secret
	err = c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		token, err = c.startSession(ctx, q, who, tokenAccount, accountTokenLife)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := c.forgetEvents(ctx, c.q, limitLogins, FoldUsername(username), meta.ClientAddr); err != nil {
		return nil, err
	}
	c.cfg.Log.Info("logged in", "account", who.found.AccountID)
	return &LoginAnswer{Redirect: c.cfg.Site.Links["home"], Auth: token.Reveal(), UserID: who.found.AccountID.String()}, nil
}

// authenticated is what a username and password came to.
type authenticated struct {
	ok     bool
	found  db.FindCredentialsRow
	better string // a hash with today's parameters, where the stored one is weaker
}

// authenticate checks a username and password, in the same time whether or not the username exists.
// Faults: [TooManyTries], [Saturated].
func (c *Client) authenticate(ctx context.Context, username string, password Secret, meta CallMeta) (authenticated, error) {
	if len(username) > maxLoginBytes || len(password.Reveal()) > maxLoginBytes {
		username, password = "", ""
	}
	key := FoldUsername(username)
	if _, err := c.countEvent(ctx, c.q, limitLoginAddress, c.cfg.Limits.LoginAddress, meta.ClientAddr); err != nil {
		return authenticated{}, err
	}
	if _, err := c.countEvent(ctx, c.q, limitLogins, c.cfg.Limits.Logins, key, meta.ClientAddr); err != nil {
		return authenticated{}, err
	}
	found, err := c.q.FindCredentials(ctx, key)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return authenticated{}, fmt.Errorf("login: %w", err)
	}
	password = NormalizePassword(password)
	ok, weak, err := c.hasher.verify(ctx, found.PasswordHash, []byte(password.Reveal()))
	if err != nil || !ok || found.State != accountActive {
		return authenticated{}, err
	}
	who := authenticated{ok: true, found: found}
	if weak {
		if who.better, err = c.hasher.hash(ctx, []byte(password.Reveal())); err != nil {
			c.cfg.Log.Warn("password hash not upgraded", "account", found.AccountID, "error", err)
			who.better = ""
		}
	}
	return who, nil
}

// startSession makes a token for who has logged in, and replaces the password's hash where a better one was
// made.
func (c *Client) startSession(ctx context.Context, q *db.Queries, who authenticated, kind tokenKind, life time.Duration) (Secret, error) {
	if who.better != "" {
		if err := q.UpgradePasswordHash(ctx, who.better, c.now(), who.found.AccountID, who.found.PasswordHash); err != nil {
			return "", fmt.Errorf("upgrade password hash: %w", err)
		}
	}
	token, err := c.newToken(ctx, q, kind, who.found.AccountID, nil, life)
	if err != nil {
		return "", err
	}
	return token, c.accountEvent(ctx, q, who.found.AccountID, "logged_in", "owner")
}

// AccountOf gives the account that an account token (of a login) belongs to. Faults: [TokenInvalid].
func (c *Client) AccountOf(ctx context.Context, token Secret) (userID string, err error) {
	found, err := c.findToken(ctx, c.q, tokenAccount, token)
	if err != nil {
		return "", err
	}
	return found.AccountID.String(), nil
}

// Logout ends an account token at once. Faults: [TokenInvalid].
func (c *Client) Logout(ctx context.Context, token Secret) error {
	found, err := c.findToken(ctx, c.q, tokenAccount, token)
	if err != nil {
		return err
	}
	if _, err := c.q.EndToken(ctx, c.now(), tokenRevoked, found.ID); err != nil {
		return fmt.Errorf("logout: %w", err)
	}
	return nil
}

// withQuery adds a query parameter to an address of ours, which is relative or absolute.
func withQuery(address, name, value string) string {
	u, err := url.Parse(address)
	if err != nil { // the configuration's own address: shown as it is
		return address
	}
	q := u.Query()
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.String()
}
