package integrations

import (
	"context"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// Rekey seals the endpoints' secrets with the current server secret. A secret that doesn't open stays as it is.
func (c *Engine) Rekey(ctx context.Context) (out person.Rekeyed, err error) {
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		out = person.Rekeyed{}
		listed, err := tx.ListHostEndpoints(ctx)
		if err != nil {
			return err
		}
		for _, l := range listed {
			row, err := tx.LockHostEndpoint(ctx, l.ID)
			if err != nil {
				return err
			}
			var again bool
			for _, sealed := range []*[]byte{&row.Secret, &row.OldSecret} {
				resealed, err := c.reseal(*sealed, row.ID)
				if err != nil {
					out.Unopened = append(out.Unopened, person.NewUnopened(row.ID, *sealed))
					continue
				}
				if resealed != nil {
					*sealed, again = resealed, true
				}
			}
			if !again {
				continue
			}
			out.Changed++
			if err := tx.UpdateHostEndpoint(ctx, db.UpdateHostEndpointParams{
				ID: row.ID, Url: row.Url, Note: row.Note, Kinds: row.Kinds, People: row.People, State: row.State, Secret: row.Secret, OldSecret: row.OldSecret,
				OldSecretUntil: row.OldSecretUntil, Now: row.UpdatedAt,
			}); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// reseal returns a secret sealed with the current server secret; nil if there is none or it is already.
func (c *Engine) reseal(sealed []byte, row uuid.UUID) ([]byte, error) {
	if len(sealed) == 0 || sealed[0] == c.core.Keys.Current {
		return nil, nil
	}
	plain, err := c.core.Keys.Open(SealSecret, nil, sealed, row[:])
	if err != nil {
		return nil, err
	}
	return c.core.Keys.Seal(SealSecret, nil, plain, row[:])
}
