package operate

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// rekeyBatch is how many rows are written in one transaction.
const rekeyBatch = 500

// Rekeyed counts what was encrypted again with the current secret.
type Rekeyed struct {
	Codes          int `json:"codes"`
	PaymentMethods int `json:"paymentMethods"`
	Persons        int `json:"persons"`       // keys of persons
	Registrations  int `json:"registrations"` // found by hashes under the current secret from now on
	PersonHashes   int `json:"personHashes"`  // persons, likewise
	Usernames      int `json:"usernames"`     // likewise
	HostEndpoints  int `json:"hostEndpoints"` // secrets with which events are signed
}

// Rekey decrypts what is encrypted with a replaced server secret and encrypts it with the current one:
// subscription codes, tokens of payment methods, persons' keys and secrets of endpoints; and hashes again by what sign-ups, persons and logins are found.
// It may run beside servers that know both secrets, and
// be repeated. Stored answers under the old secret expire after caller.Idempotency.Keep.
func (c *Client) Rekey(ctx context.Context) (Rekeyed, error) {
	var out Rekeyed
	codes, err := c.rekey(ctx, func(ctx context.Context, q *db.Queries, after uuid.UUID) (last uuid.UUID, seen, changed int, err error) {
		rows, err := q.PickCodesToRekey(ctx, after, rekeyBatch)
		if err != nil {
			return after, 0, 0, err
		}
		for _, row := range rows {
			last = row.ID
			plain, sealed, err := c.reseal(order.PurposeCodeSeal, row.Sealed, row.ID)
			if err != nil {
				return last, 0, 0, fmt.Errorf("code %s: %w", row.ID, err)
			}
			if sealed == nil {
				continue
			}
			if err := q.RekeyCode(ctx, c.core.Keys.Mac(order.PurposeCodeLookup, plain.Reveal()), sealed, row.ID); err != nil {
				return last, 0, 0, err
			}
			changed++
		}
		return last, len(rows), changed, nil
	})
	out.Codes = codes
	if err != nil {
		return out, fmt.Errorf("rekey codes: %w", err)
	}
	out.PaymentMethods, err = c.rekey(ctx, func(ctx context.Context, q *db.Queries, after uuid.UUID) (last uuid.UUID, seen, changed int, err error) {
		rows, err := q.PickPaymentMethodsToRekey(ctx, after, rekeyBatch)
		if err != nil {
			return after, 0, 0, err
		}
		for _, row := range rows {
			last = row.ID
			plain, sealed, err := c.reseal(payment.SealPaymentMethod, row.TokenSealed, row.ID)
			if err != nil {
				return last, 0, 0, fmt.Errorf("payment method %s: %w", row.ID, err)
			}
			if sealed == nil {
				continue
			}
			if err := q.RekeyPaymentMethod(ctx, c.core.Keys.Mac(payment.SealPaymentMethod, plain.Reveal()), sealed, row.ID); err != nil {
				return last, 0, 0, err
			}
			changed++
		}
		return last, len(rows), changed, nil
	})
	if err != nil {
		return out, fmt.Errorf("rekey payment methods: %w", err)
	}
	for _, part := range []struct {
		name  string
		count *int
		rekey person.Rekey
	}{
		{"keys of persons", &out.Persons, c.core.People.Rewrap},
		{"registrations", &out.Registrations, c.signup.Rehash},
		{"persons", &out.PersonHashes, c.core.People.RekeyPersons},
		{"usernames", &out.Usernames, c.core.People.RekeyUsernames},
	} {
		*part.count, err = c.rekey(ctx, func(ctx context.Context, q *db.Queries, after uuid.UUID) (uuid.UUID, int, int, error) {
			return part.rekey(ctx, q, after, rekeyBatch)
		})
		if err != nil {
			return out, fmt.Errorf("rekey %s: %w", part.name, err)
		}
	}
	if out.HostEndpoints, err = c.host.Rekey(ctx); err != nil {
		return out, fmt.Errorf("rekey endpoints: %w", err)
	}
	return out, nil
}

// rekey walks a table in batches, each in a transaction of its own.
func (c *Client) rekey(ctx context.Context, batch func(context.Context, *db.Queries, uuid.UUID) (uuid.UUID, int, int, error)) (total int, err error) {
	var after uuid.UUID
	for {
		var last uuid.UUID
		var seen, changed int
		err := c.core.Tx(ctx, func(q *db.Queries, _ pgx.Tx) (err error) {
			last, seen, changed, err = batch(ctx, q, after)
			return err
		})
		if err != nil {
			return total, err
		}
		after = last
		total += changed
		if seen < rekeyBatch {
			return total, nil
		}
	}
}

// reseal opens what was sealed for a row and seals it under the current secret; nil where it is already.
func (c *Client) reseal(purpose string, sealed []byte, row uuid.UUID) (secret.Secret, []byte, error) {
	if len(sealed) > 0 && sealed[0] == c.core.Keys.Current {
		return "", nil, nil
	}
	plain, err := c.core.Keys.Open(purpose, nil, sealed, row[:])
	if err != nil {
		return "", nil, err
	}
	resealed, err := c.core.Keys.Seal(purpose, nil, plain, row[:])
	return secret.Secret(plain), resealed, err
}
