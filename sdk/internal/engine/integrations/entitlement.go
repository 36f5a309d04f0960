package integrations

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Entitlement implements [integration.Client].
func (c *Engine) Entitlement(ctx context.Context, token secret.Secret, accountID string) (*integration.Entitlement, error) {
	if err := c.authorize(ctx, token, integration.ScopeEntitlements); err != nil {
		return nil, err
	}
	id, err := uuid.Parse(accountID)
	if err != nil {
		return nil, integration.AccountNotFound
	}
	return c.entitlement(ctx, id)
}

// Lookup implements [integration.Client].
func (c *Engine) Lookup(ctx context.Context, token secret.Secret, email string) (*integration.Entitlement, error) {
	if err := c.authorize(ctx, token, integration.ScopeLookup); err != nil {
		return nil, err
	}
	found, err := c.core.Q.FindAccountByEmail(ctx, c.core.People.EmailHashes(form.NormalizeEmail(email)))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, integration.AccountNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("look up account: %w", err)
	}
	return c.entitlement(ctx, found.ID)
}

func (c *Engine) entitlement(ctx context.Context, id uuid.UUID) (*integration.Entitlement, error) {
	row, err := c.core.Q.GetAccount(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, integration.AccountNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("entitlement: account: %w", err)
	}
	out := &integration.Entitlement{AccountID: row.ID.String(), AccountKind: row.Kind, AccountState: row.State}
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

// subscriptionOf returns the subscription of a place in the form of events; nil if there never was one.
func (c *Engine) subscriptionOf(ctx context.Context, place db.Seat) (*integration.Subscription, error) {
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
	s := &integration.Subscription{}
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, fmt.Errorf("entitlement: subscription: %w", err)
	}
	s.StartsAt, s.EndsAt = s.StartsAt.UTC(), s.EndsAt.UTC()
	return s, nil
}

// usable returns true if a subscription entitles now. A renewing one still does while its renewal is retried.
func (c *Engine) usable(s *integration.Subscription) bool {
	return s != nil && s.State == subscriptionActive && (s.Renews || c.core.Now().Before(s.EndsAt))
}

const (
	accountClosed      = "closed"
	subscriptionActive = "active"
)
