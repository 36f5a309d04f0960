package integrations

import (
	"context"
	"crypto/rand"
	"encoding/base64"
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

// The parts of a person's data that an endpoint may be set to get.
const (
	PeopleName   = "name"
	PeopleEmail  = "email"
	PeopleLocale = "locale"
)

const (
	endpointEnabled  = "enabled"
	endpointDisabled = "disabled"
)

// SecretOverlap is the time for which an endpoint's old secret signs beside the new one.
const SecretOverlap = 24 * time.Hour

// SealSecret is the sealing purpose of endpoints' secrets.
const SealSecret = "host endpoint secret"

// AddEndpoint implements [integration.Client].
func (c *Engine) AddEndpoint(ctx context.Context, in integration.EndpointInput, lang string) (*integration.Endpoint, error) {
	if err := c.checkEndpoint(in, lang); err != nil {
		return nil, err
	}
	id, shown := pg.NewID(), newSecret()
	sealed, err := c.core.Keys.Seal(SealSecret, nil, []byte(shown.Reveal()), id[:])
	if err != nil {
		return nil, fmt.Errorf("seal secret: %w", err)
	}
	if err := c.core.Q.InsertHostEndpoint(ctx, db.InsertHostEndpointParams{
		ID: id, Url: in.URL, Note: in.Note, Kinds: notNil(in.Kinds), People: notNil(in.People), Secret: sealed, Now: c.core.Now(),
	}); err != nil {
		return nil, fmt.Errorf("add endpoint: %w", err)
	}
	out, err := c.Endpoint(ctx, id.String())
	if err != nil {
		return nil, err
	}
	out.Secret = shown.Reveal()
	return out, nil
}

// The codes of an endpoint's violations.
const (
	CodeURLRefused    text.Code = "host_url_refused"
	CodeKindUnknown   text.Code = "host_kind_unknown"
	CodePeopleUnknown text.Code = "host_people_unknown"
)

func (c *Engine) checkEndpoint(in integration.EndpointInput, lang string) error {
	if c.config.Sender == nil {
		return integration.SendingOff
	}
	var broken fault.Violations
	refuse := func(field string, code text.Code, args map[string]any) {
		broken = append(broken, fault.Violation{Field: field, Text: text.In(text.Language(lang), code, args), Code: code, Args: args})
	}
	if err := c.config.Sender.Permit(in.URL); err != nil {
		refuse("url", CodeURLRefused, map[string]any{"reason": err.Error()})
	}
	if slices.ContainsFunc(in.Kinds, func(k string) bool { return !known(k) }) {
		refuse("kinds", CodeKindUnknown, nil)
	}
	if slices.ContainsFunc(in.People, func(p string) bool { return p != PeopleName && p != PeopleEmail && p != PeopleLocale }) {
		refuse("people", CodePeopleUnknown, nil)
	}
	if len(broken) > 0 {
		return &fault.ValidationError{Violations: broken}
	}
	return nil
}

// newSecret returns a new secret in the format of Standard Webhooks.
func newSecret() secret.Secret {
	raw := make([]byte, 32)
	if _, err := rand.Read(raw); err != nil { // crypto/rand never fails on the systems we run on
		panic(err)
	}
	return secret.Secret("whsec_" + base64.StdEncoding.EncodeToString(raw))
}

func notNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// ChangeEndpoint implements [integration.Client].
func (c *Engine) ChangeEndpoint(ctx context.Context, endpointID string, change integration.EndpointChange, lang string) (*integration.Endpoint, error) {
	id, err := uuid.Parse(endpointID)
	if err != nil {
		return nil, integration.EndpointNotFound
	}
	var shown secret.Secret
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		shown = ""
		row, err := tx.LockHostEndpoint(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return integration.EndpointNotFound
		}
		if err != nil {
			return fmt.Errorf("endpoint: %w", err)
		}
		set(&row.Url, change.URL)
		set(&row.Note, change.Note)
		set(&row.Kinds, change.Kinds)
		set(&row.People, change.People)
		if change.Enabled != nil {
			row.State = endpointDisabled
			if *change.Enabled {
				row.State = endpointEnabled
			}
		}
		if err := c.checkEndpoint(integration.EndpointInput{URL: row.Url, Note: row.Note, Kinds: row.Kinds, People: row.People}, lang); err != nil {
			return err
		}
		now := c.core.Now()
		if change.Rotate {
			shown = newSecret()
			row.OldSecret, row.OldSecretUntil = row.Secret, pg.Ptr(now.Add(SecretOverlap))
			if row.Secret, err = c.core.Keys.Seal(SealSecret, nil, []byte(shown.Reveal()), id[:]); err != nil {
				return fmt.Errorf("seal secret: %w", err)
			}
		}
		return tx.UpdateHostEndpoint(ctx, db.UpdateHostEndpointParams{
			ID: id, Url: row.Url, Note: row.Note, Kinds: notNil(row.Kinds), People: notNil(row.People), State: row.State, Secret: row.Secret, OldSecret: row.OldSecret,
			OldSecretUntil: row.OldSecretUntil, Now: now,
		})
	})
	if err != nil {
		return nil, err
	}
	out, err := c.Endpoint(ctx, endpointID)
	if err != nil {
		return nil, err
	}
	out.Secret = shown.Reveal()
	return out, nil
}

func set[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}

// RemoveEndpoint implements [integration.Client].
func (c *Engine) RemoveEndpoint(ctx context.Context, endpointID string) error {
	id, err := uuid.Parse(endpointID)
	if err != nil {
		return integration.EndpointNotFound
	}
	n, err := c.core.Q.DeleteHostEndpoint(ctx, id)
	if err != nil {
		return fmt.Errorf("remove endpoint: %w", err)
	}
	if n == 0 {
		return integration.EndpointNotFound
	}
	return nil
}

// Endpoints implements [integration.Client].
func (c *Engine) Endpoints(ctx context.Context) ([]integration.Endpoint, error) {
	rows, err := c.core.Q.ListHostEndpoints(ctx)
	if err != nil {
		return nil, fmt.Errorf("endpoints: %w", err)
	}
	out := make([]integration.Endpoint, len(rows))
	for i, row := range rows {
		if out[i], err = c.endpointOf(ctx, row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Endpoint implements [integration.Client].
func (c *Engine) Endpoint(ctx context.Context, endpointID string) (*integration.Endpoint, error) {
	row, err := c.findEndpoint(ctx, endpointID)
	if err != nil {
		return nil, err
	}
	out, err := c.endpointOf(ctx, row)
	return &out, err
}

func (c *Engine) endpointOf(ctx context.Context, row db.HostEndpoint) (integration.Endpoint, error) {
	now := c.core.Now()
	out := integration.Endpoint{
		ID: row.ID.String(), State: row.State, CreatedAt: row.CreatedAt.UTC(),
		EndpointInput: integration.EndpointInput{URL: row.Url, Note: row.Note, Kinds: row.Kinds, People: row.People},
	}
	if row.OldSecretUntil != nil && now.Before(*row.OldSecretUntil) {
		out.OldUntil = row.OldSecretUntil
	}
	f, err := c.core.Q.HostDeliveryFigures(ctx, row.ID, now)
	if err != nil {
		return out, fmt.Errorf("endpoint's figures: %w", err)
	}
	out.Figures = integration.Figures{Pending: int(f.Pending), Retried: int(f.Retried), Dead: int(f.Dead), Lag: max(now.Sub(f.Oldest), 0)}
	return out, nil
}

func (c *Engine) findEndpoint(ctx context.Context, endpointID string) (db.HostEndpoint, error) {
	rows, err := c.core.Q.ListHostEndpoints(ctx)
	if err != nil {
		return db.HostEndpoint{}, fmt.Errorf("endpoint: %w", err)
	}
	at := slices.IndexFunc(rows, func(r db.HostEndpoint) bool { return r.ID.String() == endpointID })
	if at < 0 {
		return db.HostEndpoint{}, integration.EndpointNotFound
	}
	return rows[at], nil
}

// secretsOf opens the current signing secrets, newest first.
func (c *Engine) secretsOf(row db.HostEndpoint) ([]secret.Secret, error) {
	sealed := [][]byte{row.Secret}
	if row.OldSecretUntil != nil && c.core.Now().Before(*row.OldSecretUntil) {
		sealed = append(sealed, row.OldSecret)
	}
	out := make([]secret.Secret, len(sealed))
	for i, s := range sealed {
		plain, err := c.core.Keys.Open(SealSecret, nil, s, row.ID[:])
		if err != nil {
			return nil, fmt.Errorf("secret of endpoint %s: %w", row.ID, err)
		}
		out[i] = secret.Secret(plain)
	}
	return out, nil
}
