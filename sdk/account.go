package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// ParentAccount is what a parent's account says about consent, and where the parent lives.
type ParentAccount struct {
	UserID         string               `json:"userId"`
	AgreedToTerms  bool                 `json:"agreedToTerms"`
	MarketingOptIn bool                 `json:"marketingOptIn"`
	Address        ParentAccountAddress `json:"address"`
}

// ParentAccountAddress is as much of the address as decides which consent is asked for.
type ParentAccountAddress struct {
	Country string `json:"country,omitempty" doc:"ISO 3166-1 alpha-2; empty while no address is known"`
}

// ParentAccount gives a parent's account to its holder, known by an account token or an invitation's.
// Faults: [InvitationTokenInvalid]; [AccountForbidden] for a good token and another user's id.
func (c *Client) ParentAccount(ctx context.Context, userID string, token Secret) (*ParentAccount, error) {
	account, err := c.ownAccount(ctx, userID, token)
	if err != nil {
		return nil, err
	}
	return parentAccountOf(account), nil
}

// AgreeToTerms records that a parent agrees to the terms. The first time counts; again changes nothing.
// Faults: as for [Client.ParentAccount].
func (c *Client) AgreeToTerms(ctx context.Context, userID string, token Secret) (*ParentAccount, error) {
	return c.changeAccount(ctx, userID, token, func(id uuid.UUID) (db.Account, error) {
		return c.q.AgreeToTerms(ctx, c.now(), id)
	})
}

// SetMarketingOptIn records whether a parent wants marketing mail. Faults: as for [Client.ParentAccount].
func (c *Client) SetMarketingOptIn(ctx context.Context, userID string, token Secret, optIn bool) (*ParentAccount, error) {
	return c.changeAccount(ctx, userID, token, func(id uuid.UUID) (db.Account, error) {
		return c.q.SetMarketingOptIn(ctx, optIn, c.now(), id)
	})
}

func (c *Client) changeAccount(ctx context.Context, userID string, token Secret, change func(uuid.UUID) (db.Account, error)) (*ParentAccount, error) {
	account, err := c.ownAccount(ctx, userID, token)
	if err != nil {
		return nil, err
	}
	if account, err = change(account.ID); err != nil {
		return nil, fmt.Errorf("change account: %w", err)
	}
	return parentAccountOf(account), nil
}

// ownAccount gives the account that a token belongs to, if it is the one that the caller names: a user id
// never opens anything by itself.
func (c *Client) ownAccount(ctx context.Context, userID string, token Secret) (db.Account, error) {
	found, err := c.findToken(ctx, c.q, tokenAccount, token)
	if errors.Is(err, TokenInvalid) {
		who, err := c.invitee(ctx, c.q, userID, token)
		return who.account, err
	}
	if err != nil {
		return db.Account{}, err
	}
	if found.AccountID.String() != userID {
		return db.Account{}, AccountForbidden
	}
	account, err := c.q.GetAccount(ctx, found.AccountID)
	if err != nil {
		return db.Account{}, fmt.Errorf("get account: %w", err)
	}
	if account.State == accountClosed {
		return db.Account{}, TokenInvalid
	}
	return account, nil
}

func parentAccountOf(a db.Account) *ParentAccount {
	return &ParentAccount{
		UserID: a.ID.String(), AgreedToTerms: a.AgreedToTermsAt != nil, MarketingOptIn: a.MarketingOptIn,
		Address: ParentAccountAddress{Country: orEmpty(a.Country)},
	}
}
