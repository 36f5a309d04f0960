package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// What a host's token may be used for.
const (
	ScopeEntitlements = "entitlements" // read an account's entitlement
	ScopeEvents       = "events"       // read the feed
	ScopeLogin        = "login"        // exchange login codes
	ScopeLookup       = "lookup"       // find an account by an e-mail address
)

// Scopes are all scopes of tokens.
var Scopes = []string{ScopeEntitlements, ScopeEvents, ScopeLogin, ScopeLookup}

// TokenInput is what an operator says of a token.
type TokenInput struct {
	Name   string   `json:"name" minLength:"1" maxLength:"100" doc:"Which of the host's servers has it"`
	Scopes []string `json:"scopes" minItems:"1" maxItems:"4" enum:"entitlements,events,login,lookup"`
}

// Token is a token with which a host's server asks.
type Token struct {
	ID string `json:"id"`
	TokenInput
	Token      string     `json:"token,omitempty" doc:"Shown as it is made, and never again"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt,omitempty" doc:"To the hour"`
	RevokedAt  *time.Time `json:"revokedAt,omitempty"`
}

// The code of a token that may nothing, or something unknown.
const (
	CodeScopeUnknown text.Code = "host_scope_unknown"
	CodeTokenUnnamed text.Code = "host_token_unnamed"
)

// CreateToken makes a token for a host's server. It is shown this once, and good until it is revoked. Error: [fault.ValidationError] (name, scopes).
func (c *Client) CreateToken(ctx context.Context, in TokenInput, lang string) (*Token, error) {
	var broken fault.Violations
	refuse := func(field string, code text.Code) {
		broken = append(broken, fault.Violation{Field: field, Text: text.In(text.Language(lang), code, nil), Code: code})
	}
	if n := len([]rune(in.Name)); n == 0 || n > 100 {
		refuse("name", CodeTokenUnnamed)
	}
	if len(in.Scopes) == 0 || slices.ContainsFunc(in.Scopes, func(s string) bool { return !slices.Contains(Scopes, s) }) {
		refuse("scopes", CodeScopeUnknown)
	}
	if len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}
	}
	token, hash := secret.NewSecretToken()
	made := db.InsertHostTokenParams{ID: pg.NewID(), Name: in.Name, Hash: hash, Scopes: in.Scopes, Now: c.core.Now()}
	if err := c.core.Q.InsertHostToken(ctx, made); err != nil {
		return nil, fmt.Errorf("create token: %w", err)
	}
	return &Token{ID: made.ID.String(), TokenInput: in, Token: token.Reveal(), CreatedAt: made.Now}, nil
}

// Tokens lists the tokens, the oldest first, less the tokens themselves.
func (c *Client) Tokens(ctx context.Context) ([]Token, error) {
	rows, err := c.core.Q.ListHostTokens(ctx)
	if err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	out := make([]Token, len(rows))
	for i, r := range rows {
		out[i] = Token{ID: r.ID.String(), TokenInput: TokenInput{Name: r.Name, Scopes: r.Scopes}, CreatedAt: r.CreatedAt.UTC(), LastUsedAt: r.LastUsedAt, RevokedAt: r.RevokedAt}
	}
	return out, nil
}

// RevokeToken revokes a token immediately. Fault: [TokenNotFound].
func (c *Client) RevokeToken(ctx context.Context, tokenID string) error {
	id, err := uuid.Parse(tokenID)
	if err != nil {
		return TokenNotFound
	}
	n, err := c.core.Q.RevokeHostToken(ctx, c.core.Now(), id)
	if err != nil {
		return fmt.Errorf("revoke token: %w", err)
	}
	if n == 0 {
		return TokenNotFound
	}
	return nil
}

// authorize reports whether a token is good and has the scope.
func (c *Client) authorize(ctx context.Context, token secret.Secret, scope string) error {
	found, err := c.core.Q.FindHostToken(ctx, secret.TokenHash(token))
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.TokenInvalid
	}
	if err != nil {
		return fmt.Errorf("host's token: %w", err)
	}
	if !slices.Contains(found.Scopes, scope) {
		return ScopeMissing
	}
	now := c.core.Now()
	if err := c.core.Q.TouchHostToken(ctx, now, found.ID, now.Add(-time.Hour)); err != nil {
		return fmt.Errorf("host's token: %w", err)
	}
	return nil
}
