package core

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
)

// Account is an account with its person.
type Account struct {
	db.Account
	Person  person.Identity
	Key     person.Key
	Country *string
}

// Account returns an account with its person. Error: pgx.ErrNoRows.
func (c *Core) Account(ctx context.Context, q *db.Queries, id uuid.UUID) (Account, error) {
	row, err := q.GetAccountPerson(ctx, id)
	if err != nil {
		return Account{}, err
	}
	return c.AccountOf(ctx, row)
}

// AccountOf decrypts an account's person.
func (c *Core) AccountOf(ctx context.Context, row db.GetAccountPersonRow) (Account, error) {
	key, known, err := c.People.Open(ctx, row.Account.PersonID, row.Sealed, row.Wrapped)
	return Account{Account: row.Account, Person: known, Key: key, Country: row.Country}, err
}

// NamePerson stores a person named by another one, under a key of their own, and returns their id. Unless they join, they are kept until
// Lapses.Invitations after ends.
func (c *Core) NamePerson(ctx context.Context, q *db.Queries, of person.Identity, by uuid.UUID, ends time.Time) (uuid.UUID, error) {
	return c.People.Create(ctx, q, of, person.Row{NamedBy: &by, KeepUntil: pg.Ptr(ends.Add(c.Lapses.Invitations)), Now: c.Now()})
}

// Person returns the data of one person.
func (c *Core) Person(ctx context.Context, q *db.Queries, id uuid.UUID) (person.Identity, error) {
	known, err := c.People.Read(ctx, q, id)
	return known[id], err
}

// LockPerson keeps other transactions from giving a person's email address to an account until this one ends.
func (c *Core) LockPerson(ctx context.Context, q *db.Queries, id uuid.UUID) error {
	known, err := c.Person(ctx, q, id)
	if err != nil {
		return err
	}
	return pg.LockEmails(ctx, q, pg.Optional(known.EmailKey()))
}

// forgetKeys enqueues the job that deletes persons' keys from the key database.
func (c *Core) forgetKeys(ctx context.Context, q *db.Queries, persons []uuid.UUID) error {
	tx, ours := q.Conn().(*pg.Transaction)
	if !ours {
		return errors.New("persons' keys are deleted in a transaction only")
	}
	ids := make([]string, len(persons))
	for i, id := range persons {
		ids[i] = id.String()
	}
	tx.Enqueue(job.PersonKeysJob{PersonIDs: ids}, job.Options{})
	return nil
}
