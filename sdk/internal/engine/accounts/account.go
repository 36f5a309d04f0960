package accounts

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Parent implements [account.Client].
func (c *Engine) Parent(ctx context.Context, userID string, token secret.Secret) (*account.ParentAccount, error) {
	own, _, err := c.ownAccount(ctx, userID, token)
	return own, err
}

// AgreeToTerms implements [account.Client].
func (c *Engine) AgreeToTerms(ctx context.Context, userID string, token secret.Secret) (*account.ParentAccount, error) {
	now := c.core.Now()
	return c.consent(ctx, userID, token, func(own *account.ParentAccount) { own.AgreedToTerms = true },
		func(invitationID uuid.UUID) (int64, error) { return c.core.Q.AgreeInvited(ctx, now, invitationID) },
		func(id uuid.UUID) error { return c.core.Q.AgreeToTerms(ctx, now, id) })
}

// SetMarketingOptIn implements [account.Client].
func (c *Engine) SetMarketingOptIn(ctx context.Context, userID string, token secret.Secret, optIn bool) (*account.ParentAccount, error) {
	now := c.core.Now()
	return c.consent(ctx, userID, token, func(own *account.ParentAccount) { own.MarketingOptIn = optIn },
		func(invitationID uuid.UUID) (int64, error) {
			return c.core.Q.SetInvitedOptIn(ctx, optIn, now, invitationID)
		},
		func(id uuid.UUID) error { return c.core.Q.SetMarketingOptIn(ctx, optIn, now, id) })
}

// consent stores a parent's consent: in the invitation until they join, then in their account.
func (c *Engine) consent(ctx context.Context, userID string, token secret.Secret, record func(*account.ParentAccount),
	invited func(invitationID uuid.UUID) (int64, error), joined func(accountID uuid.UUID) error,
) (*account.ParentAccount, error) {
	own, user, err := c.ownAccount(ctx, userID, token)
	if err != nil {
		return nil, err
	}
	record(own)
	if user.invitation != nil {
		n, err := invited(*user.invitation)
		if err != nil {
			return nil, fmt.Errorf("change invitation: %w", err)
		}
		if n > 0 {
			return own, nil
		}
	}
	if err := joined(user.id); err != nil {
		return nil, fmt.Errorf("change account: %w", err)
	}
	return own, nil
}

// holder is a user with their open invitation; nil if they have an account.
type holder struct {
	id         uuid.UUID
	invitation *uuid.UUID
}

// ownAccount returns the account or invitation of a token, if it belongs to userID. A user id alone never authenticates.
func (c *Engine) ownAccount(ctx context.Context, userID string, token secret.Secret) (*account.ParentAccount, holder, error) {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenAccount, token)
	if errors.Is(err, fault.TokenInvalid) {
		return c.invitedAccount(ctx, userID, token)
	}
	if err != nil {
		return nil, holder{}, err
	}
	if found.AccountID.String() != userID {
		return nil, holder{}, fault.AccountForbidden
	}
	owner, err := c.core.Account(ctx, c.core.Q, *found.AccountID)
	if err != nil {
		return nil, holder{}, fmt.Errorf("get account: %w", err)
	}
	if owner.State == Closed {
		return nil, holder{}, fault.TokenInvalid
	}
	return parentAccountOf(owner), holder{id: owner.ID}, nil
}

func (c *Engine) invitedAccount(ctx context.Context, userID string, token secret.Secret) (*account.ParentAccount, holder, error) {
	user, err := c.Invitee(ctx, c.core.Q, userID, token)
	if err != nil {
		return nil, holder{}, err
	}
	if user.Account != nil {
		return parentAccountOf(*user.Account), holder{id: user.UserID()}, nil
	}
	own := &account.ParentAccount{UserID: user.UserID().String(), AgreedToTerms: user.AgreedToTerms(), MarketingOptIn: user.Invitation.MarketingOptIn}
	return own, holder{id: user.UserID(), invitation: &user.Invitation.ID}, nil
}

func parentAccountOf(a core.Account) *account.ParentAccount {
	return &account.ParentAccount{
		UserID: a.ID.String(), AgreedToTerms: a.AgreedToTermsAt != nil, MarketingOptIn: a.MarketingOptIn,
		Address: account.ParentAccountAddress{Country: pg.OrEmpty(a.Country)},
	}
}
