package accounts

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// UsernameAvailability implements [account.Client].
func (c *Engine) UsernameAvailability(ctx context.Context, token secret.Secret, username string) (account.UsernameAvailability, error) {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenCredentials, token)
	if err != nil {
		return account.UsernameAvailability{}, err
	}
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitUsernames, c.core.Limits.Usernames, found.ID.String()); err != nil {
		return account.UsernameAvailability{}, err
	}
	if _, broken := form.ValidateUsername(username, "en"); len(broken) > 0 {
		return account.UsernameAvailability{}, nil
	}
	var acct db.Account
	var taken bool
	reads := &db.Batch{}
	reads.GetAccount(&acct, *found.AccountID)
	reads.UsernameTaken(&taken, c.core.People.UsernameHashes(form.FoldUsername(username)))
	if err := pg.SendBatch(ctx, c.core.Pool, reads); err != nil {
		return account.UsernameAvailability{}, fmt.Errorf("username availability: %w", err)
	}
	if acct.State == Closed || acct.State == Active {
		return account.UsernameAvailability{}, fault.TokenInvalid
	}
	return account.UsernameAvailability{Available: !taken, MeetsRequirements: true}, nil
}

// SetCredentials implements [account.Client].
func (c *Engine) SetCredentials(ctx context.Context, token secret.Secret, in account.CredentialsInput, meta caller.Meta) (*account.CredentialsAnswer, error) {
	call := core.IdempotentCall{
		Scope: core.ScopeOf(core.CallSetCredentials, core.Holder(token)), Key: meta.IdempotencyKey, Request: in, Chosen: []secret.Secret{in.Password}, Lang: meta.Lang,
	}
	return core.Idempotent(ctx, c.core, call, func(claim *core.IdempotencyClaim) (*account.CredentialsAnswer, error) {
		return c.setCredentials(ctx, token, in, meta, claim)
	})
}

func (c *Engine) setCredentials(ctx context.Context, token secret.Secret, in account.CredentialsInput, meta caller.Meta, claim *core.IdempotencyClaim) (*account.CredentialsAnswer, error) {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenCredentials, token)
	if err != nil {
		return nil, err
	}
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitUsernames, c.core.Limits.Usernames, found.ID.String()); err != nil {
		return nil, err
	}
	acct, username, err := c.validateCredentials(ctx, *found.AccountID, in, text.Language(meta.Lang))
	if err != nil {
		return nil, err
	}
	// Hash last, after all cheap checks and before the transaction.
	hash, err := c.core.Hasher.HashInTurn(ctx, []byte(form.NormalizePassword(in.Password).Reveal()))
	if err != nil {
		return nil, err
	}
	redirect, err := c.credentialsRedirect(ctx, acct.Account)
	if err != nil {
		return nil, err
	}
	answer := &account.CredentialsAnswer{UserID: acct.ID.String(), Username: username, Redirect: redirect}
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		if err := c.storeCredentials(ctx, tx.Queries, found, acct, in, username, hash, meta); err != nil {
			return err
		}
		if answer.Login, err = c.logIn(ctx, tx.Queries, acct.ID, username, meta); err != nil {
			return err
		}
		return claim.Store(ctx, tx, answer)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("credentials set", "account", answer.UserID)
	return answer, nil
}

// validateCredentials returns the account and the username as it will be stored.
func (c *Engine) validateCredentials(ctx context.Context, id uuid.UUID, in account.CredentialsInput, lang string) (owner core.Account, username string, err error) {
	username, broken := form.ValidateUsername(in.Username, lang)
	var usernames [][]byte // empty for an invalid username, so the query finds none
	if len(broken) == 0 {
		usernames = c.core.People.UsernameHashes(form.FoldUsername(username))
	}
	read, err := c.core.Q.ReadForCredentials(ctx, usernames, id)
	if err != nil {
		return owner, "", fmt.Errorf("set credentials: account and username: %w", err)
	}
	row := db.GetAccountPersonRow{Account: read.Account, Sealed: read.Sealed, Country: read.Country, Wrapped: read.Wrapped}
	if owner, err = c.core.AccountOf(ctx, row); err != nil {
		return owner, "", fmt.Errorf("set credentials: %w", err)
	}
	// A mailed link is still valid after another token has set the username.
	if owner.State == Closed || owner.State == Active {
		return owner, "", fault.TokenInvalid
	}
	if read.Taken {
		broken = append(broken, form.Violation("username", form.CodeUsernameTaken, lang, nil))
	}
	broken = append(broken, form.ValidatePassword(in.Password, username, owner.Person.Email, c.core.Passwords, lang)...)
	if wasInvited(owner.Account) {
		broken = append(broken, form.ValidateInviteConsent(owner.AgreedToTermsAt != nil, in.TermsAndConditions, lang)...)
	}
	if len(broken) > 0 {
		return owner, "", &fault.ValidationError{Violations: broken}
	}
	return owner, username, nil
}

// storeCredentials stores the credentials, if the token is unused and the username still available.
func (c *Engine) storeCredentials(ctx context.Context, q *db.Queries, token db.Token, owner core.Account, in account.CredentialsInput, username, hash string, meta caller.Meta) error {
	now := c.core.Now()
	sealed, err := owner.Key.Seal(person.TableCredentials, owner.ID, username)
	if err != nil {
		return fmt.Errorf("seal username: %w", err)
	}
	folded := form.FoldUsername(username)
	// While the server secret is being replaced, the unique index alone doesn't prevent a username from being taken twice.
	address := owner.Person.EmailKey()
	if err := pg.LockEmails(ctx, q, pg.Ptr("username "+folded), &address); err != nil {
		return err
	}
	if err := c.holdAddress(ctx, q, owner, address); err != nil {
		return err
	}
	wrote, err := q.InsertCredentials(ctx, db.InsertCredentialsParams{
		TokenID: token.ID, AccountID: owner.ID, UsernameHash: c.core.People.UsernameHash(folded), HashKey: c.core.People.HashKey(), Sealed: sealed,
		PasswordHash: hash, Now: now, UsernameHashes: c.core.People.UsernameHashes(folded),
	})
	if err != nil {
		return fmt.Errorf("use token and insert credentials: %w", err)
	}
	if !wrote.Used {
		return fault.TokenInvalid
	}
	if !wrote.Inserted {
		if owner.State == Active { // it already has a username
			return fault.TokenInvalid
		}
		lang := text.Language(meta.Lang)
		return &fault.ValidationError{Violations: fault.Violations{form.Violation("username", form.CodeUsernameTaken, lang, nil)}}
	}
	agreedAt := owner.AgreedToTermsAt
	if in.TermsAndConditions && agreedAt == nil {
		agreedAt = &now
	}
	activated := db.ActivateAccountParams{EventID: pg.NewID(), Now: now, ID: owner.ID, AgreedToTermsAt: agreedAt}
	if core.IsMailed(token) {
		activated.ProvedAt = &now
	}
	if err := q.ActivateAccount(ctx, activated); err != nil {
		return fmt.Errorf("activate account: %w", err)
	}
	return nil
}

// holdAddress assigns a proved address to an account without one, which is a professional's. Fault: [fault.TokenInvalid] if another account
// has proved the address meanwhile; this account lapses.
func (c *Engine) holdAddress(ctx context.Context, q *db.Queries, owner core.Account, address string) error {
	if owner.LoginEmailHash != nil {
		return nil
	}
	hashes := c.core.People.EmailHashes(address)
	n, err := q.HoldAddress(ctx, c.core.People.EmailHash(address), c.core.Now(), owner.ID, hashes)
	if err != nil {
		return fmt.Errorf("hold e-mail address: %w", err)
	}
	if n == 0 {
		return fault.TokenInvalid
	}
	if err := q.MarkAddressTaken(ctx, c.core.Now(), hashes, owner.ID); err != nil {
		return fmt.Errorf("take e-mail address: %w", err)
	}
	return nil
}

// Proved returns true once a link mailed to the account's address has been used. A professional's account holds no address before.
func Proved(a db.Account) bool {
	return a.AddressProvedAt != nil || a.Kind == KindProfessional && a.LoginEmailHash != nil
}

// wasInvited returns true for an account created by an inviter: the co-parent or a professional.
func wasInvited(owner db.Account) bool { return owner.CreatedBy != nil }

// credentialsRedirect returns the page after the credentials page: the receipt, or the home page for an invited parent with a seat paid by
// another.
func (c *Engine) credentialsRedirect(ctx context.Context, owner db.Account) (string, error) {
	if owner.Kind == KindParent && !wasInvited(owner) {
		return "/receipt", nil
	}
	own, err := c.OwnPlace(ctx, c.core.Q, owner.ID)
	if err != nil {
		return "", err
	}
	if own == nil {
		return "/login", nil
	}
	s, err := c.Seat(ctx, c.core.Q, *own)
	if err != nil {
		return "", err
	}
	if s.PaidBy(owner.ID) {
		return "/invite/receipt", nil
	}
	return c.core.Site.Links["home"], nil
}
