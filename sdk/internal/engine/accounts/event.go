package accounts

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// The kinds of accounts.
const (
	KindParent       = "parent"
	KindProfessional = "professional"
)

// The states of an account.
const (
	Created = "created" // joined (paid), no username and password yet
	Active  = "active"
	Closed  = "closed"
)

// AccountEvent records an event of an account, without personal data.
func (c *Engine) AccountEvent(ctx context.Context, q *db.Queries, accountID uuid.UUID, kind, actor string) error {
	err := q.InsertAccountEvent(ctx, db.InsertAccountEventParams{ID: pg.NewID(), AccountID: accountID, Kind: kind, Actor: actor, At: c.core.Now()})
	if err != nil {
		return fmt.Errorf("account event: %w", err)
	}
	return nil
}
