package person

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
)

// Rekeyed is the result of one batch for a new server secret.
type Rekeyed struct {
	Last     uuid.UUID // the last row read
	Seen     int       // rows read
	Changed  int
	Unopened []Unopened // unchanged rows that no configured secret opens
}

// Unopened is a row that no configured secret opens.
type Unopened struct {
	ID     uuid.UUID
	Secret uint8 // number of the secret in the row; 0 if it is sealed under a person's key
}

// NewUnopened returns a row that is sealed under a server secret.
func NewUnopened(id uuid.UUID, sealed []byte) Unopened {
	if len(sealed) == 0 {
		return Unopened{ID: id}
	}
	return Unopened{ID: id, Secret: sealed[0]}
}

// Rekey processes one batch for a new server secret: the rows after the given one.
type Rekey func(ctx context.Context, q *db.Queries, after uuid.UUID, batch int32) (Rekeyed, error)

// Rewrap encrypts a batch of keys under the current server secret instead of an old one.
func (k *Keys) Rewrap(ctx context.Context, q *db.Queries, after uuid.UUID, batch int32) (Rekeyed, error) {
	if k.elsewhere != nil {
		q = k.elsewhere.q()
	}
	rows, err := q.PickPersonKeysToRewrap(ctx, after, batch)
	if err != nil {
		return Rekeyed{}, fmt.Errorf("persons' keys: %w", err)
	}
	out := Rekeyed{Last: after, Seen: len(rows)}
	for _, row := range rows {
		out.Last = row.PersonID
		if len(row.Wrapped) > 0 && row.Wrapped[0] == k.ring.Current {
			continue
		}
		data, err := k.ring.Open(SealKey, nil, row.Wrapped, row.PersonID[:])
		if err != nil {
			out.Unopened = append(out.Unopened, NewUnopened(row.PersonID, row.Wrapped))
			continue
		}
		wrapped, err := k.ring.Seal(SealKey, nil, data, row.PersonID[:])
		if err != nil {
			return Rekeyed{}, err
		}
		if err := q.RewrapPersonKey(ctx, wrapped, row.PersonID); err != nil {
			return Rekeyed{}, fmt.Errorf("key of person %s: %w", row.PersonID, err)
		}
		out.Changed++
	}
	return out, nil
}

// RekeyPersons recomputes the hashes that find persons and their accounts, under the current secret. It writes accounts before persons, the lock
// order of all transactions.
func (k *Keys) RekeyPersons(ctx context.Context, q *db.Queries, after uuid.UUID, batch int32) (Rekeyed, error) {
	rows, err := q.PickPersonsToRehash(ctx, after, k.HashKey(), batch)
	if err != nil || len(rows) == 0 {
		return Rekeyed{}, err
	}
	out := Rekeyed{Last: rows[len(rows)-1].ID, Seen: len(rows)}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	keys, unopened, err := k.Openable(ctx, q, ids)
	if err != nil {
		return Rekeyed{}, err
	}
	known := map[uuid.UUID]Identity{}
	for _, row := range rows {
		key, found := keys[row.ID]
		if !found && unopened[row.ID] == nil {
			continue // erased: nothing looks them up any more
		}
		var of Identity
		if !found || key.Open(table, row.ID, row.Sealed, &of) != nil {
			out.Unopened = append(out.Unopened, Unopened{ID: row.ID})
			continue
		}
		known[row.ID] = of
		if err := q.RehashAccount(ctx, k.EmailHash(of.EmailKey()), row.ID); err != nil {
			return Rekeyed{}, fmt.Errorf("account of person %s: %w", row.ID, err)
		}
	}
	for _, row := range rows {
		of, found := known[row.ID]
		if !found {
			continue
		}
		n, err := q.RehashPerson(ctx, k.EmailHash(of.EmailKey()), k.phoneHashOf(of), k.HashKey(), row.ID)
		if err != nil {
			return Rekeyed{}, fmt.Errorf("person %s: %w", row.ID, err)
		}
		out.Changed += int(n)
	}
	return out, nil
}

// RekeyUsernames recomputes the hashes that find logins, under the current secret.
func (k *Keys) RekeyUsernames(ctx context.Context, q *db.Queries, after uuid.UUID, batch int32) (Rekeyed, error) {
	rows, err := q.PickCredentialsToRehash(ctx, after, k.HashKey(), batch)
	if err != nil || len(rows) == 0 {
		return Rekeyed{}, err
	}
	out := Rekeyed{Last: rows[len(rows)-1].AccountID, Seen: len(rows)}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.PersonID
	}
	keys, unopened, err := k.Openable(ctx, q, ids)
	if err != nil {
		return Rekeyed{}, err
	}
	for _, row := range rows {
		key, found := keys[row.PersonID]
		if !found && unopened[row.PersonID] == nil {
			continue // erased
		}
		var username string
		if !found || key.Open(TableCredentials, row.AccountID, row.Sealed, &username) != nil {
			out.Unopened = append(out.Unopened, Unopened{ID: row.AccountID})
			continue
		}
		n, err := q.RehashCredentials(ctx, k.UsernameHash(form.FoldUsername(username)), k.HashKey(), row.AccountID)
		if err != nil {
			return Rekeyed{}, fmt.Errorf("username of account %s: %w", row.AccountID, err)
		}
		out.Changed += int(n)
	}
	return out, nil
}
