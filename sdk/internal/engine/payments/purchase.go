package payments

import (
	"context"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/secret"
)

// PurchaseTry holds an attempt's data beside the order of a purchase.
type PurchaseTry struct {
	Account string // merchant account
	Method  gateway.PaymentType
	Nonce   secret.Secret
	Key     []byte     // of the call, see [CallHash]; nil for a renewal
	Kept    *uuid.UUID // the kept payment method of a renewal; it has no nonce then
}

// InsertPurchaseAttempt opens the next payment attempt of an order without a registration.
func (c *Engine) InsertPurchaseAttempt(ctx context.Context, q *db.Queries, order db.Order, try PurchaseTry) (db.PaymentAttempt, error) {
	p := db.InsertAttemptParams{
		MerchantAccountID: try.Account, PaymentType: string(try.Method),
		PaymentMethodID: try.Kept, CallHash: try.Key,
	}
	if try.Kept == nil {
		p.NonceHash = c.NonceHash(try.Nonce)
	}
	return c.OpenAttempt(ctx, q, order, p)
}
