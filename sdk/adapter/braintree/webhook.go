package braintree

import (
	"errors"

	client "github.com/braintree-go/braintree-go"

	"github.com/cojoin/cojoin/sdk/gateway"
)

// Notification implements [gateway.Gateway]. The form fields are bt_signature and bt_payload.
func (g *Gateway) Notification(signature, payload string) (gateway.Notification, error) {
	hook, err := g.client.WebhookNotification().Parse(signature, payload)
	for i := 0; i < len(g.verifies) && errors.As(err, &client.SignatureError{}); i++ {
		hook, err = g.verifies[i].WebhookNotification().Parse(signature, payload)
	}
	if errors.As(err, &client.SignatureError{}) {
		return gateway.Notification{}, gateway.ErrGatewaySignature
	}
	if err != nil {
		return gateway.Notification{}, errors.New("braintree: the webhook's payload can't be read")
	}
	n := gateway.Notification{Kind: hook.Kind, At: hook.Timestamp.UTC()}
	if hook.Subject == nil {
		return n, nil
	}
	switch {
	case hook.Subject.Transaction != nil:
		n.TransactionID, n.OrderID = hook.Subject.Transaction.Id, hook.Subject.Transaction.OrderId
	case hook.Subject.Dispute != nil && hook.Subject.Dispute.Transaction != nil:
		n.TransactionID, n.DisputeID = hook.Subject.Dispute.Transaction.ID, hook.Subject.Dispute.ID
	}
	return n, nil
}
