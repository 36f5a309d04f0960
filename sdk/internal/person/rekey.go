package person

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
)

// Rekey does one batch of what a new server secret asks for: it reads what follows a row, and returns the last one that it read, how
// many it read and how many it changed.
type Rekey func(ctx context.Context, q *db.Queries, after uuid.UUID, batch int32) (last uuid.UUID, seen, changed int, err error)

// Rewrap encrypts keys under the current server secret instead of a replaced one: a batch of them, from those after the
// given one on. It returns the last that it looked at, and how many it looked at and changed.
func (k *Keys) Rewrap(ctx context.Context, q *db.Queries, after uuid.UUID, batch int32) (last uuid.UUID, seen, changed int, err error) {
	if k.elsewhere != nil {
		q = k.elsewhere.q()
	}
	rows, err := q.PickPersonKeysToRewrap(ctx, after, batch)
	if err != nil {
		return after, 0, 0, fmt.Errorf("persons' keys: %w", err)
	}
	for _, row := range rows {
		last = row.PersonID
		if len(row.Wrapped) > 0 && row.Wrapped[0] == k.ring.Current {
			continue
		}
		data, err := k.ring.Open(purposeKey, nil, row.Wrapped, last[:])
		if err != nil {
			return last, 0, 0, fmt.Errorf("key of person %s: %w", last, err)
		}
		wrapped, err := k.ring.Seal(purposeKey, nil, data, last[:])
		if err != nil {
			return last, 0, 0, err
		}
		if err := q.RewrapPersonKey(ctx, wrapped, last); err != nil {
			return last, 0, 0, fmt.Errorf("key of person %s: %w", last, err)
		}
		changed++
	}
	return last, len(rows), changed, nil
}

// RekeyPersons makes the hashes by which persons and their accounts are found under the current secret. Accounts are written before
// persons, in the order in which everybody locks them.
func (k *Keys) RekeyPersons(ctx context.Context, q *db.Queries, after uuid.UUID, batch int32) (last uuid.UUID, seen, changed int, err error) {
	rows, err := q.PickPersonsToRehash(ctx, after, k.HashKey(), batch)
	if err != nil || len(rows) == 0 {
		return after, 0, 0, err
	}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	keys, err := k.All(ctx, q, ids)
	if err != nil {
		return after, 0, 0, err
	}
	known := map[uuid.UUID]Identity{}
	for _, row := range rows {
		key, found := keys[row.ID]
		if !found {
			continue // erased: nobody finds them any more
		}
		var of Identity
		if err := key.Open(table, row.ID, row.Sealed, &of); err != nil {
			return after, 0, 0, err
		}
		known[row.ID] = of
		if err := q.RehashAccount(ctx, k.EmailHash(of.EmailKey()), row.ID); err != nil {
			return after, 0, 0, fmt.Errorf("account of person %s: %w", row.ID, err)
		}
	}
	for _, row := range rows {
		of, found := known[row.ID]
		if !found {
			continue
		}
		n, err := q.RehashPerson(ctx, k.EmailHash(of.EmailKey()), k.phoneHashOf(of), k.HashKey(), row.ID)
		if err != nil {
			return after, 0, 0, fmt.Errorf("person %s: %w", row.ID, err)
		}
		changed += int(n)
	}
	return rows[len(rows)-1].ID, len(rows), changed, nil
}

// RekeyUsernames makes the hashes by which logins are found under the current secret.
func (k *Keys) RekeyUsernames(ctx context.Context, q *db.Queries, after uuid.UUID, batch int32) (last uuid.UUID, seen, changed int, err error) {
	rows, err := q.PickCredentialsToRehash(ctx, after, k.HashKey(), batch)
	if err != nil || len(rows) == 0 {
		return after, 0, 0, err
	}
	for _, row := range rows {
		key, err := k.Of(ctx, q, row.PersonID)
		if errors.Is(err, ErrNoKey) {
			continue
		}
		if err != nil {
			return after, 0, 0, err
		}
		var username string
		if err := key.Open(TableCredentials, row.AccountID, row.Sealed, &username); err != nil {
			return after, 0, 0, err
		}
		n, err := q.RehashCredentials(ctx, k.UsernameHash(form.FoldUsername(username)), k.HashKey(), row.AccountID)
		if err != nil {
			return after, 0, 0, fmt.Errorf("username of account %s: %w", row.AccountID, err)
		}
		changed += int(n)
	}
	return rows[len(rows)-1].AccountID, len(rows), changed, nil
}
