package braintree

import (
	"errors"
	"time"

	client "github.com/braintree-go/braintree-go"
)

// ErrWebhookSignature means that a notification wasn't signed with the account's key.
var ErrWebhookSignature = errors.New("braintree: the webhook's signature is wrong")

// Notification is a webhook of the provider, read and proved to be the provider's. It is a hint only: ask
// with Find before acting on it.
type Notification struct {
	Kind          string // e.g. transaction_settled, dispute_opened, check
	TransactionID string // "" where it is about none
	OrderID       string
	At            time.Time
}

// Webhook reads a notification from its two form fields, bt_signature and bt_payload. It fails with
// [ErrWebhookSignature], or where the payload can't be read.
func (g *Gateway) Webhook(signature, payload string) (Notification, error) {
	hook, err := g.client.WebhookNotification().Parse(signature, payload)
	if errors.As(err, &client.SignatureError{}) {
		return Notification{}, ErrWebhookSignature
	}
	if err != nil {
		return Notification{}, errors.New("braintree: the webhook's payload can't be read")
	}
	n := Notification{Kind: hook.Kind, At: hook.Timestamp.UTC()}
	if hook.Subject == nil {
		return n, nil
	}
	switch {
	case hook.Subject.Transaction != nil:
		n.TransactionID, n.OrderID = hook.Subject.Transaction.Id, hook.Subject.Transaction.OrderId
	case hook.Subject.Dispute != nil && hook.Subject.Dispute.Transaction != nil:
		n.TransactionID = hook.Subject.Dispute.Transaction.ID
	}
	return n, nil
}
