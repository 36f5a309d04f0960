package signups

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Read implements [signup.Client].
func (c *Engine) Read(ctx context.Context, signupID string, key secret.Secret, meta caller.Meta) (*signup.Registration, error) {
	row, err := c.LoadRegistration(ctx, c.core.Q, signupID, key)
	if err != nil {
		return nil, err
	}
	d, err := c.Open(ctx, c.core.Q, row)
	if err != nil {
		return nil, err
	}
	decision, err := c.DecisionContext(ctx, caller.Meta{AnonymousID: d.AnonymousID, ForcedFlags: meta.ForcedFlags})
	if err != nil {
		return nil, err
	}
	var hasCredentials bool
	if row.AccountID != nil {
		owner, err := c.core.Q.GetAccount(ctx, *row.AccountID)
		if err != nil {
			return nil, fmt.Errorf("read registration: account: %w", err)
		}
		hasCredentials = owner.State == accounts.Active
	}
	return d.wire(d.StepState(decision, hasCredentials)), nil
}

// LoadRegistration returns the caller's registration, open or paid.
func (c *Engine) LoadRegistration(ctx context.Context, q *db.Queries, signupID string, key secret.Secret) (Row, error) {
	row, _, err := c.authorizedRegistration(ctx, q, q.GetRegistration, signupID, key)
	return row, err
}

// OpenFault returns the fault of a registration that is closed to changes, else nil.
func OpenFault(row Row) error {
	switch {
	case row.State == string(signup.Paid):
		return fault.RegistrationIsPaid
	case row.PayingSince != nil:
		return fault.RegistrationBusy
	}
	return nil
}

// registrationID parses a sign-up's id. Fault: [fault.RegistrationNotFound].
func registrationID(signupID string) (uuid.UUID, error) {
	id, err := uuid.Parse(signupID)
	if err != nil || len(signupID) != 36 { // our ids have a single spelling
		return id, fault.RegistrationNotFound
	}
	return id, nil
}

// authorizedRegistration returns the caller's registration, and the mailed link that opened it, if any.
func (c *Engine) authorizedRegistration(ctx context.Context, q *db.Queries, get func(context.Context, uuid.UUID) (Row, error), signupID string, key secret.Secret) (Row, *db.Token, error) {
	id, err := registrationID(signupID)
	if err != nil {
		return Row{}, nil, err
	}
	row, err := get(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return Row{}, nil, fault.RegistrationNotFound
	}
	if err != nil {
		return Row{}, nil, fmt.Errorf("load registration: %w", err)
	}
	link, err := c.authorizeRegistration(ctx, q, row, key)
	if err != nil {
		return Row{}, nil, err
	}
	return row, link, nil
}

// noKey is a hash that matches no key.
var noKey = make([]byte, sha256.Size)

// authorizeRegistration checks the key of a registration. Valid keys are the one that the creation returned, and the token of a mailed link
// ([Engine.MailLink]), which it returns as link. Any other key gives a fault.
//
// The first change or payment by a link must end the first key. That key only identifies the starter of the sign-up, perhaps with another's address.
// The reader of the mail then enters data that the starter must not see.
func (c *Engine) authorizeRegistration(ctx context.Context, q *db.Queries, row Row, key secret.Secret) (link *db.Token, err error) {
	// An invited parent's registration has no key.
	isKey := row.KeyHash != nil && secret.SameHash(row.KeyHash, secret.TokenHash(key))
	if row.KeyHash != nil && !isKey {
		if link, err = c.core.SignupToken(ctx, q, key, row.ID); err != nil {
			return nil, err
		}
	}
	switch {
	case !isKey && link == nil:
		return nil, fault.RegistrationKeyWrong
	case c.RegistrationGone(row):
		return link, fault.RegistrationGone
	}
	return link, nil
}

// proofOf returns the proof that a link gives: the mailbox, while the sign-up has the address to which the link was mailed.
func proofOf(row Row, link *db.Token) payments.Proof {
	if link == nil || link.EmailHash == nil || !bytes.Equal(link.EmailHash, row.EmailHash) {
		return payments.Unproved
	}
	return payments.ProvedMailbox
}

// RegistrationGone reports whether a registration has expired. During a payment it doesn't expire, and after the payment never.
func (c *Engine) RegistrationGone(row Row) bool {
	switch signup.State(row.State) {
	case signup.Expired:
		return true
	case signup.Paid:
		return false
	}
	return row.PayingSince == nil && !c.core.Now().Before(row.ExpiresAt)
}

func (c *Engine) endFirstKey(ctx context.Context, q *db.Queries, id uuid.UUID) error {
	if err := q.EndRegistrationKey(ctx, noKey, id); err != nil {
		return fmt.Errorf("end registration key: %w", err)
	}
	return nil
}
