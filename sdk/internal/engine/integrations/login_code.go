package integrations

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/secret"
)

// LoginCodeLife is the lifetime of a login code: long enough for a browser to follow a link.
const LoginCodeLife = time.Minute

// maxState is the maximum length of the state that an integration passes through a visitor's login.
const maxState = 500

// LoginURL adds a login code to a return URL of the integration. The code identifies the account; it is valid for one use, for a minute, at
// that URL only. LoginURL returns any URL outside the configured return URLs unchanged. state is passed through; a state above maxState is
// dropped.
func (c *Engine) LoginURL(ctx context.Context, q *db.Queries, accountID uuid.UUID, address, state string) (string, error) {
	if !slices.Contains(c.config.ReturnURLs, address) {
		return address, nil
	}
	u, err := url.Parse(address)
	if err != nil { // New rejects it
		return "", fmt.Errorf("return address: %w", err)
	}
	code, hash := secret.NewSecretToken()
	if err := q.InsertHostLoginCode(ctx, hash, accountID, address, c.core.Now().Add(LoginCodeLife)); err != nil {
		return "", fmt.Errorf("login code: %w", err)
	}
	query := u.Query()
	query.Set("code", code.Reveal())
	if state != "" && len(state) <= maxState {
		query.Set("state", state)
	}
	u.RawQuery = query.Encode()
	return u.String(), nil
}

// UseLoginCode implements [integration.Client].
func (c *Engine) UseLoginCode(ctx context.Context, token, code secret.Secret, returnURL string) (*integration.Entitlement, error) {
	if err := c.authorize(ctx, token, integration.ScopeLogin); err != nil {
		return nil, err
	}
	used, err := c.core.Q.UseHostLoginCode(ctx, secret.TokenHash(code))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, integration.CodeInvalid
	}
	if err != nil {
		return nil, fmt.Errorf("login code: %w", err)
	}
	if used.ReturnUrl != returnURL || !c.core.Now().Before(used.ExpiresAt) {
		return nil, integration.CodeInvalid
	}
	out, err := c.entitlement(ctx, used.AccountID)
	if err != nil {
		return nil, err
	}
	if out.AccountState == accountClosed {
		return nil, integration.CodeInvalid
	}
	return out, nil
}
