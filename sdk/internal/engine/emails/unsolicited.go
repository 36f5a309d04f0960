package emails

import (
	"context"
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
)

// unsolicitedPause is the longest pause before a waiting mail is retried. It is short because the limits end once the sender's mailbox answers.
const unsolicitedPause = time.Hour

// ownLinks is the number of links to its own sign-up that an address gets, regardless of the mails from strangers.
var ownLinks = caller.Limit{Count: 1, Per: 24 * time.Hour}

// admit counts a mail to an address that a stranger caused. It counts all strangers and kinds of mail together. Above Limits.Unasked or
// Limits.UnaskedMonth it returns [job.Later]. A retry with the same key isn't counted again. own marks a link to a sign-up with that address: its
// owner most likely requested it.
func (c *Engine) admit(ctx context.Context, key, address string, own bool) error {
	limits := c.core.Limits
	err := c.core.Tx(ctx, func(tx *pg.Tx) error {
		counted, err := c.core.NoteSeen(ctx, tx.Queries, core.LimitUnaskedMail, limits.UnaskedMonth.Per, key)
		if err != nil || counted {
			return err
		}
		if own {
			_, err := c.core.CountEvent(ctx, tx.Queries, core.LimitUnaskedLink, ownLinks, address)
			if !errors.Is(err, fault.TooManyTries) {
				return err
			}
		}
		if _, err := c.core.CountEvent(ctx, tx.Queries, core.LimitUnasked, limits.Unasked, address); err != nil {
			return err
		}
		_, err = c.core.CountEvent(ctx, tx.Queries, core.LimitUnaskedMonth, limits.UnaskedMonth, address)
		return err
	})
	var tooMany *fault.Fault
	if errors.As(err, &tooMany) && errors.Is(err, fault.TooManyTries) {
		return &job.Later{Pause: min(tooMany.RetryAfter, unsolicitedPause)}
	}
	return err
}

// orLate returns the error of admit, or nil if the retry would come after end. Such a mail is never sent.
func (c *Engine) orLate(err error, end time.Time, mail, key string) error {
	var later *job.Later
	if errors.As(err, &later) && !c.core.Now().Add(later.Pause).Before(end) {
		c.core.Log.Warn(mail+" not mailed: too many mails from strangers to its address", "mail", key)
		return nil
	}
	return err
}
