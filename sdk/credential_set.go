package sdk

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// UsernameAvailability tells the holder of a credentials token whether a username meets the requirements
// and is free. Faults: [TokenInvalid], [TooManyTries].
func (c *Client) UsernameAvailability(ctx context.Context, token Secret, username string) (UsernameAvailability, error) {
	found, err := c.findToken(ctx, c.q, tokenCredentials, token)
	if err != nil {
		return UsernameAvailability{}, err
	}
	if _, err := c.countEvent(ctx, c.q, limitUsernames, c.cfg.Limits.Usernames, found.ID.String()); err != nil {
		return UsernameAvailability{}, err
	}
	if _, broken := ValidateUsername(username, "en"); len(broken) > 0 {
		return UsernameAvailability{}, nil
	}
	taken, err := c.q.UsernameTaken(ctx, FoldUsername(username))
	if err != nil {
		return UsernameAvailability{}, fmt.Errorf("username availability: %w", err)
	}
	return UsernameAvailability{Available: !taken, MeetsRequirements: true}, nil
}

// SetCredentials sets the username and password of a new account and uses up the credentials token.
//
// Errors: [ValidationError] (username and password, every requirement that is missed; termsAndConditions
// for an invited parent). Faults: [TokenInvalid], [TooManyTries], [Saturated], and those of idempotency as
// for [Client.CreateRegistration].
func (c *Client) SetCredentials(ctx context.Context, token Secret, in CredentialsInput, meta CallMeta) (*CredentialsAnswer, error) {
	call := idempotentCall{
		Scope: fmt.Sprintf("credentials_set/%x", tokenHash(token)), Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang,
	}
	return idempotent(ctx, c, call, func(claim *idempotencyClaim) (*CredentialsAnswer, error) {
		return c.setCredentials(ctx, token, in, meta, claim)
	})
}

func (c *Client) setCredentials(ctx context.Context, token Secret, in CredentialsInput, meta CallMeta, claim *idempotencyClaim) (*CredentialsAnswer, error) {
	found, err := c.findToken(ctx, c.q, tokenCredentials, token)
	if err != nil {
		return nil, err
	}
	if _, err := c.countEvent(ctx, c.q, limitUsernames, c.cfg.Limits.Usernames, found.ID.String()); err != nil {
		return nil, err
	}
	account, username, err := c.validateCredentials(ctx, found.AccountID, in, text.Language(meta.Lang))
	if err != nil {
		return nil, err
	}
	// Hashing comes after everything that is cheap to refuse, and before the transaction.
	hash, err := c.hasher.hash(ctx, []byte(NormalizePassword(in.Password).Reveal()))
	if err != nil {
		return nil, err
	}
	redirect, err := c.credentialsRedirect(ctx, account)
	if err != nil {
		return nil, err
	}
	answer := &CredentialsAnswer{UserID: account.ID.String(), Username: username, Redirect: redirect}
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		if err := c.storeCredentials(ctx, q, tx, found, account, in, username, hash, meta); err != nil {
			return err
		}
		return claim.store(ctx, q, answer)
	})
	if err != nil {
		return nil, err
	}
	c.cfg.Log.Info("credentials set", "account", answer.UserID)
	return answer, nil
}

// validateCredentials gives the account, and the username as it is kept.
func (c *Client) validateCredentials(ctx context.Context, id uuid.UUID, in CredentialsInput, lang string) (account db.Account, username string, err error) {
	username, broken := ValidateUsername(in.Username, lang)
	var taken bool
	reads := &db.Batch{}
	reads.GetAccount(&account, id)
	if len(broken) == 0 {
		reads.UsernameTaken(&taken, FoldUsername(username))
	}
	err = sendBatch(ctx, c.cfg.Pool, reads)
	if err != nil {
		return account, "", fmt.Errorf("set credentials: account and username: %w", err)
	}
	if taken {
		broken = append(broken, violation("username", CodeUsernameTaken, lang, nil))
	}
	broken = append(broken, ValidatePassword(in.Password, username, orEmpty(account.Email), lang)...)
	if wasInvited(account) {
		broken = append(broken, ValidateInviteConsent(account.AgreedToTermsAt != nil, in.TermsAndConditions, lang)...)
	}
	if len(broken) > 0 {
		return account, "", &ValidationError{Violations: broken}
	}
	return account, username, nil
}

// storeCredentials writes what was decided, if the token and the username are still free.
func (c *Client) storeCredentials(ctx context.Context, q *db.Queries, tx pgx.Tx, token db.Token, account db.Account, in CredentialsInput, username, hash string, meta CallMeta) error {
	now := c.now()
	var ended, n int64
	writes := &db.Batch{}
	writes.EndToken(&ended, now, tokenUsed, token.ID)
	writes.InsertCredentials(&n, db.InsertCredentialsParams{
		AccountID: account.ID, Username: username, UsernameKey: FoldUsername(username), PasswordHash: hash, Now: now,
	})
	err := sendBatch(ctx, tx, writes)
	if err != nil {
		return fmt.Errorf("use token and insert credentials: %w", err)
	}
	if ended == 0 {
		return TokenInvalid
	}
	if n == 0 {
		if account.State == accountActive { // it has a username: this token has nothing left to set
			return TokenInvalid
		}
		lang := text.Language(meta.Lang)
		return &ValidationError{Violations: Violations{violation("username", CodeUsernameTaken, lang, nil)}}
	}
	agreedAt := account.AgreedToTermsAt
	if in.TermsAndConditions && agreedAt == nil {
		agreedAt = &now
	}
	if err := q.ActivateAccount(ctx, agreedAt, now, account.ID); err != nil {
		return fmt.Errorf("activate account: %w", err)
	}
	if err := q.EndAccountTokens(ctx, now, tokenUsed, account.ID, string(tokenInvitation)); err != nil {
		return fmt.Errorf("use invitation token: %w", err)
	}
	return c.accountEvent(ctx, q, account.ID, "credentials_set", "owner")
}

// wasInvited reports whether somebody else made the account: the co-parent, or a professional.
func wasInvited(account db.Account) bool { return account.CreatedBy != nil }

// credentialsRedirect is what follows the credentials page: the receipt of whoever has paid, the product's
// home (an address) for an invited parent whose seat somebody else has paid for.
func (c *Client) credentialsRedirect(ctx context.Context, account db.Account) (string, error) {
	switch {
	case account.FamilyID == nil:
		return "/login", nil
	case !wasInvited(account):
		return "/receipt", nil
	}
	s, err := c.seat(ctx, c.q, account)
	if err != nil {
		return "", err
	}
	if s.PaidBy {
		return "/invite/receipt", nil
	}
	return c.cfg.Site.Links["home"], nil
}
