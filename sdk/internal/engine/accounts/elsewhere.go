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

// knownBrowser is how long a browser counts as the account's after the last login in it.
const knownBrowser = 365 * 24 * time.Hour

// loginMails limits the mails about new logins from one network: a private window is a new browser each time.
var loginMails = caller.Limit{Count: 1, Per: 24 * time.Hour}

// noteLogin remembers where an account has logged in, and mails its owner where that is new: a browser, by the random id that it keeps of
// its own, or the network of a caller that has none, such as a command line. What is remembered is a hash of it together with the username
// under the server's secret, from which nobody learns where somebody was.
func (c *Engine) noteLogin(ctx context.Context, tx *pg.Tx, who Authenticated, kind core.TokenKind, meta caller.Meta) error {
	seen, err := c.noteBrowser(ctx, tx.Queries, who.username, meta)
	if err != nil || seen {
		return err
	}
	_, err = c.core.CountEvent(ctx, tx.Queries, core.LimitLoginMails, loginMails, who.username, caller.NetworkOf(meta.ClientAddr))
	if errors.Is(err, fault.TooManyTries) {
		return nil
	}
	if err != nil {
		return err
	}
	mail := email.LoginJob{AccountID: who.Found.AccountID.String(), At: c.core.Now(), CommandLine: kind == core.TokenAccess}
	tx.Enqueue(mail, job.Options{})
	return nil
}

// noteBrowser remembers the browser of a login, or else its network, and reports whether the account has logged in there lately. Where neither
// is known there is nothing to tell apart.
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
