package sdk

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

const sealPaymentMethod = "payment method token"

// keepPaymentMethod keeps the provider's token of a vaulted payment method: encrypted and bound to its
// row, since whoever has it can charge the card.
func (c *Client) keepPaymentMethod(ctx context.Context, q *db.Queries, a *db.PaymentAttempt, t GatewayTransaction) (uuid.UUID, error) {
	id := newID()
	sealed, err := c.keys.seal(sealPaymentMethod, nil, []byte(t.PaymentMethodToken.Reveal()), id[:])
	if err != nil {
		return id, fmt.Errorf("payment method: %w", err)
	}
	kept, err := q.UpsertPaymentMethod(ctx, db.UpsertPaymentMethodParams{
		ID: id, TokenHash: c.keys.mac(sealPaymentMethod, t.PaymentMethodToken.Reveal()), TokenSealed: sealed,
		PaymentType: a.PaymentType, LastFour: optional(lastFour(t.CardLastFour)), Brand: optional(t.CardBrand), Now: c.now(),
	})
	if err != nil {
		return id, fmt.Errorf("keep payment method: %w", err)
	}
	return kept, nil
}
