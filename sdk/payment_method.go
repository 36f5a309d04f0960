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
func (c *Client) keepPaymentMethod(ctx context.Context, q *db.Queries, m GatewayMethod) (uuid.UUID, error) {
	id := newID()
	sealed, err := c.keys.seal(sealPaymentMethod, nil, []byte(m.Token.Reveal()), id[:])
	if err != nil {
		return id, fmt.Errorf("payment method: %w", err)
	}
	kept, err := q.UpsertPaymentMethod(ctx, db.UpsertPaymentMethodParams{
		ID: id, TokenHash: c.keys.mac(sealPaymentMethod, m.Token.Reveal()), TokenSealed: sealed,
		PaymentType: string(m.PaymentType), LastFour: optional(lastFour(m.CardLastFour)), Brand: optional(m.CardBrand), Now: c.now(),
	})
	if err != nil {
		return id, fmt.Errorf("keep payment method: %w", err)
	}
	return kept, nil
}
