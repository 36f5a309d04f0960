package home

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Client is the API of this package. [sdk.New] returns one.
type Client interface {
	// Read returns the page of the account token's owner. Fault: [fault.TokenInvalid].
	Read(ctx context.Context, token secret.Secret, meta caller.Meta) (*AccountPage, error)

	// Receipt returns one of the receipts of the account token's owner, in the caller's language. Faults: [fault.TokenInvalid],
	// [order.ReceiptNotFound].
	Receipt(ctx context.Context, token secret.Secret, receiptID string, meta caller.Meta) (*order.Receipt, error)
}
