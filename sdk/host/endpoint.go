package host

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
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// What an endpoint may be set to get of people.
const (
	PeopleName   = "name"
	PeopleEmail  = "email"
	PeopleLocale = "locale"
)

const (
	endpointEnabled  = "enabled"
	endpointDisabled = "disabled"
)

// SecretOverlap is how long an endpoint's old secret signs beside the new one.
const SecretOverlap = 24 * time.Hour

// SealSecret is the purpose under which endpoints' secrets are sealed.
const SealSecret = "host endpoint secret"

// EndpointInput is what an operator says of an endpoint.
type EndpointInput struct {
	URL    string   `json:"url" maxLength:"2000" doc:"https, or http to an address that the configuration allows"`
	Note   string   `json:"note,omitempty" maxLength:"200" doc:"For operators"`
	Kinds  []string `json:"kinds,omitempty" maxItems:"50" doc:"Types of events; left out: all"`
	People []string `json:"people,omitempty" maxItems:"3" enum:"name,email,locale" doc:"What of the person who has the account is sent with each event; left out: nothing"`
}

// Endpoint is where events are sent.
type Endpoint struct {
	ID string `json:"id"`
	EndpointInput
	State     string     `json:"state" enum:"enabled,disabled,gone" doc:"gone: it answered 410, and gets nothing more until it is enabled"`
	Secret    string     `json:"secret,omitempty" doc:"whsec_…; shown as it is made, and never again"`
	OldUntil  *time.Time `json:"oldSecretUntil,omitempty" doc:"The secret before signs, too, until then"`
	CreatedAt time.Time  `json:"createdAt"`
	Figures   Figures    `json:"figures"`
}

// Figures are how an endpoint does.
type Figures struct {
	Pending int           `json:"pending" doc:"Events that it hasn't taken yet"`
	Retried int           `json:"retried" doc:"Of these, those that it didn't take at the first try"`
	Dead    int           `json:"dead" doc:"Events that were given up"`
	Lag     time.Duration `json:"lagNanoseconds" doc:"How long the oldest has been waiting"`
}

// AddEndpoint adds an endpoint, and returns it with the secret that verifies what is sent there: it is shown this once. The endpoint gets what
// happens from now on; [Client.Replay] sends it what happened before. Errors: [fault.ValidationError] (url, kinds, people). Fault: [SendingOff].
func (c *Client) AddEndpoint(ctx context.Context, in EndpointInput, lang string) (*Endpoint, error) {
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

// The codes of what is wrong with an endpoint.
const (
	CodeURLRefused    text.Code = "host_url_refused"
	CodeKindUnknown   text.Code = "host_kind_unknown"
	CodePeopleUnknown text.Code = "host_people_unknown"
)

func (c *Client) checkEndpoint(in EndpointInput, lang string) error {
	if c.config.Sender == nil {
		return SendingOff
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

// newSecret makes a secret as Standard Webhooks writes it.
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

// EndpointChange is what an operator changes of an endpoint; nil leaves a part as it is.
type EndpointChange struct {
	URL     *string   `json:"url,omitempty" maxLength:"2000"`
	Note    *string   `json:"note,omitempty" maxLength:"200"`
	Kinds   *[]string `json:"kinds,omitempty" maxItems:"50"`
	People  *[]string `json:"people,omitempty" maxItems:"3"`
	Enabled *bool     `json:"enabled,omitempty" doc:"false keeps its events for it; true sends them"`
	Rotate  bool      `json:"rotateSecret,omitempty" doc:"Make a new secret. The old one signs beside it for a day"`
}

// ChangeEndpoint changes an endpoint. Where a new secret was asked for, it is in the answer, this once. Errors: [fault.ValidationError]. Faults:
// [EndpointNotFound], [SendingOff].
func (c *Client) ChangeEndpoint(ctx context.Context, endpointID string, change EndpointChange, lang string) (*Endpoint, error) {
	id, err := uuid.Parse(endpointID)
	if err != nil {
		return nil, EndpointNotFound
	}
	var shown secret.Secret
	err = c.core.Tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		shown = ""
		row, err := q.LockHostEndpoint(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return EndpointNotFound
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
		if err := c.checkEndpoint(EndpointInput{URL: row.Url, Note: row.Note, Kinds: row.Kinds, People: row.People}, lang); err != nil {
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
		return q.UpdateHostEndpoint(ctx, db.UpdateHostEndpointParams{
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

// RemoveEndpoint removes an endpoint and what waits for it. Fault: [EndpointNotFound].
func (c *Client) RemoveEndpoint(ctx context.Context, endpointID string) error {
	id, err := uuid.Parse(endpointID)
	if err != nil {
		return EndpointNotFound
	}
	n, err := c.core.Q.DeleteHostEndpoint(ctx, id)
	if err != nil {
		return fmt.Errorf("remove endpoint: %w", err)
	}
	if n == 0 {
		return EndpointNotFound
	}
	return nil
}

// Endpoints lists the endpoints, the oldest first.
func (c *Client) Endpoints(ctx context.Context) ([]Endpoint, error) {
	rows, err := c.core.Q.ListHostEndpoints(ctx)
	if err != nil {
		return nil, fmt.Errorf("endpoints: %w", err)
	}
	out := make([]Endpoint, len(rows))
	for i, row := range rows {
		if out[i], err = c.endpointOf(ctx, row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Endpoint returns an endpoint, less its secrets. Fault: [EndpointNotFound].
func (c *Client) Endpoint(ctx context.Context, endpointID string) (*Endpoint, error) {
	row, err := c.findEndpoint(ctx, endpointID)
	if err != nil {
		return nil, err
	}
	out, err := c.endpointOf(ctx, row)
	return &out, err
}

func (c *Client) endpointOf(ctx context.Context, row db.HostEndpoint) (Endpoint, error) {
	now := c.core.Now()
	out := Endpoint{
		ID: row.ID.String(), State: row.State, CreatedAt: row.CreatedAt.UTC(),
		EndpointInput: EndpointInput{URL: row.Url, Note: row.Note, Kinds: row.Kinds, People: row.People},
	}
	if row.OldSecretUntil != nil && now.Before(*row.OldSecretUntil) {
		out.OldUntil = row.OldSecretUntil
	}
	f, err := c.core.Q.HostDeliveryFigures(ctx, row.ID, now)
	if err != nil {
		return out, fmt.Errorf("endpoint's figures: %w", err)
	}
	out.Figures = Figures{Pending: int(f.Pending), Retried: int(f.Retried), Dead: int(f.Dead), Lag: max(now.Sub(f.Oldest), 0)}
	return out, nil
}

func (c *Client) findEndpoint(ctx context.Context, endpointID string) (db.HostEndpoint, error) {
	rows, err := c.core.Q.ListHostEndpoints(ctx)
	if err != nil {
		return db.HostEndpoint{}, fmt.Errorf("endpoint: %w", err)
	}
	at := slices.IndexFunc(rows, func(r db.HostEndpoint) bool { return r.ID.String() == endpointID })
	if at < 0 {
		return db.HostEndpoint{}, EndpointNotFound
	}
	return rows[at], nil
}

// secretsOf opens the secrets that sign now, the newest first.
func (c *Client) secretsOf(row db.HostEndpoint) ([]secret.Secret, error) {
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
