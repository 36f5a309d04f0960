package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// AccessTokenAnswer is a new token for the command line. It is shown this once.
type AccessTokenAnswer struct {
	Token     string    `json:"token" doc:"Bearer token; shown once"`
	ExpiresAt time.Time `json:"expiresAt" doc:"90 days from now"`
	Whoami
}

// Whoami is whose a token is.
type Whoami struct {
	UserID         string            `json:"userId"`
	FirstName      string            `json:"firstName"`
	LastName       string            `json:"lastName"`
	Email          string            `json:"email,omitempty"`
	ProfessionalID string            `json:"professionalId,omitempty" doc:"Of a professional's account only"`
	State          ProfessionalState `json:"state,omitempty" enum:"pending_verification,verified,suspended" doc:"Of a professional's account only"`
}

// AccessTokenInfo is a token that is good now, less the token itself.
type AccessTokenInfo struct {
	Whoami
	ExpiresAt time.Time `json:"expiresAt"`
}

// CreateAccessToken gives a token for the command line to who has the username and password: good for 90
// days, or until it is revoked. Faults: [LoginRefused], [TooManyTries], [Saturated].
func (c *Client) CreateAccessToken(ctx context.Context, username string, password Secret, meta CallMeta) (*AccessTokenAnswer, error) {
	who, err := c.authenticate(ctx, username, password, meta)
	if err != nil {
		return nil, err
	}
	if !who.ok {
		return nil, LoginRefused
	}
	answer := &AccessTokenAnswer{ExpiresAt: c.now().Add(accessTokenLife)}
	err = c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		token, err := c.startSession(ctx, q, who, tokenAccess, accessTokenLife)
		if err != nil {
			return err
		}
		answer.Token = token.Reveal()
		account, err := q.GetAccount(ctx, who.found.AccountID)
		if err != nil {
			return fmt.Errorf("access token: account: %w", err)
		}
		answer.Whoami, err = whoIs(ctx, q, account)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := c.forgetEvents(ctx, c.q, limitLogins, FoldUsername(username), meta.ClientAddr); err != nil {
		return nil, err
	}
	c.cfg.Log.Info("access token made", "account", answer.UserID)
	return answer, nil
}

// ReadAccessToken tells whose a command line's token is. Faults: [TokenInvalid].
func (c *Client) ReadAccessToken(ctx context.Context, token Secret) (*AccessTokenInfo, error) {
	found, err := c.findToken(ctx, c.q, tokenAccess, token)
	if err != nil {
		return nil, err
	}
	account, err := c.q.GetAccount(ctx, found.AccountID)
	if err != nil {
		return nil, fmt.Errorf("access token: account: %w", err)
	}
	if account.State != accountActive {
		return nil, TokenInvalid
	}
	who, err := whoIs(ctx, c.q, account)
	return &AccessTokenInfo{Whoami: who, ExpiresAt: found.ExpiresAt.UTC()}, err
}

// RevokeAccessToken ends a command line's token at once. Faults: [TokenInvalid].
func (c *Client) RevokeAccessToken(ctx context.Context, token Secret) error {
	found, err := c.findToken(ctx, c.q, tokenAccess, token)
	if err != nil {
		return err
	}
	if _, err := c.q.EndToken(ctx, c.now(), tokenRevoked, found.ID); err != nil {
		return fmt.Errorf("revoke access token: %w", err)
	}
	return nil
}

func whoIs(ctx context.Context, q *db.Queries, account db.Account) (Whoami, error) {
	who := Whoami{UserID: account.ID.String(), FirstName: account.FirstName, LastName: account.LastName, Email: orEmpty(account.Email)}
	professional, err := q.FindProfessionalByAccount(ctx, account.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return who, nil
	}
	if err != nil {
		return who, fmt.Errorf("find professional: %w", err)
	}
	who.ProfessionalID, who.State = professional.ID.String(), ProfessionalState(professional.State)
	return who, nil
}

// ProfessionalOf gives the professional that a command line's or a login's token belongs to. Those who
// await verification count. Faults: [TokenInvalid], [ProfessionalRequired] for somebody else's good token,
// [ProfessionalIsBlocked].
func (c *Client) ProfessionalOf(ctx context.Context, token Secret) (professionalID string, err error) {
	found, err := c.findToken(ctx, c.q, tokenAccess, token)
	if errors.Is(err, TokenInvalid) {
		found, err = c.findToken(ctx, c.q, tokenAccount, token)
	}
	if err != nil {
		return "", err
	}
	account, err := c.q.GetAccount(ctx, found.AccountID)
	if err != nil {
		return "", fmt.Errorf("account of token: %w", err)
	}
	who, err := whoIs(ctx, c.q, account)
	switch {
	case err != nil:
		return "", err
	case account.State != accountActive:
		return "", TokenInvalid
	case who.ProfessionalID == "":
		return "", ProfessionalRequired
	case who.State == ProfessionalSuspended:
		return "", ProfessionalIsBlocked
	}
	return who.ProfessionalID, nil
}
