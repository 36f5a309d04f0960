package accounts

import (
	"context"
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
)

// knownBrowser is the time after its last login for which an account knows a browser.
const knownBrowser = 365 * 24 * time.Hour

// loginMails limits the mails about new logins from one network, because each private window looks like a new browser.
var loginMails = caller.Limit{Count: 1, Per: 24 * time.Hour}

// noteLogin stores the place of a login, and mails the owner if it is new. The place is a browser, by its own random id, or the network of a
// caller without an id, such as a command line. Only a hash of place and username under the server's secret is stored, so it doesn't reveal
// the place.
func (c *Engine) noteLogin(ctx context.Context, tx *pg.Tx, login Authenticated, kind core.TokenKind, meta caller.Meta) error {
	seen, err := c.noteBrowser(ctx, tx.Queries, login.username, meta)
	if err != nil || seen {
		return err
	}
	_, err = c.core.CountEvent(ctx, tx.Queries, core.LimitLoginMails, loginMails, login.username, caller.NetworkOf(meta.ClientAddr))
	if errors.Is(err, fault.TooManyTries) {
		return nil
	}
	if err != nil {
		return err
	}
	mail := email.LoginJob{AccountID: login.Found.AccountID.String(), At: c.core.Now(), CommandLine: kind == core.TokenAccess}
	tx.Enqueue(mail, job.Options{})
	return nil
}

// noteBrowser stores the browser of a login, or else its network, and returns true if the account has logged in there lately. It also returns
// true if neither is known.
func (c *Engine) noteBrowser(ctx context.Context, q *db.Queries, username string, meta caller.Meta) (seen bool, err error) {
	kind, where := "browser", meta.AnonymousID
	if where == "" {
		kind, where = "network", caller.NetworkOf(meta.ClientAddr)
	}
	if where == "" {
		return true, nil
	}
	return c.core.NoteSeen(ctx, q, core.LimitLoginSeen, knownBrowser, username, kind, where)
}
