package integrations

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// The codes of a token's violations.
const (
	CodeScopeUnknown text.Code = "host_scope_unknown"
	CodeTokenUnnamed text.Code = "host_token_unnamed"
)

// CreateToken implements [integration.Client].
func (c *Engine) CreateToken(ctx context.Context, in integration.TokenInput, lang string) (*integration.Token, error) {
	var broken fault.Violations
	refuse := func(field string, code text.Code) {
		broken = append(broken, fault.Violation{Field: field, Text: text.In(text.Language(lang), code, nil), Code: code})
	}
	if n := len([]rune(in.Name)); n == 0 || n > 100 {
		refuse("name", CodeTokenUnnamed)
	}
	if len(in.Scopes) == 0 || slices.ContainsFunc(in.Scopes, func(s string) bool { return !slices.Contains(integration.Scopes, s) }) {
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
	return &integration.Token{ID: made.ID.String(), TokenInput: in, Token: secret.Shown(token), CreatedAt: made.Now}, nil
}

// Tokens implements [integration.Client].
func (c *Engine) Tokens(ctx context.Context) ([]integration.Token, error) {
	rows, err := c.core.Q.ListHostTokens(ctx)
	if err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	out := make([]integration.Token, len(rows))
	for i, r := range rows {
		out[i] = integration.Token{ID: r.ID.String(), TokenInput: integration.TokenInput{Name: r.Name, Scopes: r.Scopes}, CreatedAt: r.CreatedAt.UTC(), LastUsedAt: r.LastUsedAt, RevokedAt: r.RevokedAt}
	}
	return out, nil
}

// RevokeToken implements [integration.Client].
func (c *Engine) RevokeToken(ctx context.Context, tokenID string) error {
	id, err := uuid.Parse(tokenID)
	if err != nil {
		return integration.TokenNotFound
	}
	n, err := c.core.Q.RevokeHostToken(ctx, c.core.Now(), id)
	if err != nil {
		return fmt.Errorf("revoke token: %w", err)
	}
	if n == 0 {
		return integration.TokenNotFound
	}
	return nil
}

// authorize checks that a token is valid and has the scope.
func (c *Engine) authorize(ctx context.Context, token secret.Secret, scope string) error {
	found, err := c.core.Q.FindHostToken(ctx, secret.TokenHash(token))
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.TokenInvalid
	}
	if err != nil {
		return fmt.Errorf("host's token: %w", err)
	}
	if !slices.Contains(found.Scopes, scope) {
		return integration.ScopeMissing
	}
	now := c.core.Now()
	if err := c.core.Q.TouchHostToken(ctx, now, found.ID, now.Add(-time.Hour)); err != nil {
		return fmt.Errorf("host's token: %w", err)
	}
	return nil
}
