package gateway

import (
	"errors"
	"time"
)

// Notification is a webhook of the provider that is proved to be the provider's. It says where to
// look and nothing more: it may come early, late, twice or never.
type Notification struct {
	Kind          string // e.g. transaction_settled, dispute_opened, check
	TransactionID string // "" where it is about none
	OrderID       string
	DisputeID     string // "" where it is about none
	At            time.Time
}

// ErrGatewaySignature means that a webhook wasn't signed with the account's key.
var ErrGatewaySignature = errors.New("the webhook's signature is wrong")
