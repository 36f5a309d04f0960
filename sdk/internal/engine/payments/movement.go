package payments

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
)

// movementKind is the kind of a movement of money.
type movementKind string

const (
	movementSale   movementKind = "sale"
	movementVoid   movementKind = "void"   // of a sale before it was settled
	movementRefund movementKind = "refund" // of a settled sale

	movementChargeback         movementKind = "chargeback"          // a dispute took the money
	movementChargebackReversal movementKind = "chargeback_reversal" // and gave it back
)

// noteMovement stores a movement of money, in the transaction that stores its effect on the attempt.
func (c *Engine) noteMovement(ctx context.Context, q *db.Queries, a db.PaymentAttempt, kind movementKind, t gateway.Transaction) error {
	err := q.InsertGatewayTransaction(ctx, db.InsertGatewayTransactionParams{
		ProviderID: t.ID, AttemptID: a.ID, Kind: string(kind), AmountMinor: t.Amount.Minor, Currency: string(t.Amount.Currency), Status: string(t.Status), Now: c.core.Now(),
	})
	if err != nil {
		return fmt.Errorf("movement of money: %w", err)
	}
	return nil
}
