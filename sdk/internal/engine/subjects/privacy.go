package subjects

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/privacy"
)

// subject identifies one person: their account, if they have one, and every persons row with their email address, including those that others
// entered.
type subject struct {
	account  *uuid.UUID
	persons  []uuid.UUID
	hashes   [][]byte    // of the address, one for each server secret
	email    *string     // its compared form
	families []uuid.UUID // an export shows the children of these, an erasure removes them
}

func (s subject) args(now time.Time) []any {
	return []any{s.account, s.persons, s.hashes, s.email, s.families, now}
}

// ExportPerson implements [privacy.Client].
func (c *Engine) ExportPerson(ctx context.Context, idOrEmail string) (*privacy.PersonalData, error) {
	if _, err := c.core.OperatorOf(ctx); err != nil {
		return nil, err
	}
	var out *privacy.PersonalData
	err := c.core.Tx(ctx, func(tx *pg.Tx) error {
		out = &privacy.PersonalData{At: c.core.Now(), Tables: map[string][]json.RawMessage{}}
		s, err := c.findSubject(ctx, tx, idOrEmail)
		if err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, familiesShown, s.args(out.At)...).Scan(&s.families); err != nil {
			return fmt.Errorf("export: family: %w", err)
		}
		total := 0
		for _, table := range dataMap {
			if table.rows() == "" {
				continue
			}
			found, err := c.exportTable(ctx, tx, table, s.args(out.At))
			if err != nil {
				return fmt.Errorf("export %s: %w", table.name, err)
			}
			if len(found) > 0 {
				out.Tables[table.name], total = found, total+len(found)
			}
		}
		out.AccountID = s.accountID()
		return c.notePrivacy(ctx, tx.Queries, db.InsertPrivacyEventParams{AccountID: s.account, Kind: "exported", Rows: pg.ClampInt32(total), ErasedIds: []uuid.UUID{}})
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("personal data exported", "account", out.AccountID)
	return out, nil
}

// exported is a row with its sealed part.
type exported struct {
	Row    json.RawMessage
	Sealed []byte
	Key    *uuid.UUID // id of the key that sealed it
	Own    *uuid.UUID // id of the row that it is sealed for
}

func (c *Engine) exportTable(ctx context.Context, tx *pg.Tx, table dataTable, args []any) ([]json.RawMessage, error) {
	rows, err := tx.Query(ctx, table.export(), args...)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[exported])
	if err != nil {
		return nil, err
	}
	out := make([]json.RawMessage, len(found))
	for i, row := range found {
		out[i] = row.Row
		if row.Sealed == nil {
			continue
		}
		if out[i], err = c.openExported(ctx, tx.Queries, table, row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// openExported adds the opened document to a row. It leaves out hashes and other people's data. A row without its key is returned as it is.
func (c *Engine) openExported(ctx context.Context, q *db.Queries, table dataTable, row exported) (json.RawMessage, error) {
	key, err := c.core.People.Of(ctx, q, *row.Key)
	if errors.Is(err, person.ErrNoKey) {
		return row.Row, nil
	}
	if err != nil {
		return nil, err
	}
	var opened any
	if err := key.Open(table.name, *row.Own, row.Sealed, &opened); err != nil {
		return nil, err
	}
	if document, ok := opened.(map[string]any); ok {
		maps.DeleteFunc(document, func(name string, _ any) bool {
			return strings.HasSuffix(name, "Hash") || slices.Contains(table.sealed.others, name)
		})
	}
	whole := map[string]any{}
	if err := json.Unmarshal(row.Row, &whole); err != nil {
		return nil, err
	}
	whole[table.sealed.shown] = opened
	return json.Marshal(whole)
}

// ErasePerson implements [privacy.Client].
func (c *Engine) ErasePerson(ctx context.Context, idOrEmail string) (*privacy.Erased, error) {
	if _, err := c.core.OperatorOf(ctx); err != nil {
		return nil, err
	}
	var out *privacy.Erased
	err := c.core.Tx(ctx, func(tx *pg.Tx) error {
		out = &privacy.Erased{At: c.core.Now(), Changed: map[string]int{}}
		s, err := c.findSubject(ctx, tx, idOrEmail)
		if errors.Is(err, privacy.ErrPersonUnknown) {
			s, err = c.erasedBefore(ctx, tx, uuid.MustParse(idOrEmail))
		}
		if err != nil {
			return err
		}
		if err := lockSubject(ctx, tx, s, out.At); err != nil {
			return err
		}
		ids, total, err := c.erase(ctx, tx, &s, out)
		if err != nil {
			return err
		}
		out.AccountID = s.accountID()
		if err := c.payment.ForgetMethods(ctx, tx, s.account); err != nil || total == 0 {
			return err
		}
		for _, id := range ids {
			out.IDs = append(out.IDs, id.String())
		}
		return c.notePrivacy(ctx, tx.Queries, db.InsertPrivacyEventParams{AccountID: s.account, Kind: "erased", Rows: pg.ClampInt32(total), ErasedIds: append([]uuid.UUID{}, ids...)})
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("personal data erased", "account", out.AccountID)
	return out, nil
}

func (c *Engine) erase(ctx context.Context, tx *pg.Tx, s *subject, out *privacy.Erased) (ids []uuid.UUID, total int, err error) {
	if err := tx.QueryRow(ctx, familiesErased, s.args(out.At)...).Scan(&s.families); err != nil {
		return nil, 0, fmt.Errorf("erase: family: %w", err)
	}
	changed := func(table string, n int) {
		if n > 0 {
			out.Changed[table], total = out.Changed[table]+n, total+n
		}
	}
	named, err := c.signup.ForgetCoParent(ctx, tx.Queries, s.hashes)
	if errors.Is(err, fault.RegistrationBusy) {
		return nil, 0, privacy.ErrPersonPaying
	}
	if err != nil {
		return nil, 0, fmt.Errorf("erase co-parent: %w", err)
	}
	changed("registrations", named)
	signups, keys, err := signupsOf(ctx, tx, *s, out.At)
	if err != nil {
		return nil, 0, err
	}
	for _, table := range dataMap {
		statement := table.erasure()
		if statement == "" {
			continue
		}
		tag, err := tx.Exec(ctx, statement, s.args(out.At)...)
		if err != nil {
			return nil, 0, fmt.Errorf("erase %s: %w", table.name, err)
		}
		changed(table.name, int(tag.RowsAffected()))
	}
	keys = slices.Concat(s.persons, keys, s.families)
	n, err := c.core.People.Delete(ctx, tx.Queries, keys...)
	changed("person_keys", n)
	return slices.Concat(s.persons, signups), total, err
}

// subjectSignups selects a person's sign-ups with the ids of their keys.
const subjectSignups = subjectCTE + "SELECT t.id, t.person_id FROM who, registrations t WHERE " + subjectRegistrations

// signupsOf returns the ids of a person's sign-ups and the ids of their keys.
func signupsOf(ctx context.Context, tx *pg.Tx, s subject, now time.Time) (ids, keys []uuid.UUID, err error) {
	rows, err := tx.Query(ctx, subjectSignups, s.args(now)...)
	if err != nil {
		return nil, nil, fmt.Errorf("erase: sign-ups: %w", err)
	}
	var id, key uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&id, &key}, func() error {
		ids, keys = append(ids, id), append(keys, key)
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("erase: sign-ups: %w", err)
	}
	return ids, keys, nil
}

// subjectCTE passes the subject to each statement as the row "who".
const subjectCTE = `WITH who AS (SELECT $1::uuid AS account, $2::uuid[] AS persons, $3::bytea[] AS hashes, $4::text AS email,
	$5::uuid[] AS families, $6::timestamptz AS now) `

// locks are the row locks that an erasure takes before it checks for payments under way, in the order given at [core.Core.Tx]. A payment that
// begins later waits for the erasure, and is then refused.
var locks = []string{
	subjectCTE + "SELECT 1 FROM who, invitations t WHERE t.person_id = ANY (who.persons) ORDER BY t.id FOR UPDATE OF t",
	subjectCTE + "SELECT 1 FROM who, registrations t WHERE " + subjectRegistrations + " OR t.co_parent_email_hash = ANY (who.hashes) ORDER BY t.id FOR UPDATE OF t",
	subjectCTE + "SELECT 1 FROM who, subscriptions t WHERE t.id IN (" + ofSeats + ") ORDER BY t.id FOR UPDATE OF t",
	subjectCTE + "SELECT 1 FROM who, professionals t WHERE t.account_id = who.account FOR UPDATE OF t",
	subjectCTE + "SELECT 1 FROM who, orders t WHERE " + subjectPayments + " ORDER BY t.id FOR UPDATE OF t",
	subjectCTE + "SELECT 1 FROM who, payment_attempts t WHERE t.order_id IN (SELECT o.id FROM orders o WHERE " + subjectPaymentsOf + ") ORDER BY t.id FOR UPDATE OF t",
	subjectCTE + "SELECT 1 FROM who, tokens t WHERE " + subjectTokens + " ORDER BY t.id FOR UPDATE OF t",
	subjectCTE + "SELECT 1 FROM who, accounts t WHERE t.id = who.account FOR UPDATE OF t",
	subjectCTE + "SELECT 1 FROM who, persons t WHERE t.id = ANY (who.persons) ORDER BY t.id FOR UPDATE OF t",
}

// personPays finds payments of a person that aren't decided or captured yet, renewals under way included.
const personPays = subjectCTE + `SELECT EXISTS (SELECT 1 FROM who, registrations t WHERE (` + subjectRegistrations + `) AND t.paying_since IS NOT NULL)
	OR EXISTS (SELECT 1 FROM who, subscriptions t WHERE t.payer_account_id = who.account AND t.renewing_since IS NOT NULL)
	OR EXISTS (SELECT 1 FROM who, orders t JOIN payment_attempts a ON a.order_id = t.id WHERE (` + subjectPayments + `)
		AND a.unsettled AND a.live)`

// lockSubject waits for other transactions on the person's data, and locks it. Error: [privacy.ErrPersonPaying].
func lockSubject(ctx context.Context, tx *pg.Tx, s subject, now time.Time) error {
	for _, lock := range locks {
		if _, err := tx.Exec(ctx, lock, s.args(now)...); err != nil {
			return fmt.Errorf("erase: lock: %w", err)
		}
	}
	var paying bool
	if err := tx.QueryRow(ctx, personPays, s.args(now)...).Scan(&paying); err != nil {
		return fmt.Errorf("erase: payments: %w", err)
	}
	if paying {
		return privacy.ErrPersonPaying
	}
	return nil
}

// An export shows the children of a family that the person began, or that a professional created and the person has joined. An erasure
// removes the children of the person's family unless another parent has joined it. It also removes those of a family to which the person was
// invited, unless someone has joined it or has an open invitation.
const (
	familiesShown = subjectCTE + `SELECT coalesce(array_agg(s.family_id), '{}') FROM who, seats s JOIN accounts a ON a.id = s.account_id
		LEFT JOIN accounts c ON c.id = a.created_by WHERE s.account_id = who.account AND (a.created_by IS NULL OR c.kind = 'professional')`
	familiesErased = subjectCTE + `SELECT coalesce(array_agg(DISTINCT f.id), '{}') FROM (
		SELECT s.family_id AS id FROM who, seats s WHERE s.account_id = who.account
			AND NOT EXISTS (SELECT 1 FROM seats x JOIN accounts o ON o.id = x.account_id
				WHERE x.family_id = s.family_id AND o.id <> who.account AND o.state IN ('created', 'active'))
		UNION ALL
		SELECT i.family_id FROM who, invitations i WHERE i.person_id = ANY (who.persons)
			AND NOT EXISTS (SELECT 1 FROM seats x JOIN accounts o ON o.id = x.account_id WHERE x.family_id = i.family_id AND o.state IN ('created', 'active'))
			AND NOT EXISTS (SELECT 1 FROM invitations x WHERE x.family_id = i.family_id AND x.state = 'open' AND x.person_id <> ALL (who.persons))) f`
)

// findSubject finds a person by user id or email.
func (c *Engine) findSubject(ctx context.Context, tx *pg.Tx, idOrEmail string) (subject, error) {
	if id, err := uuid.Parse(idOrEmail); err == nil {
		found, err := c.core.Account(ctx, tx.Queries, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return invitedSubject(ctx, tx.Queries, id)
		}
		if err != nil {
			return subject{}, fmt.Errorf("find person: %w", err)
		}
		if found.LoginEmailHash == nil { // the address was typed, but never proved to be theirs
			return subject{account: &id, persons: []uuid.UUID{found.PersonID}, hashes: [][]byte{}}, nil
		}
		return c.subjectOf(ctx, tx, &id, found.Person.EmailKey(), found.PersonID)
	}
	email := form.NormalizeEmail(idOrEmail)
	hashes := c.core.People.EmailHashes(email)
	owner, err := tx.FindAccountByEmail(ctx, hashes)
	if errors.Is(err, pgx.ErrNoRows) {
		owner, err = tx.FindUnprovedAccount(ctx, hashes)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return c.subjectOf(ctx, tx, nil, email)
	}
	if err != nil {
		return subject{}, fmt.Errorf("find person: %w", err)
	}
	return c.subjectOf(ctx, tx, &owner.ID, email, owner.PersonID)
}

// invitedSubject returns an invitee before they join. It doesn't search by their address, because the inviter entered it and it proves
// nothing.
func invitedSubject(ctx context.Context, q *db.Queries, userID uuid.UUID) (subject, error) {
	invitation, err := q.FindInvitationOfUser(ctx, userID)
	if errors.Is(err, pgx.ErrNoRows) {
		return subject{}, privacy.ErrPersonUnknown
	}
	if err != nil {
		return subject{}, fmt.Errorf("find person: %w", err)
	}
	return subject{persons: []uuid.UUID{invitation.PersonID}, hashes: [][]byte{}}, nil
}

// erasedBefore returns the subject of an id that an earlier erasure noted: one invitee, one receiver of a code, or one sign-up. If they have
// an account in this database, it returns the account's subject.
func (c *Engine) erasedBefore(ctx context.Context, tx *pg.Tx, id uuid.UUID) (subject, error) {
	var account *uuid.UUID
	s := subject{persons: []uuid.UUID{}, hashes: [][]byte{}}
	row, err := tx.FindPersonToErase(ctx, id)
	if err == nil {
		s.persons, account = []uuid.UUID{row.ID}, row.AccountID
	} else if errors.Is(err, pgx.ErrNoRows) {
		account, err = tx.FindSignupToErase(ctx, id)
		if err == nil && account == nil {
			// A random hash marks this sign-up alone; no other row has it.
			s.hashes = [][]byte{make([]byte, 32)}
			_, _ = rand.Read(s.hashes[0])
			err = tx.MarkSignupToErase(ctx, s.hashes[0], id)
		}
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return s, privacy.ErrPersonUnknown
	}
	if err != nil {
		return s, fmt.Errorf("find person: %w", err)
	}
	if account != nil {
		return c.findSubject(ctx, tx, account.String())
	}
	return s, nil
}

// personsAtAddress selects the persons with an address. The second half also finds those with the address of a person without a key.
const personsAtAddress = `SELECT id FROM persons WHERE email_hash = ANY ($1::bytea[])
	UNION SELECT p.id FROM persons o JOIN persons p ON p.email_hash = o.email_hash WHERE o.id = ANY ($2::uuid[])`

func (c *Engine) subjectOf(ctx context.Context, tx *pg.Tx, accountID *uuid.UUID, email string, own ...uuid.UUID) (subject, error) {
	s := subject{account: accountID, persons: own, hashes: c.core.People.EmailHashes(email), email: pg.Optional(email)}
	rows, err := tx.Query(ctx, personsAtAddress, s.hashes, own)
	if err != nil {
		return s, fmt.Errorf("find persons: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return s, fmt.Errorf("find persons: %w", err)
	}
	s.persons = slices.Compact(slices.SortedFunc(slices.Values(append(s.persons, found...)), func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }))
	return s, nil
}

func (s subject) accountID() string {
	if s.account == nil {
		return ""
	}
	return s.account.String()
}

// notePrivacy records that an operator exported or erased a person's data.
func (c *Engine) notePrivacy(ctx context.Context, q *db.Queries, event db.InsertPrivacyEventParams) error {
	operator, err := c.core.OperatorOf(ctx)
	if err != nil {
		return err
	}
	event.ID, event.OperatorName, event.At = pg.NewID(), operator, c.core.Now()
	if err := q.InsertPrivacyEvent(ctx, event); err != nil {
		return fmt.Errorf("privacy event: %w", err)
	}
	return nil
}

// rows returns the condition for the rows that an export shows.
func (t dataTable) rows() string {
	if t.shown != "" {
		return t.shown
	}
	return t.of
}

// export returns the statement that selects a person's rows as JSON, without secret columns.
func (t dataTable) export() string {
	row := "to_jsonb(t)"
	for _, column := range t.personal {
		if column.secret {
			row += fmt.Sprintf(" - '%s'", column.name)
		}
	}
	sealed := "NULL::bytea, NULL::uuid, NULL::uuid"
	if t.sealed.column != "" {
		row += fmt.Sprintf(" - '%s'", t.sealed.column)
		sealed = fmt.Sprintf("t.%s, %s, %s", t.sealed.column, t.sealed.key, t.sealed.row)
	}
	return fmt.Sprintf("%sSELECT %s, %s FROM who, %s t WHERE %s", subjectCTE, row, sealed, t.name, t.rows())
}

// erasure returns the statement that deletes a person's rows, or empties those that aren't empty yet. It returns "" if all of the table
// stays.
func (t dataTable) erasure() string {
	of := "(" + t.of + ")"
	if t.deletes {
		return fmt.Sprintf("%sDELETE FROM %s t USING who WHERE %s", subjectCTE, t.name, of)
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
	if t.dated {
		set = append(set, "updated_at = who.now")
	}
	return fmt.Sprintf("%sUPDATE %s t SET %s FROM who WHERE %s AND (%s) IS DISTINCT FROM (%s)",
		subjectCTE, t.name, strings.Join(set, ", "), of, strings.Join(before, ", "), strings.Join(after, ", "))
}
