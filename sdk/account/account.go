package account

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
)

// ParentAccount is a parent's consents and place of residence.
type ParentAccount struct {
	UserID         string               `json:"userId"`
	AgreedToTerms  bool                 `json:"agreedToTerms"`
	MarketingOptIn bool                 `json:"marketingOptIn"`
	Address        ParentAccountAddress `json:"address"`
}

// ParentAccountAddress is the part of the address that decides which consents are asked for.
type ParentAccountAddress struct {
	Country string `json:"country,omitempty" doc:"ISO 3166-1 alpha-2; empty while no address is known"`
}

// Parent returns a parent's account to its holder, known by an account token or an invitation's.
// Faults: [InvitationTokenInvalid]; [fault.AccountForbidden] for a good token and another user's id.
func (c *Client) Parent(ctx context.Context, userID string, token secret.Secret) (*ParentAccount, error) {
	account, err := c.ownAccount(ctx, userID, token)
	if err != nil {
		return nil, err
	}
	return parentAccountOf(account.Account, account.Country), nil
}

// AgreeToTerms records that a parent agrees to the terms. The first time counts; again changes nothing.
// Faults: as for [Client.Parent].
func (c *Client) AgreeToTerms(ctx context.Context, userID string, token secret.Secret) (*ParentAccount, error) {
	return c.changeAccount(ctx, userID, token, func(id uuid.UUID) (db.Account, error) {
		return c.core.Q.AgreeToTerms(ctx, c.core.Now(), id)
	})
}

// SetMarketingOptIn records whether a parent wants marketing mail. Faults: as for [Client.Parent].
func (c *Client) SetMarketingOptIn(ctx context.Context, userID string, token secret.Secret, optIn bool) (*ParentAccount, error) {
	return c.changeAccount(ctx, userID, token, func(id uuid.UUID) (db.Account, error) {
		return c.core.Q.SetMarketingOptIn(ctx, optIn, c.core.Now(), id)
	})
}

func (c *Client) changeAccount(ctx context.Context, userID string, token secret.Secret, change func(uuid.UUID) (db.Account, error)) (*ParentAccount, error) {
	account, err := c.ownAccount(ctx, userID, token)
	if err != nil {
		return nil, err
	}
	changed, err := change(account.ID)
	if err != nil {
		return nil, fmt.Errorf("change account: %w", err)
	}
	return parentAccountOf(changed, account.Country), nil
}

// ownAccount returns the account that a token belongs to, if it is the one that the caller names. A user id
// alone never authenticates anyone.
func (c *Client) ownAccount(ctx context.Context, userID string, token secret.Secret) (core.Account, error) {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenAccount, token)
	if errors.Is(err, fault.TokenInvalid) {
		who, err := c.Invitee(ctx, c.core.Q, userID, token)
		return who.Account, err
	}
	if err != nil {
		return core.Account{}, err
	}
	if found.AccountID.String() != userID {
		return core.Account{}, fault.AccountForbidden
	}
	account, err := c.core.Account(ctx, c.core.Q, found.AccountID)
	if err != nil {
		return core.Account{}, fmt.Errorf("get account: %w", err)
	}
	if account.State == Closed {
		return core.Account{}, fault.TokenInvalid
	}
	return account, nil
}

func parentAccountOf(a db.Account, country *string) *ParentAccount {
	return &ParentAccount{
		UserID: a.ID.String(), AgreedToTerms: a.AgreedToTermsAt != nil, MarketingOptIn: a.MarketingOptIn,
		Address: ParentAccountAddress{Country: pg.OrEmpty(country)},
	}
}
