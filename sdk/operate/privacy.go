package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// ErrPersonPaying refuses to erase somebody whose payment isn't decided or captured yet: run it again once it is.
var ErrPersonPaying = errors.New("a payment of this person is still under way: try again when it is settled")

// ErrPersonUnknown tells an account id that isn't there.
var ErrPersonUnknown = errors.New("there is no account with this id")

// PersonalData is everything that is kept about a person, less hashes and encrypted values.
type PersonalData struct {
	AccountID string                       `json:"accountId,omitempty" doc:"Empty where there is no account, only sign-ups that weren't finished"`
	At        time.Time                    `json:"at"`
	Tables    map[string][]json.RawMessage `json:"tables" doc:"Rows by table"`
}

// Erased is what an erasure did.
type Erased struct {
	AccountID string         `json:"accountId,omitempty"`
	At        time.Time      `json:"at"`
	Changed   map[string]int `json:"changed" doc:"Rows deleted or emptied, by table"`
}

// person is who the data is about: an account, or an e-mail that only unfinished sign-ups have.
type person struct {
	account *uuid.UUID
	email   *string // its compared form
}

// ExportPerson returns everything that is kept about a person, named by account id or e-mail, and notes that
// it was asked for. Errors: [ErrPersonUnknown] for an id without an account; an e-mail that nobody has gives
// an export without rows.
func (c *Client) ExportPerson(ctx context.Context, who string) (*PersonalData, error) {
	out := &PersonalData{At: c.core.Now(), Tables: map[string][]json.RawMessage{}}
	err := c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		p, err := findPerson(ctx, tx, who)
		if err != nil {
			return err
		}
		total := 0
		for _, table := range dataMap {
			if table.of == "" {
				continue
			}
			rows, err := tx.Query(ctx, table.export(), p.account, p.email, out.At)
			if err != nil {
				return fmt.Errorf("export %s: %w", table.name, err)
			}
			found, err := pgx.CollectRows(rows, pgx.RowTo[json.RawMessage])
			if err != nil {
				return fmt.Errorf("export %s: %w", table.name, err)
			}
			if len(found) > 0 {
				out.Tables[table.name], total = found, total+len(found)
			}
		}
		out.AccountID = p.accountID()
		return c.notePrivacy(ctx, q, p, "exported", total)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("personal data exported", "account", out.AccountID)
	return out, nil
}

// ErasePerson removes a person's data from everything that is stored, in one transaction, and records the erasure.
// Orders, receipts and payment attempts, which the law requires, are kept without the person. Logins and links end
// immediately, and subscriptions no longer renew. Stored payment methods are deleted at the payment provider, too, by a
// job that retries until they are; the provider is responsible for its own records of past payments.
// Erasing again changes nothing.
//
// Errors: [ErrPersonUnknown], [ErrPersonPaying].
func (c *Client) ErasePerson(ctx context.Context, who string) (*Erased, error) {
	out := &Erased{At: c.core.Now(), Changed: map[string]int{}}
	err := c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		p, err := findPerson(ctx, tx, who)
		if err != nil {
			return err
		}
		var paying bool
		if err := tx.QueryRow(ctx, personPays, p.account, p.email, out.At).Scan(&paying); err != nil {
			return fmt.Errorf("erase: payments: %w", err)
		}
		if paying {
			return ErrPersonPaying
		}
		total := 0
		for _, table := range dataMap {
			statement := table.erasure()
			if statement == "" {
				continue
			}
			tag, err := tx.Exec(ctx, statement, p.account, p.email, out.At)
			if err != nil {
				return fmt.Errorf("erase %s: %w", table.name, err)
			}
			if n := int(tag.RowsAffected()); n > 0 {
				out.Changed[table.name], total = n, total+n
			}
		}
		out.AccountID = p.accountID()
		if err := c.payment.ForgetMethods(ctx, q, tx, p.account); err != nil || total == 0 {
			return err
		}
		return c.notePrivacy(ctx, q, p, "erased", total)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("personal data erased", "account", out.AccountID)
	return out, nil
}

// whoCTE names the person to every statement.
const whoCTE = "WITH who AS (SELECT $1::uuid AS account, $2::text AS email, $3::timestamptz AS now) "

// personPays asks for the payments of a person that aren't decided or captured yet. The order of a renewal or of codes
// has no account before it is placed; the subscription or the batch says whose it is.
const personPays = whoCTE + `SELECT EXISTS (SELECT 1 FROM who, registrations r WHERE (r.account_id = who.account OR r.parent_email_key = who.email) AND r.paying_since IS NOT NULL)
	OR EXISTS (SELECT 1 FROM who, payment_attempts a JOIN orders o ON o.id = a.order_id
		LEFT JOIN subscriptions s ON s.id = o.renews_id LEFT JOIN code_batches b ON b.id = o.code_batch_id LEFT JOIN professionals p ON p.id = b.professional_id
		WHERE who.account IN (o.account_id, s.payer_account_id, p.account_id)
		AND a.state IN ('created', 'sent', 'unknown', 'authorised', 'capturing', 'capture_failed', 'review'))`

// findPerson finds an account by id or e-mail, and locks it.
func findPerson(ctx context.Context, tx pgx.Tx, who string) (person, error) {
	if id, err := uuid.Parse(who); err == nil {
		p := person{account: &id}
		err := tx.QueryRow(ctx, "SELECT email_key FROM accounts WHERE id = $1 FOR UPDATE", id).Scan(&p.email)
		if errors.Is(err, pgx.ErrNoRows) {
			return p, ErrPersonUnknown
		}
		if err != nil {
			return p, fmt.Errorf("find person: %w", err)
		}
		return p, nil
	}
	email := form.NormalizeEmail(who)
	p := person{email: &email}
	err := tx.QueryRow(ctx, "SELECT id FROM accounts WHERE email_key = $1 FOR UPDATE", email).Scan(&p.account)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return p, fmt.Errorf("find person: %w", err)
	}
	return p, nil
}

func (p person) accountID() string {
	if p.account == nil {
		return ""
	}
	return p.account.String()
}

func (c *Client) notePrivacy(ctx context.Context, q *db.Queries, p person, kind string, rows int) error {
	err := q.InsertPrivacyEvent(ctx, db.InsertPrivacyEventParams{ID: pg.NewID(), AccountID: p.account, Kind: kind, Rows: pg.ClampInt32(rows), At: c.core.Now()})
	if err != nil {
		return fmt.Errorf("privacy event: %w", err)
	}
	return nil
}

// export selects a person's rows as JSON, less what is secret.
func (t dataTable) export() string {
	row := "to_jsonb(t)"
	for _, column := range t.personal {
		if column.secret {
			row += fmt.Sprintf(" - '%s'", column.name)
		}
	}
	return fmt.Sprintf("%sSELECT %s FROM who, %s t WHERE %s", whoCTE, row, t.name, t.of)
}

// erasure deletes a person's rows or empties them, where they aren't already; empty where all of it stays.
func (t dataTable) erasure() string {
	of := "(" + t.of + ")"
	if t.erase != "" {
		of += " AND " + t.erase
	}
	if t.deletes {
		return fmt.Sprintf("%sDELETE FROM %s t USING who WHERE %s", whoCTE, t.name, of)
	}
	var set, before, after []string
	for _, column := range t.personal {
		if column.erased == "" {
			continue
		}
		set = append(set, column.name+" = "+column.erased)
		before, after = append(before, "t."+column.name), append(after, column.erased)
	}
	if len(set) == 0 {
		return ""
	}
	return fmt.Sprintf("%sUPDATE %s t SET %s FROM who WHERE %s AND (%s) IS DISTINCT FROM (%s)",
		whoCTE, t.name, strings.Join(set, ", "), of, strings.Join(before, ", "), strings.Join(after, ", "))
}
