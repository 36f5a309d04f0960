package host

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// Rekey seals the endpoints' secrets with the current server secret, and returns how many endpoints that changed.
func (c *Client) Rekey(ctx context.Context) (changed int, err error) {
	err = c.core.Tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		changed = 0
		listed, err := q.ListHostEndpoints(ctx)
		if err != nil {
			return err
		}
		for _, l := range listed {
			row, err := q.LockHostEndpoint(ctx, l.ID)
			if err != nil {
				return err
			}
			var again bool
			for _, sealed := range []*[]byte{&row.Secret, &row.OldSecret} {
				resealed, err := c.reseal(*sealed, row.ID)
				if err != nil {
					return fmt.Errorf("endpoint %s: %w", row.ID, err)
				}
				if resealed != nil {
					*sealed, again = resealed, true
				}
			}
			if !again {
				continue
			}
			changed++
			if err := q.UpdateHostEndpoint(ctx, db.UpdateHostEndpointParams{
				ID: row.ID, Url: row.Url, Note: row.Note, Kinds: row.Kinds, People: row.People, State: row.State, Secret: row.Secret, OldSecret: row.OldSecret,
				OldSecretUntil: row.OldSecretUntil, Now: row.UpdatedAt,
			}); err != nil {
				return err
			}
		}
		return nil
	})
	return changed, err
}

// reseal returns a secret sealed with the current server secret; nil where there is none, or it is already.
func (c *Client) reseal(sealed []byte, row uuid.UUID) ([]byte, error) {
	if len(sealed) == 0 || sealed[0] == c.core.Keys.Current {
		return nil, nil
	}
	plain, err := c.core.Keys.Open(SealSecret, nil, sealed, row[:])
	if err != nil {
		return nil, err
	}
	return c.core.Keys.Seal(SealSecret, nil, plain, row[:])
}
