package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Entitlement is what an account may use, now.
type Entitlement struct {
	AccountID    string        `json:"accountId"`
	AccountKind  string        `json:"accountKind" enum:"parent,professional"`
	AccountState string        `json:"accountState" enum:"created,active,closed" doc:"created: no username and password yet; closed: erased"`
	FamilyID     *string       `json:"familyId" doc:"Null for a professional"`
	FamilyRole   *string       `json:"familyRole" doc:"parent_a or parent_b"`
	Entitled     bool          `json:"entitled" doc:"May use the product now: the subscription is active and its term isn't over, or a renewal is being tried"`
	Subscription *Subscription `json:"subscription" doc:"Of their place in the family: the one that is paid, else the last; null where none ever was"`
}

// Entitlement returns what an account may use. Scope: entitlements. Faults: [fault.TokenInvalid], [ScopeMissing], [AccountNotFound].
func (c *Client) Entitlement(ctx context.Context, token secret.Secret, accountID string) (*Entitlement, error) {
	if err := c.authorize(ctx, token, ScopeEntitlements); err != nil {
		return nil, err
	}
	id, err := uuid.Parse(accountID)
	if err != nil {
		return nil, AccountNotFound
	}
	return c.entitlement(ctx, id)
}

// Lookup returns what the account of an e-mail address may use. The address comes in the request's body: its hash could be guessed as easily as
// itself, and would have to be stored. Scope: lookup. Faults: [fault.TokenInvalid], [ScopeMissing], [AccountNotFound].
func (c *Client) Lookup(ctx context.Context, token secret.Secret, email string) (*Entitlement, error) {
	if err := c.authorize(ctx, token, ScopeLookup); err != nil {
		return nil, err
	}
	found, err := c.core.Q.FindAccountByEmail(ctx, c.core.People.EmailHashes(form.NormalizeEmail(email)))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, AccountNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("look up account: %w", err)
	}
	return c.entitlement(ctx, found.ID)
}

func (c *Client) entitlement(ctx context.Context, id uuid.UUID) (*Entitlement, error) {
	row, err := c.core.Q.GetAccount(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, AccountNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("entitlement: account: %w", err)
	}
	out := &Entitlement{AccountID: row.ID.String(), AccountKind: row.Kind, AccountState: row.State}
	place, err := c.core.Q.FindPlace(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return out, nil
	}
	if err != nil {
		return nil, fmt.Errorf("entitlement: place: %w", err)
	}
	family := place.FamilyID.String()
	out.FamilyID, out.FamilyRole = &family, &place.Role
	if out.Subscription, err = c.subscriptionOf(ctx, place); err != nil {
		return nil, err
	}
	out.Entitled = out.AccountState != accountClosed && c.usable(out.Subscription)
	return out, nil
}

// subscriptionOf returns the subscription of a place as events say it; nil where there never was one.
func (c *Client) subscriptionOf(ctx context.Context, place db.Seat) (*Subscription, error) {
	seat, err := c.core.Q.FindPaidSeat(ctx, place.FamilyID, place.Role)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("entitlement: seat: %w", err)
	}
	raw, err := c.core.Q.ReadHostSubscription(ctx, seat)
	if err != nil {
		return nil, fmt.Errorf("entitlement: subscription: %w", err)
	}
	s := &Subscription{}
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, fmt.Errorf("entitlement: subscription: %w", err)
	}
	s.StartsAt, s.EndsAt = s.StartsAt.UTC(), s.EndsAt.UTC()
	return s, nil
}

// usable reports whether a subscription entitles now. One that renews does while its renewal is being tried.
func (c *Client) usable(s *Subscription) bool {
	return s != nil && s.State == subscriptionActive && (s.Renews || c.core.Now().Before(s.EndsAt))
}

const (
	accountClosed      = "closed"
	subscriptionActive = "active"
)
