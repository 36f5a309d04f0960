package accounts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// RenewalTime is the minimum duration of a request for a link, so that the duration reveals nothing about the address.
const RenewalTime = 100 * time.Millisecond

// MailLink implements [account.Client].
func (c *Engine) MailLink(ctx context.Context, address string, meta caller.Meta) error {
	even := secret.EvenTime(RenewalTime)
	defer even.Stop()
	v := form.Violator{Lang: text.Language(meta.Lang)}
	address = v.Check("email", form.RuleEmail, address)
	if len(v.Found) > 0 {
		return &fault.ValidationError{Violations: v.Found}
	}
	key := form.NormalizeEmail(address)
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitLinks, c.core.Limits.Links, "link", key); err != nil {
		return err
	}
	err := c.core.Tx(ctx, func(tx *pg.Tx) error { return c.EnqueueLinks(ctx, tx, key) })
	if err != nil {
		return err
	}
	return even.Wait(ctx)
}

// EnqueueLinks enqueues the mails with links for the next step of an address's owner. emailKey is the compared form of the address. It
// enqueues none if there is no next step.
func (c *Engine) EnqueueLinks(ctx context.Context, tx *pg.Tx, emailKey string) error {
	links, err := c.linksFor(ctx, tx.Queries, c.core.People.EmailHashes(emailKey))
	if err != nil {
		return err
	}
	for _, l := range links {
		tx.Enqueue(l.mail, job.Options{Unique: true})
		if err := c.AccountEvent(ctx, tx.Queries, l.owner, l.event, "owner"); err != nil {
			return err
		}
	}
	return nil
}

// mailedLink is a mail with a link, and the account event that records it.
type mailedLink struct {
	mail  job.Job
	owner uuid.UUID
	event string
}

// linksFor returns the mails for an address: that of its account or, without one, those of the unproved professional and the open invitation
// with this address. The server can't see if a stranger caused one of these; the owner of the mailbox can.
func (c *Engine) linksFor(ctx context.Context, q *db.Queries, hashes [][]byte) ([]mailedLink, error) {
	account, err := q.FindAccountByEmail(ctx, hashes)
	switch {
	case err == nil && account.State == Created:
		return []mailedLink{credentialsLink(account)}, nil
	case err == nil && account.State == Active:
		return []mailedLink{{email.PasswordJob{AccountID: account.ID.String()}, account.ID, "password_asked"}}, nil
	case err != nil && !errors.Is(err, pgx.ErrNoRows):
		return nil, fmt.Errorf("mail link: account: %w", err)
	}
	var links []mailedLink
	unproved, err := q.FindUnprovedAccount(ctx, hashes)
	switch {
	case err == nil:
		links = append(links, credentialsLink(unproved))
	case !errors.Is(err, pgx.ErrNoRows):
		return nil, fmt.Errorf("mail link: account whose address isn't proved: %w", err)
	}
	invitation, err := q.FindOpenInvitation(ctx, hashes)
	switch {
	case err == nil:
		links = append(links, mailedLink{email.InvitationJob{InvitationID: invitation.ID.String(), Renewal: true}, invitation.UserID, "invitation_renewed"})
	case !errors.Is(err, pgx.ErrNoRows):
		return nil, fmt.Errorf("mail link: invitation: %w", err)
	}
	return links, nil
}

func credentialsLink(account db.Account) mailedLink {
	return mailedLink{email.CredentialsJob{AccountID: account.ID.String()}, account.ID, "credentials_renewed"}
}
