package dev

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/apiserver/dev"
	"github.com/cojoin/cojoin/sdk/adapter/outbox"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// devNotFound is the answer for a sign-up, invitation or mail that doesn't exist.
var devNotFound = fault.New(fault.NotFound, "route_unknown", nil)

// tools returns the functions behind /dev.
func (d *devRun) tools() *dev.Tools {
	return &dev.Tools{
		Clock: d.clock,
		Outbox: func(ctx context.Context, to string) ([]dev.Mail, error) {
			mails, err := d.stack.Outbox.List(ctx, to)
			if err != nil {
				return nil, err
			}
			shown := make([]dev.Mail, len(mails))
			for i, m := range mails {
				shown[i] = shownMail(m)
			}
			return shown, nil
		},
		Mail: func(ctx context.Context, id string) (dev.Mail, error) {
			m, err := d.stack.Outbox.Get(ctx, id)
			if errors.Is(err, outbox.ErrNoMail) {
				return dev.Mail{}, devNotFound
			}
			return shownMail(m), err
		},
		// Both are marked immediately, unless a sign-up is being paid: the job finds expired sign-ups by their start, which can't be moved.
		ExpireSignup:     d.expire(expireSignup),
		ExpireInvitation: d.expire(expireInvitation),
		MintCodes:        d.mintCodes,
		Payments:         d.payments,
		Settle:           d.settle,
		Renew: func(ctx context.Context) (*subscription.RenewalReport, error) {
			return d.stack.Client.Subscription.RunRenewals(ctx, subscription.RenewalRun{})
		},
		Run:                d.workers.run,
		CreateProfessional: d.createProfessional,
		Invite: func(ctx context.Context, professionalID string, in invite.Input) ([]invite.Info, error) {
			return d.stack.Client.Invite.Create(ctx, professionalID, in, caller.Meta{})
		},
	}
}

func shownMail(m outbox.Delivered) dev.Mail {
	return dev.Mail{
		ID: m.ID, Kind: string(m.Kind), To: m.To, Lang: m.Lang, Subject: m.Subject, Text: m.Text, HTML: m.HTML,
		Link: m.Link, SentAt: m.CreatedAt,
	}
}

const (
	expireSignup = `UPDATE registrations SET expires_at = $2, state = CASE WHEN paying_since IS NULL THEN 'expired' ELSE state END
		WHERE id = $1 AND state = 'open'`
	expireInvitation = `UPDATE invitations SET expires_at = $2 WHERE (id = $1 OR user_id = $1) AND state = 'open'`
)

// expire runs a statement that expires something. It bypasses the client on purpose: no operation of the product
// does this.
func (d *devRun) expire(statement string) func(context.Context, string) error {
	return func(ctx context.Context, id string) error {
		parsed, err := uuid.Parse(id)
		if err != nil {
			return devNotFound
		}
		done, err := d.stack.Pool.Exec(ctx, statement, parsed, d.clock.Now())
		if err != nil {
			return fmt.Errorf("expire: %w", err)
		}
		if done.RowsAffected() == 0 {
			return devNotFound
		}
		return nil
	}
}

// settle runs the settlement sweep. First it makes every settlement due again, also those of the last day. Only one call at a time does that: two
// statements that lock all rows in different orders would wait for each other.
func (d *devRun) settle(ctx context.Context) error {
	d.settling.Lock()
	_, err := d.stack.Pool.Exec(ctx, "UPDATE settlements SET ask_at = $1", d.clock.Now())
	d.settling.Unlock()
	if err != nil {
		return fmt.Errorf("settle: %w", err)
	}
	_, err = d.stack.Client.Payment.Settle(ctx)
	return err
}

// mintCodes creates an active batch and returns its codes.
func (d *devRun) mintCodes(ctx context.Context, packageID, count int) (dev.Minted, error) {
	owner, err := d.codeOwner(ctx)
	if err != nil {
		return dev.Minted{}, err
	}
	batch, err := d.stack.Client.Codes.Create(ctx, codes.BatchInput{ProfessionalID: owner, PackageID: packageID, Size: count, Active: true}, caller.Meta{})
	var invalid *fault.ValidationError
	if errors.As(err, &invalid) {
		return dev.Minted{}, fault.New(fault.Invalid, "request_invalid", invalid)
	}
	if err != nil {
		return dev.Minted{}, err
	}
	minted, err := d.stack.Client.Codes.Codes(ctx, owner, batch.ID)
	if err != nil {
		return dev.Minted{}, err
	}
	all := make([]string, len(minted))
	for i, c := range minted {
		all[i] = c.Code
	}
	return dev.Minted{Codes: all, ExpiresAt: batch.ExpiresAt}, nil
}

// payments returns the payments of an account or a sign-up, oldest first. No operation of the product finds them by these.
func (d *devRun) payments(ctx context.Context, about string) ([]payment.AttemptDetail, error) {
	id, err := uuid.Parse(about)
	if err != nil {
		return nil, devNotFound
	}
	rows, err := d.stack.Pool.Query(ctx, paymentsAbout, id)
	if err != nil {
		return nil, fmt.Errorf("payments: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("payments: %w", err)
	}
	all := make([]payment.AttemptDetail, len(ids))
	for i, id := range ids {
		one, err := d.stack.Client.Payment.Attempt(ctx, id)
		if err != nil {
			return nil, err
		}
		all[i] = *one
	}
	return all, nil
}

// paymentsAbout also finds a declined renewal: its order has no account, because it wasn't placed.
const paymentsAbout = `SELECT a.id::text FROM payment_attempts a JOIN orders o ON o.id = a.order_id
	WHERE $1 IN (o.account_id, o.registration_id) OR o.renews_id IN (SELECT id FROM subscriptions WHERE payer_account_id = $1) ORDER BY a.id`

// createProfessional creates a minimal professional that codes can belong to.
func (d *devRun) createProfessional(ctx context.Context, firstName, lastName, email string) (string, error) {
	added, err := d.stack.Client.Professional.Add(ctx, form.Professional{FirstName: firstName, LastName: lastName, Email: email}, caller.Meta{})
	if err != nil {
		return "", err
	}
	return added.ProfessionalID, nil
}

// codeOwner returns the professional that minted codes belong to, one per start.
func (d *devRun) codeOwner(ctx context.Context) (string, error) {
	d.owner.Lock()
	defer d.owner.Unlock()
	if d.ownerID == "" {
		id, err := d.createProfessional(ctx, "Dev", "Professional", fmt.Sprintf("dev.%s@example.com", uuid.NewString()[:8]))
		if err != nil {
			return "", err
		}
		d.ownerID = id
	}
	return d.ownerID, nil
}
