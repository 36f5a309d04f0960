package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// ReadRegistration gives what its owner entered so far, less secrets, and where the sign-up stands. A paid
// one can still be read; its personal data is gone a day after the payment.
//
// Faults: [RegistrationNotFound], [RegistrationKeyWrong], [RegistrationGone].
func (c *Client) ReadRegistration(ctx context.Context, signupID string, key Secret) (*Registration, error) {
	row, err := c.loadRegistration(ctx, c.q, signupID, key)
	if err != nil {
		return nil, err
	}
	d, err := draftOf(row)
	if err != nil {
		return nil, err
	}
	world, err := c.registrationWorld(ctx, CallMeta{AnonymousID: orEmpty(row.AnonymousID)})
	if err != nil {
		return nil, err
	}
	var hasCredentials bool
	if row.AccountID != nil {
		account, err := c.q.GetAccount(ctx, *row.AccountID)
		if err != nil {
			return nil, fmt.Errorf("read registration: account: %w", err)
		}
		hasCredentials = account.State == accountActive
	}
	return d.wire(d.stepState(world, hasCredentials)), nil
}

// loadRegistration gives the caller's registration, open or paid.
func (c *Client) loadRegistration(ctx context.Context, q *db.Queries, signupID string, key Secret) (registrationRow, error) {
	return c.authorizedRegistration(ctx, q.GetRegistration, signupID, key)
}

// lockOpenRegistration gives the caller's registration, locked until the transaction ends, if it may
// still be changed. Faults: those of [Client.ReadRegistration], [RegistrationIsPaid], [RegistrationBusy].
func (c *Client) lockOpenRegistration(ctx context.Context, q *db.Queries, signupID string, key Secret) (registrationRow, error) {
	row, err := c.authorizedRegistration(ctx, q.LockRegistration, signupID, key)
	if err != nil {
		return row, err
	}
	return row, openFault(row)
}

// openFault tells why a registration can't be changed; nil when it can.
func openFault(row registrationRow) error {
	switch {
	case row.State == string(RegistrationPaid):
		return RegistrationIsPaid
	case row.PayingSince != nil:
		return RegistrationBusy
	}
	return nil
}

// registrationID reads a sign-up's id. Fault: [RegistrationNotFound].
func registrationID(signupID string) (uuid.UUID, error) {
	id, err := uuid.Parse(signupID)
	if err != nil || len(signupID) != 36 { // other spellings of a UUID are no id of ours
		return id, RegistrationNotFound
	}
	return id, nil
}

func (c *Client) authorizedRegistration(ctx context.Context, get func(context.Context, uuid.UUID) (registrationRow, error), signupID string, key Secret) (registrationRow, error) {
	id, err := registrationID(signupID)
	if err != nil {
		return registrationRow{}, err
	}
	row, err := get(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return registrationRow{}, RegistrationNotFound
	}
	if err != nil {
		return registrationRow{}, fmt.Errorf("load registration: %w", err)
	}
	if err := c.authorizeRegistration(row, key); err != nil {
		return registrationRow{}, err
	}
	return row, nil
}

// authorizeRegistration tells why a key doesn't open a registration that was found by the id; nil when it does.
func (c *Client) authorizeRegistration(row registrationRow, key Secret) error {
	switch {
	// An invited parent's registration has no key of its own: no key opens it.
	case row.KeyHash == nil || !sameHash(row.KeyHash, tokenHash(key)):
		return RegistrationKeyWrong
	case c.registrationGone(row):
		return RegistrationGone
	}
	return nil
}

// registrationGone reports whether a registration's time is over. One that is being paid waits for its
// payment's outcome, and a paid one stays.
func (c *Client) registrationGone(row registrationRow) bool {
	switch RegistrationState(row.State) {
	case RegistrationExpired:
		return true
	case RegistrationPaid:
		return false
	}
	return row.PayingSince == nil && !c.now().Before(row.ExpiresAt)
}
