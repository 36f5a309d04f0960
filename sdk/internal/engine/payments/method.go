package payments

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// SealPaymentMethod labels the keys that hash and encrypt the provider's tokens.
const SealPaymentMethod = "payment method token"

// expiryOf returns the end of a kept card's validity; nil for a wallet, and if the provider gave none.
func expiryOf(m gateway.Method) *time.Time {
	end := m.CardExpires.End()
	if end.IsZero() || m.PaymentType != gateway.PaymentCreditCard {
		return nil
	}
	return &end
}

// KeepPaymentMethod stores the provider's token of a vaulted payment method. The token is encrypted and bound to its row, since anyone with it can
// charge the card.
func (c *Engine) KeepPaymentMethod(ctx context.Context, q *db.Queries, m gateway.Method) (uuid.UUID, error) {
	id := pg.NewID()
	sealed, err := c.core.Keys.Seal(SealPaymentMethod, nil, []byte(m.Token.Reveal()), id[:])
	if err != nil {
		return id, fmt.Errorf("payment method: %w", err)
	}
	kept, err := q.UpsertPaymentMethod(ctx, db.UpsertPaymentMethodParams{
		ID: id, TokenHash: c.core.Keys.Mac(SealPaymentMethod, m.Token.Reveal()), TokenSealed: sealed,
		PaymentType: string(m.PaymentType), LastFour: pg.Optional(lastFour(m.CardLastFour)), Brand: pg.Optional(m.CardBrand), Now: c.core.Now(),
		ExpiresAt: expiryOf(m),
	})
	if err != nil {
		return id, fmt.Errorf("keep payment method: %w", err)
	}
	return kept, nil
}
