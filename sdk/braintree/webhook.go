package braintree

import (
	"errors"

	client "github.com/braintree-go/braintree-go"

	"github.com/cojoin/cojoin/sdk"
)

// Notification implements [sdk.Gateway]. The form fields are bt_signature and bt_payload.
func (g *Gateway) Notification(signature, payload string) (sdk.GatewayNotification, error) {
	hook, err := g.client.WebhookNotification().Parse(signature, payload)
	for i := 0; i < len(g.verifies) && errors.As(err, &client.SignatureError{}); i++ {
		hook, err = g.verifies[i].WebhookNotification().Parse(signature, payload)
	}
	if errors.As(err, &client.SignatureError{}) {
		return sdk.GatewayNotification{}, sdk.ErrGatewaySignature
	}
	if err != nil {
		return sdk.GatewayNotification{}, errors.New("braintree: the webhook's payload can't be read")
	}
	n := sdk.GatewayNotification{Kind: hook.Kind, At: hook.Timestamp.UTC()}
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
