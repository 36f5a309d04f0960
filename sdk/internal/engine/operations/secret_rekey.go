package operations

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/secret"
)

// rekeyBatch is the number of rows that one transaction writes.
const rekeyBatch = 500

// Rekey implements [operate.Client].
func (c *Engine) Rekey(ctx context.Context) (operate.Rekeyed, error) {
	out := operate.Rekeyed{Unopened: []operate.Unopened{}}
	if err := c.identity.Check(ctx); err != nil {
		return out, err
	}
	for _, part := range []struct {
		kind  operate.UnopenedKind
		count *int
		rekey person.Rekey
	}{
		{operate.UnopenedCode, &out.Codes, c.rekeyCodes},
		{operate.UnopenedPaymentMethod, &out.PaymentMethods, c.rekeyPaymentMethods},
		{operate.UnopenedPersonKey, &out.Persons, c.core.People.Rewrap},
		{operate.UnopenedRegistration, &out.Registrations, c.signup.Rehash},
		{operate.UnopenedPerson, &out.PersonHashes, c.core.People.RekeyPersons},
		{operate.UnopenedUsername, &out.Usernames, c.core.People.RekeyUsernames},
	} {
		done, err := c.rekey(ctx, part.rekey)
		if err != nil {
			return out, fmt.Errorf("rekey %s: %w", part.kind, err)
		}
		*part.count = done.Changed
		addUnopened(&out, part.kind, done.Unopened)
	}
	endpoints, err := c.integration.Rekey(ctx)
	if err != nil {
		return out, fmt.Errorf("rekey endpoints: %w", err)
	}
	out.HostEndpoints = endpoints.Changed
	addUnopened(&out, operate.UnopenedEndpoint, endpoints.Unopened)
	return out, nil
}

func addUnopened(r *operate.Rekeyed, kind operate.UnopenedKind, rows []person.Unopened) {
	for _, row := range rows {
		r.Unopened = append(r.Unopened, operate.Unopened{Kind: kind, ID: row.ID.String(), Secret: row.Secret})
	}
}

func (c *Engine) rekeyCodes(ctx context.Context, q *db.Queries, after uuid.UUID, batch int32) (person.Rekeyed, error) {
	rows, err := q.PickCodesToRekey(ctx, after, batch)
	if err != nil {
		return person.Rekeyed{}, err
	}
	out := person.Rekeyed{Last: after, Seen: len(rows)}
	for _, row := range rows {
		out.Last = row.ID
		plain, sealed, err := c.reseal(orders.PurposeCodeSeal, row.Sealed, row.ID)
		if err != nil {
			out.Unopened = append(out.Unopened, person.NewUnopened(row.ID, row.Sealed))
			continue
		}
		if sealed == nil {
			continue
		}
		if err := q.RekeyCode(ctx, c.core.Keys.Mac(orders.PurposeCodeLookup, plain.Reveal()), sealed, row.ID); err != nil {
			return person.Rekeyed{}, fmt.Errorf("code %s: %w", row.ID, err)
		}
		out.Changed++
	}
	return out, nil
}

func (c *Engine) rekeyPaymentMethods(ctx context.Context, q *db.Queries, after uuid.UUID, batch int32) (person.Rekeyed, error) {
	rows, err := q.PickPaymentMethodsToRekey(ctx, after, batch)
	if err != nil {
		return person.Rekeyed{}, err
	}
	out := person.Rekeyed{Last: after, Seen: len(rows)}
	for _, row := range rows {
		out.Last = row.ID
		plain, sealed, err := c.reseal(payments.SealPaymentMethod, row.TokenSealed, row.ID)
		if err != nil {
			out.Unopened = append(out.Unopened, person.NewUnopened(row.ID, row.TokenSealed))
			continue
		}
		if sealed == nil {
			continue
		}
		if err := q.RekeyPaymentMethod(ctx, c.core.Keys.Mac(payments.SealPaymentMethod, plain.Reveal()), sealed, row.ID); err != nil {
			return person.Rekeyed{}, fmt.Errorf("payment method %s: %w", row.ID, err)
		}
		out.Changed++
	}
	return out, nil
}

// rekey processes a table in batches, each in its own transaction.
func (c *Engine) rekey(ctx context.Context, batch person.Rekey) (total person.Rekeyed, err error) {
	for {
		var done person.Rekeyed
		err := c.core.Tx(ctx, func(tx *pg.Tx) (err error) {
			done, err = batch(ctx, tx.Queries, total.Last, rekeyBatch)
			return err
		})
		if err != nil {
			return total, err
		}
		total.Last = done.Last
		total.Changed += done.Changed
		total.Unopened = append(total.Unopened, done.Unopened...)
		if done.Seen < rekeyBatch {
			return total, nil
		}
	}
}

// reseal decrypts a row's secret and encrypts it under the current key. It returns nil if the row already uses that key.
func (c *Engine) reseal(purpose string, sealed []byte, row uuid.UUID) (secret.Secret, []byte, error) {
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
