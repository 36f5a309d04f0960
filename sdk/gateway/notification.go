package gateway

import (
	"errors"
	"time"
)

// Notification is a webhook with a verified signature. It only names the object to read at the provider: it may arrive early, late, twice or never.
type Notification struct {
	Kind          string // e.g. transaction_settled, dispute_opened, check
	TransactionID string // "" if there is none
	OrderID       string
	DisputeID     string // "" if there is none
	At            time.Time
}

// ErrGatewaySignature means that a webhook wasn't signed with the account's key.
var ErrGatewaySignature = errors.New("the webhook's signature is wrong")
