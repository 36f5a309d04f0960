package accounts

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
)

// maxLoginBytes is the maximum length of a username or password in a login. A longer one is never checked.
const maxLoginBytes = 1024

// Login implements [account.Client].
func (c *Engine) Login(ctx context.Context, username string, password secret.Secret, meta caller.Meta) (*account.LoginAnswer, error) {
	login, err := c.Authenticate(ctx, username, password, meta)
	if err != nil {
		return nil, err
	}
	refused := &account.LoginAnswer{Redirect: withQuery(c.core.Site.Links["login"], "login_error", "1")}
	if !login.Ok {
		return refused, nil
	}
	var answer account.LoginAnswer
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		token, err := c.StartSession(ctx, tx, login, core.TokenAccount, meta)
		if err != nil {
			return err
		}
		answer = c.loginAnswer(login.Found.AccountID, token)
		answer.Redirect, err = c.host.LoginURL(ctx, tx.Queries, login.Found.AccountID, answer.Redirect, "")
		return err
	})
	if errors.Is(err, fault.LoginRefused) {
		return refused, nil
	}
	if err != nil {
		return nil, err
	}
	if err := c.core.ForgetEvents(ctx, c.core.Q, core.LimitLogins, form.FoldUsername(username), meta.ClientAddr); err != nil {
		return nil, err
	}
	c.core.Log.Info("logged in", "account", login.Found.AccountID)
	return &answer, nil
}

func (c *Engine) loginAnswer(id uuid.UUID, token secret.Secret) account.LoginAnswer {
	return account.LoginAnswer{Redirect: c.core.Site.Links["home"], Auth: token.Reveal(), UserID: id.String()}
}

// logIn logs in the user after they set a password. Their browser is known to the account from now on.
func (c *Engine) logIn(ctx context.Context, q *db.Queries, id uuid.UUID, username string, meta caller.Meta) (account.LoginAnswer, error) {
	if _, err := c.noteBrowser(ctx, q, form.FoldUsername(username), meta); err != nil {
		return account.LoginAnswer{}, err
	}
	token, err := c.core.NewToken(ctx, q, core.TokenAccount, id, core.AccountTokenLife)
	return c.loginAnswer(id, token), err
}

// Authenticated is the result of checking a username and password; Ok is false for a wrong one.
type Authenticated struct {
	Ok       bool
	Found    db.FindCredentialsRow
	username string // folded
	better   string // a hash with the current parameters, if the stored one is weaker
}

// Authenticate checks a username and password. It takes the same time for an unknown username. Faults: [fault.TooManyTries],
// [fault.Saturated].
func (c *Engine) Authenticate(ctx context.Context, username string, password secret.Secret, meta caller.Meta) (Authenticated, error) {
	if len(username) > maxLoginBytes || len(password.Reveal()) > maxLoginBytes {
		username, password = "", ""
	}
	key := form.FoldUsername(username)
	password = form.NormalizePassword(password)
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitLoginAddress, c.core.Limits.LoginAddress, meta.ClientAddr); err != nil {
		return Authenticated{}, err
	}
	var found db.FindCredentialsRow
	ok, weak, err := c.core.Hasher.Verify(ctx, func() (_ string, err error) {
		found, err = c.tried(ctx, key, meta)
		return found.PasswordHash, err
	}, []byte(password.Reveal()))
	if err != nil || !ok || found.State != Active {
		return Authenticated{}, err
	}
	if err := c.rememberAddress(ctx, key, meta.ClientAddr); err != nil {
		return Authenticated{}, err
	}
	login := Authenticated{Ok: true, Found: found, username: key}
	if weak {
		if login.better, err = c.core.Hasher.Hash(ctx, []byte(password.Reveal())); err != nil {
			c.core.Log.Warn("password hash not upgraded", "account", found.AccountID, "error", err)
			login.better = ""
		}
	}
	return login, nil
}

// tried counts a login attempt and returns the credentials. An unknown username is not an error.
func (c *Engine) tried(ctx context.Context, username string, meta caller.Meta) (found db.FindCredentialsRow, err error) {
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitLogins, c.core.Limits.Logins, username, meta.ClientAddr); err != nil {
		return found, err
	}
	if err := c.countGuess(ctx, username, meta.ClientAddr); err != nil {
		return found, err
	}
	found, err = c.core.Q.FindCredentials(ctx, c.core.People.UsernameHashes(username))
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return found, fmt.Errorf("login: %w", err)
	}
	return found, nil
}

// StartSession returns a new token after a login: an account token for a browser, an access token for a command line. It stores the stronger
// password hash if Authenticate made one, and mails the owner about a new browser or network. Fault: [fault.LoginRefused] if the password was
// replaced after the check. A new password ends all logins, so this one must not follow.
func (c *Engine) StartSession(ctx context.Context, tx *pg.Tx, login Authenticated, kind core.TokenKind, meta caller.Meta) (secret.Secret, error) {
	_, err := tx.LockPassword(ctx, login.Found.AccountID, login.Found.PasswordHash)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fault.LoginRefused
	}
	if err != nil {
		return "", fmt.Errorf("password of a login: %w", err)
	}
	if login.better != "" {
		if err := tx.UpgradePasswordHash(ctx, login.better, c.core.Now(), login.Found.AccountID, login.Found.PasswordHash); err != nil {
			return "", fmt.Errorf("upgrade password hash: %w", err)
		}
	}
	life := core.AccountTokenLife
	if kind == core.TokenAccess {
		life = core.AccessTokenLife
	}
	token, err := c.core.NewToken(ctx, tx.Queries, kind, login.Found.AccountID, life)
	if err != nil {
		return "", err
	}
	if err := c.noteLogin(ctx, tx, login, kind, meta); err != nil {
		return "", err
	}
	return token, c.AccountEvent(ctx, tx.Queries, login.Found.AccountID, "logged_in", "owner")
}

// Logout implements [account.Client].
func (c *Engine) Logout(ctx context.Context, token secret.Secret) error {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenAccount, token)
	if err != nil {
		return err
	}
	if err := c.core.Q.EndLogin(ctx, c.core.Now(), *found.AccountID, core.FirstLogin(found)); err != nil {
		return fmt.Errorf("logout: %w", err)
	}
	return nil
}

// withQuery adds a query parameter to one of our URLs, relative or absolute.
func withQuery(address, name, value string) string {
	u, err := url.Parse(address)
	if err != nil { // a configured URL: returned unchanged
		return address
	}
	q := u.Query()
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.String()
}
