// Package outbox implements [email.Mailer] with a database table, for development.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/site"
)

// outboxLimit is the maximum number of mails in a list.
const outboxLimit = 200

// ErrNoMail is the error for a mail that isn't in the outbox.
var ErrNoMail = errors.New("mail: no such mail")

// Outbox stores mails in the database instead of sending them, so that every process sees them. It contains
// links in clear text and must not be used in production.
type Outbox struct {
	pool  *pgxpool.Pool
	clock site.Clock
}

var _ email.Mailer = (*Outbox)(nil)

// New returns an outbox on a database with the latest schema. It stamps mails with the machine's time; see [NewAt].
func New(pool *pgxpool.Pool) *Outbox { return NewAt(pool, nil) }

// NewAt returns an outbox that stamps mails with the time of the product's clock; nil is the machine's.
func NewAt(pool *pgxpool.Pool, clock site.Clock) *Outbox {
	if clock == nil {
		clock = site.SystemClock{}
	}
	return &Outbox{pool: pool, clock: clock}
}

// Delivered is a mail in the outbox.
type Delivered struct {
	ID        string     `json:"id"`
	Kind      email.Kind `json:"kind"`
	To        string     `json:"to"`
	ToName    string     `json:"toName"`
	Lang      string     `json:"lang"`
	Subject   string     `json:"subject"`
	Text      string     `json:"text"`
	HTML      string     `json:"html"`
	Link      string     `json:"link,omitempty" doc:"Main link of the mail"`
	CreatedAt time.Time  `json:"createdAt"`
}

// Send implements [email.Mailer]. A mail that is sent again is stored once.
func (o *Outbox) Send(ctx context.Context, m email.Message) error {
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("mail: outbox: %w", err)
	}
	_, err = o.pool.Exec(ctx, `
		INSERT INTO outbox_mails (id, key, kind, to_address, to_name, lang, subject, body_text, body_html, link, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (key) DO NOTHING`,
		id, m.Key, m.Kind, m.To, m.ToName, m.Lang, m.Subject, m.Text, m.HTML, m.Link.Reveal(), o.clock.Now())
	if err != nil {
		return fmt.Errorf("mail: outbox: %w", err)
	}
	return nil
}

const (
	listMails = `
		SELECT id::text, kind, to_address, to_name, lang, subject, body_text, body_html, link, created_at FROM outbox_mails
		WHERE $1 = '' OR lower(to_address) = lower($1)
		ORDER BY id DESC LIMIT $2`
	getMail = `
		SELECT id::text, kind, to_address, to_name, lang, subject, body_text, body_html, link, created_at FROM outbox_mails WHERE id = $1`
)

// List returns up to 200 mails, the last sent first, whatever the clock was then: all, or those to one address (ignoring case).
func (o *Outbox) List(ctx context.Context, to string) ([]Delivered, error) {
	rows, err := o.pool.Query(ctx, listMails, to, outboxLimit)
	if err != nil {
		return nil, fmt.Errorf("mail: outbox: %w", err)
	}
	mails, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Delivered])
	if err != nil {
		return nil, fmt.Errorf("mail: outbox: %w", err)
	}
	return mails, nil
}

// Get returns one mail with its HTML, or [ErrNoMail].
func (o *Outbox) Get(ctx context.Context, id string) (Delivered, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return Delivered{}, ErrNoMail
	}
	rows, err := o.pool.Query(ctx, getMail, parsed)
	if err != nil {
		return Delivered{}, fmt.Errorf("mail: outbox: %w", err)
	}
	m, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[Delivered])
	if errors.Is(err, pgx.ErrNoRows) {
		return Delivered{}, ErrNoMail
	}
	if err != nil {
		return Delivered{}, fmt.Errorf("mail: outbox: %w", err)
	}
	return m, nil
}

// Clear empties the outbox and returns the number of deleted mails.
func (o *Outbox) Clear(ctx context.Context) (int, error) {
	done, err := o.pool.Exec(ctx, "DELETE FROM outbox_mails")
	if err != nil {
		return 0, fmt.Errorf("mail: outbox: %w", err)
	}
	return int(done.RowsAffected()), nil
}
